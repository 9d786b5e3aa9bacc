"""Exact clock counts of the big-number routines at zero wait states, code in external P, tables in external X.

Two clocks are one instruction cycle; at 20 MHz `clocks` take clocks / 20 microseconds.
"""

import random
from collections.abc import Callable
from functools import cache

import pytest
from Crypto.Util.number import getPrime

from dsp56k import lib
from dsp56k.lib.numbers import largest
from dsp56k.lib.runner import Result

# A modulus and factors of full length, and operands, of no other meaning.
SOURCE = random.Random(1990)
P256, Q256, P512, Q512 = (
    0xF2E2AAC8FFE9FD87A4AF0A3F61D3D3C9E0D5A4B8A2E6E0F7A6C3B1D5E9F70B2D,
    0xD5BBB96D30086EC484EBA3D7F9CAEB07E7D3F5B1A9C8D7E6F5A4B3C2D1E0F1A9,
    (1 << 512) - 569,
    (1 << 512) - 629,
)
N512 = SOURCE.getrandbits(512) | 1 << 511 | 1
N1024 = SOURCE.getrandbits(1024) | 1 << 1023 | 1
D512 = SOURCE.getrandbits(512) | 1 << 511
D1024 = SOURCE.getrandbits(1024) | 1 << 1023
A512 = SOURCE.getrandbits(511)
A1024 = SOURCE.getrandbits(1023)
E = 65537


def crt(p: int, q: int, bits: int) -> Result[int]:
    """Any odd factors do: timing and the recombination ask for no primes."""
    d = random.Random(bits)
    dp, dq = (d.getrandbits(bits) | 1 << (bits - 1) for _ in "pq")
    return lib.rsa_private(A512 if bits == 256 else A1024, p=p, q=q, dp=dp, dq=dq, qinv=pow(q, -1, p))


@cache
def real_key(bits: int) -> tuple[int, int, int]:
    """p, q, d for the public exponent 65537."""
    p, q = (getPrime(bits, random.Random(seed).randbytes) for seed in (1, 2))
    return p, q, pow(E, -1, (p - 1) * (q - 1))


def checked_crt(bits: int) -> Result[int]:
    p, q, d = real_key(bits)
    return lib.rsa_private(
        A512 if bits == 256 else A1024, p=p, q=q, dp=d % (p - 1), dq=d % (q - 1), qinv=pow(q, -1, p), e=E
    )


def checked(bits: int) -> Result[int]:
    p, q, d = real_key(bits)
    return lib.rsa_private(A512, n=p * q, d=d, e=E)


# Name: call, clocks, clocks of the set-up that depends on modulus or key alone.
ROUTINES: dict[str, tuple[Callable[[], Result[int]], int, int]] = {
    "modular-inverse-24": (lambda: lib.modular_inverse(0x123457), 704, 0),
    "mp-add-22": (lambda: lib.mp_add(A512, -A512), 192, 0),
    "mp-subtract-22": (lambda: lib.mp_subtract(A512, 1), 192, 0),
    "mp-compare-22": (lambda: lib.mp_compare(A512, 1), 146, 0),
    "mp-multiply-22": (lambda: lib.mp_multiply(A512, A512), 2_138, 0),
    "mp-square-22": (lambda: lib.mp_square(A512), 1_812, 0),
    "montgomery-product-2": (lambda: lib.montgomery_product(1, 2, 35, 2), 134, 734),
    "montgomery-product-11": (lambda: lib.montgomery_product(1, 2, P256, 11), 1_018, 710),
    "montgomery-product-22": (lambda: lib.montgomery_product(A512, 1 - N512, N512), 2_952, 710),
    "montgomery-square-22": (lambda: lib.montgomery_square(A512, N512), 2_958, 710),
    "improvement-2-2": (lambda: lib.montgomery_product(1, 2, 35, 2, improvement=2), 330, 734),
    "improvement-2-11": (lambda: lib.montgomery_product(1, 2, P256, 11, improvement=2), 3_244, 710),
    "improvement-2-22": (lambda: lib.montgomery_product(A512, 1 - N512, N512, improvement=2), 10_130, 710),
    "improvement-2-43": (lambda: lib.montgomery_product(A1024, -1, N1024, 43, improvement=2), 34_540, 734),
    "improvement-2-128": (lambda: lib.montgomery_product(A1024, -1, N1024, 128, improvement=2), 476_738, 736),
    "montgomery-product-128": (lambda: lib.montgomery_product(A1024, -1, N1024, 128), 203_568, 736),
    "montgomery-product-43": (lambda: lib.montgomery_product(A1024, -1, N1024, 43), 9_338, 734),
    "rsa512-crt": (lambda: crt(P256, Q256, 256), 393_344, 98_104),
    "rsa512-crt-checked": (lambda: checked_crt(256), 439_732, 98_374),
    "rsa512-checked": (lambda: checked(256), 1_230_044, 96_840),
    "rsa1024-crt-checked": (lambda: checked_crt(512), 2_505_956, 193_704),
    "rsa512": (lambda: lib.rsa_private(A512, n=N512, d=D512), 1_190_332, 93_802),
    "rsa512-public-65537": (lambda: lib.rsa_public(A512, n=N512, e=65537), 43_030, 93_802),
    "rsa512-public-15-bit": (lambda: lib.rsa_public(A512, n=N512, e=0x5555), 54_782, 93_802),
    "rsa1024-crt": (lambda: crt(P512, Q512, 512), 2_379_622, 196_352),
    "rsa1024": (lambda: lib.rsa_private(A1024, n=N1024, d=D1024), 11_442_766, 198_594),
}


@pytest.mark.parametrize("name", ROUTINES)
def test_clocks_are_exact(name: str) -> None:
    call, clocks, setup = ROUTINES[name]
    result = call()
    assert (result.clocks, result.setup_clocks) == (clocks, setup)


# Bits a second at 20 MHz that Dussé and Kaliski report, section 6.
@pytest.mark.parametrize(("name", "paper"), [("rsa512-crt", 11_600), ("rsa512", 4_600)])
def test_rsa_is_at_least_as_fast_as_in_the_paper(name: str, paper: int) -> None:
    assert 512 * 20_000_000 / ROUTINES[name][1] > 1.8 * paper


@pytest.mark.parametrize("digits", [2, 3, 22, 43])
def test_the_product_takes_the_same_time_for_every_operand(digits: int) -> None:
    n = largest(digits) - 1 + largest(digits) % 2
    assert len({lib.montgomery_product(a, b, n, digits).clocks for a in (-n, 0, n - 1) for b in (-n, 1)}) == 1


@pytest.mark.parametrize("digits", [2, 3, 4, 5, 8, 11, 16, 22, 24])
def test_a_square_is_a_quarter_faster_in_the_end(digits: int) -> None:
    """Kernels that form each cross product once: 1.5 products of digits for each pair instead of 2, and their ends."""
    n = (1 << 24 * digits - 9) + 1
    square, product = lib.unrolled_square(n - 2, n, digits).clocks, lib.unrolled_product(n - 2, 5, n, digits).clocks
    assert square == 3 * digits**2 + 15 * digits + 52
    assert product == 4 * digits**2 + 14 * digits + 24


@pytest.mark.parametrize("digits", [11, 22, 43])
def test_rows_take_manifold_the_clocks_of_columns(digits: int) -> None:
    n = (1 << 24 * digits - 9) + 1
    rows, columns = (lib.montgomery_product(n - 2, 5, n, digits, improvement=each).clocks for each in (2, 3))
    assert 3 < rows / columns < 4
