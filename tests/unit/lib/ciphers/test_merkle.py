"""Khufu and Khafre on the DSP against the model of the studies, in all variants; their clocks; what they refuse.

There are no published vectors, so the S boxes are any.
"""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import khafre_encrypt, khufu_encrypt
from dsp56k.lib.ciphers.merkle import KHAFRE, KHUFU, LONGEST_DATA
from dsp56k.lib.errors import OperandError
from dsp56k.study.operations.ciphers.merkle import khafre_model, khufu_model

CLOCK_HZ = 20_000_000
CLOCKS = {
    "khufu": {
        "plain": (278, 258, 1786),
        "computation": (278, 254, 304),
        "latency": (278, 224, 232),
        "placement": (238, 168, 96),
    },
    "khafre": {
        "plain": (278, 258, 1858),
        "computation": (278, 254, 328),
        "latency": (278, 224, 248),
        "placement": (238, 168, 104),
    },
}
"""Of a call, of each block, and of its eight rounds with an S box."""
PROMISED = 2_100_000
"""Bits a second of the fastest, with 32 rounds."""
BOXES = tuple(tuple(random.Random(box).getrandbits(32) for _ in range(256)) for box in range(8))
variants = pytest.mark.parametrize("variant", KHUFU.variants)
words = st.sampled_from([0, 1, 0x80, 0x8080, 0x7F7F7F7F, 0x80808080, 0xFFFFFFFF]) | st.integers(0, 0xFFFFFFFF)


@variants
@settings(max_examples=25)
@given(
    st.integers(1, 8),
    st.randoms(use_true_random=False),
    st.lists(words, min_size=4, max_size=4),
    st.lists(words, min_size=2, max_size=8).map(lambda halves: halves[: len(halves) // 2 * 2]),
    st.integers(0, 15),
)
def test_any_boxes_keys_and_data(
    variant: str, count: int, source: random.Random, keys: list[int], halves: list[int], waits: int
) -> None:
    boxes = [[source.choice((0, 0xFFFFFFFF, source.getrandbits(32))) for _ in range(256)] for _ in range(count)]
    data = b"".join(half.to_bytes(4) for half in halves)
    assert khufu_encrypt(boxes, keys, data, variant=variant, waits=waits).value == khufu_model(boxes, keys, data)
    key = b"".join(key.to_bytes(4) for key in keys)
    assert khafre_encrypt(boxes, key, data, variant=variant, waits=waits).value == khafre_model(boxes, key, data)


@variants
@pytest.mark.parametrize("byte", range(0, 256, 5))
def test_each_byte_is_looked_up(variant: str, byte: int) -> None:
    data = bytes([byte] * 8)
    assert khufu_encrypt(BOXES, [0] * 4, data, variant=variant).value == khufu_model(BOXES, [0] * 4, data)


@variants
def test_clocks_are_the_same_whatever_keys_and_data(variant: str) -> None:
    source = random.Random(variant)
    for blocks, count in ((1, 1), (2, 4), (9, 8)):
        data, boxes = source.randbytes(8 * blocks), BOXES[:count]
        found = {
            "khufu": khufu_encrypt(boxes, [source.getrandbits(32) for _ in range(4)], data, variant=variant),
            "khafre": khafre_encrypt(boxes, source.randbytes(16), data, variant=variant),
        }
        for name, result in found.items():
            call, block, octet = CLOCKS[name][variant]
            assert (result.clocks, result.setup_clocks) == (call + blocks * (block + count * octet), 0)


@pytest.mark.parametrize("name", CLOCKS)
def test_the_promised_rate(name: str) -> None:
    _, block, octet = CLOCKS[name]["placement"]
    assert 64 * CLOCK_HZ / (block + 4 * octet) > PROMISED


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"boxes": []}, "boxes"),
        ({"boxes": [*BOXES, BOXES[0]]}, "boxes"),
        ({"boxes": [BOXES[0][1:]]}, "boxes"),
        ({"boxes": [[1 << 32] * 256]}, "boxes"),
        ({"boxes": [[1.5] * 256]}, "boxes"),
        ({"data": bytes(7)}, "data"),
        ({"data": bytes(LONGEST_DATA + 8)}, "data"),
        ({"variant": "streams"}, "variant"),
        ({"waits": 16}, "waits"),
    ],
)
def test_what_is_refused(change: dict[str, Any], name: str) -> None:
    for call, keys in ((khufu_encrypt, {"keys": [0] * 4}), (khafre_encrypt, {"key": bytes(8)})):
        with pytest.raises(OperandError) as caught:
            call(**{"boxes": BOXES[:1], "data": bytes(8), **keys} | change)
        assert caught.value.fields["name"] == name


def test_keys_that_are_refused() -> None:
    for keys in ([0] * 3, [-1, 0, 0, 0]):
        with pytest.raises(OperandError, match="keys"):
            khufu_encrypt(BOXES, keys, b"")
    for key in (b"", bytes(4)):
        with pytest.raises(OperandError, match="key"):
            khafre_encrypt(BOXES, key, b"")
    assert KHAFRE.variants == KHUFU.variants
