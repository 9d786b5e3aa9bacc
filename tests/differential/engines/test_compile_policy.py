"""Chips as users have them: uncounted at first, then counted, then compiled."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from differential.engines.compare import engine, same, state
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

SOURCE = """
        org     p:$40
start   move    #$10,r0
        move    #>$1000,r4
        do      #40,copied
        move    x:(r0)+,x0
        mac     x0,x0,a  x0,y:(r4)+
copied  rep     #30
        mac     x0,x0,b  x:(r0)-,x0
        jsr     <shift
        jmp     <start
shift   asl     a
        jcc     <even
        bchg    #3,x:$20
even    rts
"""
CLOCKS = 50_000_000
"""Code is compiled within the first 2 million."""
BUDGETS = (7, 900, 300_000, 5_000_000)


@pytest.mark.parametrize("seed", range(2))
def test_compiling_leaves_the_same_state(seed: int) -> None:
    both = Dsp56001(engine="interpreter"), Dsp56001(engine="auto")
    for dsp in both:
        dsp.load_words(assemble(SOURCE).words)
        dsp.regs.pc = 0x40
        dsp.x[0:256] = [0x12345 * number & 0xFFFFFF for number in range(256)]
    random = Random(seed)
    while both[0].clocks < CLOCKS:
        budget = random.randint(1, random.choice(BUDGETS))
        for dsp in both:
            dsp.run(max_clocks=budget)
        if not same(*both):
            assert state(both[0]) == state(both[1])
            pytest.fail("what no register and no word of data tells is not the same")


LOOP = """
        org     p:$40
start   do      #{times},last
        dup     {words}
        add     x0,a
        endm
last
done    jmp     <done
        end     start
"""
CHIPS = """
import sys
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

program = assemble(sys.stdin.read())
compiled = 0
for number in range(1, 200):
    dsp = Dsp56001(engine="auto")
    dsp.load(program)
    dsp.x[0xFFFE] = 0
    dsp.run(max_clocks=1_000_000)
    if dsp.engine_report().compiled:
        print(number)
        break
"""


def chips_before_compilation(times: int, words: int) -> int:
    """Return how many chips of a process have executed a loop when the first of them compiles it, or 0."""
    source = LOOP.format(times=times, words=words)
    done = subprocess.run([sys.executable, "-c", CHIPS], input=source, capture_output=True, text=True, check=True)
    return int(done.stdout or 0)


def test_short_lives_save_up_for_a_large_region() -> None:
    # A region of 1,400 instructions costs 45 ms. A chip's 80 iterations earn 0.4 ms, less than it costs to build it.
    assert 1 < chips_before_compilation(80, 1400) < 100


def test_chips_report_most_of_their_entries() -> None:
    # Two chips count nothing, because the process is too young. Of 1,000 entries until the compilation, each other chip
    # reports 64 and then the multiples of 125 of its 370; without them the 18th chip would compile.
    assert 2 < chips_before_compilation(400, 300) < 9


BRANCHES = """
        org     p:$40
start   move    #>100,b
        move    #>1,x1
loop    mac     x0,y0,a  x:(r0)+,x0  y:(r4)+,y0
        sub     x1,b  #<{number},n1
        jne     <loop
exit    move    a,x:$20
        jmp     <start
        end     start
"""
"""A loop; chips share the compiled code of the same number."""
LOOP_ADDRESS, EXIT_ADDRESS = 0x44, 0x48


def compiled_share(dsp: Dsp56001, runs: int, until: int | None) -> float:
    """Return the compiled share of the instructions of some runs from the start of `BRANCHES`."""
    begin = dsp.instructions, dsp.engine_report().compiled_instructions
    for _ in range(runs):
        dsp.regs.pc = 0x40
        stop = dsp.run(until=until, max_instructions=500)
        assert stop.pc == EXIT_ADDRESS
    return (dsp.engine_report().compiled_instructions - begin[1]) / (dsp.instructions - begin[0])


@pytest.mark.parametrize(("stop", "number"), [("until", 1), ("breakpoint", 2)])
def test_code_before_the_end_of_a_run_is_compiled(stop: str, number: int) -> None:
    dsp = engine()
    dsp.load(assemble(BRANCHES.format(number=number)))
    dsp.run(max_instructions=5_000)
    assert any(
        low <= EXIT_ADDRESS <= high for low, high in (region.addresses for region in dsp.engine_report().regions)
    )
    for _ in range(2):
        until = EXIT_ADDRESS if stop == "until" else None
        if stop == "breakpoint":
            dsp.breakpoints.add(EXIT_ADDRESS)
        assert compiled_share(dsp, 50, until) > 0.9
        dsp.breakpoints.clear()
        dsp.run(max_instructions=5_000)


@pytest.mark.parametrize(("stop", "number"), [("until", 3), ("breakpoint", 4)])
def test_a_loop_is_compiled_after_runs_that_stopped_at_its_start(stop: str, number: int) -> None:
    dsp = engine()
    dsp.load(assemble(BRANCHES.format(number=number)))
    if stop == "breakpoint":
        dsp.breakpoints.add(LOOP_ADDRESS)
    for _ in range(500):
        dsp.run(until=LOOP_ADDRESS if stop == "until" else None, max_instructions=500)
        assert dsp.regs.pc == LOOP_ADDRESS
    dsp.breakpoints.clear()
    assert compiled_share(dsp, 50, EXIT_ADDRESS) > 0.9
