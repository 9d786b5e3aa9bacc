"""Events of serial interfaces that nothing notices: a run defers them, and they end in the state of single steps."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, SsiWord

LOOP_CLOCKS = 1_000_000
MAX_ENTRIES = 40
"""Deferral ends after 65,536 clocks, and each run of compiled code before it may leave a loop."""

SERVICED = """
        org     p:$0c
        movep   x:$ffef,x0
        move    (r7)+
        movep   x:$ffef,x0
        move    (r6)+
        movep   y0,x:$ffef
        move    (r5)+
        org     p:$80
start   movep   #$3000,x:$ffff
        movep   #$0101,x:$ffec
        movep   #$3230,x:$ffed
        movep   #$0001,x:$fff2
        movep   #$0302,x:$fff0
        movep   #$1ff,x:$ffe1
        andi    #$fc,mr
loop    do      r2,last
        add     x1,a            (r4)+
last
        jset    #6,x:$ffee,over
        movep   r4,x:$ffef
over    movep   x:$ffef,y1
        movep   r4,x:$fff4
        move    r2,n2
        lua     (r2)+n2,r2
        jclr    #5,r2,loop
        bchg    #15,x:$ffed
        jcs     loop
        move    #3,r2
        jmp     loop
"""
"""SSI and SCI that are written and read after loops of other lengths; now and then the receiver interrupts."""
QUIET = """
        org     p:$40
start   movep   #$4001,x:$ffec
        movep   #$3230,x:$ffed
        movep   #$1f8,x:$ffe1
loop    add     x0,a
        eor     y0,b
        jmp     loop
"""


def chip(source: str, engine: str) -> Dsp56001:
    assembled = assemble(source)
    assert assembled.ok, assembled.diagnostics
    dsp = Dsp56001(engine=engine)
    dsp.load_words(assembled.words)
    dsp.regs.pc = min(address for space, address in assembled.words if space == "P" and address >= 0x40)
    return dsp


def transmitted(dsp: Dsp56001) -> tuple[Sequence[SsiWord], Sequence[object]]:
    return dsp.ssi.take(), dsp.sci.take()


@pytest.mark.parametrize("slice_clocks", [1, 7, 250, 10_000])
def test_a_run_ends_in_the_state_of_single_steps(slice_clocks: int) -> None:
    run, stepped = chip(SERVICED, "interpreter"), chip(SERVICED, "interpreter")
    for dsp in (run, stepped):
        dsp.regs.r2 = 3
        dsp.ssi.feed(range(0, 0x10000, 0x111))
        dsp.sci.feed(bytes(range(200)))
    while run.clocks < 30_000:
        run.run(max_clocks=slice_clocks)
        while stepped.clocks < run.clocks:
            stepped.step()
        assert run.snapshot() == stepped.snapshot()
    words = transmitted(run)
    assert words == transmitted(stepped)
    assert min(map(len, words)) > 10
    assert run.regs.r7 + run.regs.r6 > 20, "the receiver has interrupted"


def test_compiled_code_is_not_left_for_an_event_that_nothing_notices() -> None:
    dsp, plain = chip(QUIET, "jit"), chip(QUIET, "interpreter")
    if dsp.engine != "jit":
        pytest.skip("this machine lets no generated code run")
    dsp._chip.generate(1, None)
    for each in (dsp, plain):
        each.run(max_clocks=LOOP_CLOCKS)
    assert dsp.snapshot() == plain.snapshot()
    words = dsp.ssi.take()
    assert words == plain.ssi.take()
    assert len(words) > 7_000
    assert sum(region.entries for region in dsp.engine_report().regions) < MAX_ENTRIES
