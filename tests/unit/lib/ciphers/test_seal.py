"""SEAL 3.0 on the DSP against its designers' example and the model of the studies, in all variants; its clocks; what it
refuses.
"""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import seal, seal_pair
from dsp56k.lib.ciphers.seal import LONGEST_DATA, SEAL
from dsp56k.lib.errors import OperandError
from dsp56k.lib.oracles import seal_model

CLOCK_HZ = 20_000_000
KEY, POSITION = bytes.fromhex("67452301efcdab8998badcfe10325476c3d2e1f0"), 0x013577AF
EXAMPLE = {
    0: "37a005959b84c49ca4be1e050673530f5fb097fdf6a13fbd6c2cdecd81fdee7c",
    32: "2abdc3e764209aff00a12283ef675085c1634b53289059e6a7ab5ed9480c01eb",
    992: "5daebeb147d617c8df42dba0b91dfbf8ab5805ee9877e495881035fbb7342c24",
    1024: "e24f3b85c88671184152ab0d395a9a81afab3bf93bea49cb23ee6bd1c9fb84e6",
    4064: "585a2905f0496ba58eb3d740efa54b664d1a6134fed9fede636504aa691e08e4",
}
"""The designers' example, as Crypto++ gives it whole (TestVectors/seal.txt): the stream from an offset on."""
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
def test_the_designers_example(variant: str) -> None:
    stream = seal(KEY, bytes(4096), position=POSITION, variant=variant).value
    for offset, words in EXAMPLE.items():
        assert stream[offset : offset + 32].hex() == words
    assert stream == seal_model(KEY, POSITION, 4)


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
    for positions in ((POSITION, 0), (0, POSITION)):
        found = seal_pair(KEY, (bytes(2048), bytes(2048)), positions=positions).value
        stream = found[positions.index(POSITION)]
        for offset, words in EXAMPLE.items():
            assert stream[offset : offset + 32].hex() == (words if offset < len(stream) else "")


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
