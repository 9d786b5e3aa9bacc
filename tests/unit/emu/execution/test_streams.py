"""Loops over a few instructions without flow of control, and REP of one, which a run takes in one piece.

They are compared with the same in single steps: on-chip, through port A, and across the ends of on-chip memory and of a
page of decoded instructions; with wait states of BCR, and with the board's (WT).
"""

from random import Random

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from shared.emu_programs import loaded, program, state


@pytest.mark.parametrize("seed", range(400))
def test_a_run_does_what_its_steps_do(seed: int) -> None:
    random = Random(seed)
    code = program(random)
    stepped, run = loaded(code, seed), loaded(code, seed)
    while stepped.instructions < 205:
        for _ in range(random.choice((1, 2, 7, 50, 150))):
            stepped.step()
        run.run(max_instructions=stepped.instructions - run.instructions)
        if run.instructions != stepped.instructions:
            break  # the jump to itself ends a run
        assert state(run) == state(stepped)


@pytest.mark.parametrize("seed", range(400, 700))
def test_a_clock_budget_ends_a_loop_where_its_steps_reach_it(seed: int) -> None:
    random = Random(seed)
    code = program(random)
    stepped, run = loaded(code, seed), loaded(code, seed)
    end = max(address for _, address in code.words)
    budget = random.choice((random.randrange(2, 120), random.randrange(2, 2000)))
    while stepped.clocks < budget and stepped.regs.pc != end:
        stepped.step()
    run.run(until=end, max_clocks=budget)
    assert state(run) == state(stepped)


MAC = " mac x0,y0,a x:(r0){0},x0 y:(r4)+,y0\n"
PIECES = {
    "cut": (" org p:$40\n rep #50\n" + MAC.format("+"), 24),
    "overflow": (" org p:$40\n rep #50\n" + MAC.format("+"), 1000),
    "down a modulo buffer": (" org p:$40\n rep #50\n" + MAC.format("-"), 1000),
    "off the chip": (" org p:$400\n do #40,last\n" + MAC.format("+") + "last\n", 1000),
}


@pytest.mark.parametrize("name", PIECES)
def test_repetitions_in_one_piece(name: str) -> None:
    text, budget = PIECES[name]
    code = assemble(f"{text}end jmp *\n")
    stepped, run = Dsp56001(), Dsp56001()
    for dsp in (stepped, run):
        dsp.load_words(code.words)
        dsp.x[0xFFFE], dsp.regs.pc = 0x0030, min(address for _, address in code.words)
        dsp.x[0:0x40], dsp.y[0:0x40] = [0x7FFFFF] * 0x40, [0x7FFFFF, *range(0x3F)]
        # The second sum overflows, no later one does.
        dsp.regs.x0, dsp.regs.y0, dsp.regs.a = 0x7FFFFF, 0x7FFFFF, (1 << 55) - (1 << 47) - 1
        dsp.regs.r0, dsp.regs.m0 = 5, 9
    end = int(code.symbols["end"])
    while stepped.clocks < budget and stepped.regs.pc != end:
        stepped.step()
    run.run(until=end, max_clocks=budget)
    assert state(run) == state(stepped)
