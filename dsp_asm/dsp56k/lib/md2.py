"""MD2 (RFC 1319) on the DSP56001."""

from __future__ import annotations

from dsp56k.lib.firmware import DATA_BUFFER, DATA_WORDS, Firmware, Opcode
from dsp56k.lib.operands import octets
from dsp56k.lib.runner import Result

DIGEST_BYTES = 16


def md2(data: bytes) -> Result[bytes]:
    """The 16-byte MD2 digest of `data`; clocks and instructions of all its commands.

    Raises:
        OperandError: `data` are no bytes.
    """
    data = octets("data", data)
    firmware = Firmware()
    if len(data) <= DATA_WORDS:
        firmware.write(DATA_BUFFER, data)
        firmware.command(Opcode.MD2_HASH, len(data))
    else:
        firmware.command(Opcode.MD2_INIT)
        for start in range(0, len(data), DATA_WORDS):
            chunk = data[start : start + DATA_WORDS]
            firmware.write(DATA_BUFFER, chunk)
            firmware.command(Opcode.MD2_UPDATE, len(chunk))
        firmware.command(Opcode.MD2_FINAL)
    return Result(firmware.read(DATA_BUFFER, DIGEST_BYTES), firmware.clocks, firmware.instructions)
