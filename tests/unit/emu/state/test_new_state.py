"""State set from outside: pending effects of the old state do not change it."""

import pytest

from dsp56k.emu import Dsp56001


@pytest.mark.parametrize("word", [0x000005, 0x000006, 0x000086, 0x000087, 0x0603A0])
def test_execution_goes_on_where_pc_is_set(word: int) -> None:
    """Start an interrupt's vector, WAIT, STOP or a REP."""
    dsp = Dsp56001()
    dsp.x[0xFFFE] = 0
    dsp.p[0x40], dsp.p[0x100] = word, 0x205800  # move (r0)+
    dsp.regs.pc = 0x40
    dsp.step()
    dsp.regs.pc, before = 0x100, dsp.clocks
    dsp.step()
    assert (dsp.regs.pc, dsp.regs.r0, dsp.clocks - before) == (0x101, 1, 2)


def test_a_pointer_that_a_move_has_written_counts_where_pc_is_set() -> None:
    dsp = Dsp56001()
    dsp.p[0x40], dsp.p[0x100] = 0x302000, 0x44E000  # move #<$20,r0; move x:(r0),x0
    dsp.x[0x20], dsp.regs.pc = 0x123456, 0x40
    dsp.step()
    dsp.regs.pc = 0x100
    dsp.step()
    assert dsp.regs.x0 == 0x123456


def test_a_new_stack_pointer_drops_a_stack_error() -> None:
    dsp = Dsp56001()
    dsp.p[0x02], dsp.p[0x40] = 0x0D0080, 0x00000C  # jsr $80; rts
    dsp.regs.pc = 0x40
    dsp.step()
    assert dsp.regs.sp == 0x3F
    dsp.regs.sp, dsp.regs.pc = 2, 0x100
    dsp.run(max_instructions=8)
    assert (dsp.regs.pc, dsp.regs.sp) == (0x108, 2)


def test_a_request_of_before_stop_does_not_outlast_it() -> None:
    """STOP clears pending requests (UM 8-37), also if a debugger ends it."""
    dsp = Dsp56001()
    dsp.p[0x40], dsp.p[0x0A] = 0x000087, 0x205800  # stop; irqb: move (r0)+
    dsp.x[0xFFFF] = 0x38  # IRQB: negative edge, level 2
    dsp.regs.pc = 0x40
    dsp.lines.irqb.drive(True)
    dsp.lines.irqb.drive(False)
    dsp.step()
    dsp.regs.pc, dsp.regs.sr = 0x100, 0
    dsp.run(max_instructions=8)
    assert (dsp.regs.pc, dsp.regs.r0) == (0x108, 0)
