"""Message digests on the DSP56001: MD2 (RFC 1319) and MD4 (RFC 1320)."""

from __future__ import annotations

from dsp56k.lib.errors import OperandError
from dsp56k.lib.firmware import DATA_BUFFER, DATA_WORDS, Firmware, Opcode
from dsp56k.lib.library_runner import PAIR_PROGRAM, Machine, Result
from dsp56k.lib.operands import octets, octets_up_to

DIGEST_BYTES = 16
BLOCK_BYTES = 16
"""Block size of MD2."""
PAIR_PLACES = {"a": 0x1000, "b": 0x8000}
"""X addresses of the two messages of `md2_pair`."""
PAIR_BYTES = 0x7000 - 2 * BLOCK_BYTES
"""Maximum length of either: padding and checksum follow."""


def md2(data: bytes) -> Result[bytes]:
    """Return the 16-byte MD2 digest of `data`; clocks and instructions of all its commands.

    Raises:
        OperandError: `data` are not bytes.
    """
    return _digest(data, Opcode.MD2_INIT, Opcode.MD2_UPDATE, Opcode.MD2_FINAL, Opcode.MD2_HASH)


def md2_pair(a: bytes, b: bytes) -> Result[tuple[bytes, bytes]]:
    """Return the MD2 digests of two messages, interleaved: while one waits for its byte of S, the other works.

    Args:
        a: at most 28,640 bytes.
        b: the same, with as many blocks: len(b) // 16 is len(a) // 16.

    Returns:
        The digests of a and b; bringing S to internal memory counts as `setup_clocks`.

    Raises:
        OperandError: no bytes, too many, or different numbers of blocks.
    """
    a, b = octets_up_to("a", a, PAIR_BYTES), octets_up_to("b", b, PAIR_BYTES)
    if len(a) // BLOCK_BYTES != len(b) // BLOCK_BYTES:
        message = (
            f"a and b must have the same number of blocks of {BLOCK_BYTES} bytes, got "
            f"{len(a) // BLOCK_BYTES} and {len(b) // BLOCK_BYTES}"
        )
        raise OperandError(message, name="b", value=len(b))
    machine = Machine(PAIR_PROGRAM)
    machine.call("md2_pair_table", prepares=True)
    setup, before = machine.clocks, machine.instructions
    for name, data in (("a", a), ("b", b)):
        machine.put("x", PAIR_PLACES[name], data)
    machine.put("x", "PAIR_BYTES", [len(a), len(b)])
    machine.dsp.regs.r3, machine.dsp.regs.r6 = PAIR_PLACES.values()
    machine.call("md2_pair")
    first, second = (bytes(machine.get("y", place, DIGEST_BYTES)) for place in ("PAIR_FIRST", "PAIR_SECOND"))
    return Result((first, second), machine.clocks - setup, machine.instructions - before, setup_clocks=setup)


def md4(data: bytes) -> Result[bytes]:
    """Return the 16-byte MD4 digest of `data`; as `md2`."""
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
