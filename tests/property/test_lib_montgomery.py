"""The Montgomery product on the DSP: congruence, range, symmetry, both ends of the range, every digit count.

Without an `improvement` a generated kernel makes it, where the modulus allows: its search takes seconds, so that not
all sizes are tried.
"""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import montgomery_product, montgomery_square, unrolled_product, unrolled_square
from dsp56k.lib.digits import largest, radix
from dsp56k.lib.errors import OperandError
from dsp56k.testing.strategies import moduli, residues


@st.composite
def cases(draw: st.DrawFn) -> tuple[int, int, int, int]:
    digits = draw(st.integers(2, 43))
    n = draw(moduli(digits, spare=0))
    operand = residues(n, signed=True)
    return draw(operand), draw(operand), n, digits


@settings(max_examples=400)
@given(cases())
def test_product_is_congruent_in_range_and_symmetric(case: tuple[int, int, int, int]) -> None:
    a, b, n, digits = case
    value = montgomery_product(a, b, n, digits, improvement=3).value
    assert -n <= value <= n - 1
    assert (value * radix(digits) - a * b) % n == 0
    assert montgomery_product(b, a, n, digits, improvement=3).value == value


@settings(max_examples=200)
@given(cases())
def test_rows_give_the_same_as_columns(case: tuple[int, int, int, int]) -> None:
    a, b, n, digits = case
    rows, columns = (montgomery_product(a, b, n, digits, improvement=each).value for each in (2, 3))
    assert rows == columns


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
    n = data.draw(moduli(digits))
    a, b = (data.draw(st.one_of(st.integers(-n, n), st.sampled_from([-n, n, 0]))) for _ in range(2))
    product, square = unrolled_product(a, b, n, digits).value, unrolled_square(a, n, digits).value
    assert (product * radix(digits) - 2 * a * b) % n == (square * radix(digits) - a * a) % n == 0
    assert max(abs(product), abs(square)) <= n + n // 100 + 1


def check(a: int, b: int, n: int, digits: int) -> None:
    product, square = montgomery_product(a, b, n, digits).value, montgomery_square(a, n, digits).value
    assert (product * radix(digits) - a * b) % n == (square * radix(digits) - a * a) % n == 0
    assert max(abs(product), abs(square)) <= n + n // 100


@pytest.mark.parametrize("digits", [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 17, 22])
@settings(max_examples=40)
@given(st.data())
def test_generated_kernels(digits: int, data: st.DataObject) -> None:
    n = data.draw(moduli(digits))
    operand = residues(n, signed=True)
    check(data.draw(operand), data.draw(operand), n, digits)


@pytest.mark.parametrize("digits", [2, 3, 4, 5, 10, 11, 22])
def test_generated_kernels_at_the_ends_of_their_range(digits: int) -> None:
    """Digits of the largest size, all of one sign, in every column."""
    for n in ((1 << 24 * digits - 8) - 1, largest(digits - 1) | 1, 1, 3, (1 << 24 * digits - 9) + 1):
        for a in (-n, n - 1, min(n - 1, largest(digits - 1)), max(-n, -largest(digits - 1))):
            for b in (-n, n - 1):
                check(a, b, n, digits)


def test_a_modulus_without_free_bits_is_left_to_the_paper_s_routine() -> None:
    n = (1 << 24 * 3 - 8) + 1
    assert montgomery_product(5, 7, n, 3) == montgomery_product(5, 7, n, 3, improvement=3)
    assert montgomery_square(5, n, 3) == montgomery_square(5, n, 3, improvement=3)


@settings(max_examples=200)
@given(cases())
def test_square_is_the_product_with_itself(case: tuple[int, int, int, int]) -> None:
    a, _, n, digits = case
    square, product = montgomery_square(a, n, digits, improvement=3), montgomery_product(a, a, n, digits, improvement=3)
    assert square.value == product.value


@pytest.mark.parametrize("digits", range(2, 44))
def test_both_ends_of_the_range_for_the_largest_and_smallest_moduli(digits: int) -> None:
    top = largest(digits)
    for n in (top - 1 + top % 2, 1, 3, (1 << 24 * digits - 9) + 1):
        for a in (-n, n - 1):
            for b in (-n, n - 1):
                value = montgomery_product(a, b, n, digits, improvement=3).value
                assert -n <= value <= n - 1
                assert (value * radix(digits) - a * b) % n == 0
            value = montgomery_square(a, n, digits, improvement=3).value
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
        (lambda: montgomery_square(1, 7, improvement=2), "improvement"),
        (lambda: unrolled_product(1, 1, 7, 25), "digits"),
        (lambda: unrolled_square(1, (1 << 40) + 1, 2), "n"),
        (lambda: unrolled_product(8, 1, 7, 2), "a"),
    ],
)
def test_what_else_is_refused(call: Callable[[], object], name: str) -> None:
    with pytest.raises(OperandError) as error:
        call()
    assert error.value.fields["name"] == name
