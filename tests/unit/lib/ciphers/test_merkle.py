"""Khufu and Khafre on the DSP, in both directions, against the model of the studies, in all variants; their
clocks; their errors.
"""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import khafre_boxes, khafre_decrypt, khafre_encrypt, khufu_decrypt, khufu_encrypt, khufu_key
from dsp56k.lib.ciphers.merkle import KHAFRE, KHUFU, LONGEST_DATA, LONGEST_STREAMS
from dsp56k.lib.errors import OperandError
from dsp56k.lib.oracles.cipher_models import khafre_model, khufu_model

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
"""Clocks of a call, of each block, and of its eight rounds with an S box."""
CLOCKS_BACK = {
    "khufu": {
        "plain": (112, 28, 270, 1788),
        "computation": (112, 28, 262, 304),
        "latency": (112, 28, 232, 232),
        "placement": (104, 20, 174, 96),
    },
    "khafre": {
        "plain": (112, 28, 270, 1860),
        "computation": (112, 28, 262, 328),
        "latency": (112, 28, 232, 248),
        "placement": (104, 20, 174, 104),
    },
}
"""Clocks of a call, of each of its S boxes, of each block, and of its eight rounds with an S box."""
PAIR_CLOCKS = {
    "khufu": ((86, 24, 192, 144), (108, 28, 194, 144)),
    "khafre": ((86, 24, 192, 160), (108, 28, 194, 160)),
}
"""Clocks of two blocks at once, in both directions: of a call, each S box, each two blocks, and their eight rounds."""
PROMISED = 2_100_000
"""Bits a second of the fastest, with 32 rounds."""
BOXES = tuple(tuple(random.Random(box).getrandbits(32) for _ in range(256)) for box in range(8))
variants = pytest.mark.parametrize("variant", KHUFU.variants)
words = st.sampled_from([0, 1, 0x80, 0x8080, 0x7F7F7F7F, 0x80808080, 0xFFFFFFFF]) | st.integers(0, 0xFFFFFFFF)


@variants
@settings(max_examples=8)
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
    way: dict[str, Any] = {"variant": variant, "waits": waits}
    text = khufu_model(boxes, keys, data)
    assert khufu_encrypt(boxes, keys, data, **way).value == text
    assert khufu_decrypt(boxes, keys, text, **way).value == data
    key = b"".join(key.to_bytes(4) for key in keys)
    text = khafre_model(boxes, key, data)
    assert khafre_encrypt(boxes, key, data, **way).value == text
    assert khafre_decrypt(boxes, key, text, **way).value == data


def test_the_first_box_is_that_of_snefru() -> None:
    assert khafre_boxes(1)[0][:3] == (0x64F9001B, 0xFEDDCDF6, 0x7C8FF1E2)  # SBox1 of Merkle's snefru.c


@variants
@pytest.mark.parametrize("byte", range(0, 256, 15))
def test_each_byte_is_looked_up(variant: str, byte: int) -> None:
    data = bytes([byte] * 8)
    text = khufu_model(BOXES, [0] * 4, data)
    assert khufu_encrypt(BOXES, [0] * 4, data, variant=variant).value == text
    assert khufu_decrypt(BOXES, [0] * 4, text, variant=variant).value == data


@pytest.mark.parametrize("variant", ["port", "helper"])
def test_clocks_through_the_port(variant: str) -> None:
    source = random.Random(variant)
    clocks = {"port": (742, 1230), "helper": (1117, 1887)}[variant]
    for _ in range(2):
        keys = [source.getrandbits(32) for _ in range(4)]
        for blocks in (1, 2):
            result = khufu_encrypt(BOXES[:4], keys, source.randbytes(8 * blocks), variant=variant)
            assert result.clocks == clocks[blocks - 1]
        assert khafre_encrypt(BOXES[:4], bytes(8), source.randbytes(8), variant=variant).clocks == clocks[0] + 32


def test_two_at_once_up_to_the_second_place_of_the_boxes() -> None:
    data = random.Random(3).randbytes(LONGEST_STREAMS)
    text = khufu_encrypt(BOXES, [0] * 4, data, variant="streams").value
    assert text[-16:] == khufu_model(BOXES, [0] * 4, data[-16:])


def test_clocks_of_two_blocks_at_once() -> None:
    source = random.Random(2)
    for blocks, count in ((1, 1), (2, 4), (5, 8)):
        data, pairs = source.randbytes(8 * blocks), -(-blocks // 2)
        for name, back in ((name, back) for name in PAIR_CLOCKS for back in (False, True)):
            call, box, pair, octet = PAIR_CLOCKS[name][back]
            clocks = call + count * box + pairs * (pair + count * octet)
            if name == "khufu":
                keys = [source.getrandbits(32) for _ in range(4)]
                result = (khufu_encrypt, khufu_decrypt)[back](BOXES[:count], keys, data, variant="streams")
            else:
                key = source.randbytes(16)
                result = (khafre_encrypt, khafre_decrypt)[back](BOXES[:count], key, data, variant="streams")
            assert (result.clocks, result.setup_clocks) == (clocks, 0)


@pytest.mark.parametrize("variant", CLOCKS["khufu"])
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
        found = {
            "khufu": khufu_decrypt(boxes, [source.getrandbits(32) for _ in range(4)], data, variant=variant),
            "khafre": khafre_decrypt(boxes, source.randbytes(16), data, variant=variant),
        }
        for name, result in found.items():
            call, box, block, octet = CLOCKS_BACK[name][variant]
            assert result.clocks == call + count * box + blocks * (block + count * octet)


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
        ({"variant": "fast"}, "variant"),
        ({"data": bytes(LONGEST_STREAMS + 8), "variant": "streams"}, "data"),
        ({"waits": 16}, "waits"),
    ],
)
def test_what_is_refused(change: dict[str, Any], name: str) -> None:
    khufu, khafre = {"keys": [0] * 4}, {"key": bytes(8)}
    both = ((khufu_encrypt, khufu), (khufu_decrypt, khufu), (khafre_encrypt, khafre), (khafre_decrypt, khafre))
    for call, keys in both:
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
    for size in (63, 65):
        with pytest.raises(OperandError, match="key"):
            khufu_key(bytes(size))
    for boxes in (0, 9):
        with pytest.raises(OperandError, match="boxes"):
            khufu_key(bytes(64), boxes)
        with pytest.raises(OperandError, match="boxes"):
            khafre_boxes(boxes)
    assert KHAFRE.variants == KHUFU.variants
