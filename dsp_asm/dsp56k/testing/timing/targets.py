"""The public routines of `dsp56k.lib`, with the factors of their calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from dsp56k import lib
from dsp56k.emu import Time
from dsp56k.lib.numbers import largest
from dsp56k.testing.timing.assessments import Make, TimingTarget
from dsp56k.testing.timing.levels import FactorLevel

DIGITS = 22
MODULUS_BITS = 512
"""Size of the modulus of a public key or of one without CRT; p and q have half as many bits."""
HALF = MODULUS_BITS // 2
SECRET = 1 << 48
"""Private exponents begin here: a smaller one could be found by search, and is treated as public."""
EXPONENT_BITS = 64
LONGEST = 64
"""Bytes of data whose length varies."""
BLOCKS = 4
"""Blocks of data whose content varies."""
BLOCK = 8
TRIPLE_KEYS = 3
PART = 1024
"""Bytes that SEAL generates at a time."""
BOX, WORD = 256, (1 << 32) - 1
"""Entries of an S-box of Khufu and Khafre, and the largest value."""
STREAM_KEY = 16
"""Bytes of a key of RC4, whose schedule depends on their number."""

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
    yield from _des()
    for digest in (lib.md2, lib.md4, lib.md5):
        yield TimingTarget(digest.__name__, digest, _message, ("data", "length"))
    yield TimingTarget("md2_pair", lib.md2_pair, _messages, ("data", "length"))
    yield TimingTarget("md5_pair", lib.md5_pair, _two_messages, ("data", "length"))
    yield TimingTarget("blowfish_encrypt", lib.blowfish_encrypt, _keyed_blocks, ("key", "data", "length"))
    yield TimingTarget("blowfish_decrypt", lib.blowfish_decrypt, _keyed_blocks, ("key", "data", "length"))
    for khufu in (lib.khufu_encrypt, lib.khufu_decrypt):
        yield TimingTarget(khufu.__name__, khufu, _boxes, ("key", "data", "length"))
    for khafre in (lib.khafre_encrypt, lib.khafre_decrypt):
        yield TimingTarget(khafre.__name__, khafre, _standard_boxes, ("key", "data", "length"))
    yield TimingTarget("rc4", lib.rc4, _stream, ("key", "data", "length"))
    yield TimingTarget("rc4_pair", lib.rc4_pair, _streams, ("key", "data", "length"))
    yield TimingTarget("seal", lib.seal, _part, ("key", "data", "length"))
    yield TimingTarget("seal_pair", lib.seal_pair, _two_parts, ("key", "data", "length"))
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
        yield TimingTarget(name, lib.rsa_private, _fast(make), factors, costly=True)


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


def _fast(make: Callable[..., Arguments]) -> Callable[..., Arguments]:
    return lambda **draws: {**make(**draws), "constant_time": False}


def _des() -> Iterator[TimingTarget]:
    for function in (lib.des_ecb_encrypt, lib.des_ecb_decrypt, lib.des_cbc_encrypt, lib.des_cbc_decrypt, lib.des_mac):
        for tables in (False, True):
            name = f"{function.__name__}, pair tables" if tables else function.__name__
            make = _cipher("iv" if "cbc" in name else "", tables)
            yield TimingTarget(name, function, make, ("key", "data", "length"), costly=tables)
    for triple in (lib.des3_cbc_encrypt, lib.des3_cbc_decrypt):
        for tables in (False, True):
            name = f"{triple.__name__}, pair tables" if tables else triple.__name__
            yield TimingTarget(name, triple, _triple(tables), ("key", "data", "length"), costly=tables)


def _cipher(vector: str, tables: bool) -> Callable[..., Arguments]:
    def make(key: FactorLevel, data: FactorLevel, length: FactorLevel) -> Arguments:
        count = BLOCK * length.number(1, BLOCKS)
        first = {vector: data.octets(BLOCK)} if vector else {}
        return {"key": key.octets(BLOCK), **first, "data": data.octets(count), "pair_tables": tables}

    return make


def _triple(tables: bool) -> Callable[..., Arguments]:
    def make(key: FactorLevel, data: FactorLevel, length: FactorLevel) -> Arguments:
        blocks = data.octets(BLOCK * length.number(1, BLOCKS))
        keys = key.octets(TRIPLE_KEYS * BLOCK)
        return {"keys": keys, "iv": data.octets(BLOCK), "data": blocks, "pair_tables": tables}

    return make


def _message(data: FactorLevel, length: FactorLevel) -> Arguments:
    return {"data": data.octets(length.number(0, LONGEST))}


def _messages(data: FactorLevel, length: FactorLevel) -> Arguments:
    one = _message(data, length)["data"]
    return {"a": one, "b": one[::-1]}


def _two_messages(data: FactorLevel, length: FactorLevel) -> Arguments:
    return {"data": tuple(_messages(data, length).values())}


def _keyed_blocks(key: FactorLevel, data: FactorLevel, length: FactorLevel) -> Arguments:
    return {"key": key.octets(BLOCK), "data": data.octets(BLOCK * length.number(1, BLOCKS))}


def _part(key: FactorLevel, data: FactorLevel, length: FactorLevel) -> Arguments:
    return {"key": key.octets(20), "data": data.octets(PART * length.number(1, 2)), "position": data.number(0, WORD)}


def _two_parts(key: FactorLevel, data: FactorLevel, length: FactorLevel) -> Arguments:
    one, other = (_part(key, data, length) for _ in range(2))
    return {
        "key": one["key"],
        "data": (one["data"], other["data"]),
        "positions": (one["position"], other["position"]),
    }


def _boxes(key: FactorLevel, data: FactorLevel, length: FactorLevel) -> Arguments:
    keys = [key.number(0, WORD) for _ in range(4)]
    boxes = [[key.number(0, WORD)] * BOX for _ in range(2)]
    return {"boxes": boxes, "keys": keys, "data": data.octets(BLOCK * length.number(1, BLOCKS))}


def _standard_boxes(key: FactorLevel, data: FactorLevel, length: FactorLevel) -> Arguments:
    return {"boxes": [range(BOX)] * 2, **_keyed_blocks(key, data, length)}


def _stream(key: FactorLevel, data: FactorLevel, length: FactorLevel) -> Arguments:
    return {"key": key.octets(STREAM_KEY), "data": data.octets(length.number(1, LONGEST))}


def _streams(key: FactorLevel, data: FactorLevel, length: FactorLevel) -> Arguments:
    one, other = (_stream(key, data, length) for _ in range(2))
    return {"keys": (one["key"], other["key"]), "data": (one["data"], other["data"])}


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
    firmware.dsp.map_device("Y", NOISE_REGISTER, NOISE_REGISTER, _NoiseCircuit(seed))
    lib.noise(firmware, NOISE_BYTES)


def _generate(seed: int) -> None:
    """Generate a key of seeded bytes."""
    random = Random(seed)
    lib.rsa_generate(GENERATED_BITS, source=lambda count: lib.Result(random.randbytes(count), 0, 0))
