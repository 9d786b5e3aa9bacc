"""The Montgomery product on the DSP: congruence, range, symmetry, both ends of the range, every digit count."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import montgomery_product, montgomery_square, unrolled_product, unrolled_square
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
def test_rows_give_the_same_as_columns(case: tuple[int, int, int, int]) -> None:
    a, b, n, digits = case
    assert montgomery_product(a, b, n, digits, improvement=2).value == montgomery_product(a, b, n, digits).value


@pytest.mark.parametrize("improvement", [2, 3])
@pytest.mark.parametrize("digits", [44, 45, 127, 128])
def test_the_accumulator_holds_128_digits(digits: int, improvement: int) -> None:
    """Digits of the largest size, all of one sign, in every column."""
    top = largest(digits)
    for n in (top - 1 + top % 2, (1 << 24 * digits - 9) + 1, 3):
        for a in (-n, n - 1):
            for b in (-n, n - 1):
                value = montgomery_product(a, b, n, digits, improvement=improvement).value
                assert -n <= value <= n - 1
                assert (value * radix(digits) - a * b) % n == 0


@settings(max_examples=30)
@given(st.data(), st.sampled_from([2, 3, 7, 12]))
def test_unrolled_kernels(data: st.DataObject, digits: int) -> None:
    n = data.draw(st.integers(1, (1 << 24 * digits - 8) - 1)) | 1
    a, b = (data.draw(st.one_of(st.integers(-n, n), st.sampled_from([-n, n, 0]))) for _ in range(2))
    product, square = unrolled_product(a, b, n, digits).value, unrolled_square(a, n, digits).value
    assert (product * radix(digits) - 2 * a * b) % n == (square * radix(digits) - a * a) % n == 0
    assert max(abs(product), abs(square)) <= n + n // 100 + 1


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
        (-8, 0, 7, 2, "a"), (0, 7, 7, 2, "b"), (0, -8, 7, 2, "b"), (0, 0, 7, 1, "digits"), (0, 0, 7, 129, "digits"),
    ],
)  # fmt: skip
def test_operands_out_of_range_are_refused_by_name(a: int, b: int, n: int, digits: int, name: str) -> None:
    with pytest.raises(OperandError) as error:
        montgomery_product(a, b, n, digits)
    assert error.value.fields["name"] == name


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: montgomery_product(1, 1, 7, improvement=1), "improvement"),
        (lambda: unrolled_product(1, 1, 7, 25), "digits"),
        (lambda: unrolled_square(1, (1 << 40) + 1, 2), "n"),
        (lambda: unrolled_product(8, 1, 7, 2), "a"),
    ],
)
def test_what_else_is_refused(call: Callable[[], object], name: str) -> None:
    with pytest.raises(OperandError) as error:
        call()
    assert error.value.fields["name"] == name
