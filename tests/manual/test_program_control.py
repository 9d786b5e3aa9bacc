"""Chapters 6 and 8: stack pointer, operating modes, the pipeline's visible effects, masks, STOP."""

import pytest

from dsp56k.emu import Dsp56001, StopReason
from shared.emu_programs import chip

IPR = 0xFFFF
IRQA_LEVEL, IRQA_EDGE = 0x03, 0x07
FAST = " org p:8\n move (r7)+\n move (r7)+\n"


def addresses(dsp: Dsp56001, count: int) -> list[int | str]:
    """PC before each step; "v" for a word of the fast vector, which counts R7 up."""
    seen: list[int | str] = []
    for _ in range(count):
        pc, r7 = dsp.regs.pc, dsp.regs.r7
        dsp.step()
        seen.append(pc if dsp.regs.r7 == r7 else "v")
    return seen


@pytest.mark.parametrize(
    ("instruction", "before", "after"),
    [
        # UM 6-17, Figure 6-9.
        ("jsr $80", 0x00, 0x01),
        ("jsr $80", 0x0E, 0x0F),
        ("jsr $80", 0x0F, 0x10),
        ("do #1,$50", 0x0E, 0x10),
        ("do #1,$50", 0x0F, 0x11),
        ("rts", 0x01, 0x00),
        ("rts", 0x00, 0x3F),
        ("enddo", 0x00, 0x3E),
        ("enddo", 0x01, 0x3F),
        # SE sticks and keeps UF; only the four bits of the pointer count on.
        ("rts", 0x10, 0x1F),
        ("jsr $80", 0x3F, 0x30),
        # UF without SE is corrected by the next stack operation (UM 6-18).
        ("jsr $80", 0x23, 0x04),
        ("rts", 0x23, 0x02),
        # Moves from and to SSH count, SSL does not, nor do BSET and its like move SP in all (UM A-152, 6-18).
        ("movec ssh,x0", 0x05, 0x04),
        ("movec x0,ssh", 0x05, 0x06),
        ("movec ssl,x0", 0x00, 0x00),
        ("movec x0,ssl", 0x00, 0x00),
        ("do ssl,$50", 0x03, 0x05),
        ("rep ssl", 0x00, 0x00),
        ("rep ssh", 0x03, 0x02),
        ("btst #0,ssh", 0x03, 0x02),
        ("jclr #0,ssh,$80", 0x03, 0x02),
        ("bset #0,ssh", 0x03, 0x03),
    ],
)
def test_stack_pointer(instruction: str, before: int, after: int) -> None:
    dsp = chip(f" org p:$40\n {instruction}")
    dsp.regs.pc, dsp.regs.sp = 0x40, before
    dsp.step()
    assert dsp.regs.sp == after


def test_the_error_bit_interrupts_once_and_sticks() -> None:
    """UM 6-17: SE's transition interrupts; a pull after the push that set it does not hide the error."""
    dsp = chip(
        " org p:2\n jsr $80\n org p:$80\n nop\n org p:$40\n jsr $50\n org p:$50\n rts\n org p:$41\n dup 9\n nop\n endm"
    )
    dsp.regs.pc, dsp.regs.sp = 0x40, 0x0F
    dsp.step()
    dsp.step()
    assert dsp.regs.sp == 0x1F
    dsp.run(until=0x80, max_instructions=20)
    assert (dsp.regs.pc, dsp.regs.sp & 0x30) == (0x80, 0x10)


def test_the_pipeline_example() -> None:
    """Figure 6-4 (UM 6-7): three instructions with their parallel moves."""
    dsp = chip(
        " org p:$40\n macr x0,y1,a x:(r0)+,x0 y:(r4)+,y1\n"
        " clr a x0,x:(r0)+ a,y:(r4)-\n"
        " mac x0,y1,a x:(r0)+,x0 y:(r4)+,y1\n"
    )
    regs = dsp.regs
    regs.pc, regs.r0, regs.r4, regs.a, regs.x0, regs.y1 = 0x40, 5, 8, 0x00000066_000000, 0x400000, 0x000077
    dsp.x[5:8], dsp.y[8:10] = [5, 6, 7], [8, 9]
    dsp.step()
    assert (regs.r0, regs.r4, regs.a, regs.x0, regs.y1) == (6, 9, 0x000000A2_000000, 5, 8)
    dsp.step()
    assert (regs.r0, regs.r4, regs.a, dsp.x[6], dsp.y[9]) == (7, 8, 0, 5, 0xA2)
    dsp.step()
    assert (regs.r0, regs.r4, regs.a, regs.x0, regs.y1) == (8, 9, 0x50, 7, 8)


@pytest.mark.parametrize(("between", "rom"), [("", False), (" nop\n", True)])
def test_the_data_roms_appear_one_instruction_late(between: str, rom: bool) -> None:
    """UM 8-2, 8-3, case 1."""
    dsp = chip(f" org p:$40\n ori #4,omr\n{between} move x:$100,a\n")
    dsp.regs.pc, dsp.x[0x100] = 0x40, 0x123456
    dsp.run(until=0x43 + len(between.split()))
    assert (dsp.regs.a1 != 0x123456) is rom


@pytest.mark.parametrize(("between", "read"), [("", 0x111111), (" nop\n", 0x222222)])
def test_a_pointer_is_late(between: str, read: int) -> None:
    """UM 8-3, case 2."""
    dsp = chip(f" org p:$40\n move #<$20,r3\n{between} move x:(r3),a\n")
    dsp.regs.pc, dsp.regs.r3, dsp.x[0x10], dsp.x[0x20] = 0x40, 0x10, 0x111111, 0x222222
    dsp.run(until=0x42 + len(between.split()))
    assert dsp.regs.a1 == read


def test_a_jump_right_behind_a_change_of_mode() -> None:
    """UM 8-4, case 3: its target is fetched through the old map, the word after that through the new one."""
    for delay, inside, outside in ((0, 1, 1), (1, 0, 2)):
        dsp = chip(
            f" org p:$40\n movec #3,omr\n dup {delay}\n nop\n endm\n jmp <$50\n org p:$50\n move (r0)+\n move (r0)+\n"
        )
        dsp.port_a.ram("P")[0x50:0x52] = [0x205900] * 2  # move (r1)+
        dsp.regs.pc = 0x40
        dsp.run(until=0x52)
        assert (dsp.regs.r0, dsp.regs.r1) == (inside, outside)


@pytest.mark.parametrize(("early", "served_behind"), [(0, 0x49), (1, 0x48), (2, 0x47), (3, 0x46)])
def test_a_request_accepted_before_the_mask_rose(early: int, served_behind: int) -> None:
    """UM 8-4, case 4: after ORI #3,MR at $46 up to three one-word instructions run before the vector."""
    dsp = chip(FAST + " org p:$40\n dup 6\n nop\n endm\n ori #3,mr\n dup 6\n nop\n endm\n")
    dsp.regs.pc, dsp.regs.sr, dsp.x[IPR] = 0x46 - early, 0, IRQA_EDGE
    dsp.lines.irqa.drive(True)
    seen = addresses(dsp, early + 7)
    assert seen[seen.index("v") - 1] == served_behind


def test_a_request_behind_the_mask_waits_for_it() -> None:
    """UM 8-5: after ANDI #0,MR four instructions run before the vector."""
    dsp = chip(FAST + " org p:$40\n nop\n andi #0,mr\n dup 6\n nop\n endm\n")
    dsp.regs.pc, dsp.regs.sr, dsp.x[IPR] = 0x40, 0x0300, IRQA_EDGE
    dsp.lines.irqa.drive(True)
    assert addresses(dsp, 9) == [0x40, 0x41, 0x42, 0x43, 0x44, 0x45, "v", "v", 0x46]


@pytest.mark.parametrize("ahead", range(4))
def test_swi_discards_a_vector_that_was_fetched(ahead: int) -> None:
    """UM 8-11, Figure 8-1: the interrupt stays pending and is served when the mask admits it again."""
    dsp = chip(
        FAST
        + " org p:6\n jsr $80\n org p:$80\n nop\n rti\n"
        + f" org p:$40\n dup {ahead}\n nop\n endm\n swi\n dup 9\n nop\n endm\n"
    )
    dsp.regs.pc, dsp.regs.sr, dsp.x[IPR] = 0x40, 0, IRQA_EDGE
    dsp.lines.irqa.drive(True)
    seen = addresses(dsp, ahead + 12)
    assert seen[ahead : ahead + 4] == [0x40 + ahead, 0x41 + ahead, 0x80, 0x81]
    assert seen.count("v") == 2


def test_a_repeat_fills_a_vector() -> None:
    """UM 8-19: any two one-word instructions that are not restricted."""
    dsp = chip(" org p:8\n rep #3\n move (r7)+\n org p:$40\n dup 9\n nop\n endm\n")
    dsp.regs.pc, dsp.regs.sr, dsp.regs.lc, dsp.x[IPR] = 0x40, 0, 0x55, IRQA_EDGE
    dsp.lines.irqa.drive(True)
    dsp.run(until=0x46)
    assert (dsp.regs.r7, dsp.regs.lc) == (3, 0x55)


@pytest.mark.parametrize("pin", ["irqa", "irqb"])
def test_the_edge_latch_of_a_level_sensitive_pin_stays_reset(pin: str) -> None:
    """UM 8-11: an edge that came before the pin was made sensitive to edges is not remembered."""
    dsp = chip(FAST + " org p:10\n move (r7)+\n move (r7)+\n org p:$40\n dup 9\n nop\n endm\n")
    dsp.regs.pc, dsp.regs.sr, dsp.x[IPR] = 0x40, 0x0300, 0x1B  # both pins: level 2, sensitive to levels
    getattr(dsp.lines, pin).drive(True)
    getattr(dsp.lines, pin).drive(False)
    dsp.x[IPR], dsp.regs.sr = 0x3F, 0
    assert "v" not in addresses(dsp, 8)


def stopped(ipr: int, *, mask: int = 0) -> Dsp56001:
    """A chip in STOP with the short delay, two instructions after it."""
    dsp = chip(FAST + " org p:$40\n stop\n move (r0)+\n move (r0)+\n jmp *\n")
    dsp.regs.pc, dsp.regs.sr, dsp.regs.omr, dsp.x[IPR] = 0x40, mask << 8, 0x40, ipr
    assert dsp.run().reason is StopReason.STOP
    return dsp


def test_a_level_request_that_ends_stop_is_served_before_the_next_instruction() -> None:
    """UM 8-38, 8-39, Figure 8-18: the first fetch after the stop cycles is the vector's."""
    dsp = stopped(IRQA_LEVEL)
    start = dsp.clocks
    dsp.lines.irqa.drive(True)
    dsp.run(max_instructions=2)
    assert (dsp.regs.r7, dsp.regs.r0, dsp.clocks - start) == (2, 0, 24 + 2 * 2)


@pytest.mark.parametrize("ipr", [0, IRQA_LEVEL, IRQA_EDGE])
def test_a_pin_released_during_the_delay_only_ends_stop(ipr: int) -> None:
    """UM 8-38: released before the delay's end it interrupts nothing; execution goes on after STOP."""
    dsp = stopped(ipr)
    dsp.lines.irqa.drive(True)
    dsp.advance(dsp.clocks + 4)
    dsp.lines.irqa.drive(False)
    dsp.run(until=0x43)
    assert (dsp.regs.r0, dsp.regs.r7) == (2, 0)


def test_edges_before_the_end_of_stop_are_cleared() -> None:
    """UM 8-37, 8-39: requests of the pins are cleared on entering STOP and ignored during the delay."""
    dsp = stopped(IRQA_EDGE)
    dsp.lines.irqa.drive(True)
    dsp.run(until=0x43)
    assert (dsp.regs.r0, dsp.regs.r7) == (2, 0)


def test_a_masked_request_leaves_stop_unserved() -> None:
    dsp = stopped(IRQA_LEVEL, mask=3)
    dsp.lines.irqa.drive(True)
    dsp.run(until=0x43)
    assert (dsp.regs.r0, dsp.regs.r7) == (2, 0)


@pytest.mark.parametrize(("clock", "served"), [(0, False), (5, False), (12, False), (28, True)])
def test_an_nmi_counts_again_from_the_end_of_the_delay(clock: int, served: bool) -> None:
    """UM 8-37 and 8-39: cleared on entering STOP, ignored during the delay, which IRQA starts at clock 10."""
    dsp = chip(" org p:$1e\n move (r7)+\n move (r7)+\n org p:$40\n stop\n move (r0)+\n move (r0)+\n jmp *")
    dsp.regs.pc, dsp.regs.omr = 0x40, 0x40
    dsp.lines.irqa.drive(True, at=10)
    dsp.lines.nmi.drive(True, at=clock)
    dsp.advance(60)
    assert (dsp.regs.r7, dsp.regs.r0) == (2 * served, 2)


@pytest.mark.parametrize("instruction", ["wait", "stop"])
def test_reset_ends_every_sleep_without_a_delay(instruction: str) -> None:
    """UM 8-37, 8-40, Figure 8-19: the delay counter is not used, pending requests are discarded."""
    dsp = chip(f" org p:0\n move (r0)+\n org p:8\n move (r7)+\n org p:$40\n {instruction}\n nop\n jmp *")
    dsp.regs.pc, dsp.x[IPR] = 0x40, IRQA_EDGE
    dsp.advance(20)
    dsp.lines.irqa.drive(True)
    dsp.lines.reset.drive(True)
    dsp.advance(30)
    dsp.lines.reset.drive(False)
    dsp.step()
    assert (dsp.regs.pc, dsp.regs.r0, dsp.regs.r7, dsp.clocks) == (1, 1, 0, 2)
    assert (dsp.regs.sr, dsp.x[IPR], dsp.x[0xFFFE]) == (0x0300, 0, 0xFFFF)
