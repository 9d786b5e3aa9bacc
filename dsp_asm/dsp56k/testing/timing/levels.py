"""Factor levels: operands in a fixed order, first the ends of a range, then pseudorandom ones."""

from __future__ import annotations

from random import Random

_ENDS_IN = 8
"""One in this many later numbers is at an end again."""


class FactorLevel:
    """A level of a factor."""

    def __init__(self, factor: str, index: int) -> None:
        """Create the level of this index: 0 to 3 are the ends of all ranges."""
        self._random = Random(f"{factor}/{index}")
        self._index = index

    def number(self, least: int, most: int) -> int:
        """Return a number of a range."""
        ends = (least, most, min(least + 1, most), max(most - 1, least))
        if self._index < len(ends):
            return ends[self._index]
        return self._random.choice(ends) if self._random.randrange(_ENDS_IN) == 0 else self._random.randint(least, most)

    def odd(self, bits: int) -> int:
        """Return an odd number of exactly this many bits."""
        return self.number(1 << bits - 1, (1 << bits) - 1) | 1

    def octets(self, count: int) -> bytes:
        """Return `count` bytes."""
        return self.number(0, (1 << 8 * count) - 1).to_bytes(count, "big")
