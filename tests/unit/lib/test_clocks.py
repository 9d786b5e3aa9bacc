"""Exact clock counts of the big-number routines at zero wait states, code in external P, tables in external X.

Two clocks are one instruction cycle; at 20 MHz `clocks` take clocks / 20 microseconds.
"""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from Crypto.Util.number import getPrime

from dsp56k import lib
from dsp56k.lib.digits import largest
from dsp56k.lib.library_runner import Result

# Moduli of full length, and operands, of no other meaning.
SOURCE = random.Random(1990)
P256 = 0xF2E2AAC8FFE9FD87A4AF0A3F61D3D3C9E0D5A4B8A2E6E0F7A6C3B1D5E9F70B2D
N512 = SOURCE.getrandbits(512) | 1 << 511 | 1
N1024 = SOURCE.getrandbits(1024) | 1 << 1023 | 1
D512 = SOURCE.getrandbits(512) | 1 << 511
D1024 = SOURCE.getrandbits(1024) | 1 << 1023
A512 = SOURCE.getrandbits(511)
A1024 = SOURCE.getrandbits(1023)
E = 65537


@cache
def real_key(bits: int) -> tuple[int, int, int]:
    """p, q, d for the public exponent 65537."""
    p, q = (getPrime(bits, random.Random(seed).randbytes) for seed in (1, 2))
    return p, q, pow(E, -1, (p - 1) * (q - 1))


def sized(bits: int) -> dict[str, Any]:
    """Return a key with CRT whose primes have `bits` bits."""
    p, q, d = real_key(bits)
    return {"p": p, "q": q, "dp": d % (p - 1), "dq": d % (q - 1), "qinv": pow(q, -1, p)}


def crt(bits: int, **how: Any) -> Result[int]:
    return lib.rsa_private(A512 if bits == 256 else A1024, **sized(bits), **how)


def checked(bits: int) -> Result[int]:
    p, q, d = real_key(bits)
    return lib.rsa_private(A512, n=p * q, d=d, check=E)


# Name: call, clocks, clocks of the set-up that depends only on modulus or key.
ROUTINES: dict[str, tuple[Callable[[], Result[int]], int, int]] = {
    "modular-inverse-24": (lambda: lib.modular_inverse(0x123457), 30, 0),
    "modular-inverse-24-bits": (lambda: lib.modular_inverse(0x123457, method="bits"), 318, 0),
    "mp-add-22": (lambda: lib.mp_add(A512, -A512), 192, 0),
    "mp-subtract-22": (lambda: lib.mp_subtract(A512, 1), 192, 0),
    "mp-compare-22": (lambda: lib.mp_compare(A512, 1), 146, 0),
    "mp-multiply-22": (lambda: lib.mp_multiply(A512, A512), 2_138, 0),
    "mp-square-22": (lambda: lib.mp_square(A512), 1_812, 0),
    "montgomery-product-2": (lambda: lib.montgomery_product(1, 2, 35, 2, improvement=3), 134, 66),
    "montgomery-product-11": (lambda: lib.montgomery_product(1, 2, P256, 11, improvement=3), 1_018, 66),
    "montgomery-product-22": (lambda: lib.montgomery_product(A512, 1 - N512, N512, improvement=3), 2_952, 66),
    "montgomery-square-22": (lambda: lib.montgomery_square(A512, N512, improvement=3), 2_958, 66),
    "improvement-2-2": (lambda: lib.montgomery_product(1, 2, 35, 2, improvement=2), 330, 66),
    "improvement-2-11": (lambda: lib.montgomery_product(1, 2, P256, 11, improvement=2), 3_244, 66),
    "improvement-2-22": (lambda: lib.montgomery_product(A512, 1 - N512, N512, improvement=2), 10_130, 66),
    "improvement-2-43": (lambda: lib.montgomery_product(A1024, -1, N1024, 43, improvement=2), 34_540, 66),
    "improvement-2-128": (lambda: lib.montgomery_product(A1024, -1, N1024, 128, improvement=2), 476_738, 68),
    "montgomery-product-128": (lambda: lib.montgomery_product(A1024, -1, N1024, 128), 203_568, 68),
    "montgomery-product-43": (lambda: lib.montgomery_product(A1024, -1, N1024, 43, improvement=3), 9_338, 66),
    "rsa512-crt": (lambda: crt(256), 359_018, 34_588),
    "rsa512-crt-sliding": (lambda: crt(256, constant_time=False), 334_472, 44_928),
    "rsa512-crt-checked": (lambda: crt(256, check=E), 392_490, 35_396),
    "rsa512-checked": (lambda: checked(256), 1_223_896, 40_708),
    "rsa1024-crt-checked": (lambda: crt(512, check=E), 2_491_314, 87_622),
    "rsa512": (lambda: lib.rsa_private(A512, n=N512, d=D512), 1_188_868, 40_310),
    "rsa512-sliding": (lambda: lib.rsa_private(A512, n=N512, d=D512, constant_time=False), 1_099_864, 50_668),
    "rsa512-public-65537": (lambda: lib.rsa_public(A512, n=N512, e=65537), 33_740, 37_604),
    "rsa512-public-15-bit": (lambda: lib.rsa_public(A512, n=N512, e=0x5555), 44_158, 38_036),
    "rsa1024-crt": (lambda: crt(512), 2_392_302, 86_814),
    "rsa1024-crt-sliding": (lambda: crt(512, constant_time=False), 2_212_914, 107_452),
    "rsa384-crt": (lambda: lib.rsa_private(5, **sized(192)), 201_848, 35_982),
    "rsa768-crt": (lambda: lib.rsa_private(5, **sized(384)), 1_146_284, 68_704),
    "rsa384-crt-sliding": (lambda: lib.rsa_private(5, **sized(192), constant_time=False), 188_318, 44_046),
    "rsa768-crt-sliding": (lambda: lib.rsa_private(5, **sized(384), constant_time=False), 1_054_544, 83_954),
    "rsa1024-sliding": (lambda: lib.rsa_private(A1024, n=N1024, d=D1024, constant_time=False), 7_749_048, 119_110),
    "rsa1024": (lambda: lib.rsa_private(A1024, n=N1024, d=D1024), 8_367_632, 98_334),
}


@pytest.mark.parametrize("name", ROUTINES)
def test_clocks_are_exact(name: str) -> None:
    call, clocks, setup = ROUTINES[name]
    result = call()
    assert (result.clocks, result.setup_clocks) == (clocks, setup)


# Bits a second at 20 MHz that Dussé and Kaliski report, section 6.
@pytest.mark.parametrize(("name", "paper"), [("rsa512-crt", 11_600), ("rsa512", 4_600)])
def test_rsa_is_at_least_as_fast_as_in_the_paper(name: str, paper: int) -> None:
    assert 512 * 20_000_000 / ROUTINES[name][1] > 1.7 * paper


@pytest.mark.parametrize("digits", [2, 3, 22, 43])
def test_the_product_takes_the_same_time_for_every_operand(digits: int) -> None:
    n = largest(digits) - 1 + largest(digits) % 2
    assert len({lib.montgomery_product(a, b, n, digits).clocks for a in (-n, 0, n - 1) for b in (-n, 1)}) == 1


# Digits: clocks of a product and of a square, from the first instruction to the return.
GENERATED = {
    2: (56, 56), 3: (88, 88), 5: (176, 176), 7: (292, 292), 8: (358, 332), 9: (442, 394), 11: (608, 536),
    12: (716, 614), 17: (1_342, 1_106), 22: (2_150, 1_754),
}  # fmt: skip


@pytest.mark.parametrize("digits", GENERATED)
def test_generated_kernels_take_the_same_time_for_every_operand(digits: int) -> None:
    n = (1 << 24 * digits - 8) - 1
    products = {lib.montgomery_product(a, b, n, digits).clocks for a in (-n, 0, n - 1) for b in (-n, 1)}
    squares = {lib.montgomery_square(a, n, digits).clocks for a in (-n, 0, 1, n - 1)}
    assert (products, squares) == tuple({clocks} for clocks in GENERATED[digits])


@pytest.mark.parametrize("digits", [2, 3, 4, 5, 8, 11, 16, 22, 24])
def test_a_square_is_a_quarter_faster_in_the_end(digits: int) -> None:
    """Kernels that form each cross product once: 1.5 products of digits for each pair instead of 2, and their ends."""
    n = (1 << 24 * digits - 9) + 1
    square, product = lib.unrolled_square(n - 2, n, digits).clocks, lib.unrolled_product(n - 2, 5, n, digits).clocks
    assert square == 3 * digits**2 + 17 * digits + 62
    assert product == 4 * digits**2 + 14 * digits + 24


@pytest.mark.parametrize("digits", [11, 22, 43])
def test_rows_take_manifold_the_clocks_of_columns(digits: int) -> None:
    n = (1 << 24 * digits - 9) + 1
    rows, columns = (lib.montgomery_product(n - 2, 5, n, digits, improvement=each).clocks for each in (2, 3))
    assert 3 < rows / columns < 4
