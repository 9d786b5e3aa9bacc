"""Theorem: the paper's column algorithm computes A B 2^(-24 n) modulo N, for all operands and all odd moduli.

The digits of A, B and N are unknown, and X:mp_ninv is related to the lowest digit of N: ninv n0 = -1 mod 2^24. Each
column of the low half ends with a multiple of 2^24, so that R result = A B + M N with the quotient M, whose digits are
in X:mp_xm. Its range bounds the result by N, so that its top digit was not cut.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from dsp56k import lib
from dsp56k.emu import Dsp56001
from dsp56k.lib.digits import largest, radix
from dsp56k.lib.library_runner import PROGRAM
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.subroutine_calls import CLOCK_LIMIT, watched
from dsp56k.testing.proofs.bounds import Bounds
from dsp56k.testing.proofs.domain import Value
from proofs.kernels import DIGIT, HALF, unknown_digits, value_of, with_uncut_top

ALL = os.environ.get("PROOFS") == "all"
"""All sizes are proved, as by make proofs."""
SIZES = (*range(2, 17), 22, 33) if ALL else (2, 3, 11)


class PaperProduct(Bounds):
    """A run of `mont_product` or `mont_square` with unknown operands."""

    def __init__(self, dsp: Dsp56001, digits: int, *, square: bool) -> None:
        super().__init__(dsp)
        self.digits = digits
        self.symbols = {name: int(value) for name, value in assembled(PROGRAM).symbols.items()}
        domain = self.polynomials
        self.a, self.n = self.vector("a"), self.vector("n")
        self.b = self.a if square else self.vector("b")
        self.put("X", "mp_xv", self.a)
        self.put("Y", "mp_yv", self.a)
        self.put("Y", "mp_yn", self.n)
        if not square:
            self.put("Y", "mp_yt", self.b)
        ninv = domain.atom("ninv", -HALF, HALF - 1)
        self.put("X", "mp_ninv", [ninv])
        domain.relate(domain.multiply(ninv, self.n[0]), -1, DIGIT)

    def vector(self, name: str) -> list[Value]:
        return unknown_digits(self.polynomials, name, self.digits)

    def put(self, space: str, place: str, words: list[Value]) -> None:
        self.state.memory.update({(space, self.symbols[place] + index): word for index, word in enumerate(words)})

    def number(self, space: str, place: str) -> list[Value]:
        return [self.state.memory[space, self.symbols[place] + index] for index in range(self.digits)]


def prove(digits: int, *, square: bool, patch: tuple[str, int] | None = None) -> PaperProduct:
    """Prove that R result = A B + M N, in which M has signed digits."""
    found: list[PaperProduct] = []
    n = largest(digits) - 4

    @contextmanager
    def follow(dsp: Dsp56001) -> Iterator[None]:
        before = dsp.snapshot()
        run = PaperProduct(dsp, digits, square=square)
        assert dsp.x[run.symbols["mp_ninv"]] * n % (1 << DIGIT) == (1 << DIGIT) - 1
        if patch is not None:
            dsp.p[run.symbols[patch[0]] + patch[1]] ^= 1 << 21
        run.follow(dsp.stack[1][0], CLOCK_LIMIT)
        found.append(run)
        dsp.restore(before)
        yield

    with watched(follow):
        if square:
            lib.montgomery_square(12345, n, digits=digits, improvement=3)
        else:
            lib.montgomery_product(12345, 67891, n, digits=digits, improvement=3)
    (run,) = found
    return run


@pytest.mark.parametrize("square", [False, True])
@pytest.mark.parametrize("digits", SIZES)
def test_the_column_algorithm_is_right_for_all_operands(digits: int, square: bool) -> None:
    run = prove(digits, square=square)
    domain = run.polynomials
    assert run.exceeds is None
    assert domain.largest <= (2 * digits + 1) << 47
    result, quotient = run.number("X", "mp_xv"), run.number("X", "mp_xm")
    assert all(domain.subtract(*pair) == 0 for pair in zip(run.number("Y", "mp_yv"), result, strict=True))
    a, b, m, n = (value_of(domain, number) for number in (run.a, run.b, quotient, run.n))
    expected = domain.add(domain.multiply(a, b), domain.multiply(m, n))
    assert domain.subtract(domain.left(with_uncut_top(domain, result), DIGIT * digits), expected) == 0
    for digit in (*quotient, *result[:-1]):
        low, high = domain.bounds(digit)
        assert low >= -HALF
        assert high < HALF


@pytest.mark.parametrize("digits", range(2, 44))
def test_the_result_of_the_column_algorithm_is_in_range(digits: int) -> None:
    """R result = A B + M N with A and B in [-N, N - 1] is in [-N, N - 1] for the largest N, and so for each."""
    r, ones = radix(digits), (radix(digits) - 1) // ((1 << DIGIT) - 1)
    n = largest(digits)
    assert n * n + n * (HALF - 1) * ones < r * n
    assert -n * (n - 1) - n * HALF * ones > -r * n
    # The top digit of a number of magnitude n at most is a word, whatever the digits below it are.
    below = r >> DIGIT
    assert n + HALF * (ones - below) < HALF * below
    assert -n - (HALF - 1) * (ones - below) >= -HALF * below
