"""Words, fractions, accumulators and memory, biased to boundary values of fixed-point code."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

WORD_BITS, ACCUMULATOR_BITS, ADDRESS_BITS = 24, 56, 16
LAST_WORD = (1 << WORD_BITS) - 1
EXTREMES = (0, 1, 0x7FFFFF, 0x800000, 0x800001, LAST_WORD, 0x400000, 0xC00000)
"""Boundary words: as fractions 0, the least positive, the ends of [-1, 1), the greatest below 0, halves."""
LAST_BYTE = 0xFF
ON_CHIP_WORDS = 0x100
"""Size of the internal X and Y RAM (UM 3-1)."""
_FRACTION_SCALE = 1 << WORD_BITS - 1
_LAST_ACCUMULATOR = (1 << ACCUMULATOR_BITS) - 1
_SIGN = 1 << ACCUMULATOR_BITS - 1
_ACCUMULATOR_EXTREMES = (
    0,
    1,
    _LAST_ACCUMULATOR,  # -2^-47
    (1 << 47) - 1,  # the greatest that needs no extension, and the next
    1 << 47,
    _LAST_ACCUMULATOR ^ (1 << 47) - 1,  # -1.0, and below
    (_LAST_ACCUMULATOR ^ (1 << 47) - 1) - 1,
    1 << WORD_BITS - 1,  # ties of convergent rounding (UM 3-7): to even, to odd
    3 << WORD_BITS - 1,
    _SIGN - 1,
    _SIGN,
)


def words() -> st.SearchStrategy[int]:
    """Return a strategy of 24-bit words as unsigned numbers; they shrink to 0, then to the simplest of EXTREMES."""
    return st.one_of(st.integers(0, LAST_WORD), st.sampled_from(EXTREMES))


def fractions() -> st.SearchStrategy[Fraction]:
    """Return a strategy of signed fractions of a word: multiples of 2^-23 in [-1, 1). A float holds each exactly."""
    return st.builds(_fraction, words())


def _fraction(word: int) -> Fraction:
    return Fraction(word - (word >> WORD_BITS - 1 << WORD_BITS), _FRACTION_SCALE)


def accumulators() -> st.SearchStrategy[int]:
    """Return a strategy of the 56 bits of A or B, unsigned, with the extension unused, barely used, and full."""
    parts = st.builds(
        lambda low, high, extension: extension << 2 * WORD_BITS | high << WORD_BITS | low,
        words(),
        words(),
        st.one_of(st.integers(0, LAST_BYTE), st.sampled_from((0, LAST_BYTE, 0x7F, 0x80))),
    )
    plain = st.builds(lambda low, high: _sign_extended(high << WORD_BITS | low), words(), words())
    return st.one_of(plain, parts, st.sampled_from(_ACCUMULATOR_EXTREMES))


def _sign_extended(long_word: int) -> int:
    return long_word | (LAST_BYTE << 2 * WORD_BITS if long_word >> 2 * WORD_BITS - 1 else 0)


def byte_words(count: int) -> st.SearchStrategy[list[int]]:
    """Return a strategy of `count` words that contain a byte each."""
    return st.lists(st.integers(0, LAST_BYTE), min_size=count, max_size=count)


def memory_images(
    spaces: str = "XY", first: int = 0, last: int = ON_CHIP_WORDS - 1, max_size: int = 16
) -> st.SearchStrategy[dict[tuple[str, int], int]]:
    """Return a strategy of a few words of memory: (space, address) to word, addresses `first` to `last`.

    `Dsp56001.load_words` takes such an image.
    """
    places = st.tuples(st.sampled_from(spaces), st.integers(first, last))
    return st.dictionaries(places, words(), max_size=max_size)
