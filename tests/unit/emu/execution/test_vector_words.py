"""The two words of a vector (UM 8-9, 8-19)."""

import pytest

from shared.emu_programs import chip

IPR = 0xFFFF
LATENCY = 4


@pytest.mark.parametrize(
    ("vector", "r7", "sp", "pc"),
    [
        ("move (r7)+\n move (r7)+", 2, 0, 0x44),
        ("jsr $100\n move (r7)+", 0, 1, 0x101),
        ("move (r7)+\n jsr $100", 1, 1, 0x100),
        # A jump is not a call: nothing is pushed, and the second word is left behind.
        ("jmp $100\n move (r7)+", 0, 0, 0x101),
        ("move (r7)+\n jmp $100", 1, 0, 0x100),
        ("jmp >$100", 0, 0, 0x101),
    ],
)
def test_two_steps_into_a_vector(vector: str, r7: int, sp: int, pc: int) -> None:
    dsp = chip(f" org p:8\n {vector}\n org p:$40\n dup 8\n nop\n endm\n org p:$100\n dup 4\n nop\n endm")
    dsp.x[IPR], dsp.regs.sr, dsp.regs.pc = 7, 0, 0x40
    dsp.lines.irqa.drive(True)
    for _ in range(LATENCY + 2):
        dsp.step()
    assert (dsp.regs.r7, dsp.regs.sp, dsp.regs.pc) == (r7, sp, pc)


def test_a_second_word_of_a_vector_that_was_never_stored_is_noted() -> None:
    dsp = chip(" org p:8\n move (r7)+\n org p:$40\n dup 8\n nop\n endm")
    dsp.x[IPR], dsp.regs.sr, dsp.regs.pc = 7, 0, 0x40
    dsp.lines.irqa.drive(True)
    dsp.run(max_instructions=LATENCY + 2, unloaded=True)
    assert dsp.regs.r7 == 1
    assert dsp.checks.unloaded_vector_words == [9]
