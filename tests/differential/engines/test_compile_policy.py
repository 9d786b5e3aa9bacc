"""Chips as users have them: uncounted at first, then counted, then compiled."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from differential.engines.compare import same, state
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
