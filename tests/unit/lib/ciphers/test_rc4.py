"""RC4 on the DSP against RFC 6229 and pycryptodome, in all variants; its clocks; what it refuses."""

import random

import pytest
from Crypto.Cipher import ARC4
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import rc4
from dsp56k.lib.ciphers.rc4 import LONGEST_DATA, RC4
from dsp56k.lib.errors import OperandError
from shared.ciphers.rfc_vectors import RFC_6229

CLOCKS = {"plain": (10, 116), "computation": (54, 48), "latency": (74, 30), "placement": (66, 16)}
"""Of a call, and of each byte from two bytes on."""
SCHEDULE = {"plain": 8772, "computation": 8772, "latency": 8772, "placement": 6212}
variants = pytest.mark.parametrize("variant", RC4.variants)


@variants
@pytest.mark.parametrize("key", RFC_6229)
def test_rfc_6229(key: str, variant: str) -> None:
    stream = rc4(bytes.fromhex(key), bytes(256), variant=variant).value
    for offset, words in RFC_6229[key].items():
        assert stream[offset:].hex().startswith(words)


@variants
@pytest.mark.parametrize("length", [1, 2, 3, 5, 255, 256, 257, 1000])
def test_lengths(length: int, variant: str) -> None:
    source = random.Random(length)
    key, data = source.randbytes(1 + length % 256), source.randbytes(length)
    assert rc4(key, data, variant=variant).value == ARC4.new(key).encrypt(data)


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


def test_the_fastest_makes_ten_megabits_a_second() -> None:
    assert 8 * 20_000_000 / CLOCKS["placement"][1] == 10_000_000


@pytest.mark.parametrize(
    ("key", "data", "name"), [(b"", b"x", "key"), (bytes(257), b"x", "key"), (b"k", bytes(LONGEST_DATA + 1), "data")]
)
def test_lengths_that_are_refused(key: bytes, data: bytes, name: str) -> None:
    with pytest.raises(OperandError, match="RC4 takes") as caught:
        rc4(key, data)
    assert caught.value.fields["name"] == name


def test_other_refusals() -> None:
    with pytest.raises(OperandError, match="variant 'fast': rc4 has plain"):
        rc4(b"key", b"data", variant="fast")
    with pytest.raises(OperandError, match="waits"):
        rc4(b"key", b"data", waits=16)
