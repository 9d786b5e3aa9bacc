"""Loops at their limits: counts of 0, and DO nested to the depth of the stack (UM 6-16, A-63 to A-65, A-185)."""

import pytest

from shared.emu_programs import chip

PASSES = 65_536


@pytest.mark.parametrize("whole", [True, False])
def test_a_do_count_of_zero_makes_all_passes(whole: bool) -> None:
    dsp = chip(" org p:0\n do #0,last\n add x0,a\n nop\nlast nop\n jmp *", bcr=0)
    dsp.regs.x0 = 1
    for _ in range(1 if whole else 20):
        dsp.run(until=5, max_instructions=None if whole else 9_999)
        if dsp.regs.pc == 5:
            break
    assert (dsp.regs.a1, dsp.regs.sp, dsp.regs.lc) == (PASSES, 0, 0)
    assert (dsp.clocks, dsp.instructions) == (6 + PASSES * 4 + 2, 1 + PASSES * 2 + 1)


@pytest.mark.parametrize("register", [None, "x1", "n3"])
def test_a_rep_count_of_zero_repeats_as_often(register: str | None) -> None:
    dsp = chip(f" org p:0\n rep {register or '#0'}\n add x0,a\n nop\n jmp *", bcr=0)
    dsp.regs.x0, dsp.regs.lc = 1, 0x1234
    dsp.run(until=2, max_clocks=1_000_000)
    assert (dsp.regs.a1, dsp.regs.lc) == (PASSES, 0x1234)
    assert (dsp.clocks, dsp.instructions) == (4 + PASSES * 2, 1 + PASSES)


def nest(depth: int, level: int = 0) -> str:
    if level == depth:
        return " add x0,a\n"
    return f" do #2,l{level}\n{nest(depth, level + 1)} nop\nl{level} nop\n"


def test_seven_loops_fit_the_stack() -> None:
    dsp = chip(f" org p:$40\n{nest(7)} jmp *", bcr=0)
    dsp.regs.pc, dsp.regs.x0 = 0x40, 1
    dsp.run(max_clocks=100_000)
    assert (dsp.regs.a1, dsp.regs.sp, dsp.regs.sr & 0x8000) == (2**7, 0, 0)


def test_the_eighth_loop_overflows_the_stack() -> None:
    dsp = chip(f" org p:$40\n{nest(8)} jmp *", bcr=0)
    dsp.regs.pc = 0x40
    for _ in range(7):
        dsp.step()
    assert dsp.regs.sp == 14
    dsp.step()
    # The second push finds location 15 taken: SP becomes 0 with SE set (UM 6-17).
    assert dsp.regs.sp == 0x10
