"""Message digests on the DSP56001: MD2 (RFC 1319) and MD4 (RFC 1320)."""

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
    return _digest(data, Opcode.MD2_INIT, Opcode.MD2_UPDATE, Opcode.MD2_FINAL, Opcode.MD2_HASH)


def md4(data: bytes) -> Result[bytes]:
    """The 16-byte MD4 digest of `data`; as `md2`."""
    return _digest(data, Opcode.MD4_INIT, Opcode.MD4_UPDATE, Opcode.MD4_FINAL, Opcode.MD4_HASH)


def _digest(data: bytes, init: Opcode, update: Opcode, final: Opcode, whole: Opcode) -> Result[bytes]:
    data = octets("data", data)
    firmware = Firmware()
    if len(data) <= DATA_WORDS:
        firmware.write(DATA_BUFFER, data)
        firmware.command(whole, len(data))
    else:
        firmware.command(init)
        for start in range(0, len(data), DATA_WORDS):
            chunk = data[start : start + DATA_WORDS]
            firmware.write(DATA_BUFFER, chunk)
            firmware.command(update if len(chunk) == DATA_WORDS else final, len(chunk))
        if len(data) % DATA_WORDS == 0:
            firmware.command(final)
    return Result(firmware.read(DATA_BUFFER, DIGEST_BYTES), firmware.clocks, firmware.instructions)
