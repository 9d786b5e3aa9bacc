"""A chip of either engine with the same program."""

from __future__ import annotations

import pytest

from differential.engines.compare import begin, engine, same, state
from differential.programs.loops import LoopProgram
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001


def chips(source: str, handler: int = 0, **registers: int) -> tuple[Dsp56001, Dsp56001]:
    """A chip of either engine at the first word of a program, with words of all sorts in the data memories."""
    assembled = assemble(source)
    assert assembled.ok, assembled.diagnostics
    words = {(space.lower(), address): word for (space, address), word in assembled.words.items()}
    data = {(space, address): 0x123457 * address & 0xFFFFFF for space in "xy" for address in range(1, 0x180)}
    data |= {("y", address): 0x654321 + address for address in range(0xFFF0, 0x10000)} | {("x", 0xFFFF): 0x3F}
    origin = min(address for _, address in words)
    both = Dsp56001(engine="interpreter"), engine()
    for dsp in both:
        begin(dsp, LoopProgram(source, origin, words, data, {"pc": origin} | registers), handler)
    return both


def compare(both: tuple[Dsp56001, Dsp56001], clocks: int, slices: int) -> None:
    """Run both chips `slices` times for `clocks` clocks, and compare them each time."""
    for _ in range(slices):
        for dsp in both:
            dsp.run(max_clocks=clocks)
        if not same(*both):
            assert state(both[0]) == state(both[1])
            pytest.fail("what no register and no word of data tells is not the same")
