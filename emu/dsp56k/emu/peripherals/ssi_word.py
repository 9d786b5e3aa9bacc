"""A time slot of the synchronous serial interface."""

from __future__ import annotations

from typing import NamedTuple

from dsp56k.emu.errors import MemoryAccessError
from dsp56k.emu.memory import WORD_MAX
from dsp56k.emu.validation import hexadecimal, is_int_in_range


class SsiWord(NamedTuple):
    """A time slot as it left on STD."""

    clock: int
    """Oscillator clock since reset, at the negative edge of the last bit."""
    slot: int
    """Slot of the frame, from 0."""
    word: int | None
    """24 bits, left-justified, the first bit on the wire highest; None where STD was three-stated."""
    flags: int
    """Output flags SC1:SC0."""


def slot_word(word: int, slot: int = 0) -> int:
    """Check and return a slot's word.

    Raises:
        MemoryAccessError: It is not a 24-bit word.
    """
    if not is_int_in_range(word, 0, WORD_MAX):
        raise MemoryAccessError(
            f"a word must have 24 bits, got {hexadecimal(word)}", space="SSI", address=slot, value=word
        )
    return word
