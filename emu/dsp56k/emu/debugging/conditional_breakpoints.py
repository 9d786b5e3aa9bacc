"""Breakpoints with conditions and counts, which a run evaluates itself; it returns only if one is triggered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from dsp56k.emu._core import Expression

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip

__all__ = ["ConditionalBreakpoint", "ConditionalBreakpoints", "Expression"]


@dataclass(frozen=True)
class ConditionalBreakpoint:
    """A breakpoint with a condition and counts.

    Attributes:
        number: Number of the breakpoint from 0, by which hits are counted.
        kind: Event of a hit. "addresses": the program reaches one of the `addresses` in P. "watch": a data access to
            the range `addresses` (first and last) of `space`. "turn": the condition becomes true. "vectors": the first
            word of an interrupt vector, one of `addresses` or any.
        read: True selects reads.
        write: True selects writes.
        changes: True selects only writes that change the word.
        condition: Condition of a hit.
        ignore: Number of hits that do not stop the run.
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


class ConditionalBreakpoints:
    """The conditional breakpoints of a chip.

    A run ends if one is triggered: with BREAKPOINT at an address, with WATCHPOINT after an access, and with CONDITION
    otherwise.
    """

    def __init__(self, chip: Chip) -> None:
        self._chip = chip

    def set(
        self,
        points: Sequence[ConditionalBreakpoint],
        met: Sequence[int] = (),
        *,
        counting: bool = True,
        passed: tuple[int, int] | None = None,
    ) -> None:
        """Replace all conditional breakpoints.

        Args:
            points: All breakpoints.
            met: Hit count of each number.
            counting: False stops hit counts and ignore counts.
            passed: Word of a vector that is not a hit: the instructions executed before it, and its address.

        Raises:
            ExpressionError: The condition of a "turn" breakpoint has no value now.
        """
        self._chip.set_points(points, met, counting, passed)

    @property
    def due(self) -> list[int]:
        """The numbers of the breakpoints that the latest hit triggered."""
        return self._chip.due_points()

    @property
    def counts(self) -> dict[int, tuple[int, int]]:
        """The hit count and the remaining ignore count of each breakpoint, by number."""
        return {number: (met, ignore) for number, met, ignore in self._chip.point_counts()}

    def evaluate(
        self, expression: Expression, *, hits: int = 0, met: Sequence[int] = (), accessed: int | None = None
    ) -> int:
        """Return the current value of an expression.

        Args:
            expression: Compiled expression.
            hits: Hit count of the breakpoint whose condition it is.
            met: Hit count of each breakpoint, by number.
            accessed: Word of the access that is tested.

        Raises:
            ExpressionError: It has no value.
        """
        return self._chip.evaluate(expression, hits, met, accessed)
