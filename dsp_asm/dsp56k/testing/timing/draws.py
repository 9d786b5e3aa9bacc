"""Operands drawn in an order of their own: first the ends of a range, then random ones, the same each time."""

from __future__ import annotations

from random import Random

_ENDS_IN = 8
"""One in so many later numbers is at an end again."""


class Draw:
    """One choice of what a factor has to choose."""

    def __init__(self, factor: str, index: int) -> None:
        """The choice of this index: 0 to 3 are the ends of all ranges."""
        self._random = Random(f"{factor}/{index}")
        self._index = index

    def number(self, least: int, most: int) -> int:
        """A number of a range."""
        ends = (least, most, min(least + 1, most), max(most - 1, least))
        if self._index < len(ends):
            return ends[self._index]
        return self._random.choice(ends) if self._random.randrange(_ENDS_IN) == 0 else self._random.randint(least, most)

    def odd(self, bits: int) -> int:
        """An odd number of exactly so many bits."""
        return self.number(1 << bits - 1, (1 << bits) - 1) | 1

    def octets(self, count: int) -> bytes:
        """So many bytes."""
        return self.number(0, (1 << 8 * count) - 1).to_bytes(count, "big")
