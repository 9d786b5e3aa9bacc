"""RC4 on the DSP against pycryptodome, in all variants; its clocks; its errors."""

import random

import pytest
from Crypto.Cipher import ARC4
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import rc4, rc4_pair
from dsp56k.lib.ciphers.rc4 import LONGEST_DATA, RC4
from dsp56k.lib.errors import OperandError
from dsp56k.lib.vectors import Vector, read_vectors

RFC_6229 = read_vectors("rc4")

CLOCKS = {
    "plain": (10, 116),
    "computation": (54, 48),
    "latency": (74, 30),
    "placement": (66, 16),
    "port": (66, 16),
    "helper": (66, 16),
}
"""Clocks of a call, and of each byte from two bytes on."""
SCHEDULE = {"plain": 8772, "computation": 8772, "latency": 8772, "placement": 6212, "port": 2100, "helper": 5196}
PAIR_CLOCKS, PAIR_SCHEDULE = (70, 26), 13_468
"""Clocks of a call of `rc4_pair`, and of each two bytes from two on; of both schedules."""
variants = pytest.mark.parametrize("variant", RC4.variants)


@variants
@settings(max_examples=20)
@given(st.binary(min_size=1, max_size=256), st.binary(max_size=300), st.integers(0, 15))
def test_any_key_and_data(variant: str, key: bytes, data: bytes, waits: int) -> None:
    assert rc4(key, data, variant=variant, waits=waits).value == ARC4.new(key).encrypt(data)


@variants
def test_clocks(variant: str) -> None:
    source = random.Random(variant)
    call, byte = CLOCKS[variant]
    for length in (2, 3, 64, 300):
        result = rc4(source.randbytes(16), source.randbytes(length), variant=variant)
        assert (result.clocks, result.setup_clocks) == (call + byte * length, SCHEDULE[variant])


@pytest.mark.parametrize("pair", [*zip(RFC_6229, reversed(RFC_6229), strict=True)], ids=lambda pair: pair[0].offset)
def test_rfc_6229_two_at_once(pair: tuple[Vector, Vector]) -> None:
    streams = rc4_pair([vector.arguments["key"] for vector in pair], (bytes(256), bytes(256))).value
    assert all(vector.holds(stream) for vector, stream in zip(pair, streams, strict=True))


@settings(max_examples=20)
@given(
    st.lists(st.binary(min_size=1, max_size=256), min_size=2, max_size=2),
    st.lists(st.binary(max_size=300), min_size=2, max_size=2),
    st.integers(0, 15),
)
def test_any_two_keys_and_messages(keys: list[bytes], data: list[bytes], waits: int) -> None:
    found = rc4_pair(keys, data, waits=waits).value
    assert list(found) == [ARC4.new(key).encrypt(text) for key, text in zip(keys, data, strict=True)]


def test_clocks_of_two_at_once() -> None:
    source = random.Random(2)
    call, byte = PAIR_CLOCKS
    for length in (2, 3, 64, 300):
        result = rc4_pair((source.randbytes(16), source.randbytes(16)), (b"", source.randbytes(length)))
        assert (result.clocks, result.setup_clocks) == (call + byte * length, PAIR_SCHEDULE)


def test_two_at_once_are_two() -> None:
    for keys, data, name in (((b"key",), (b"", b""), "keys"), ((b"a", b"b"), (b"", b"", b""), "data")):
        with pytest.raises(OperandError, match="must be two values, got") as caught:
            rc4_pair(keys, data)
        assert caught.value.fields["name"] == name


def test_the_fastest_makes_ten_megabits_a_second() -> None:
    assert 8 * 20_000_000 / CLOCKS["placement"][1] == 10_000_000


@pytest.mark.parametrize(
    ("key", "data", "name"), [(b"", b"x", "key"), (bytes(257), b"x", "key"), (b"k", bytes(LONGEST_DATA + 1), "data")]
)
def test_lengths_that_are_refused(key: bytes, data: bytes, name: str) -> None:
    with pytest.raises(OperandError, match=r"must be .* bytes, got") as caught:
        rc4(key, data)
    assert caught.value.fields["name"] == name


def test_other_refusals() -> None:
    with pytest.raises(OperandError, match="the variant of rc4 must be one of plain"):
        rc4(b"key", b"data", variant="fast")
    with pytest.raises(OperandError, match="waits"):
        rc4(b"key", b"data", waits=16)
