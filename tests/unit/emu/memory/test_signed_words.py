"""A word is a signed number for the data ALU (UM 4-4) and 24 bits for all others, whatever has written it."""

import pytest

from dsp56k.emu import Dsp56001
from shared.emu_programs import chip

WORD = 0x800001
SUM = 0xFF_800001_000000
"""The accumulator after an addition to 0."""


def added(dsp: Dsp56001) -> int:
    """A after an addition to 0; the instructions before it are those of the program."""
    dsp.regs.a, dsp.regs.pc = 0, 0x40
    dsp.run(until=0x100)
    return dsp.regs.a


@pytest.mark.parametrize("space", ["x", "y"])
def test_a_word_set_in_memory(space: str) -> None:
    dsp = chip(f" org p:$40\n move {space}:$20,{space}0\n add {space}0,a\n jmp $100")
    memory = dsp.x if space == "x" else dsp.y
    memory[0x20] = WORD
    saved, other = dsp.snapshot(), Dsp56001()
    assert WORD.to_bytes(4, "little") in saved
    other.restore(saved)
    assert (added(dsp), added(other)) == (SUM, SUM)
    assert memory[0x20] == WORD


@pytest.mark.parametrize("space", ["x", "y"])
def test_a_word_that_an_instruction_on_bits_has_made_negative(space: str) -> None:
    dsp = chip(f" org p:$40\n bset #23,{space}:$20\n move {space}:$20,{space}0\n add {space}0,a\n jmp $100")
    memory = dsp.x if space == "x" else dsp.y
    memory[0x20] = WORD & 0x7FFFFF
    assert added(dsp) == SUM
    assert memory[0x20] == WORD


@pytest.mark.parametrize("register", ["x0", "x1", "y0", "y1"])
def test_a_word_in_a_long_register(register: str) -> None:
    dsp = chip(f" org p:$40\n add {register},a\n jmp $100")
    dsp.regs.x = dsp.regs.y = WORD << 24 | WORD
    other = Dsp56001()
    other.restore(dsp.snapshot())
    assert (added(dsp), added(other)) == (SUM, SUM)
    assert (dsp.regs[register], dsp.regs.x, dsp.regs.y) == (WORD, WORD << 24 | WORD, WORD << 24 | WORD)
