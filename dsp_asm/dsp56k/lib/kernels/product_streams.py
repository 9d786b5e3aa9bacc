"""The two streams of products that a schedule interleaves, as numbers for the search."""

from __future__ import annotations

from dsp56k.lib.kernels.operations import Digit, Product
from dsp56k.lib.kernels.products import digit_products, quotient_products

NEVER = 1 << 30
Term = tuple[int, int, int]
"""Left factor, right factor, column."""


class Order:
    """The streams of a kernel.

    Attributes:
        digits: n.
        square: True for a square.
        last: the last column, 2n - 2.
        names: digits by their numbers.
        streams: the products of digits and those of the quotient, each in the order in which they are made.
        first, end: by stream and column, the index of the column's first term, and the index after its last.
        second: by stream and column, the index of the column's second term.
    """

    def __init__(self, digits: int, *, square: bool) -> None:
        self.digits, self.square, self.last = digits, square, 2 * digits - 2
        self.names: list[Digit] = []
        self._numbers: dict[Digit, int] = {}
        products = digit_products(digits, square=square), quotient_products(digits, square=square)
        self.streams: tuple[list[Term], list[Term]] = (self._terms(products[0]), self._terms(products[1]))
        self.first = [[NEVER] * (2 * digits + 2) for _ in self.streams]
        self.end = [[0] * (2 * digits + 2) for _ in self.streams]
        self.second = [[NEVER] * (2 * digits + 2) for _ in self.streams]
        for stream, first, second, end in zip(self.streams, self.first, self.second, self.end, strict=True):
            for place, (_, _, column) in enumerate(stream):
                if first[column] < NEVER:
                    second[column] = min(second[column], place)
                first[column] = min(first[column], place)
                end[column] = place + 1
        self.lowest = self.number(Digit("a", 0))
        self.h = self.number(Digit("h", 0))
        self.inverse = self.number(Digit("p", 0))
        self.quotient = self.number(Digit("t", digits - 1))
        self.low = self.number(Digit("low", 0))
        """The low word of column n-1, from which the last quotient digit is computed."""
        self.made = [name.place if name.number == "t" else -1 for name in self.names]
        """The column that makes a digit, or -1."""
        self.in_y = [name.number in "tb" for name in self.names]
        self.in_both = [square and name.number == "a" for name in self.names]
        """True if a digit of X may be loaded to Y1 as well."""

    def number(self, digit: Digit) -> int:
        """Return the number of a digit, and assign one if it has none."""
        if digit not in self._numbers:
            self._numbers[digit] = len(self.names)
            self.names.append(digit)
        return self._numbers[digit]

    def _terms(self, products: list[Product]) -> list[Term]:
        return [(self.number(one.left), self.number(one.right), one.column) for one in products]
