"""Blowfish on the DSP against pycryptodome and the shared model, in all variants; its clocks; its errors."""

import random
from typing import Any

import pytest
from Crypto.Cipher import Blowfish
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import blowfish_decrypt, blowfish_encrypt
from dsp56k.lib.ciphers.blowfish import BLOWFISH, LONGEST_DATA, pi_words
from dsp56k.lib.errors import OperandError
from shared.ciphers.blowfish import BlowfishModel, digits_of_pi

CLOCK_HZ = 20_000_000
CLOCKS = {
    "plain": (158, 5150, 2625686),
    "computation": (158, 2178, 1077274),
    "latency": (158, 1634, 808258),
    "placement": (144, 950, 457444),
}
"""Clocks of a call, of each block, and of the key's schedule."""
TOPS = {"streams": {1: 2096, 2: 2096, 9: 9896}, "port": {1: 1072, 2: 1992, 9: 8432}, "helper": {1: 1471, 2: 2685}}
"""Clocks of calls, by number of encrypted blocks."""
PROMISED = 1_150_000
"""Bits a second of the fastest."""
variants = pytest.mark.parametrize("variant", BLOWFISH.variants)


@variants
@settings(max_examples=10)
@given(st.binary(min_size=4, max_size=56), st.binary(max_size=40), st.integers(0, 15))
def test_any_key_and_data(variant: str, key: bytes, data: bytes, waits: int) -> None:
    data = data[: len(data) // 8 * 8]
    found = blowfish_encrypt(key, data, variant=variant, waits=waits).value
    assert found == BlowfishModel(key).encrypt(data)
    if len(key) > 4:  # pycryptodome wants five
        assert found == Blowfish.new(key, Blowfish.MODE_ECB).encrypt(data)
    assert blowfish_decrypt(key, found, variant=variant, waits=waits).value == data == BlowfishModel(key).decrypt(found)


def test_two_ways_to_pi() -> None:
    assert tuple(pi_words(1042)) == digits_of_pi(1042)


@pytest.mark.parametrize("variant", TOPS)
def test_clocks_of_two_blocks_at_once_and_through_the_port(variant: str) -> None:
    source = random.Random(variant)
    for blocks, clocks in TOPS[variant].items():
        for _ in range(2):
            result = blowfish_encrypt(source.randbytes(16), source.randbytes(8 * blocks), variant=variant)
            assert (result.clocks, result.setup_clocks) == (clocks, CLOCKS["placement"][2])


@pytest.mark.parametrize("variant", CLOCKS)
def test_clocks_are_the_same_whatever_key_and_data(variant: str) -> None:
    source = random.Random(variant)
    call, block, schedule = CLOCKS[variant]
    for length in (1, 2, 9):
        for function in (blowfish_encrypt, blowfish_decrypt):
            result = function(source.randbytes(16), source.randbytes(8 * length), variant=variant)
            back = 6 * (function is blowfish_encrypt)  # the path to the routine that both share
            assert (result.clocks - back, result.setup_clocks) == (call + block * length, schedule)


def test_the_promised_rate() -> None:
    assert 64 * CLOCK_HZ / CLOCKS["placement"][1] > PROMISED


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"key": b"123"}, "key"),
        ({"key": bytes(57)}, "key"),
        ({"data": bytes(7)}, "data"),
        ({"data": bytes(LONGEST_DATA + 8)}, "data"),
        ({"variant": "fast"}, "variant"),
        ({"waits": 16}, "waits"),
    ],
)
def test_what_is_refused(change: dict[str, Any], name: str) -> None:
    with pytest.raises(OperandError) as caught:
        blowfish_encrypt(**{"key": b"12345678", "data": bytes(8)} | change)
    assert caught.value.fields["name"] == name
