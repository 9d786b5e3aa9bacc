"""The elements of a schedule."""

from __future__ import annotations

from typing import NamedTuple


class Digit(NamedTuple):
    """A word of a number.

    Attributes:
        number: a and b, the factors; w, h and p (1/N mod 2^24) of the modulus; t, the quotient's; r, the result's.
        place: index of the word, 0 the lowest.
    """

    number: str
    place: int


class Product(NamedTuple):
    """A product of two digits, a term of a column.

    Attributes:
        left: from X memory.
        right: from Y memory; of a square's digits, from X.
        column: 0 to 2n - 2.
    """

    left: Digit
    right: Digit
    column: int


class Move(NamedTuple):
    """A move in parallel with an operation.

    Attributes:
        kind: "load"; of a column's accumulator "digit" (its low word to memory), "carry low" and "carry high" (the
            middle and the upper word to X0, X1), "low" (the low word to Y1); "keep": Y1 to memory, with a load.
        column: of the accumulator.
        left: digit that is loaded from X, or None.
        register: target: X0, X1 or Y1.
        right: digit that is loaded from Y to Y1, or None.
    """

    kind: str
    column: int = 0
    left: Digit | None = None
    register: str = ""
    right: Digit | None = None


class Step(NamedTuple):
    """An instruction.

    Attributes:
        operation: mpy, mac, add, asr, round, or move for none.
        factors: the registers that are multiplied.
        column: of the accumulator.
        move: the parallel move, or None.
    """

    operation: str
    factors: str
    column: int
    move: Move | None
