"""Breakpoints with conditions and counts, which a run evaluates itself; it returns only if one is triggered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from dsp56k.emu._core import Expression

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip

__all__ = ["ChipPoint", "ChipPoints", "Expression"]


@dataclass(frozen=True)
class ChipPoint:
    """A point as the chip has it.

    Attributes:
        number: what its count is kept under, from 0.
        kind: what it is met by: coming to one of the `addresses` of P; a data access in `space` to `addresses`, first
            and last; its condition becoming true; the first word of an interrupt's vector, one of `addresses` or any.
        read: whether reads are meant.
        write: whether writes are.
        changes: whether of those only the writes of another word are.
        condition: what has to hold when it is met.
        ignore: so many times it is not due although its condition holds.
    """

    number: int
    kind: Literal["addresses", "watch", "turn", "vectors"]
    addresses: Sequence[int] = ()
    space: str = "P"
    read: bool = False
    write: bool = False
    changes: bool = False
    condition: Expression | None = None
    ignore: int = 0


class ChipPoints:
    """The points of a chip. A run ends where one is due: with BREAKPOINT at an address, WATCHPOINT after an access,
    CONDITION otherwise.
    """

    def __init__(self, chip: Chip) -> None:
        self._chip = chip

    def set(
        self,
        points: Sequence[ChipPoint],
        met: Sequence[int] = (),
        *,
        counting: bool = True,
        passed: tuple[int, int] | None = None,
    ) -> None:
        """Set these instead of those before.

        Args:
            points: all that are to be set.
            met: how often each number was met so far.
            counting: whether that goes on; without it ignore counts do not count either.
            passed: a word of a vector that is not met: the instructions executed before it, and its address.

        Raises:
            ExpressionError: a condition that is to become true has no value now.
        """
        self._chip.set_points(points, met, counting, passed)

    @property
    def due(self) -> list[int]:
        """The numbers of the points that were due when something was met last."""
        return self._chip.due_points()

    @property
    def counts(self) -> dict[int, tuple[int, int]]:
        """The hit count and the remaining ignore count of each breakpoint, by number."""
        return {number: (met, ignore) for number, met, ignore in self._chip.point_counts()}

    def evaluate(
        self, expression: Expression, *, hits: int = 0, met: Sequence[int] = (), accessed: int | None = None
    ) -> int:
        """The value of an expression now.

        Args:
            expression: what is asked.
            hits: how often the point that asks was met.
            met: how often each point was, by number.
            accessed: the word of the access that is looked at.

        Raises:
            ExpressionError: it has no value.
        """
        return self._chip.evaluate(expression, hits, met, accessed)
