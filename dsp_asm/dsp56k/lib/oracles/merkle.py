"""Khufu and Khafre (R. Merkle, CRYPTO '90) in Python."""

from __future__ import annotations

from collections.abc import Sequence

Boxes = Sequence[Sequence[int]]
_WORD = 0xFFFFFFFF


def khufu_model(boxes: Boxes, keys: Sequence[int], data: bytes) -> bytes:
    """Encrypt blocks of 8 bytes, each separately, with the four auxiliary keys."""
    pairs = [(keys[0], keys[1]), *[(0, 0)] * (len(boxes) - 1), (keys[2], keys[3])]
    return b"".join(_block(boxes, pairs, data[place : place + 8]) for place in range(0, len(data), 8))


def khafre_model(boxes: Boxes, key: bytes, data: bytes) -> bytes:
    """Encrypt blocks with a key of a multiple of 8 bytes."""
    rest = key * (len(boxes) + 1)
    pairs = [
        (
            _rotated_right(int.from_bytes(rest[8 * place : 8 * place + 4]), place),
            _rotated_right(int.from_bytes(rest[8 * place + 4 : 8 * place + 8]), place),
        )
        for place in range(len(boxes) + 1)
    ]
    return b"".join(_block(boxes, pairs, data[place : place + 8]) for place in range(0, len(data), 8))


def _block(boxes: Boxes, keys: Sequence[tuple[int, int]], block: bytes) -> bytes:
    """Encrypt a block with a pair of keys before each S-box, and one after the last."""
    left, right = int.from_bytes(block[:4]), int.from_bytes(block[4:])
    for box, (key_left, key_right) in zip(boxes, keys[:-1], strict=True):
        left, right = left ^ key_left, right ^ key_right
        for bits in (16, 16, 8, 8, 16, 16, 24, 24):
            right ^= box[left % 256]
            left = _rotated_right(left, bits)
            left, right = right, left
    return (left ^ keys[-1][0]).to_bytes(4) + (right ^ keys[-1][1]).to_bytes(4)


def _rotated_right(word: int, bits: int) -> int:
    return (word >> bits | word << 32 - bits) & _WORD
