"""Interrupts: latency, fast and long forms, levels, masks, exceptions (UM chapter 8)."""

import pytest

from dsp56k.emu import Dsp56001, StopReason
from shared.emu_programs import chip

IPR = 0xFFFF
MAIN = """
        org p:0
        jmp main
        org p:$40
main    dup 12
        move (r0)+
        endm
        jmp *
"""


def started(vectors: str, *, mask: int = 0, ipr: int = 0x07) -> Dsp56001:
    """A chip at the first of twelve one-word instructions, each counting R0 up."""
    dsp = chip(MAIN + vectors)
    dsp.regs.sr = mask << 8
    dsp.x[IPR] = ipr
    dsp.regs.pc = 0x40
    return dsp


def steps(dsp: Dsp56001, count: int) -> list[int]:
    """R0 and R7 in tens after each step."""
    seen = []
    for _ in range(count):
        dsp.step()
        seen.append(dsp.regs.r0 + 10 * dsp.regs.r7)
    return seen


FAST = " org p:8\n move (r7)+\n move (r7)+\n"


def test_a_fast_interrupt_follows_four_instructions_and_returns() -> None:
    # UM Figures 8-6 and 8-7: two control cycles and two fetches overlap four instructions.
    dsp = started(FAST)
    dsp.lines.irqa.drive(True)
    assert steps(dsp, 8) == [1, 2, 3, 4, 14, 24, 25, 26]
    assert dsp.regs.pc == 0x46
    assert dsp.clocks == 16


def test_two_fast_interrupts_are_six_cycles_apart() -> None:
    dsp = started(FAST)
    dsp.x[IPR] = 0x03  # level triggered: requested again while the line is low
    dsp.lines.irqa.drive(True)
    assert steps(dsp, 12) == [1, 2, 3, 4, 14, 24, 25, 26, 27, 28, 38, 48]


def test_an_edge_interrupts_once() -> None:
    dsp = started(FAST)
    dsp.lines.irqa.drive(True)
    steps(dsp, 12)
    assert dsp.regs.r7 == 2
    dsp.lines.irqa.drive(False)
    dsp.lines.irqa.drive(True)
    dsp.regs.pc = 0x40
    steps(dsp, 8)
    assert dsp.regs.r7 == 4


def test_a_pin_that_is_sensitive_to_levels_latches_no_edge() -> None:
    """UM 8-11."""
    dsp = started(FAST, mask=3, ipr=0x03)
    dsp.lines.irqa.drive(True)
    dsp.lines.irqa.drive(False)
    dsp.x[IPR], dsp.regs.sr = 0x07, 0
    assert steps(dsp, 8)[-1] == 8


def test_a_masked_or_disabled_request_waits() -> None:
    dsp = started(FAST, mask=3)
    dsp.lines.irqa.drive(True)
    assert steps(dsp, 8)[-1] == 8
    dsp.regs.sr = 0
    dsp.regs.pc = 0x40
    assert steps(dsp, 8)[-1] == 34 - 20 + 20
    disabled = started(FAST, ipr=0)
    disabled.lines.irqa.drive(True)
    disabled.x[IPR] = 0x07
    assert steps(disabled, 8)[-1] == 8


def test_a_long_interrupt_stacks_and_raises_the_mask() -> None:
    dsp = started(" org p:8\n jsr $80\n move (r7)+\n org p:$80\n move (r6)+\n rti\n", mask=1)
    dsp.regs.sr = 0x8D00  # LF, scaling up, mask 1
    dsp.lines.irqa.drive(True)
    steps(dsp, 5)
    assert dsp.regs.pc == 0x80
    assert dsp.stack[1] == (0x44, 0x8D00)
    assert dsp.regs.sr == 0x0300
    steps(dsp, 2)
    assert (dsp.regs.pc, dsp.regs.sr, dsp.regs.r6, dsp.regs.r7) == (0x44, 0x8D00, 1, 0)


def test_a_call_in_the_second_vector_word_is_long_too() -> None:
    dsp = started(" org p:8\n move (r7)+\n jsr $80\n org p:$80\n rti\n")
    dsp.lines.irqa.drive(True)
    steps(dsp, 6)
    assert (dsp.regs.pc, dsp.stack[1][0], dsp.regs.r7) == (0x80, 0x44, 1)


def test_a_jump_in_a_vector_stacks_nothing() -> None:
    dsp = started(" org p:8\n jmp $80\n move (r7)+\n")
    dsp.lines.irqa.drive(True)
    steps(dsp, 5)
    assert (dsp.regs.pc, dsp.regs.sp, dsp.regs.sr) == (0x80, 0, 0)


def test_a_two_word_instruction_fills_a_vector() -> None:
    dsp = started(" org p:8\n move #$1234,r7\n")
    dsp.lines.irqa.drive(True)
    steps(dsp, 5)
    assert (dsp.regs.r7, dsp.regs.pc) == (0x1234, 0x44)
    steps(dsp, 1)
    assert dsp.regs.pc == 0x45


def test_higher_levels_win_and_order_decides_within_one() -> None:
    vectors = " org p:8\n move (r7)+\n nop\n org p:$a\n move (r6)+\n nop\n"
    dsp = started(vectors, ipr=0x07 | 0x2F << 3 & 0x38)
    dsp.lines.irqa.drive(True)
    dsp.lines.irqb.drive(True)
    steps(dsp, 6)
    assert (dsp.regs.r7, dsp.regs.r6) == (1, 0)
    dsp = started(vectors, ipr=0x05 | 0x3F << 3 & 0x38)
    dsp.lines.irqa.drive(True)
    dsp.lines.irqb.drive(True)
    steps(dsp, 6)
    assert (dsp.regs.r7, dsp.regs.r6) == (0, 1)


def test_repeats_are_not_interrupted() -> None:
    dsp = chip(MAIN + FAST)
    dsp.p[0x41] = 0x060AA0  # rep #10
    dsp.regs.sr = 0
    dsp.x[IPR] = 7
    dsp.regs.pc = 0x40
    dsp.lines.irqa.drive(True)
    # One instruction, REP and its ten repetitions, and the two words fetched after them (Figure 8-11).
    assert steps(dsp, 15)[-2:] == [13, 23]


@pytest.mark.parametrize("place", [0x40, 0x41, 0x42])
def test_two_words_follow_a_repeat_wherever_it_was_on_the_way(place: int) -> None:
    for count in (1, 2, 3):
        dsp = chip(MAIN + FAST)
        dsp.p[place] = 0x0600A0 | count << 8
        dsp.regs.sr = 0
        dsp.x[IPR] = 7
        dsp.regs.pc = 0x40
        dsp.lines.irqa.drive(True)
        steps(dsp, place - 0x40 + 1 + count + 2)
        assert (dsp.regs.pc, dsp.regs.r7) == (place + 4, 0)
        dsp.step()
        assert (dsp.regs.pc, dsp.regs.r7) == (place + 4, 1)


def test_a_request_within_a_repeat_waits_for_its_end() -> None:
    dsp = chip(MAIN + FAST)
    dsp.p[0x40] = 0x060AA0  # rep #10
    dsp.regs.sr = 0
    dsp.x[IPR] = 7
    dsp.regs.pc = 0x40
    steps(dsp, 4)
    dsp.lines.irqa.drive(True)
    assert steps(dsp, 10)[-2:] == [12, 22]


def test_repeats_in_a_row_are_not_interrupted() -> None:
    # Figure 8-12: three REPs, each rejecting the request, then two words, then the vector.
    dsp = chip(MAIN + FAST)
    for place in (0x40, 0x42, 0x44):
        dsp.p[place] = 0x0603A0  # rep #3
    dsp.regs.sr = 0
    dsp.x[IPR] = 7
    dsp.regs.pc = 0x40
    dsp.lines.irqa.drive(True)
    assert steps(dsp, 15)[-2:] == [11, 21]
    assert dsp.regs.pc == 0x48


def test_a_change_of_flow_before_the_vector_is_refetched() -> None:
    dsp = chip(" org p:8\n move (r7)+\n move (r7)+\n org p:$40\n nop\n nop\n nop\n jmp $60\n org p:$60\n nop\n jmp *")
    dsp.regs.sr = 0
    dsp.x[IPR] = 7
    dsp.regs.pc = 0x40
    dsp.lines.irqa.drive(True)
    steps(dsp, 5)
    assert (dsp.regs.r7, dsp.regs.pc) == (2, 0x43)
    # The vector executes where it would after four words; the aborted word's cycle is empty.
    assert dsp.clocks == 12
    dsp.step()
    assert dsp.regs.pc == 0x60


def test_software_interrupt() -> None:
    dsp = chip(" org p:0\n swi\n nop\n org p:6\n jsr $80\n org p:$80\n rti")
    dsp.regs.sr = 0x0100
    dsp.step()
    assert (dsp.clocks, dsp.regs.pc) == (8, 1)
    dsp.step()
    assert (dsp.regs.pc, dsp.regs.sr, dsp.stack[1], dsp.clocks) == (0x80, 0x0300, (1, 0x0100), 12)


def test_illegal_instruction_stacks_its_own_address() -> None:
    dsp = chip(" org p:0\n nop\n dc $000001\n nop\n org p:$3e\n jsr $80")
    dsp.step()
    dsp.step()
    assert (dsp.clocks, dsp.regs.pc) == (10, 1)
    dsp.step()
    assert (dsp.regs.pc, dsp.stack[1][0], dsp.regs.sr) == (0x80, 1, 0x0300)


@pytest.mark.parametrize("count", [1, 3])
def test_a_repeated_illegal_instruction_interrupts_behind_the_last_and_loses_a_word(count: int) -> None:
    # UM 8-12, A-75, Figure 8-3: the stacked address is two after that of the illegal instruction.
    dsp = chip(f" org p:0\n rep #{count}\n dc $000001\n move (r0)+\n move (r0)+\n org p:$3e\n jsr $80")
    for _ in range(1 + count):
        dsp.step()
    assert (dsp.clocks, dsp.regs.pc) == (4 + 2 * count + 6, 3)
    dsp.step()
    assert (dsp.regs.pc, dsp.stack[1][0], dsp.regs.r0, dsp.regs.lc) == (0x80, 3, 0, 0)


def test_trace_appends_three_cycles_and_enters_its_vector() -> None:
    dsp = chip(" org p:0\n move (r0)+\n org p:4\n jsr $80\n org p:$80\n rti")
    dsp.regs.sr = 0x2000
    dsp.step()
    assert (dsp.clocks, dsp.regs.r0) == (8, 1)
    dsp.step()
    assert (dsp.regs.pc, dsp.regs.sr, dsp.stack[1]) == (0x80, 0x0300, (1, 0x2000))
    dsp.step()
    assert (dsp.regs.pc, dsp.regs.sr) == (1, 0x2000)


def test_stack_overflow_interrupts() -> None:
    dsp = chip(" org p:2\n jsr $80\n org p:$40\n jsr $50\n org p:$50\n dup 6\n nop\n endm")
    dsp.regs.sp = 15
    dsp.regs.pc = 0x40
    dsp.step()
    assert dsp.regs.sp == 0x10
    for _ in range(4):
        dsp.step()
    assert dsp.regs.pc == 0x54
    dsp.step()
    assert dsp.regs.pc == 0x80


def test_nmi_ignores_the_mask() -> None:
    dsp = started(" org p:$1e\n move (r7)+\n nop\n", mask=3)
    dsp.lines.nmi.drive(True)
    steps(dsp, 6)
    assert dsp.regs.r7 == 1


def test_wait_ends_with_an_interrupt() -> None:
    dsp = chip(" org p:8\n move (r7)+\n nop\n org p:$40\n wait\n nop\n jmp *")
    dsp.regs.sr = 0
    dsp.x[IPR] = 7
    dsp.regs.pc = 0x40
    stop = dsp.run()
    assert (stop.reason, stop.pc) == (StopReason.WAIT, 0x41)
    dsp.advance(100)
    assert dsp.clocks == 100
    dsp.lines.irqa.drive(True)
    dsp.step()
    # Figure 8-15: four cycles from the request to the end of the fetches, then the first vector word.
    assert (dsp.regs.r7, dsp.clocks) == (1, 110)


def test_wait_with_a_request_pending_takes_sixteen_clocks() -> None:
    dsp = chip(" org p:8\n move (r7)+\n nop\n org p:$40\n wait\n nop\n jmp *")
    dsp.regs.sr = 0
    dsp.x[IPR] = 7
    dsp.regs.pc = 0x40
    dsp.step()
    dsp.lines.irqa.drive(True)
    dsp.step()
    assert (dsp.regs.r7, dsp.clocks) == (1, 18)


@pytest.mark.parametrize(("omr", "clocks"), [(0x40, 24), (0x00, 65_552)])
def test_stop_ends_with_irqa(omr: int, clocks: int) -> None:
    dsp = chip(" org p:$40\n stop\n nop\n jmp *")
    dsp.regs.omr = omr
    dsp.regs.pc = 0x40
    assert dsp.run().reason is StopReason.STOP
    start = dsp.clocks
    dsp.lines.irqa.drive(True)
    dsp.run(until=0x42)
    assert dsp.clocks - start == clocks + 2


LOOP = """
        org p:8
        move (r7)+
        nop
        org p:$3e
        jsr $80
        org p:$40
        do #9,last
        dup 6
        move (r0)+
        endm
        dc 5
last    jmp *
"""
ILLEGAL_AT, LC = 0x48, 9


def driven_after(moves: int | None) -> Dsp56001:
    """A chip before the loop's illegal word; IRQA was asserted after some of the six moves."""
    dsp = chip(LOOP)
    dsp.regs.sr, dsp.x[IPR], dsp.regs.pc = 0, 7, 0x40
    dsp.step()
    if moves is not None:
        dsp.lines.irqa.drive(True, at=dsp.clocks + 2 * moves)
    return dsp


@pytest.mark.parametrize(("moves", "lc"), [(None, LC - 1), (0, LC - 1), (1, LC - 1), (2, LC - 1), (3, LC - 2)])
def test_an_illegal_word_at_la_counts_each_time_it_is_fetched(moves: int | None, lc: int) -> None:
    # UM 8-12, 8-13, A-75: fetched before the first vector word it is aborted and fetched again; LC counts both.
    dsp = driven_after(moves)
    for _ in range(6 if moves is None else 8):
        dsp.step()
    assert (dsp.regs.pc, dsp.regs.r0, dsp.regs.r7) == (ILLEGAL_AT, 6, 0 if moves is None else 1)
    dsp.step()
    assert (dsp.regs.pc, dsp.regs.lc) == (ILLEGAL_AT, lc)
    dsp.step()
    assert (dsp.regs.pc, dsp.stack[3][0]) == (0x80, ILLEGAL_AT)


def test_the_last_pass_ends_where_its_illegal_word_is_aborted() -> None:
    dsp = driven_after(3)
    dsp.regs.lc = 1
    for _ in range(8):
        dsp.step()
    assert (dsp.regs.pc, dsp.regs.sp, dsp.regs.sr >> 15, dsp.regs.r7) == (ILLEGAL_AT, 0, 0, 1)
    dsp.step()
    assert (dsp.regs.pc, dsp.regs.sp, dsp.regs.lc) == (ILLEGAL_AT, 0, 0)
