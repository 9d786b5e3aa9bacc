"""Values go to words and come back, whatever they are."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from dsp56k.lib.digits import from_digits, largest
from dsp56k.lib.routine.operand_types import FRACTION_BITS, KINDS, Shape

COUNTS = st.integers(1, 44)
WIDTHS = st.sampled_from((8, 16, 24, 48, 56))


def through(kind: str, value: object, shape: Shape) -> object:
    words = KINDS[kind].encode("v", value, shape)
    assert len(words) == shape.words
    assert all(0 <= word < 1 << shape.width for word in words)
    return KINDS[kind].decode(words, shape)


@given(WIDTHS, st.data())
def test_words_and_signed_words(width: int, data: st.DataObject) -> None:
    unsigned = data.draw(st.lists(st.integers(0, (1 << width) - 1), min_size=1, max_size=9))
    assert through("words", unsigned, Shape(width, len(unsigned))) == unsigned
    assert through("words", unsigned[0], Shape(width, None)) == unsigned[0]
    half = 1 << width - 1
    signed = [word - half for word in unsigned]
    assert through("signed", signed, Shape(width, len(signed))) == signed


@given(st.sampled_from(sorted(FRACTION_BITS)), st.data())
def test_fractions_are_exact_where_the_word_is_and_near_where_not(width: int, data: st.DataObject) -> None:
    scale, half = FRACTION_BITS[width], 1 << width - 1
    exact = Fraction(data.draw(st.integers(-half, half - 1)), 1 << scale)
    assert through("fraction", exact, Shape(width, None)) == exact
    limit = half >> scale
    value = data.draw(st.floats(-limit, limit, exclude_max=True).filter(lambda v: round(v * (1 << scale)) < half))
    found = through("fraction", value, Shape(width, None))
    assert isinstance(found, float | Fraction)
    assert abs(Fraction(found) - Fraction(value)) <= Fraction(1, 2 << scale)


@given(COUNTS, st.data())
def test_big_numbers(count: int, data: st.DataObject) -> None:
    least = from_digits([0x800000] * count)
    signed = data.draw(st.integers(least, largest(count)))
    assert through("digits", signed, Shape(24, count)) == signed
    plain = data.draw(st.integers(0, (1 << 24 * count) - 1))
    assert through("number", plain, Shape(24, count)) == plain


@given(st.binary(min_size=1, max_size=50))
def test_bytes(data: bytes) -> None:
    assert through("bytes", data, Shape(24, len(data))) == data
