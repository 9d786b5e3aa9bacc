"""Numbers of many digits, moduli and keys. The digits are those of `dsp56k.lib`: signed, least significant first."""

from __future__ import annotations

from hypothesis import strategies as st

from dsp56k.lib.digits import DIGIT_BITS, MIN_DIGITS, from_digits, largest
from dsp56k.testing.strategies.numbers import words

WEAK_KEYS = tuple(
    bytes.fromhex(key)
    for key in (
        "0101010101010101", "FEFEFEFEFEFEFEFE", "1F1F1F1F0E0E0E0E", "E0E0E0E0F1F1F1F1",
        "01FE01FE01FE01FE", "FE01FE01FE01FE01", "1FE01FE00EF10EF1", "E01FE01FF10EF10E",
        "01E001E001F101F1", "E001E001F101F101", "1FFE1FFE0EFE0EFE", "FE1FFE1FFE0EFE0E",
        "011F011F010E010E", "1F011F010E010E01", "E0FEE0FEF1FEF1FE", "FEE0FEE0FEF1FEF1",
    )
)  # fmt: skip
"""The weak keys of DES and the pairs of semi-weak ones (NIST SP 800-67 rev. 2, 3.3.2)."""
_TOP_DISTANCE = 64
"""Distance from the upper end of a range up to which a number counts as near it."""


def digit_vectors(count: int) -> st.SearchStrategy[list[int]]:
    """Return a strategy of `count` signed digits; they shrink to fewer digits that are not 0, then to smaller ones."""
    return st.lists(words(), min_size=count, max_size=count)


def numbers(digits: int) -> st.SearchStrategy[int]:
    """Return a strategy of the numbers with this many signed digits, half of the time digits at their limits."""
    top = largest(digits)
    return st.one_of(st.integers(-top, top), digit_vectors(digits).map(from_digits))


def moduli(digits: int, spare: int = 8) -> st.SearchStrategy[int]:
    """Return a strategy of odd numbers of at most `digits` digits, without the uppermost `spare` bits.

    With `spare=0` a modulus may need every digit's full range, up to 2^23 - 1 in the first.
    """
    top = min((1 << DIGIT_BITS * digits - spare) - 1, largest(digits)) - 1  # even
    ends = st.integers(0, min(_TOP_DISTANCE, top)).map(lambda below: top - below | 1)
    short = st.integers(MIN_DIGITS, max(digits, MIN_DIGITS)).map(lambda count: min(top, largest(count) - 1) | 1)
    patterns = digit_vectors(digits).map(lambda vector: min(abs(from_digits(vector)), top) | 1)
    return st.one_of(st.integers(0, top).map(lambda number: number | 1), ends, short, patterns)


def residues(modulus: int, *, signed: bool = False) -> st.SearchStrategy[int]:
    """Return a strategy of numbers below a modulus, from 0 or, if `signed`, from -modulus; both ends are frequent."""
    least = -modulus if signed else 0
    ends = [end for end in (0, 1, modulus - 1, least) if least <= end < modulus]
    return st.one_of(st.integers(least, modulus - 1), st.sampled_from(ends))


def des_keys(*, parity: bool = True) -> st.SearchStrategy[bytes]:
    """Return a strategy of keys of 8 bytes, including weak ones; with `parity`, each byte has odd parity."""
    some = st.one_of(st.binary(min_size=8, max_size=8), st.sampled_from(WEAK_KEYS))
    return some.map(_with_odd_parity) if parity else some


def _with_odd_parity(key: bytes) -> bytes:
    return bytes(byte & ~1 | (byte >> 1).bit_count() + 1 & 1 for byte in key)
