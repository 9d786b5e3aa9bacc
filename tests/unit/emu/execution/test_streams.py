"""Loops over one MAC with two reads, which a run takes in one piece, against the same in single steps."""

from random import Random

import pytest

from dsp56k.emu import Dsp56001
from shared.emu_programs import chip

MODIFIERS = (0xFFFF, 0xFFFF, 0xFFFF, 9, 63, 0, 0x8001)
REGISTERS = ("a", "x0", "y0", "r0", "r4", "lc", "la", "sp", "sr", "pc")


def loop(random: Random) -> str:
    """DO or REP of a MAC, whose addressing modes are drawn."""
    step, other = (random.choice(("+", "-", "")) for _ in range(2))
    multiply = f" mac {random.choice(('', '-'))}x0,y0,a x:(r0){step},x0 y:(r4){other},y0\n"
    count = random.choice((1, 2, 3, 22, 200))
    repeated = random.random() < 0.5
    return " org p:0\n" + (f" rep #{count}\n{multiply}" if repeated else f" do #{count},last\n{multiply}last nop\n")


def loaded(source: str, seed: int) -> Dsp56001:
    random = Random(seed)
    dsp = chip(source + " nop\n nop\n jmp *", bcr=random.choice((0, 0x1300)))
    for memory in (dsp.x, dsp.y):
        memory[0:0x180] = [random.getrandbits(24) for _ in range(0x180)]
    for pointer in (0, 4):
        dsp.regs[f"r{pointer}"] = random.choice((0, 5, 0x40, 0xF0, 0xFF, 0x100, 0xFFFF))
        dsp.regs[f"m{pointer}"] = random.choice(MODIFIERS)
    dsp.regs.x0, dsp.regs.y0, dsp.regs.a = 0x800000, random.choice((0x800000, 3)), random.getrandbits(56)
    return dsp


def state(dsp: Dsp56001) -> tuple[int, ...]:
    return (dsp.clocks, dsp.instructions, *(int(dsp.regs[name]) for name in REGISTERS))


@pytest.mark.parametrize("seed", range(60))
def test_a_run_does_what_its_steps_do(seed: int) -> None:
    random = Random(seed)
    source = loop(random)
    stepped, run = loaded(source, seed), loaded(source, seed)
    while stepped.instructions < 205:
        for _ in range(random.choice((1, 2, 7, 50, 150))):
            stepped.step()
        run.run(max_instructions=stepped.instructions - run.instructions)
        if run.instructions != stepped.instructions:
            break  # the jump to itself ends a run
        assert state(run) == state(stepped), source


@pytest.mark.parametrize("seed", range(60, 100))
def test_a_clock_budget_ends_a_loop_where_its_steps_reach_it(seed: int) -> None:
    random = Random(seed)
    source = loop(random)
    stepped, run = loaded(source, seed), loaded(source, seed)
    budget = random.randrange(2, 120)
    while stepped.clocks < budget and stepped.regs.pc < 4:
        stepped.step()
    run.run(until=4, max_clocks=budget)
    assert state(run) == state(stepped), source
