"""MD5 on the DSP against hashlib, in all variants; its clocks; its errors."""

import hashlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import md5, md5_pair
from dsp56k.lib.ciphers.md5 import LONGEST_DATA, MD5
from dsp56k.lib.errors import OperandError
from dsp56k.lib.vectors import Vector, read_vectors

CLOCKS = {"plain": 15916, "computation": 7368, "latency": 5608, "placement": 2920}
"""Clocks of each block, in addition to those of an empty message, which follow."""
EMPTY = {"plain": 16996, "computation": 8448, "latency": 6688, "placement": 3968}
PORT = {"port": {0: 3154, 1: 6130, 4: 15_058}, "helper": {0: 5086, 1: 9556, 4: 22_966}}
"""Clocks through the port, by number of blocks; the padding adds one."""
PAIR_CLOCKS = 5606, 1916
"""Clocks of each block of two messages at once, and of a call with as many blocks of each."""
PROMISED = 3_300_000
"""Bits a second."""
variants = pytest.mark.parametrize("variant", MD5.variants)


def oracle(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()


@variants
@settings(max_examples=20)
@given(st.binary(max_size=300), st.sampled_from([None, 0x00, 0x7F, 0x80, 0xFF]), st.integers(0, 15))
def test_any_data(variant: str, data: bytes, fill: int | None, waits: int) -> None:
    data = data if fill is None else bytes([fill]) * len(data)
    assert md5(data, variant=variant, waits=waits).value == oracle(data)


def test_the_longest_message() -> None:
    data = bytes(i * i >> 3 & 0xFF for i in range(LONGEST_DATA))
    assert md5(data).value == oracle(data)


@pytest.mark.parametrize("vector", read_vectors("md5"), ids=lambda vector: vector.value.hex())
def test_rfc_1321_two_at_once(vector: Vector) -> None:
    first, second = md5_pair((vector.arguments["data"], b"abc")).value
    assert (first, second) == (vector.value, oracle(b"abc"))


@settings(max_examples=30)
@given(
    st.lists(st.binary(max_size=300), min_size=2, max_size=2),
    st.sampled_from([None, 0x00, 0x7F, 0x80, 0xFF]),
    st.integers(0, 15),
)
def test_any_two_messages(data: list[bytes], fill: int | None, waits: int) -> None:
    data = data if fill is None else [bytes([fill]) * len(message) for message in data]
    assert list(md5_pair(data, waits=waits).value) == [oracle(message) for message in data]


def test_two_at_once_at_the_ends_of_blocks() -> None:
    for lengths in ((55, 56), (56, 55), (119, 0), (0, 120), (63, 64)):
        data = [bytes(range(length)) for length in lengths]
        assert list(md5_pair(data).value) == [oracle(message) for message in data]


def test_clocks_of_two_at_once() -> None:
    source = random.Random(2)
    block, call = PAIR_CLOCKS
    for blocks in (1, 2, 5):
        data = [source.randbytes(64 * blocks - 9) for _ in range(2)]
        assert md5_pair(data).clocks == call + block * blocks


def test_two_at_once_are_two() -> None:
    for data in ((b"",), (b"", b"", b"")):
        with pytest.raises(OperandError, match="data must be two values, got"):
            md5_pair(data)


@pytest.mark.parametrize("variant", PORT)
def test_clocks_through_the_port(variant: str) -> None:
    source = random.Random(variant)
    for blocks, clocks in PORT[variant].items():
        assert md5(source.randbytes(64 * blocks), variant=variant).clocks == clocks


@pytest.mark.parametrize("variant", CLOCKS)
def test_clocks_are_those_of_the_blocks_whatever_the_data(variant: str) -> None:
    source = random.Random(1321)
    for blocks in (0, 1, 5):
        results = [md5(source.randbytes(64 * blocks), variant=variant) for _ in range(3)]
        assert {result.clocks for result in results} == {EMPTY[variant] + CLOCKS[variant] * blocks}


def test_the_fastest_keeps_its_promise() -> None:
    assert 512 * 20_000_000 / CLOCKS["placement"] > PROMISED


def test_refusals() -> None:
    with pytest.raises(OperandError, match="at most 57088") as caught:
        md5(bytes(LONGEST_DATA + 1))
    assert caught.value.fields["name"] == "data"
    with pytest.raises(OperandError, match="the variant of md5 must be one of plain"):
        md5(b"", variant="fast")
