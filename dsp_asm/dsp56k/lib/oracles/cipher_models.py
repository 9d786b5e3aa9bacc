"""Ciphers in plain Python.

SEAL 3.0: P. Rogaway, D. Coppersmith, Journal of Cryptology 11, 1998. Khufu and Khafre: R. Merkle, CRYPTO '90.
"""

from __future__ import annotations

from collections.abc import Sequence

WORD = 0xFFFFFFFF


def rol(word: int, bits: int) -> int:
    """Rotate a word of 32 bits to the left."""
    return (word << bits | word >> (32 - bits)) & WORD


def sha1(chain: list[int], block: list[int]) -> list[int]:
    """Return the compression function of FIPS 180-1."""
    w = block[:]
    while len(w) < 80:
        w.append(rol(w[-3] ^ w[-8] ^ w[-14] ^ w[-16], 1))
    a, b, c, d, e = chain
    for t in range(80):
        if t < 20:
            f, k = (b & c) | (~b & WORD & d), 0x5A827999
        elif t < 40:
            f, k = b ^ c ^ d, 0x6ED9EBA1
        elif t < 60:
            f, k = (b & c) | (b & d) | (c & d), 0x8F1BBCDC
        else:
            f, k = b ^ c ^ d, 0xCA62C1D6
        a, b, c, d, e = (rol(a, 5) + f + e + w[t] + k) % 2**32, a, rol(b, 30), c, d
    return [(x + y) % 2**32 for x, y in zip(chain, [a, b, c, d, e], strict=True)]


def gamma(key: bytes, i: int) -> int:
    """Return a table entry of a key."""
    chain = [int.from_bytes(key[4 * j : 4 * j + 4]) for j in range(5)]
    return sha1(chain, [i // 5, *[0] * 15])[i % 5]


def seal_model(key: bytes, n: int, parts: int) -> bytes:
    """Return the stream of a position: `parts` times 1024 bytes."""
    t = [gamma(key, i) for i in range(512)]
    s = [gamma(key, 0x1000 + i) for i in range(256)]
    out = []
    for part in range(parts):
        v = [rol(n, 32 - 8 * j & 31) ^ gamma(key, 0x2000 + 4 * part + j) for j in range(4)]
        start: list[int] = []
        for turn in range(3):
            if turn == 2:
                start = [v[3], v[1], v[0], v[2]]
            for j in range(4):
                v[(j + 1) % 4] = (v[(j + 1) % 4] + t[(v[j] & 0x7FC) // 4]) % 2**32
                v[j] = rol(v[j], 23)
        a, b, c, d = v
        for i in range(64):
            p = a & 0x7FC
            b, a = (b + t[p // 4]) % 2**32, rol(a, 23)
            b ^= a
            q = b & 0x7FC
            c, b = c ^ t[q // 4], rol(b, 23)
            c = (c + b) % 2**32
            p = (p + c) & 0x7FC
            d, c = (d + t[p // 4]) % 2**32, rol(c, 23)
            d ^= c
            q = (q + d) & 0x7FC
            a, d = a ^ t[q // 4], rol(d, 23)
            a = (a + d) % 2**32
            p = (p + a) & 0x7FC
            b, a = b ^ t[p // 4], rol(a, 23)
            q = (q + b) & 0x7FC
            c, b = (c + t[q // 4]) % 2**32, rol(b, 23)
            p = (p + c) & 0x7FC
            d, c = d ^ t[p // 4], rol(c, 23)
            q = (q + d) & 0x7FC
            a, d = (a + t[q // 4]) % 2**32, rol(d, 23)
            out += [(b + s[4 * i]) % 2**32, c ^ s[4 * i + 1], (d + s[4 * i + 2]) % 2**32, a ^ s[4 * i + 3]]
            one, two = start[2:] if i % 2 else start[:2]
            a, b, c, d = (a + one) % 2**32, (b + two) % 2**32, c ^ one, d ^ two
    return b"".join(word.to_bytes(4) for word in out)


Boxes = Sequence[Sequence[int]]


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
    return rol(word, 32 - bits)
