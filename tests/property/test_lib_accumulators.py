"""The big-number routines at extreme operands: accumulators stay within the documented bounds, lose no bit, and are
equal to unbounded integers at each step.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k import lib
from dsp56k.lib.bignum import keygen
from dsp56k.lib.bignum.montgomery import SQUARE_DIGITS
from dsp56k.lib.digits import largest
from dsp56k.lib.kernels.program import kernel_program
from dsp56k.lib.kernels.searched import searched
from dsp56k.lib.kernels.source import kernel_source
from dsp56k.lib.library_runner import KERNEL_PROGRAM, PROGRAM
from dsp56k.lib.program_cache import assembled
from dsp56k.testing.strategies import moduli, numbers, residues
from shared.accumulator_oracle import Stretches, checked_steps
from shared.documented_bounds import bounds, bounds_in

DIGITS = st.sampled_from([2, 3, 11, 22, 43])
KERNEL_DIGITS = st.sampled_from([3, 11])
FAST = (9, 11, 17, 22, 33, 43)
P, Q = 2**128 - 159, 2**128 - 173
"""Primes: 6 digits, the paper's kernel."""
LONGER_P, LONGER_Q = 2**160 - 47, 2**160 - 57
"""Primes: 7 digits, taken as 9."""
PRIME = 2**64 - 189
"""A prime that is 3 modulo 4."""
LEADING = {
    "mp_add",
    "mont_square",
    "mont_product",
    "mont_value",
    "mp_digits",
    "mont_reduce",
    "mp_sign",
    "prime_residue",
    *(f"fast_{kernel}_{n}" for kernel in ("squares", "product") for n in FAST),
    *(f"fast_product_{n}_at" for n in FAST),
}
"""Routines without sums, or that only jump to a label with the same bound."""
MACROS = {"squares", "product"}
"""Routines of separate programs, which another test runs."""


@cache
def library() -> Stretches:
    return Stretches(assembled(PROGRAM).symbols)


def checked(call: Callable[[], object]) -> Counter[str]:
    """A call of routines of the program that has them all."""
    return checked_steps(call, library())


@settings(max_examples=20)
@given(st.data(), DIGITS)
def test_montgomery_products(data: st.DataObject, digits: int) -> None:
    n = data.draw(moduli(digits, spare=0))
    a, b = (data.draw(residues(n, signed=True)) for _ in "ab")
    assert checked(partial(lib.montgomery_product, a, b, n, digits, improvement=3))["mont_columns"] > digits
    assert checked(partial(lib.montgomery_square, a, n, digits, improvement=3))["mont_columns"] > digits
    if digits < 43:
        assert checked(partial(lib.montgomery_product, a, b, n, digits, improvement=2))["mont_rows"] > digits


@settings(max_examples=20)
@given(st.data(), DIGITS)
def test_multiple_precision(data: st.DataObject, digits: int) -> None:
    in_range = numbers(digits).map(lambda number: max(number, -largest(digits)))
    a, b = (data.draw(in_range) for _ in "ab")
    assert checked(partial(lib.mp_multiply, a, b, digits))["mp_multiply"] > digits
    assert checked(partial(lib.mp_square, a, digits))["mp_square"] > digits
    half = largest(digits) // 2
    a, b = (max(-half, min(half, number)) for number in (a, b))
    assert checked(partial(lib.mp_add, a, b, digits))["mp_add_words"] > digits
    assert checked(partial(lib.mp_subtract, a, b, digits))["mp_sub"] > digits
    assert checked(partial(lib.mp_compare, a, b, digits))["mp_compare"] >= digits


@settings(max_examples=25)
@given(st.data(), KERNEL_DIGITS)
def test_unrolled_and_generated_kernels(data: st.DataObject, digits: int) -> None:
    n = data.draw(moduli(digits))
    a, b = (data.draw(residues(n, signed=True)) for _ in "ab")
    for square in (False, True):
        operands = (a, n, digits) if square else (a, b, n, digits)
        unrolled = partial(lib.unrolled_square if square else lib.unrolled_product, *operands)
        assert checked_steps(unrolled, macros(digits))["squares" if square else "product"] > digits
        generated = partial(lib.montgomery_square if square else lib.montgomery_product, *operands)
        squares = square and digits >= SQUARE_DIGITS
        kernel = "kernel_square" if squares else "kernel_product"
        found = checked_steps(generated, made(digits, square=squares))
        assert found.keys() <= {kernel, "kernel_product_at"}
        assert found.total() > digits


@cache
def macros(digits: int) -> Stretches:
    """Return the program of the unrolled kernels from their macros."""
    labels = assembled(KERNEL_PROGRAM, KERNEL_DIGITS=digits).symbols
    return Stretches({**labels, "squares": labels["fast_squares"], "product": labels["fast_product"]}, digits=digits)


@cache
def made(digits: int, *, square: bool) -> Stretches:
    """The program of a generated kernel."""
    stated = bounds_in(kernel_source(digits, square=square, search=searched()[digits, square]))
    symbols = kernel_program(digits, square=square).symbols
    return Stretches({name: symbols[name] for name in stated}, stated, digits)


@pytest.mark.parametrize("digits", [2, 22, 43])
def test_all_digits_at_their_ends(digits: int) -> None:
    top = largest(digits)
    n = top - 1 + top % 2
    for a in (n - 1, 1 - n, n // 2):
        checked(partial(lib.montgomery_product, a, a, n, digits, improvement=3))
        checked(partial(lib.montgomery_square, a, n, digits, improvement=3))
    for a in (top, -top):
        checked(partial(lib.mp_multiply, a, -top, digits))
        checked(partial(lib.mp_square, a, digits))
        checked(partial(lib.mp_add, a, 0, digits))
        checked(partial(lib.mp_compare, a, -a, digits))


def powers() -> Iterator[Callable[[], object]]:
    """Exponentiations that use all other kernels, with moduli at their largest and least."""
    for digits in FAST:
        for n in ((2**16 - 1 << 24 * (digits - 1)) + largest(digits - 1), 2 ** (24 * digits - 23) + 1):
            yield partial(lib.modexp, n - 1 if digits % 2 else n // 2, 0x21, n)
    yield partial(lib.modexp, 2**240 - 2, 1 << 200 | 1, 2**120 - 1)


def operations() -> Iterator[Callable[[], object]]:
    """Operations with keys, of the paper's kernel and of an unrolled one; the search for a prime; inverses."""
    for p, q in ((P, Q), (LONGER_P, LONGER_Q)):
        d = pow(65537, -1, (p - 1) * (q - 1))
        parts = {"p": p, "q": q, "dp": d % (p - 1), "dq": d % (q - 1), "qinv": pow(q, -1, p)}
        yield partial(lib.rsa_private, p * q - 1, **parts, check=65537)
    yield partial(lib.rsa_private, P - 1, n=P, d=2**127 - 1, constant_time=False)
    yield partial(keygen._prime, PRIME - 8)
    for x in (1, 0x7FFFFF, 0x800001, 0xFFFFFF):
        yield partial(lib.modular_inverse, x)
        yield partial(lib.modular_inverse, x, method="bits")


def test_whole_operations_keep_to_every_bound() -> None:
    """The bounds include routines that only a power or a key needs; every routine with a bound was executed."""
    seen = Counter[str]()
    for call in (*powers(), *operations()):
        seen += checked(call)
    seen += checked(partial(lib.montgomery_product, 3, 5, P, 6, improvement=2))
    seen += checked(partial(lib.mp_compare, 3, 5, 6)) + checked(partial(lib.mp_square, 3, 6))
    assert bounds("bignum").keys() - seen.keys() <= LEADING | MACROS
