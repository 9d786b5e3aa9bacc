"""Numbers to words: what fits, and floating point numbers as binary fractions (ASM 3.4; chapter 6, DC)."""

from __future__ import annotations

from typing import Protocol

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message, SourceError
from dsp56k.asm.expressions.relocation import LinkLong, LinkWord, user_expression
from dsp56k.asm.expressions.values import Value, fraction
from dsp56k.objects.machine import NO_SPACE, WORD_BITS


class WordContext(Protocol):
    """What the choice of a word may ask of the pass. While `tentative`, a forward value's number means nothing."""

    tentative: bool

    def warn_at(self, kind: Message, column: int | None, length: int, **values: object) -> None:
        """Report a warning about text[column] of the statement."""


def fits_word(number: int, bits: int = WORD_BITS) -> bool:
    """Whether an integer can be written in `bits` bits, signed or unsigned."""
    return -(1 << (bits - 1)) <= number < 1 << bits


def as_word(assembly: WordContext, value: Value, column: int, length: int, bits: int = WORD_BITS) -> int:
    """The word of a value: an integer as it is, a floating point number as a binary fraction.

    Raises SourceError for an integer beyond `bits` bits; warns of a number outside [-1, 1).
    """
    if value.linked:
        if bits != WORD_BITS:
            return LinkLong(value)
        return LinkWord(0, user_expression(value, NO_SPACE, 0))
    number = value.number
    if isinstance(number, float):
        # Motorola's 3.1 rounds the words of X, Y and P memory and cuts off those of L memory (2/3 ends in AAAAAA).
        word, limited = fraction(number, bits, rounded=bits <= WORD_BITS)
        if limited:
            assembly.warn_at(messages.OUTSIDE_FRACTION, column, length)
        return word
    if not fits_word(number, bits):
        if assembly.tentative and value.forward:
            return 0
        raise SourceError(messages.RESULT_TOO_LARGE, column, length, bits=bits)
    return number & ((1 << bits) - 1)
