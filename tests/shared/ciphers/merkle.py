"""Khufu and Khafre."""

from __future__ import annotations

from collections.abc import Sequence

WORD = 0xFFFFFFFF


def rotated_right(word: int, bits: int) -> int:
    """Of 32 bits."""
    return (word >> bits | word << 32 - bits) & WORD


def merkle_model(boxes: Sequence[Sequence[int]], keys: Sequence[tuple[int, int]], block: bytes) -> bytes:
    """Khufu and Khafre (R. Merkle, CRYPTO '90): a pair of keys before each S box, and one after the last."""
    left, right = int.from_bytes(block[:4]), int.from_bytes(block[4:])
    for box, (key_left, key_right) in zip(boxes, keys[:-1], strict=True):
        left, right = left ^ key_left, right ^ key_right
        for bits in (16, 16, 8, 8, 16, 16, 24, 24):
            right ^= box[left % 256]
            left = rotated_right(left, bits)
            left, right = right, left
    return (left ^ keys[-1][0]).to_bytes(4) + (right ^ keys[-1][1]).to_bytes(4)
