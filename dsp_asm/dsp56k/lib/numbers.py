"""Integers as the DSP holds them: signed 24-bit digits, least significant first."""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.lib.errors import OperandError

DIGIT_BITS = 24
MIN_DIGITS = 2
MAX_DIGITS = 43
WORD = (1 << DIGIT_BITS) - 1
_SIGN = 1 << (DIGIT_BITS - 1)


def radix(digits: int) -> int:
    """R = 2^(24 * digits), the Montgomery radix."""
    return 1 << (DIGIT_BITS * digits)


def largest(digits: int) -> int:
    """The largest number of so many signed digits: every digit 2^23 - 1. The smallest is not above its negative."""
    return (_SIGN - 1) * ((radix(digits) - 1) // WORD)


def to_digits(value: int, digits: int) -> list[int]:
    """The signed digits as 24-bit words.

    Raises:
        OperandError: the value needs more digits.
    """
    words, rest = [], value
    for _ in range(digits):
        word = rest & WORD
        words.append(word)
        rest = (rest - _signed(word)) >> DIGIT_BITS
    if rest:
        message = f"a number of {value.bit_length()} bits needs more than {digits} digits"
        raise OperandError(message, name="value", value=value)
    return words


def from_digits(words: Sequence[int]) -> int:
    """The integer that signed digits stand for."""
    return sum(_signed(word) << (DIGIT_BITS * place) for place, word in enumerate(words))


def to_words(value: int) -> list[int]:
    """An unsigned number as plain words, most significant first: the form of exponents; zero has no words."""
    count = -(-value.bit_length() // DIGIT_BITS)
    return [value >> (DIGIT_BITS * place) & WORD for place in reversed(range(count))]


def digits_for(modulus: int, most: int = MAX_DIGITS) -> int:
    """How many digits a modulus gets: its own and 8 bits to spare, where `most` digits allow."""
    wanted = -(-(modulus.bit_length() + 8) // DIGIT_BITS)
    return max(MIN_DIGITS, min(wanted, most))


def _signed(word: int) -> int:
    return word - (1 << DIGIT_BITS) if word & _SIGN else word
