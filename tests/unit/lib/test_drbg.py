"""HMAC_DRBG on the DSP against vectors of NIST and a model with hashlib; its costs, limits and errors."""

import hashlib
import hmac
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k import lib
from dsp56k.lib import HmacDrbg, OperandError
from dsp56k.lib.drbg import MAX_INPUT_BYTES
from shared.drbg_vectors import NIST

ENTROPY, NONCE = bytes(range(16)), bytes(range(8))
CODE, UPDATE, BYTE = 21_276, 83_610, 6
"""Clocks: of 20 bytes, of the rest of a request, of the delivery of a byte."""


class Model:
    """SP 800-90A, 10.1.2, in plain Python."""

    def __init__(self, seed: bytes) -> None:
        self.key, self.value = bytes(20), b"\x01" * 20
        self.update(seed)

    def update(self, data: bytes) -> None:
        self.key = self.code(self.value + b"\0" + data)
        self.value = self.code(self.value)
        if data:
            self.key = self.code(self.value + b"\1" + data)
            self.value = self.code(self.value)

    def code(self, data: bytes) -> bytes:
        return hmac.digest(self.key, data, hashlib.sha1)

    def generate(self, count: int, additional: bytes) -> bytes:
        if additional:
            self.update(additional)
        made = b""
        while len(made) < count:
            self.value = self.code(self.value)
            made += self.value
        self.update(additional)
        return made[:count]


@pytest.mark.parametrize(("seed", "new_seed", "requests", "output"), NIST)
def test_nists_vectors(
    seed: tuple[str, ...], new_seed: tuple[str, str] | None, requests: tuple[str, str], output: str
) -> None:
    generator = HmacDrbg(*map(bytes.fromhex, seed))
    if new_seed is not None:
        generator.reseed(*map(bytes.fromhex, new_seed))
    *_, last = (generator.generate(80, bytes.fromhex(additional)) for additional in requests)
    assert last.value == bytes.fromhex(output)


@settings(max_examples=10)
@given(st.binary(min_size=24, max_size=90), st.lists(st.tuples(st.integers(0, 45), st.binary(max_size=70)), max_size=2))
def test_any_seed_and_requests(seed: bytes, requests: list[tuple[int, bytes]]) -> None:
    generator, model = HmacDrbg(seed[:16], seed[16:24], seed[24:]), Model(seed)
    for count, additional in requests:
        assert generator.generate(count, additional).value == model.generate(count, additional)


def test_no_byte_adds_to_the_time() -> None:
    """A block of SHA-1 takes 9,888 clocks: a key has two, a code two or more."""
    for entropy in (ENTROPY, b"\xff" * 16):
        generator = HmacDrbg(entropy, NONCE)
        assert generator.setup.clocks == 146_896
        assert generator.generate(41).clocks == UPDATE + 3 * CODE - 19 * BYTE
        assert generator.reseed(entropy, NONCE).clocks == 146_800


def test_an_rsa_key_of_its_bytes() -> None:
    key = lib.rsa_generate(128, source=HmacDrbg(ENTROPY, NONCE).generate).value
    assert key == lib.rsa_generate(128, source=HmacDrbg(ENTROPY, NONCE).generate).value
    assert key != lib.rsa_generate(128, source=HmacDrbg(ENTROPY, NONCE, b"other").generate).value


def test_a_new_seed_is_required() -> None:
    generator = HmacDrbg(ENTROPY, NONCE, reseed_interval=2)
    found = [generator.generate(20).value for _ in range(2)]
    with pytest.raises(OperandError, match=r"a new seed is required after 2 requests; call reseed$"):
        generator.generate(20)
    generator.reseed(ENTROPY)
    assert generator.generate(20).value not in found


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: HmacDrbg(ENTROPY[:15], NONCE), "entropy"),
        (lambda: HmacDrbg(ENTROPY, NONCE[:7]), "nonce"),
        (lambda: HmacDrbg(ENTROPY, NONCE, bytes(MAX_INPUT_BYTES - 23)), "personalization"),
        (lambda: HmacDrbg(ENTROPY, NONCE, reseed_interval=0), "reseed_interval"),
        (lambda: HmacDrbg(ENTROPY, NONCE, reseed_interval=1 << 49), "reseed_interval"),
        (lambda: HmacDrbg(ENTROPY, NONCE).reseed(bytes(15)), "entropy"),
        (lambda: HmacDrbg(ENTROPY, NONCE).reseed(ENTROPY, bytes(MAX_INPUT_BYTES)), "additional"),
        (lambda: HmacDrbg(ENTROPY, NONCE).generate((1 << 15) + 1), "count"),
        (lambda: HmacDrbg(ENTROPY, NONCE).generate(-1), "count"),
        (lambda: HmacDrbg(ENTROPY, NONCE).generate(1, bytes(MAX_INPUT_BYTES + 1)), "additional"),
    ],
)
def test_what_is_refused(call: Callable[[], object], name: str) -> None:
    with pytest.raises(OperandError) as caught:
        call()
    assert caught.value.fields["name"] == name


def test_the_longest_inputs() -> None:
    seed = ENTROPY + NONCE + bytes(MAX_INPUT_BYTES - 24)
    assert HmacDrbg(ENTROPY, NONCE, seed[24:]).generate(1).value == Model(seed).generate(1, b"")


def test_the_documented_clocks() -> None:
    generator = HmacDrbg(ENTROPY, NONCE)
    assert [generator.generate(20 * count).clocks for count in (1, 2)] == [UPDATE + CODE, UPDATE + 2 * CODE]
