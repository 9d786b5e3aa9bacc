"""Assembled programs in a chip, for the emulator's tests."""

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001


def chip(source: str, *, mode: int = 0, bcr: int = 0, clock_hz: int = 20_000_000) -> Dsp56001:
    """A chip with the assembled words in its memory, BCR as given, PC where reset left it."""
    program = assemble(source)
    assert program.ok, [str(diagnostic) for diagnostic in program.diagnostics]
    dsp = Dsp56001(clock_hz, mode)
    dsp.load_words(program.words)
    dsp.x[0xFFFE] = bcr
    return dsp
