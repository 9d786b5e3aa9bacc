"""Assembled programs in a chip, and what stands at the end of its snapshot, for the emulator's tests."""

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

MASK = (1 << 64) - 1


def chip(source: str, *, mode: int = 0, bcr: int = 0, clock_hz: int = 20_000_000) -> Dsp56001:
    """A chip with the assembled words in its memory, BCR as given, PC where reset left it."""
    program = assemble(source)
    assert program.ok, [str(diagnostic) for diagnostic in program.diagnostics]
    dsp = Dsp56001(clock_hz, mode)
    dsp.load_words(program.words)
    dsp.x[0xFFFE] = bcr
    return dsp


def checksum(data: bytes | bytearray) -> bytes:
    """The last eight bytes of a snapshot by those before: taken eight at a time, with zeros behind the last."""
    value = 0xCBF29CE484222325
    for place in range(0, len(data) // 8 * 8 + 1, 8):
        value = (value ^ int.from_bytes(data[place : place + 8], "little")) * 0x100000001B3 & MASK
        value = (value << 23 | value >> 41) & MASK
    return value.to_bytes(8, "little")
