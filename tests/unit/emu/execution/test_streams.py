"""Loops over a few instructions without flow of control, and REP of one, which a run takes in one piece.

They are compared with the same in single steps: on-chip, through port A, and across the ends of on-chip memory and of a
page of decoded instructions; with wait states of BCR, and with the board's (WT).
"""

from random import Random

import pytest

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
