"""MD2 of two messages at once, against pycryptodome; its clocks; its errors."""

import random

import pytest
from Crypto.Hash import MD2
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import md2_pair
from dsp56k.lib.ciphers.digests import PAIR_BYTES
from dsp56k.lib.errors import OperandError

CLOCK_HZ = 20_000_000
CLOCKS = 9682
"""For a block of each message."""
PROMISED = 520_000
"""Bits a second of both together."""


def oracle(a: bytes, b: bytes) -> tuple[bytes, bytes]:
    return MD2.new(a).digest(), MD2.new(b).digest()


@pytest.mark.parametrize("length", [*range(0, 50, 3), 15, 16, 31, 32, 1000])
def test_pairs_of_one_length(length: int) -> None:
    source = random.Random(length)
    a, b = source.randbytes(length), source.randbytes(length)
    assert md2_pair(a, b).value == oracle(a, b)


@settings(max_examples=30)
@given(st.integers(0, 5), st.binary(max_size=15), st.binary(max_size=15), st.binary(min_size=16, max_size=16))
def test_different_lengths_of_as_many_blocks(blocks: int, a: bytes, b: bytes, block: bytes) -> None:
    a, b = a + block * blocks, block * blocks + b
    assert md2_pair(a, b).value == oracle(a, b)
    assert md2_pair(b, a).value == oracle(b, a)


@pytest.mark.parametrize("byte", [0, 1, 0x7F, 0x80, 0xFF])
def test_uniform_messages(byte: int) -> None:
    a, b = bytes([byte]) * 40, bytes([byte ^ 0xFF]) * 40
    assert md2_pair(a, b).value == oracle(a, b)


def test_the_longest_messages() -> None:
    a, b = bytes(PAIR_BYTES), bytes(i & 0xFF for i in range(PAIR_BYTES))
    assert md2_pair(a, b).value == oracle(a, b)


def test_clocks_are_those_of_the_blocks_whatever_the_data() -> None:
    source = random.Random(1319)
    one, many = 16, 16 * 21
    clocks = {
        length: {md2_pair(source.randbytes(length), source.randbytes(length)).clocks for _ in range(5)}
        for length in (one, many)
    }
    assert all(len(each) == 1 for each in clocks.values())
    assert clocks[many].pop() - clocks[one].pop() == 20 * CLOCKS
    assert 2 * 128 * CLOCK_HZ / CLOCKS > PROMISED


@pytest.mark.parametrize(
    ("a", "b", "name", "message"),
    [
        (bytes(15), bytes(16), "b", "the same number of blocks of 16 bytes, got 0 and 1"),
        (bytes(PAIR_BYTES + 1), b"", "a", f"a must be at most {PAIR_BYTES} bytes, got {PAIR_BYTES + 1:,} bytes"),
    ],
)
def test_messages_that_are_refused(a: bytes, b: bytes, name: str, message: str) -> None:
    with pytest.raises(OperandError, match=message) as caught:
        md2_pair(a, b)
    assert caught.value.fields["name"] == name
