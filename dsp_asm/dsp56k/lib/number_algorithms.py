"""Big numbers and RSA: their entries of `dsp56k.lib.algorithms`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from dsp56k.lib.algorithm import Algorithm, Benchmark, Inputs, Level, Parts
from dsp56k.lib.bignum import arithmetic, montgomery, rsa
from dsp56k.lib.digits import largest
from dsp56k.lib.library_runner import PROGRAM
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.result import Result

DIGITS = 22
MODULUS_BITS = 512
"""Size of the modulus of a public key or of one without CRT; p and q have half as many bits."""
_HALF = MODULUS_BITS // 2
_SECRET = 1 << 48
"""Private exponents begin here: a smaller one could be found by search, and is treated as public."""
_EXPONENT_BITS = 64
_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71)
"""Bases of the primality test: each of the 20 passes at most a quarter of the composites."""

Arguments = Mapping[str, Any]

# Inputs of timing assessments. The parameters' names are those of the factors.


def _word(data: Level) -> Arguments:
    return {"x": data.odd(24)}


def _big(data: Level) -> Arguments:
    return {"a": data.number(-largest(DIGITS), largest(DIGITS)), "digits": DIGITS}


def _pair(data: Level) -> Arguments:
    half = largest(DIGITS) // 2  # keeps sums within the digits
    return {"a": data.number(-half, half), "b": data.number(-half, half), "digits": DIGITS}


def _product(modulus: Level, data: Level) -> Arguments:
    n = modulus.odd(MODULUS_BITS)
    return {"a": data.number(-n, n - 1), "b": data.number(-n, n - 1), "n": n, "digits": DIGITS}


def _square(modulus: Level, data: Level) -> Arguments:
    n = modulus.odd(MODULUS_BITS)
    return {"a": data.number(-n, n - 1), "n": n, "digits": DIGITS}


def _power(modulus: Level, exponent: Level, data: Level) -> Arguments:
    n = modulus.odd(MODULUS_BITS)
    return {"base": data.number(0, n - 1), "exponent": exponent.number(0, (1 << _EXPONENT_BITS) - 1), "modulus": n}


def _public(modulus: Level, exponent: Level, data: Level) -> Arguments:
    n = modulus.odd(MODULUS_BITS)
    return {"m": data.number(0, n - 1), "n": n, "e": exponent.odd(17)}


def _private(modulus: Level, exponent: Level, data: Level) -> Arguments:
    n = modulus.odd(MODULUS_BITS)
    return {"c": data.number(0, n - 1), "n": n, "d": exponent.number(_SECRET, (1 << MODULUS_BITS - 1) - 1)}


def _crt(key: Level, data: Level) -> Arguments:
    """Return a key whose factors are never equal: one has a bit less."""
    p, q = _prime(key.odd(_HALF)), _prime(key.odd(_HALF - 1))
    d = key.number(_SECRET, (p - 1) * (q - 1) - 1)
    return {"c": data.number(0, p * q - 1), "p": p, "q": q, "dp": d % (p - 1), "dq": d % (q - 1), "qinv": pow(q, -1, p)}


def _prime(start: int) -> int:
    """Return a near prime of the same size: upwards from a number in the lower half, else downwards."""
    top = 1 << start.bit_length()
    step = 2 if start < 3 * top // 4 else -2
    while not _is_prime(start):
        start += step
    return start


@cache
def _is_prime(number: int) -> bool:
    """Return True if an odd number is prime by Miller and Rabin's test, which errs at most once in 4^20 times."""
    odd = number - 1
    twos = (odd & -odd).bit_length() - 1
    odd >>= twos
    for base in _BASES:
        if number in _BASES:
            return True
        power = pow(base, odd, number)
        if power not in (1, number - 1) and number - 1 not in (
            pow(power, 1 << each, number) for each in range(1, twos)
        ):
            return False
    return True


# Inputs of studies, for a number of operations.


def _powers(inputs: Inputs, count: int, *, public: bool) -> tuple[Any, ...]:
    key = inputs.rsa_key
    exponent, undone_by = (key.e, 0) if public else (key.d, key.e)
    return inputs.operands(count), exponent, key.n, undone_by


def _ciphers(inputs: Inputs, count: int) -> tuple[Any, ...]:
    return inputs.operands(count), inputs.rsa_key


# Benchmarks. A bound is the clocks of the multiply-accumulates.

_P = 0xEB977E66CCD33E108DEE950ECCE317EDD9150A02D1B6BD52EE41F35A413D4F09
_Q = 0xE79654A8226B2AB13B8B4DC544503DFCCE821BF48CDC2B06A26106C560727767
"""Two primes of 256 bits."""
_N = _P * _Q
_E = 65537
_D = pow(_E, -1, (_P - 1) * (_Q - 1))
_C = int("6C" * 63, 16)
_BIGNUM = partial(assembled, PROGRAM)
_RSA: Parts = {
    "squares": ("fast_squares", "mont_squares", "mont_square"),
    "products": ("fast_product", "mont_product", "mont_columns", "mont_value"),
    "exponent": ("recode", "modexp"),
    "copies": ("mp_copy", "load_operand", "mirror"),
}


def _product_bound(digits: int) -> int:
    return 2 * (2 * digits**2 + 1)


def _square_bound(digits: int) -> int:
    """Return the clocks if each cross product is formed once."""
    return 2 * (digits**2 + digits * (digits + 1) // 2 + 1)


_CRT_BOUND = 504 * _square_bound(11) + 161 * _product_bound(11)
"""Fixed windows of four bits: each half has 63 windows of four squares and a product, 14 products
for the table, three into Montgomery form and out of it; one for the recombination."""
_PLAIN_BOUND = 508 * _square_bound(22) + 143 * _product_bound(22)
"""Fixed windows of four bits: 127 windows, with two products into Montgomery form and out of it."""
_PUBLIC_BOUND = 16 * _square_bound(22) + 2 * _product_bound(22)
"""65537: squares, a product by the message, one into Montgomery form."""
_INVERSE_BOUND = 2 * (11 + 2)
"""Each instruction waits for the one before: the word, its square, two shifts, three times a move and its use,
the result; and the return."""


def _product_benchmark(digits: int) -> Benchmark:
    def call(_: int) -> Result[int]:
        return montgomery.montgomery_product(5, 7, (1 << 24 * digits - 9) + 1, digits)

    return Benchmark(f"montgomery_product, n = {digits}", call, _BIGNUM, bound=_product_bound(digits))


def _crt_benchmark(_: int) -> Result[int]:
    return rsa.rsa_private(_C, p=_P, q=_Q, dp=_D % (_P - 1), dq=_D % (_Q - 1), qinv=pow(_Q, -1, _P))


_rsa = partial(Algorithm, unit="operations", bytes_each=MODULUS_BITS // 8, data_dependent=True, separate_setup=True)

NUMBER_ALGORITHMS = (
    Algorithm(
        "modular_inverse",
        "inverse modulo 2^24",
        (montgomery.modular_inverse,),
        _word,
        benchmarks=(
            Benchmark(
                "modular_inverse, 24 bits",
                lambda _: montgomery.modular_inverse(0x123457),
                _BIGNUM,
                bound=_INVERSE_BOUND,
            ),
            Benchmark(
                "the paper's, bit by bit", lambda _: montgomery.modular_inverse(0x123457, method="bits"), _BIGNUM
            ),
        ),
    ),
    Algorithm("mp_add", "sum", (arithmetic.mp_add,), _pair),
    Algorithm("mp_subtract", "difference", (arithmetic.mp_subtract,), _pair),
    Algorithm("mp_compare", "comparison", (arithmetic.mp_compare,), _pair),
    Algorithm("mp_multiply", "product", (arithmetic.mp_multiply,), _pair),
    Algorithm("mp_square", "square", (arithmetic.mp_square,), _big),
    Algorithm(
        "montgomery_product",
        "Montgomery product",
        (montgomery.montgomery_product,),
        _product,
        benchmarks=tuple(map(_product_benchmark, (11, 22, 43))),
    ),
    Algorithm(
        "montgomery_product_rows",
        "Montgomery product, improvement 2",
        (montgomery.montgomery_product,),
        _product,
        settings={", improvement 2": {"improvement": 2}},
    ),
    Algorithm("montgomery_square", "Montgomery square", (montgomery.montgomery_square,), _square),
    Algorithm("unrolled_product", "Montgomery product, unrolled", (montgomery.unrolled_product,), _product),
    Algorithm("unrolled_square", "Montgomery square, unrolled", (montgomery.unrolled_square,), _square),
    Algorithm(
        "modexp",
        "modular exponentiation",
        (rsa.modexp,),
        _power,
        benchmarks=(
            Benchmark("RSA-512 with CRT", _crt_benchmark, _BIGNUM, 512, parts=_RSA, paper=11_600, bound=_CRT_BOUND),
            Benchmark(
                *("RSA-512 without CRT", lambda _: rsa.rsa_private(_C, n=_N, d=_D), _BIGNUM, 512),
                parts=_RSA,
                paper=4_600,
                bound=_PLAIN_BOUND,
            ),
            Benchmark(
                *("RSA-512, exponent 65537", lambda _: rsa.rsa_public(_C, n=_N, e=_E), _BIGNUM, 512),
                parts=_RSA,
                bound=_PUBLIC_BOUND,
            ),
        ),
    ),
    _rsa(
        *("rsa_public", "RSA, public operation", (rsa.rsa_public,), _public),
        form="power",
        job="rsa512-public",
        arguments=partial(_powers, public=True),
        oracle=lambda bases, exponent, modulus, _: [pow(base, exponent, modulus) for base in bases],
    ),
    _rsa(
        *("rsa_private", "RSA without CRT", (rsa.rsa_private,), _private),
        settings={", n and d": {}},
        costly=True,
        form="power",
        job="rsa512",
        arguments=partial(_powers, public=False),
        oracle=lambda bases, exponent, modulus, _: [pow(base, exponent, modulus) for base in bases],
    ),
    _rsa(
        *("rsa_crt", "RSA with CRT", (rsa.rsa_private,), _crt),
        settings={", CRT": {}},
        costly=True,
        form="crt",
        job="rsa512-crt",
        arguments=_ciphers,
        oracle=lambda ciphers, key: [pow(cipher, key.d, key.n) for cipher in ciphers],
    ),
    Algorithm(
        *("rsa_private_sliding", "RSA without CRT, sliding windows", (rsa.rsa_private,), _private),
        settings={", n and d, not in constant time": {"constant_time": False}},
        costly=True,
    ),
    Algorithm(
        *("rsa_crt_sliding", "RSA with CRT, sliding windows", (rsa.rsa_private,), _crt),
        settings={", CRT, not in constant time": {"constant_time": False}},
        costly=True,
    ),
)
"""Their entries, in the order of benchmarks and of timing targets."""
