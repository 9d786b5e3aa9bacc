"""DES, digests and ciphers at extreme operands: accumulators stay within the documented bounds, lose no bit, and
are equal to unbounded integers at each step.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache, partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k import lib
from dsp56k.lib.algorithms import CIPHERS
from dsp56k.lib.ciphers.des import triple_des_image
from dsp56k.lib.image import image
from dsp56k.lib.library_runner import PAIR_PROGRAM
from dsp56k.lib.program_cache import assembled
from shared.accumulator_oracle import Stretches, checked_steps
from shared.documented_bounds import bounds, not_plain

BEGINNING = 6000
"""Instructions of each routine that are looked at: Blowfish's key schedule does the same 521 times."""
ENDS = (0, 1, 0x7F, 0x80, 0xFE, 0xFF)
WORDS = st.sampled_from([0, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]) | st.integers(0, 0xFFFFFFFF)
VARIANTS = [
    pytest.param(cipher.name, variant, id=f"{cipher.name}-{variant}")
    for cipher in CIPHERS
    for variant in cipher.variants
    if variant in ("computation", "placement", "streams") or (variant == "plain" and cipher.name not in not_plain())
]


def octets(count: int) -> st.SearchStrategy[bytes]:
    """Bytes, often all the same, from an end."""
    same = st.sampled_from(ENDS).map(lambda octet: bytes([octet]) * count)
    return same | st.binary(min_size=count, max_size=count)


@cache
def firmware(*, triple: bool = False) -> Stretches:
    return Stretches((triple_des_image() if triple else image()).symbols)


@cache
def pair() -> Stretches:
    return Stretches(assembled(PAIR_PROGRAM).symbols)


def checked_des(key: bytes, iv: bytes, data: bytes, *, pair_tables: bool) -> Counter[str]:
    found = Counter[str]()
    for operation in (lib.des_cbc_encrypt, lib.des_cbc_decrypt):
        found.update(checked_steps(partial(operation, key, iv, data, pair_tables=pair_tables), firmware()))
    triple = partial(lib.des3_cbc_encrypt, key + iv + data[:8], iv, data[8:], pair_tables=pair_tables)
    found.update(checked_steps(triple, firmware(triple=True)))
    return found


@settings(max_examples=2)
@given(octets(8), octets(8), octets(16), st.booleans())
def test_des(key: bytes, iv: bytes, data: bytes, pair_tables: bool) -> None:
    """Five results of the model in each round, ten with small tables: two blocks per direction, one triple DES."""
    found = checked_des(key, iv, data, pair_tables=pair_tables)
    assert found["rounds_again"] > (4 + 3) * 16 * (5 if pair_tables else 10)
    assert found["des_schedule_of"] > (2 + 3) * 16 * 2 * 28


def checked_digests(data: bytes) -> Counter[str]:
    found = checked_steps(partial(lib.md2, data[:17]), firmware())
    found.update(checked_steps(partial(lib.md4, data), firmware()))
    found.update(checked_steps(partial(lib.md2_pair, data[:17], data[16:33]), pair()))
    return found


@settings(max_examples=2)
@given(octets(70))
def test_digests(data: bytes) -> None:
    assert checked_digests(data)["md4_blocks"] > 2 * 48 * 4


def checked_cipher(name: str, variant: str, key: bytes, data: bytes, word: int) -> Counter[str]:
    boxes = [[word] * 256]
    calls: dict[str, Callable[[], object]] = {
        "blowfish": partial(lib.blowfish_encrypt, key, data, variant=variant),
        "khufu": lambda: [
            call(boxes, [word] * 4, data, variant=variant) for call in (lib.khufu_encrypt, lib.khufu_decrypt)
        ],
        "khafre": lambda: [
            call(boxes, key[:8], data, variant=variant) for call in (lib.khafre_encrypt, lib.khafre_decrypt)
        ],
        "md5": partial(lib.md5, data, variant=variant),
        "md5_pair": partial(lib.md5_pair, (data, data[::-1]), variant=variant),
        "rc4": partial(lib.rc4, key, data, variant=variant),
        "rc4_pair": partial(lib.rc4_pair, (key, data), (data, key), variant=variant),
        "seal": partial(lib.seal, key, data, variant=variant),
        "seal_pair": partial(lib.seal_pair, key, (data, data[::-1]), variant=variant),
    }
    program = next(cipher for cipher in CIPHERS if cipher.name == name).program(variant)
    return checked_steps(calls[name], Stretches(program.symbols), most=BEGINNING)


@settings(max_examples=2)
@given(octets(20), octets(16), WORDS)
@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_ciphers(name: str, variant: str, key: bytes, data: bytes, word: int) -> None:
    found = checked_cipher(name, variant, key, data, word)
    assert found[name] > 0 or name in ("khufu", "khafre")  # whose plain and keyed rounds are only exclusive-ors


def test_every_bound_is_of_code_that_was_looked_at() -> None:
    found = checked_des(b"\xff" * 8, b"\x80" * 8, bytes(16), pair_tables=False)
    found.update(checked_steps(partial(lib.des_ecb_encrypt, bytes(8), bytes(8)), firmware()))
    found.update(checked_digests(b"\xff" * 70))
    for cipher in CIPHERS:
        for variant in {"placement", "streams"}.intersection(cipher.variants):
            found.update(checked_cipher(cipher.name, variant, b"\xff" * 20, b"\x80" * 16, 0xFFFFFFFF))
    assert bounds().keys() - bounds("bignum").keys() <= found.keys()
