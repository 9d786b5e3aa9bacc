"""Watchpoints outside of internal data RAM: compiled code runs up to a watched access, and stops at the same one."""

from __future__ import annotations

import pytest

from differential.engines.compare import engine, same
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, StopReason

PROGRAM = """
        org     p:$100
start   move    #0,r0
        move    #$400,r1
loop    do      #50,last
        mac     x0,y0,a         x:(r0)+,x0
        move    a1,y:(r1)+
        move    y:>$1234,y1
        movem   p:$300,b0
last
        movep   b0,x:$ffe4
        bset    #2,x:$ffe4
        jmp     start
"""
PERIOD = 2 + 1 + 4 * 50 + 2 + 1
"""Instructions of an iteration of the outer loop."""


@pytest.mark.parametrize(
    ("space", "first", "stops"),
    [("Y", 0x1234, 50), ("Y", 0x1235, 0), ("Y", 0x42F, 1), ("P", 0x300, 50), ("X", 0xFFE4, 2), ("P", 0x301, 0)],
)
def test_compiled_code_stops_at_each_watched_access(space: str, first: int, stops: int) -> None:
    both = Dsp56001(engine="interpreter"), engine()
    seen = []
    for dsp in both:
        dsp.load_words(assemble(PROGRAM).words)
        dsp.regs.pc = 0x100
        dsp.watchpoints.add(space, first)
        found = []
        while dsp.instructions < 4 * PERIOD:
            stop = dsp.run(max_instructions=4 * PERIOD - dsp.instructions)
            found.append((stop.reason, stop.pc, dsp.clocks, stop.accesses))
        seen.append(found)
    assert seen[0] == seen[1]
    assert same(*both)
    assert sum(reason is StopReason.WATCHPOINT for reason, *_ in seen[0]) == 4 * stops
    # A region that stops in each iteration does not pay, and is evicted.
    assert both[1].engine_report().compiled_instructions > (2 * PERIOD if stops < 50 else 0)


def test_no_compiled_code_runs_while_internal_data_are_watched() -> None:
    dsp = engine()
    dsp.load_words(assemble(PROGRAM).words)
    dsp.regs.pc = 0x100
    watch = dsp.watchpoints.add("X", 0xFF)
    assert dsp.run(max_instructions=4 * PERIOD).reason is StopReason.BUDGET
    assert dsp.engine_report().compiled_instructions == 0
    dsp.watchpoints.remove(watch)
    dsp.run(max_instructions=4 * PERIOD)
    assert dsp.engine_report().compiled_instructions > 2 * PERIOD
