"""Theorem: each generated Montgomery kernel computes A B 2^(-24 n) modulo N, for all operands and all odd moduli.

A kernel has the constants w, h and 1/n0 of its modulus (docs/explanation/montgomery-kernels.md):

    2 w B = 1 + c N,    2 h = 1 - N,    n0 pinv = 1 mod B,    B = 2^24, |c| <= B

The digits of A, B, w and h are unknown, and pinv and n0 are related modulo B. Then R result - 2 A B, with 2 w B and 2 h
replaced, must be a multiple of N: each of its terms has the factor N. Its quotient bounds the result, so that its top
digit was not cut.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from dsp56k import lib
from dsp56k.emu import Dsp56001, Step
from dsp56k.isa import decode
from dsp56k.lib.digits import from_digits
from dsp56k.lib.subroutine_calls import CLOCK_LIMIT, watched
from dsp56k.testing.proofs.bounds import Bounds
from dsp56k.testing.proofs.domain import UnsupportedError, Value
from dsp56k.testing.proofs.polynomials import Polynomial, Polynomials

ALL = os.environ.get("PROOFS") == "all"
"""All sizes are proved, as by make proofs."""
PRODUCTS = tuple(range(2, 44)) if ALL else (2, 9, 22)
SQUARES = tuple(range(9, 44)) if ALL else (9, 22)
"""Digits for which kernels of products and squares are generated. Shorter squares are products."""
DIGIT = 24
BASE = 1 << DIGIT
HALF = 1 << DIGIT - 1
MP_XV, MP_XM, MP_XH, MP_YT, MP_PINV = 0x20, 0x4C, 0x78, 0x2C, 0x18
"""Addresses of value, w, h, operand and 1/n0 (src/bignum/mp_memory.asm)."""
FACTOR_BOUND = 1.01
"""Factors are at most 1.01 N in magnitude, and N is less than R / 2^8 (dsp56k.lib.montgomery_product)."""


class NotProvedError(Exception):
    """The kernel does not satisfy the theorem, with the reason."""


class Kernel(Bounds):
    """A run of a kernel with unknown operands."""

    def __init__(self, dsp: Dsp56001, digits: int, *, square: bool) -> None:
        super().__init__(dsp)
        self.digits = digits
        self.visited: set[int] = set()
        domain = self.polynomials
        self.a = self.vector("X", MP_XV, "a")
        self.b = self.a if square else self.vector("Y", MP_YT, "b")
        self.w, self.h = self.vector("X", MP_XM, "w"), self.vector("X", MP_XH, "h")
        pinv, n0 = (domain.atom(name, -HALF, HALF - 1) for name in ("pinv", "n0"))
        self.state.memory["X", MP_PINV] = pinv
        domain.relate(domain.left(self.h[0], 1), domain.subtract(1, n0), DIGIT)
        domain.relate(domain.multiply(pinv, n0), 1, DIGIT)

    def vector(self, space: str, address: int, name: str) -> list[Value]:
        """Put unknown digits into memory."""
        digits = [self.polynomials.atom(f"{name}{index}", -HALF, HALF - 1) for index in range(self.digits)]
        self.state.memory.update({(space, address + index): digit for index, digit in enumerate(digits)})
        return digits

    def execute(self, step: Step) -> None:
        """Compute an instruction, and note its address."""
        self.visited.add(step.address)
        super().execute(step)


def value_of(domain: Polynomials, digits: list[Value]) -> Value:
    """Return the number of signed digits."""
    total: Value = 0
    for index, digit in enumerate(digits):
        total = domain.add(total, domain.left(digit, DIGIT * index))
    return total


def only_atom(value: Polynomial) -> int:
    """Return the number of the atom that a value is, apart from a constant."""
    ((atom,),) = [monomial for monomial in value.terms if monomial]
    return atom


def replaced(domain: Polynomials, value: Value, atom: int, by: Value) -> Value:
    """Return a value in which an atom, of degree 1, is replaced."""
    without = {monomial: factor for monomial, factor in value.terms.items() if atom not in monomial}
    factors = {
        tuple(each for each in monomial if each != atom): factor
        for monomial, factor in value.terms.items()
        if atom in monomial
    }
    rest = Polynomial(without, value.shift, -1, 1)
    return domain.add(rest, domain.multiply(Polynomial(factors, value.shift, -1, 1), by)) if factors else rest


def quotient(kernel: Kernel, result: list[Value]) -> dict[tuple[int, ...], int]:
    """Return (R result - 2 A B) / N, or with equal factors (R result - A^2) / N, by monomial.

    Raises:
        NotProvedError: that is not a multiple of N.
    """
    domain, digits = kernel.polynomials, kernel.digits
    top = only_atom(result[-1])
    if top not in domain.remainders:
        raise NotProvedError("the top digit is not the low word of a sum")
    uncut = replaced(domain, result[-1], top, domain.remainders[top][0])
    total = value_of(domain, [*result[:-1], uncut])
    product = domain.multiply(value_of(domain, kernel.a), value_of(domain, kernel.b))
    if kernel.a is not kernel.b:
        product = domain.left(product, 1)
    difference = domain.subtract(domain.left(total, DIGIT * digits), product)
    modulus, c = domain.atom("N", 1, 1 << DIGIT * digits), domain.atom("c", -BASE, BASE)
    twice_wb = domain.add(1, domain.multiply(c, modulus))
    for digit, number, shift in ((kernel.w, twice_wb, DIGIT + 1), (kernel.h, domain.subtract(1, modulus), 1)):
        lowest = Polynomial(number.terms, shift, -1, 1)
        others = domain.left(value_of(domain, digit[1:]), DIGIT)
        difference = replaced(domain, difference, only_atom(digit[0]), domain.subtract(lowest, others))
    if isinstance(difference, int) or difference.shift:
        raise NotProvedError("the difference is not an integer polynomial")
    factor = only_atom(modulus)
    if any(factor not in monomial for monomial in difference.terms):
        raise NotProvedError("the difference is not a multiple of N")
    return {tuple(atom for atom in monomial if atom != factor): number for monomial, number in difference.terms.items()}


def bound(kernel: Kernel, terms: dict[tuple[int, ...], int]) -> float:
    """Return the bound of |result| / N that follows from the quotient.

    The quotient is a sum of c B^k t and B^k t with t = u - 2^23 of a remainder u: |t| <= 2^23.
    """
    total = 0
    sums = {False: 0, True: 0}
    c = max((atom for monomial in terms for atom in monomial), default=0)
    for monomial, number in terms.items():
        others = [atom for atom in monomial if atom != c]
        has_c = c in monomial
        if others:
            total += abs(number) * HALF * (BASE if has_c else 1)
            sums[has_c] += number * HALF
        else:
            sums[has_c] += number
    if any(sums.values()):
        raise NotProvedError("the remainders of the quotient are not centred")
    r = 1 << DIGIT * kernel.digits
    factors = FACTOR_BOUND**2 / 2**8 * (1 if kernel.a is kernel.b else 2)
    return total / r + factors


@dataclass(frozen=True)
class Theorem:
    """A kernel that is proved: the bound of its result, of its accumulators, and the addresses of its instructions."""

    ratio: float
    largest: int
    visited: frozenset[int]
    words: dict[int, int]


def prove(digits: int, *, square: bool = False, patch: tuple[int, int] | None = None) -> Theorem:
    """Prove the theorem for a kernel, in which one word is replaced.

    Raises:
        NotProvedError: it does not hold.
    """
    modulus = (1 << DIGIT * digits - 8) - 569 | 1
    theorems: list[Theorem | NotProvedError] = []

    @contextmanager
    def follow(dsp: Dsp56001) -> Iterator[None]:
        before = dsp.snapshot()
        check_constants(dsp, digits, modulus)
        if patch is not None:
            dsp.p[patch[0]] = patch[1]
        kernel = Kernel(dsp, digits, square=square)
        try:
            theorems.append(theorem_of(kernel))
        except (NotProvedError, UnsupportedError, ValueError) as error:
            theorems.append(NotProvedError(str(error)))
        dsp.restore(before)
        yield

    with watched(follow):
        if square:
            lib.montgomery_square(12345, modulus, digits=digits)
        else:
            lib.montgomery_product(12345, 67891, modulus, digits=digits)
    (theorem,) = theorems
    if isinstance(theorem, NotProvedError):
        raise theorem
    return theorem


def theorem_of(kernel: Kernel) -> Theorem:
    """Follow a kernel, and prove its result."""
    dsp = kernel.dsp
    kernel.follow(dsp.stack[1][0], CLOCK_LIMIT)
    memory, addresses = kernel.state.memory, range(MP_XV, MP_XV + kernel.digits)
    if any(("X", address) not in memory for address in addresses):
        raise NotProvedError("a digit of the result does not depend on the operands")
    if kernel.exceeds is not None:
        raise NotProvedError("an accumulator may exceed 56 bits, or a move limits")
    ratio = bound(kernel, quotient(kernel, [memory["X", address] for address in addresses]))
    # The top digit of a result below 2 N < R / 2^7 fits a word, so that it was not cut.
    if ratio >= 2:
        raise NotProvedError(f"the result may be {ratio} N")
    words = {pc: int(dsp.p[pc]) for pc in kernel.visited}
    return Theorem(ratio, kernel.polynomials.largest, frozenset(kernel.visited), words)


def check_constants(dsp: Dsp56001, digits: int, modulus: int) -> None:
    """Check the preconditions in the example."""

    def number(address: int) -> int:
        return from_digits(dsp.x[address : address + digits])

    w, h = number(MP_XM), number(MP_XH)
    assert 2 * h == 1 - modulus
    assert (2 * w * BASE - 1) % modulus == 0
    assert abs(2 * w * BASE - 1) <= BASE * modulus
    assert dsp.x[MP_PINV] * modulus % BASE == 1


@pytest.mark.parametrize(
    ("digits", "square"), [*((digits, False) for digits in PRODUCTS), *((digits, True) for digits in SQUARES)]
)
def test_a_kernel_is_right_for_all_operands(digits: int, square: bool) -> None:
    theorem = prove(digits, square=square)
    assert theorem.ratio < (1.00400 if square else 1.00798)
    assert theorem.largest <= (2 * digits + 1) << 47


@pytest.mark.parametrize("seed", range(24))
def test_a_wrong_kernel_is_not_proved(seed: int) -> None:
    """One bit of one word is inverted. A change that is proved must be right for random operands."""
    digits, chance = 9, random.Random(seed)
    words = prove(digits).words
    while True:
        address = chance.choice(sorted(words))
        patch = address, words[address] ^ 1 << chance.randrange(24)
        decoded = decode(patch[1])
        if decoded is not None and len(decoded.parts) == 2 and decoded.words == 1:
            break
    try:
        prove(digits, patch=patch)
    except NotProvedError:
        return
    for _ in range(20):
        modulus = chance.getrandbits(DIGIT * digits - 8) | 1 << DIGIT * digits - 9 | 1
        a, b = chance.randrange(modulus), chance.randrange(modulus)
        assert is_right(a, b, modulus, digits, patch)


def is_right(a: int, b: int, modulus: int, digits: int, patch: tuple[int, int]) -> bool:
    """Return True if a changed kernel computes the product of these factors."""

    @contextmanager
    def change(dsp: Dsp56001) -> Iterator[None]:
        before = dsp.p[patch[0]]
        dsp.p[patch[0]] = patch[1]
        yield
        dsp.p[patch[0]] = before

    with watched(change):
        result: Any = lib.montgomery_product(a, b, modulus, digits=digits).value
    return bool((result * (1 << DIGIT * digits) - a * b) % modulus == 0)
