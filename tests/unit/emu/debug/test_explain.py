"""The components of an instruction's cost add up to its clocks, for any instruction and any operands."""

import random

import pytest

from dsp56k import isa
from dsp56k.emu import Dsp56001
from shared.emu_programs import chip


def test_the_manuals_examples_in_parts() -> None:
    # UM A-224: MACR with an external Y operand and one wait state takes 3 clocks.
    dsp = chip(" org p:0\n macr -x0,y0,b b,x:(r4)+ y:(r0)+,y1", bcr=0x1111)
    dsp.regs.r0 = 0x1000
    cost = dsp.explain_cost()
    assert (cost.total, cost.base, cost.waits) == (3, 2, 1)
    assert str(cost) == "3 clocks: base 2, wait states of Y:$1000 1"
    # UM A-225: JLC (R2+N2) with four wait states in P memory takes 14.
    dsp = chip(" org p:0\n jlc (r2+n2)", bcr=0x0040)
    dsp.regs.r2 = 0x1000
    cost = dsp.explain_cost()
    assert (cost.base, cost.effective_address, cost.refetch, cost.total) == (4, 2, 8, 14)


def test_every_part_has_its_name() -> None:
    source = " org p:$300\n move x:(r0)+,a y:(r4)+,y0\n move #>1,x0\n movep x0,y:$ffc0\n wait"
    dsp = chip(source, bcr=0x1234)
    dsp.regs.pc, dsp.regs.r0, dsp.regs.r4 = 0x300, 0x1000, 0x1000
    cost = dsp.explain_cost()
    assert [(access.region, access.waits) for access in cost.accesses] == [("X", 1), ("Y", 2)]
    assert (cost.base, cost.fetch, cost.conflict, cost.total) == (2, 3, 4, 12)
    assert (dsp.explain_cost(0x301).effective_address, dsp.explain_cost(0x301).fetch) == (2, 6)
    assert [(access.region, access.waits) for access in dsp.explain_cost(0x303).accesses] == [("I/O", 4)]
    dsp.lines.br.drive(True)
    assert (dsp.explain_cost().stall, dsp.explain_cost().total, dsp.explain_cost().address) == (2, 2, 0x300)
    dsp.lines.br.drive(False)
    dsp.regs.sr = 0x2300
    assert dsp.explain_cost().trace == 6
    dsp.lines.reset.drive(True)
    assert (dsp.explain_cost().idle, dsp.explain_cost().total) == (2, 2)


def test_explaining_changes_nothing_and_asks_no_device() -> None:
    class Device:
        def read(self, offset: int, now: int) -> int:
            raise AssertionError("asked")

        def write(self, offset: int, value: int, now: int) -> None:
            raise AssertionError("asked")

    dsp = chip(" org p:0\n bset #1,y:(r0)+\n movep y:$ffc1,x:$ffff", bcr=0x0003)
    dsp.port_a.map_device("Y", 0xFFC0, 0xFFC1, Device())
    dsp.regs.r0 = 0xFFC0
    before = dsp.snapshot()
    assert dsp.explain_cost().total == 4 + 2 * 3
    assert dsp.explain_cost(1).total == 4 + 2 + 3
    assert dsp.snapshot() == before


POINTERS = (0x10, 0x80, 0x1000, 0x2345, 0xFFC0, 0xFFE8)
ODD = {"Stop", "Wait", "Reset"}


def random_chip(choose: random.Random, word: int, second: int) -> Dsp56001:
    dsp = Dsp56001(mode=choose.choice((0, 0, 0, 3)))
    pc = choose.choice((0x20, 0x180, 0x1FF, 0x200, 0x4000))
    dsp.p[pc : pc + 2] = [word, second]
    dsp.x[0xFFFE] = choose.choice((0, 0x1234, 0xFFFF, 0x0F00, choose.getrandbits(16)))
    for number in range(8):
        dsp.regs[f"r{number}"] = choose.choice(POINTERS) + choose.randrange(4)
        dsp.regs[f"n{number}"] = choose.choice((0, 1, 0x1000, 0xFFFF))
        dsp.regs[f"m{number}"] = choose.choice((0xFFFF, 0xFFFF, 7, 0))
    for name in ("x", "y"):
        dsp.regs[name] = choose.getrandbits(48)
    for name in ("a", "b"):
        dsp.regs[name] = choose.getrandbits(56)
    dsp.regs.sp = choose.randrange(1, 8)
    dsp.stack[dsp.regs.sp] = (choose.choice((0x50, 0x3000)), 0x0300)
    dsp.regs.sr = 0x0300 | choose.getrandbits(7) | choose.choice((0, 0x2000))
    dsp.regs.pc = pc
    return dsp


@pytest.mark.parametrize("seed", range(4))
def test_the_parts_add_up_for_any_instruction_anywhere(seed: int) -> None:
    choose = random.Random(seed)
    done = 0
    while done < 400:
        word = choose.getrandbits(24) & choose.choice((0xFFFFFF, 0x0FFFFF, 0x0FFFFF, 0x7FFFFF))
        if (isa.decode(word) is None) != (choose.random() < 0.01):
            continue
        done += 1
        dsp = random_chip(choose, word, choose.choice(POINTERS))
        if choose.random() < 0.05:
            dsp.lines.br.drive(True)
        for _ in range(2):
            where = f"{word:06X} at {dsp.regs.pc:04X}, bcr {dsp.x[0xFFFE]:04X}"
            cost, again, before = dsp.explain_cost(), dsp.explain_cost(dsp.regs.pc), dsp.clocks
            dsp.step()
            assert cost.total == dsp.clocks - before, where
            if dsp.instructions == 1:
                assert again == cost, where
