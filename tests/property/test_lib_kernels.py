"""The unrolled kernels of an exponentiation: congruence, range, equal copies, time that depends on nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib.numbers import from_digits, radix, to_digits
from dsp56k.lib.runner import Machine

SPARE_BITS = 8
CLOCKS = {("fast_product", 11): 662, ("fast_squares", 11): 580, ("fast_product", 22): 2268, ("fast_squares", 22): 1834}


@st.composite
def cases(draw: st.DrawFn, digits: int) -> tuple[int, int, int]:
    top = 1 << 24 * digits - SPARE_BITS
    n = draw(st.one_of(st.integers(1, top - 1), st.integers(1, 64).map(lambda low: top - low))) | 1
    # What a kernel returns may exceed the modulus by a hundredth, and is fed back.
    end = n + n // 100
    operand = st.one_of(st.integers(-end, end), st.sampled_from([-end, end, 0]))
    return draw(operand), draw(operand), n


def run(routine: str, digits: int, a: int, b: int, n: int, times: int = 1) -> tuple[int, int]:
    """The kernel's value and clocks."""
    w = pow(1 << 25, -1, n)
    machine = Machine()
    machine.put("x", "mp_xv", to_digits(a, digits))
    machine.put("y", "mp_yv", to_digits(a, digits))
    machine.put("y", "mp_yt", to_digits(b, digits))
    machine.put("x", "mp_xm", to_digits(w - n if w > n // 2 else w, digits))
    machine.put("x", "mp_xh", to_digits((1 - n) // 2, digits))
    machine.set(len=digits, pinv=pow(n, -1, 1 << 24), half=1 << 11, cnt=times)
    machine.call(f"{routine}_{digits}")
    words = machine.get("x", "mp_xv", digits)
    assert machine.get("y", "mp_yv", digits) == words
    return from_digits(words), machine.clocks


def check(case: tuple[int, int, int], digits: int) -> None:
    a, b, n = case
    end = n + n // 100 + 1
    for routine, product in (("fast_product", 2 * a * b), ("fast_squares", a * a)):
        value, clocks = run(routine, digits, a, b, n)
        assert abs(value) <= end
        assert (value * radix(digits) - product) % n == 0
        assert clocks == CLOCKS[routine, digits]


@settings(max_examples=150)
@given(cases(11))
def test_kernels_of_11_digits(case: tuple[int, int, int]) -> None:
    check(case, 11)


@settings(max_examples=100)
@given(cases(22))
def test_kernels_of_22_digits(case: tuple[int, int, int]) -> None:
    check(case, 22)


@pytest.mark.parametrize("digits", [11, 22])
def test_a_run_of_squarings_is_single_squarings(digits: int) -> None:
    n = (1 << 24 * digits - SPARE_BITS) - 15
    value, expected = n // 3, n // 3
    for _ in range(7):
        expected = run("fast_squares", digits, expected, 0, n)[0]
    assert run("fast_squares", digits, value, 0, n, 7)[0] == expected
