"""Integers in the DSP's form: signed 24-bit digits, least significant first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from dsp56k.lib.errors import OperandError

DIGIT_BITS = 24
WORD_BYTES = 3
MIN_DIGITS = 2
MAX_DIGITS = 43
WORD = (1 << DIGIT_BITS) - 1
_SIGN = 1 << (DIGIT_BITS - 1)


def radix(digits: int) -> int:
    """Return R = 2^(24 * digits), the Montgomery radix."""
    return 1 << (DIGIT_BITS * digits)


def largest(digits: int) -> int:
    """Return the largest number of `digits` signed digits: every digit 2^23 - 1.

    The smallest is not above its negative.
    """
    return (_SIGN - 1) * ((radix(digits) - 1) // WORD)


def to_octets(value: int, digits: int) -> bytes:
    """Return the signed digits as 24-bit words of three bytes, the least significant first.

    Raises:
        OperandError: the value needs more digits.
    """
    signs = _signs(digits)
    # With half a radix added to each, signed digits are plain ones.
    plain = value + signs
    if plain < 0 or plain >> DIGIT_BITS * digits:
        message = f"a number of {value.bit_length()} bits needs more than {digits} digits"
        raise OperandError(message, name="value", value=value)
    return (plain ^ signs).to_bytes(WORD_BYTES * digits, "little")


def from_octets(octets: bytes) -> int:
    """Return the integer of signed digits of three bytes each."""
    signs = _signs(len(octets) // WORD_BYTES)
    return (int.from_bytes(octets, "little") ^ signs) - signs


def to_digits(value: int, digits: int) -> list[int]:
    """Return the signed digits as 24-bit words.

    Raises:
        OperandError: the value needs more digits.
    """
    octets = to_octets(value, digits)
    low, middle, high = (octets[place::WORD_BYTES] for place in range(WORD_BYTES))
    return [a | b << 8 | c << 16 for a, b, c in zip(low, middle, high, strict=True)]


def from_digits(words: Sequence[int]) -> int:
    """Return the integer of signed digits."""
    return from_octets(b"".join(word.to_bytes(WORD_BYTES, "little") for word in words))


def digits_for(modulus: int, most: int = MAX_DIGITS) -> int:
    """Return the number of digits for a modulus: its own and 8 spare bits, if `most` digits permit."""
    wanted = -(-(modulus.bit_length() + 8) // DIGIT_BITS)
    return max(MIN_DIGITS, min(wanted, most))


@cache
def _signs(digits: int) -> int:
    """Return a number with the sign bit of each digit set."""
    return _SIGN * ((radix(digits) - 1) // WORD)
