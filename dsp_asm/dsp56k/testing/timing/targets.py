"""The public routines of `dsp56k.lib`, with the factors of their calls."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from dsp56k import lib
from dsp56k.emu import Time
from dsp56k.lib.algorithm import Algorithm
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.digits import largest
from dsp56k.testing.timing.assessments import Make, TimingTarget
from dsp56k.testing.timing.levels import FactorLevel

DIGITS = 22
MODULUS_BITS = 512
"""Size of the modulus of a public key or of one without CRT; p and q have half as many bits."""
HALF = MODULUS_BITS // 2
SECRET = 1 << 48
"""Private exponents begin here: a smaller one could be found by search, and is treated as public."""
EXPONENT_BITS = 64

NOISE_REGISTER = 0xFFC2
"""Y address of the card's noise bit (src/monitor/card_registers.asm)."""
NOISE_BYTES = 16
GENERATED_BITS = 128
"""Size of a new key: the search for primes is the same for all sizes."""
_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71)
"""Bases of the primality test: each of the 20 passes at most a quarter of the composites."""
_LAST_SEED = (1 << 64) - 1

Arguments = Mapping[str, Any]
_NUMBERS = (lib.mp_add, lib.mp_subtract, lib.mp_compare, lib.mp_multiply)


def timing_targets() -> Iterator[TimingTarget]:
    """Yield all targets."""
    yield TimingTarget("modular_inverse", lib.modular_inverse, _word, ("data",))
    for operation in _NUMBERS:
        yield TimingTarget(operation.__name__, operation, _pair, ("data",))
    yield TimingTarget("mp_square", lib.mp_square, lambda data: {"a": _big(data), "digits": DIGITS}, ("data",))
    yield TimingTarget("montgomery_product", lib.montgomery_product, _product, ("modulus", "data"))
    yield TimingTarget("montgomery_product, improvement 2", lib.montgomery_product, _by_rows, ("modulus", "data"))
    yield TimingTarget("montgomery_square", lib.montgomery_square, _square, ("modulus", "data"))
    yield TimingTarget("unrolled_product", lib.unrolled_product, _product, ("modulus", "data"))
    yield TimingTarget("unrolled_square", lib.unrolled_square, _square, ("modulus", "data"))
    yield from _rsa()
    for row in ALGORITHMS.values():
        yield from _of_algorithm(row)
    for name, function in (("noise", _noise), ("rsa_generate", _generate)):
        yield TimingTarget(name, function, _seed, ("randomness",), costly=True)


def _seed(randomness: FactorLevel) -> Arguments:
    return {"seed": randomness.number(0, _LAST_SEED)}


def _word(data: FactorLevel) -> Arguments:
    return {"x": data.odd(24)}


def _big(draw: FactorLevel) -> int:
    return draw.number(-largest(DIGITS), largest(DIGITS))


def _pair(data: FactorLevel) -> Arguments:
    half = largest(DIGITS) // 2  # keeps sums within the digits
    return {"a": data.number(-half, half), "b": data.number(-half, half), "digits": DIGITS}


def _modulus(draw: FactorLevel) -> int:
    return draw.odd(MODULUS_BITS)


def _product(modulus: FactorLevel, data: FactorLevel) -> Arguments:
    n = _modulus(modulus)
    return {"a": data.number(-n, n - 1), "b": data.number(-n, n - 1), "n": n, "digits": DIGITS}


def _by_rows(modulus: FactorLevel, data: FactorLevel) -> Arguments:
    return {**_product(modulus, data), "improvement": 2}


def _square(modulus: FactorLevel, data: FactorLevel) -> Arguments:
    n = _modulus(modulus)
    return {"a": data.number(-n, n - 1), "n": n, "digits": DIGITS}


def _rsa() -> Iterator[TimingTarget]:
    yield TimingTarget("modexp", lib.modexp, _power, ("modulus", "exponent", "data"))
    for name, loading in (("rsa_public", False), ("rsa_public, key load", True)):
        yield TimingTarget(name, lib.rsa_public, _public, ("modulus", "exponent", "data"), loading)
    kinds: dict[str, tuple[Make, tuple[str, ...]]] = {
        "n and d": (_private, ("modulus", "exponent", "data")),
        "CRT": (_crt, ("key", "data")),
    }
    for kind, (make, factors) in kinds.items():
        for name, loading in ((f"rsa_private, {kind}", False), (f"rsa_private, {kind}, key load", True)):
            yield TimingTarget(name, lib.rsa_private, make, factors, loading, costly=True)
    for kind in ("n and d", "CRT"):
        make, factors = kinds[kind]
        name = f"rsa_private, {kind}, not in constant time"
        yield TimingTarget(name, lib.rsa_private, _with_setting(make, {"constant_time": False}), factors, costly=True)


def _power(modulus: FactorLevel, exponent: FactorLevel, data: FactorLevel) -> Arguments:
    n = _modulus(modulus)
    return {"base": data.number(0, n - 1), "exponent": exponent.number(0, (1 << EXPONENT_BITS) - 1), "modulus": n}


def _public(modulus: FactorLevel, exponent: FactorLevel, data: FactorLevel) -> Arguments:
    n = _modulus(modulus)
    return {"m": data.number(0, n - 1), "n": n, "e": exponent.odd(17)}


def _private(modulus: FactorLevel, exponent: FactorLevel, data: FactorLevel) -> Arguments:
    n = _modulus(modulus)
    return {"c": data.number(0, n - 1), "n": n, "d": exponent.number(SECRET, (1 << MODULUS_BITS - 1) - 1)}


def _crt(key: FactorLevel, data: FactorLevel) -> Arguments:
    """Return a key whose factors are never equal: one has a bit less."""
    p, q = _prime(key.odd(HALF)), _prime(key.odd(HALF - 1))
    d = key.number(SECRET, (p - 1) * (q - 1) - 1)
    return {"c": data.number(0, p * q - 1), "p": p, "q": q, "dp": d % (p - 1), "dq": d % (q - 1), "qinv": pow(q, -1, p)}


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


def _prime(start: int) -> int:
    """Return a near prime of the same size: upwards from a number in the lower half, else downwards."""
    top = 1 << start.bit_length()
    step = 2 if start < 3 * top // 4 else -2
    while not _is_prime(start):
        start += step
    return start


def _with_setting(make: Callable[..., Arguments], setting: Arguments) -> Callable[..., Arguments]:
    return lambda **draws: {**make(**draws), **setting}


def _of_algorithm(row: Algorithm) -> Iterator[TimingTarget]:
    """Yield each routine with each of its settings; only the first setting is not costly."""
    factors = tuple(inspect.signature(row.secrets).parameters)
    for routine in row.routines:
        for costly, (suffix, setting) in enumerate(row.settings.items()):
            make = _with_setting(row.secrets, setting)
            yield TimingTarget(f"{routine.__name__}{suffix}", routine, make, factors, costly=costly > 0)


class _NoiseCircuit:
    """Fair coins at the address of the card's noise circuit."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def read(self, offset: int, now: Time) -> int:
        """Return the next bit."""
        return self._random.getrandbits(1)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Ignore the write."""


def _noise(seed: int) -> None:
    """Run the firmware's command for random bytes."""
    firmware = lib.Firmware()
    firmware.dsp.port_a.map_device("Y", NOISE_REGISTER, NOISE_REGISTER, _NoiseCircuit(seed))
    lib.noise(firmware, NOISE_BYTES)


def _generate(seed: int) -> None:
    """Generate a key of seeded bytes."""
    random = Random(seed)
    lib.rsa_generate(GENERATED_BITS, source=lambda count: lib.Result(random.randbytes(count), 0, 0))
