"""The big-number kernels at extreme operands: accumulators stay in the bounds that heads state, lose no bit, and hold
at each step what unbounded integers give.
"""

import re
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k import lib
from dsp56k.lib.numbers import largest
from dsp56k.lib.tables import SOURCES
from dsp56k.testing import assert_accumulators
from dsp56k.testing.strategies import moduli, numbers, residues
from shared.exact_accumulators import checked_steps

STATED = re.compile(r"^; Bounds: \|A\|, \|B\| <= \((\d*)n \+ (\d+)\) 2\^(\d+)\n(?:;.*\n)*(\w+)$", re.MULTILINE)
DIGITS = st.sampled_from([2, 3, 11, 22, 43])
UNROLLED_DIGITS = st.sampled_from([3, 11])


def bounds() -> dict[str, Callable[[int], int]]:
    """By routine, what its head says of A and B, from the number of digits."""
    found: dict[str, Callable[[int], int]] = {}
    for path in SOURCES.rglob("*.asm"):
        for factor, added, power, routine in STATED.findall(path.read_text(encoding="ascii")):
            terms = int(factor or 1), int(added), int(power)
            found[routine] = lambda n, terms=terms: (terms[0] * n + terms[1]) << terms[2]  # type: ignore[misc]  # mypy gives no type to a default
    return found


BOUNDS = bounds()


def test_every_kernel_states_its_bounds() -> None:
    assert BOUNDS.keys() == {"mont_product", "mont_square", "mont_rows", "mp_multiply", "mp_square"}


def within(routine: str, n: int, call: Callable[[], object]) -> None:
    assert_accumulators(call, BOUNDS[routine](n))
    assert checked_steps(call) > n


@settings(max_examples=20)
@given(st.data(), DIGITS)
def test_montgomery_products(data: st.DataObject, digits: int) -> None:
    n = data.draw(moduli(digits, spare=0))
    a, b = (data.draw(residues(n, signed=True)) for _ in "ab")
    within("mont_product", digits, partial(lib.montgomery_product, a, b, n, digits))
    within("mont_square", digits, partial(lib.montgomery_square, a, n, digits))
    if digits < 43:
        within("mont_rows", digits, partial(lib.montgomery_product, a, b, n, digits, improvement=2))


@settings(max_examples=20)
@given(st.data(), DIGITS)
def test_multiple_precision_products(data: st.DataObject, digits: int) -> None:
    in_range = numbers(digits).map(lambda number: max(number, -largest(digits)))
    a, b = (data.draw(in_range) for _ in "ab")
    within("mp_multiply", digits, partial(lib.mp_multiply, a, b, digits))
    within("mp_square", digits, partial(lib.mp_square, a, digits))


@settings(max_examples=25)
@given(st.data(), UNROLLED_DIGITS)
def test_unrolled_kernels_lose_no_bit(data: st.DataObject, digits: int) -> None:
    n = data.draw(moduli(digits))
    a, b = (data.draw(residues(n, signed=True)) for _ in "ab")
    for call in (partial(lib.unrolled_product, a, b, n, digits), partial(lib.unrolled_square, a, n, digits)):
        assert_accumulators(call)
        assert checked_steps(call) > digits


@pytest.mark.parametrize("digits", [2, 22, 43])
def test_all_digits_at_their_ends(digits: int) -> None:
    top = largest(digits)
    n = top - 1 + top % 2
    for a in (n - 1, 1 - n, n // 2):
        within("mont_product", digits, partial(lib.montgomery_product, a, a, n, digits))
        within("mont_square", digits, partial(lib.montgomery_square, a, n, digits))
    for a in (top, -top):
        within("mp_multiply", digits, partial(lib.mp_multiply, a, -top, digits))
        within("mp_square", digits, partial(lib.mp_square, a, digits))
