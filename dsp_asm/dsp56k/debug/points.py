"""Breakpoints: where or when a program is to stop, under which condition, and how often it came there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from dsp56k.debug.errors import DebugError
from dsp56k.debug.expressions import Moment, Value, compiled, evaluated
from dsp56k.emu import Dsp56001
from dsp56k.isa.sources import load

_INTERRUPTS = load("interrupts.toml")
VECTORS: dict[str, int] = {
    source["name"].lower(): source["vector"] for source in _INTERRUPTS["sources"] if "vector" in source
}
"""The vectors of interrupts that have one of their own, by name."""
LAST_VECTOR: int = _INTERRUPTS["vectors"]["last"]


class Kind(Enum):
    """What a point waits for."""

    ADDRESS = "address"
    WATCH = "watch"
    EXPRESSION = "expression"
    INTERRUPT = "interrupt"


@dataclass(frozen=True)
class Place:
    """What a point is set on: `addresses` of P for ADDRESS, the first words of vectors for INTERRUPT (none: all of
    them); `space`, `addresses` (first and last), `read` and `write` for WATCH; `changed`: writes of another value only.
    """

    kind: Kind
    addresses: tuple[int, ...] = ()
    space: str = "P"
    read: bool = False
    write: bool = False
    changed: bool = False


@dataclass
class Point:
    """A breakpoint.

    Attributes:
        number: what the user calls it, from 1.
        place: what it is set on.
        text: the same as the user wrote it.
        condition: an expression that has to be true, "" for none; for EXPRESSION, what has to become true.
        ignore: how many times more it is passed although its condition is true.
        once: whether it goes when it has stopped the program.
        log: what is written instead of stopping, with {expressions}; None: it stops.
        enabled: whether it counts.
        hits: how often its place was met.
    """

    number: int
    place: Place
    text: str
    condition: str = ""
    ignore: int = 0
    once: bool = False
    log: str | None = None
    enabled: bool = True
    hits: int = 0
    test: Value | None = None

    def holds(self, dsp: Dsp56001, met: Callable[[int], int]) -> bool:
        """Whether the condition is true now; `met` tells how often each breakpoint was met."""
        return self.test is None or bool(self.test(Moment(dsp, self.hits, met)))

    def message(self, dsp: Dsp56001) -> str:
        """The text of a log point, its expressions replaced by their values."""
        pieces = []
        for index, piece in enumerate((self.log or "").replace("}", "{").split("{")):
            pieces.append(piece if index % 2 == 0 else f"${evaluated(piece, dsp) & (1 << 64) - 1:X}")
        return "".join(pieces)


class Points:
    """The breakpoints of a session, by number."""

    def __init__(self, dsp: Dsp56001) -> None:
        self._dsp = dsp
        self._points: dict[int, Point] = {}
        self._gone: dict[int, int] = {}
        self._next = 1

    def __iter__(self) -> Iterator[Point]:
        return iter(list(self._points.values()))

    def __len__(self) -> int:
        return len(self._points)

    def __getitem__(self, number: int) -> Point:
        """The breakpoint of a number.

        Raises:
            DebugError: there is none.
        """
        if number not in self._points:
            raise DebugError(f"there is no breakpoint {number}", field="number", value=number)
        return self._points[number]

    def add(
        self,
        place: Place,
        text: str = "",
        *,
        condition: str = "",
        ignore: int = 0,
        once: bool = False,
        log: str | None = None,
    ) -> Point:
        """Set a breakpoint.

        Raises:
            DebugError: a mistake in the condition or in an expression of the log message.
            ConfigurationError: no such symbol.
        """
        test = compiled(condition, self._dsp) if condition else None
        if place.kind is Kind.EXPRESSION and test is None:
            raise DebugError("what has to become true?", field="condition", value=condition)
        point = Point(self._next, place, text or place.kind.value, condition, ignore, once, log)
        point.test = test
        if log is not None:
            point.message(self._dsp)
        self._points[point.number] = point
        self._next += 1
        return point

    def remove(self, number: int) -> None:
        """Remove a breakpoint.

        Raises:
            DebugError: there is none of the number.
        """
        self._gone[number] = self[number].hits
        del self._points[number]

    def met(self, number: int) -> int:
        """How often a breakpoint was met, also one that has gone; 0 if there was none."""
        point = self._points.get(number)
        return self._gone.get(number, 0) if point is None else point.hits

    def of(self, kind: Kind) -> list[Point]:
        """The enabled breakpoints of a kind."""
        return [point for point in self._points.values() if point.enabled and point.place.kind is kind]
