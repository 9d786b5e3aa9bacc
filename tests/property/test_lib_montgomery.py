"""The Montgomery product on the DSP: congruence, range, symmetry, both ends of the range, every digit count."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import montgomery_product, montgomery_square
from dsp56k.lib.errors import OperandError
from dsp56k.lib.numbers import largest, radix


@st.composite
def cases(draw: st.DrawFn) -> tuple[int, int, int, int]:
    digits = draw(st.integers(2, 43))
    # Short moduli, and digits at their ends: random numbers seldom come near either.
    top = largest(draw(st.integers(2, digits)))
    n = draw(st.one_of(st.integers(1, top), st.just(top - 1), st.integers(0, 64).map(lambda low: top - low))) | 1
    n = min(n, largest(digits) - 1 + largest(digits) % 2)
    operand = st.one_of(st.integers(-n, n - 1), st.sampled_from([-n, n - 1, 0]))
    return draw(operand), draw(operand), n, digits


@settings(max_examples=400)
@given(cases())
def test_product_is_congruent_in_range_and_symmetric(case: tuple[int, int, int, int]) -> None:
    a, b, n, digits = case
    value = montgomery_product(a, b, n, digits).value
    assert -n <= value <= n - 1
    assert (value * radix(digits) - a * b) % n == 0
    assert montgomery_product(b, a, n, digits).value == value


@settings(max_examples=200)
@given(cases())
def test_square_is_the_product_with_itself(case: tuple[int, int, int, int]) -> None:
    a, _, n, digits = case
    assert montgomery_square(a, n, digits).value == montgomery_product(a, a, n, digits).value


@pytest.mark.parametrize("digits", range(2, 44))
def test_both_ends_of_the_range_for_the_largest_and_smallest_moduli(digits: int) -> None:
    top = largest(digits)
    for n in (top - 1 + top % 2, 1, 3, (1 << 24 * digits - 9) + 1):
        for a in (-n, n - 1):
            for b in (-n, n - 1):
                value = montgomery_product(a, b, n, digits).value
                assert -n <= value <= n - 1
                assert (value * radix(digits) - a * b) % n == 0
            value = montgomery_square(a, n, digits).value
            assert -n <= value <= n - 1
            assert (value * radix(digits) - a * a) % n == 0


@pytest.mark.parametrize(
    ("a", "b", "n", "digits", "name"),
    [
        (0, 0, 8, 2, "n"), (0, 0, -7, 2, "n"), (0, 0, 0, 2, "n"), (0, 0, largest(2) + 2, 2, "n"), (7, 0, 7, 2, "a"),
        (-8, 0, 7, 2, "a"), (0, 7, 7, 2, "b"), (0, -8, 7, 2, "b"), (0, 0, 7, 1, "digits"), (0, 0, 7, 44, "digits"),
    ],
)  # fmt: skip
def test_operands_out_of_range_are_refused_by_name(a: int, b: int, n: int, digits: int, name: str) -> None:
    with pytest.raises(OperandError) as error:
        montgomery_product(a, b, n, digits)
    assert error.value.fields["name"] == name
