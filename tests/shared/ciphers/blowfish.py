"""Blowfish, and the digits of pi that it begins with."""

from __future__ import annotations

from functools import cache
from itertools import cycle

WORD = 0xFFFFFFFF


@cache
def digits_of_pi(words: int) -> tuple[int, ...]:
    """The fraction of pi in words of 32 bits, by the series of 6 arcsin 1/2."""
    spare = 64
    term, n, total = 3 << 32 * words + spare, 0, 0
    while term:
        total += term // (2 * n + 1)
        term, n = term * (2 * n + 1) // (8 * (n + 1)), n + 1
    fraction = (total >> spare) % (1 << 32 * words)
    return tuple(fraction >> 32 * (words - 1 - place) & WORD for place in range(words))


class BlowfishModel:
    """Blowfish (B. Schneier, Fast Software Encryption, 1993)."""

    def __init__(self, key: bytes) -> None:
        digits = digits_of_pi(18 + 4 * 256)
        octets = cycle(key)
        self.p = [digit ^ int.from_bytes(bytes(next(octets) for _ in range(4))) for digit in digits[:18]]
        self.s = [list(digits[18 + 256 * box : 18 + 256 * (box + 1)]) for box in range(4)]
        left = right = 0
        for table in (self.p, *self.s):
            for place in range(0, len(table), 2):
                left, right = self.words(left, right, self.p)
                table[place : place + 2] = left, right

    def words(self, left: int, right: int, p: list[int]) -> tuple[int, int]:
        """A block, with subkeys in the order in which they are used."""
        for subkey in p[:16]:
            left ^= subkey
            a, b, c, d = left.to_bytes(4)
            right ^= ((self.s[0][a] + self.s[1][b] & WORD ^ self.s[2][c]) + self.s[3][d]) & WORD
            left, right = right, left
        left, right = right, left
        return left ^ p[17], right ^ p[16]

    def encrypt(self, data: bytes) -> bytes:
        """Whole blocks, each by itself."""
        return self._blocks(data, self.p)

    def decrypt(self, data: bytes) -> bytes:
        """Decrypt blocks, with the subkeys in reverse order."""
        return self._blocks(data, self.p[::-1])

    def _blocks(self, data: bytes, p: list[int]) -> bytes:
        halves = [int.from_bytes(data[place : place + 4]) for place in range(0, len(data), 4)]
        pairs = (self.words(*pair, p) for pair in zip(halves[::2], halves[1::2], strict=True))
        return b"".join(half.to_bytes(4) for pair in pairs for half in pair)
