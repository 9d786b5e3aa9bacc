"""SEAL 3.0 on the DSP against the model of the studies, in all variants; its clocks; its errors."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import seal, seal_pair
from dsp56k.lib.ciphers.seal import LONGEST_DATA, SEAL
from dsp56k.lib.errors import OperandError
from dsp56k.lib.oracles.cipher_models import seal_model
from dsp56k.lib.vectors import read_vectors

CLOCK_HZ = 20_000_000
KEY = bytes.fromhex("67452301efcdab8998badcfe10325476c3d2e1f0")
CLOCKS = {"plain": 149_796, "computation": 73_962, "latency": 56_722, "placement": 25_466}
"""Clocks of 1024 bytes."""
SETUP = {"plain": 88, "computation": 88, "latency": 88, "placement": 74}
PORT = {"port": 24_462, "helper": 41_907}
"""Clocks of 1024 bytes through the port."""
PAIR_CLOCKS = 50_978
"""Clocks of 1024 bytes each of two positions at once."""
PROMISED = 6_400_000
"""Bits a second of the fastest, all counted."""
variants = pytest.mark.parametrize("variant", SEAL.variants)


def text_of(stream: bytes, data: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(data, stream, strict=False))


@variants
@settings(max_examples=8)
@given(st.binary(min_size=20, max_size=20), st.integers(0, 0xFFFFFFFF), st.binary(max_size=1500), st.integers(0, 15))
def test_any_key_position_and_data(variant: str, key: bytes, position: int, data: bytes, waits: int) -> None:
    stream = seal_model(key, position, 2)
    assert seal(key, data, position=position, variant=variant, waits=waits).value == text_of(stream, data)


@pytest.mark.parametrize("variant", CLOCKS)
def test_clocks_are_the_same_whatever_key_and_data(variant: str) -> None:
    source = random.Random(variant)
    for length, parts in ((0, 0), (1, 1), (1024, 1), (1025, 2), (3000, 3)):
        found = seal(source.randbytes(20), source.randbytes(length), position=length, variant=variant)
        assert (found.clocks, found.setup_clocks) == (parts * CLOCKS[variant], SETUP[variant])


def test_the_designers_example_at_once_with_another_position() -> None:
    example = [vector for vector in read_vectors("seal") if vector.offset < 2048]
    assert len(example) == 4
    position = example[0].arguments["position"]
    for positions in ((position, 0), (0, position)):
        found = seal_pair(KEY, (bytes(2048), bytes(2048)), positions=positions).value
        assert all(vector.holds(found[positions.index(position)]) for vector in example)


@settings(max_examples=4)
@given(
    st.binary(min_size=20, max_size=20),
    st.lists(st.integers(0, 0xFFFFFFFF), min_size=2, max_size=2),
    st.lists(st.binary(max_size=1500), min_size=2, max_size=2),
    st.integers(0, 15),
)
def test_any_two_positions(key: bytes, positions: list[int], data: list[bytes], waits: int) -> None:
    wanted = [text_of(seal_model(key, place, 2), text) for place, text in zip(positions, data, strict=True)]
    assert list(seal_pair(key, data, positions=positions, waits=waits).value) == wanted


def test_clocks_of_two_at_once() -> None:
    source = random.Random(2)
    for lengths, parts in (((0, 0), 0), ((1, 0), 1), ((1, 1025), 2)):
        data = [source.randbytes(length) for length in lengths]
        found = seal_pair(source.randbytes(20), data)
        assert (found.clocks, found.setup_clocks) == (parts * PAIR_CLOCKS, SETUP["placement"])


def test_two_at_once_are_two() -> None:
    with pytest.raises(OperandError, match="data must be two values, got"):
        seal_pair(KEY, (b"",))
    with pytest.raises(OperandError, match="positions must be two values, got"):
        seal_pair(KEY, (b"", b""), positions=(1, 2, 3))


@pytest.mark.parametrize("variant", PORT)
def test_clocks_through_the_port(variant: str) -> None:
    source = random.Random(variant)
    for length, parts in ((1, 1), (1025, 2)):
        assert seal(source.randbytes(20), source.randbytes(length), variant=variant).clocks == parts * PORT[variant]


def test_the_promised_rate() -> None:
    assert 1024 * 8 * CLOCK_HZ / CLOCKS["placement"] > PROMISED


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"key": bytes(19)}, "key"),
        ({"data": bytes(LONGEST_DATA + 1)}, "data"),
        ({"position": 1 << 32}, "position"),
        ({"variant": "fast"}, "variant"),
        ({"waits": 16}, "waits"),
    ],
)
def test_what_is_refused(change: dict[str, Any], name: str) -> None:
    with pytest.raises(OperandError) as caught:
        seal(**{"key": KEY, "data": b""} | change)
    assert caught.value.fields["name"] == name
