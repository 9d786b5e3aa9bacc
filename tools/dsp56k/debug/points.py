"""Breakpoints: where or when a program is to stop, under which condition, and how often it came there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from dsp56k.debug.errors import DebugError
from dsp56k.debug.expressions import compiled
from dsp56k.emu import Access, Dsp56001
from dsp56k.emu.debugging.points import ChipPoint, Expression
from dsp56k.isa.sources import load

_INTERRUPTS = load("interrupts.toml")
VECTORS: dict[str, int] = {
    source["name"].lower(): source["vector"] for source in _INTERRUPTS["sources"] if "vector" in source
}
"""The vectors of interrupts that have one of their own, by name."""
_LAST_VECTOR: int = _INTERRUPTS["vectors"]["last"] - 1


def vector_of(address: int) -> int:
    """Return the address of a vector, checked.

    Raises:
        DebugError: no vector is at that address.
    """
    if not 0 <= address <= _LAST_VECTOR or address % 2:
        raise DebugError(
            f"a vector must be an even address from $0000 to ${_LAST_VECTOR:04X}, got {address}",
            field="vector",
            value=address,
        )
    return address


class Kind(Enum):
    """What a point waits for."""

    ADDRESS = "address"
    WATCH = "watch"
    EXPRESSION = "expression"
    INTERRUPT = "interrupt"


_KINDS: dict[Kind, Literal["addresses", "watch", "turn", "vectors"]] = {
    Kind.ADDRESS: "addresses",
    Kind.WATCH: "watch",
    Kind.EXPRESSION: "turn",
    Kind.INTERRUPT: "vectors",
}


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

    def sees(self, access: Access) -> bool:
        """Whether an access is one of those watched."""
        if self.kind is not Kind.WATCH or access.space != self.space:
            return False
        return (self.write if access.write else self.read) and self.addresses[0] <= access.address <= self.addresses[1]


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
    test: Expression | None = None
    pieces: Sequence[str | Expression] = field(default=())

    def on_chip(self) -> ChipPoint:
        """The same as the chip has it."""
        place = self.place
        return ChipPoint(
            self.number,
            _KINDS[place.kind],
            place.addresses,
            place.space,
            place.read,
            place.write,
            place.changed,
            self.test,
            self.ignore,
        )

    def message(self, dsp: Dsp56001, met: Sequence[int], accesses: Sequence[Access]) -> str:
        """The text of a log point, its expressions replaced by their values.

        Args:
            dsp: the chip.
            met: how often each breakpoint was met, by number.
            accesses: those that the chip has just made.

        Raises:
            ExpressionError: one of the expressions has no value.
        """
        seen = next((access.value for access in accesses if self.place.sees(access)), None)
        values = (
            piece
            if isinstance(piece, str)
            else f"${dsp.points.evaluate(piece, hits=self.hits, met=met, accessed=seen) & (1 << 64) - 1:X}"
            for piece in self.pieces
        )
        return "".join(values)


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
            raise DebugError(f"breakpoint {number} does not exist", field="number", value=number)
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
        watching = place.kind is Kind.WATCH
        test = compiled(condition, self._dsp, watching=watching) if condition else None
        if place.kind is Kind.EXPRESSION and test is None:
            raise DebugError("expected an expression", field="condition", value=condition)
        point = Point(self._next, place, text or place.kind.value, condition, ignore, once, log)
        point.test = test
        texts = enumerate((log or "").replace("}", "{").split("{"))
        point.pieces = [compiled(text, self._dsp, watching=watching) if index % 2 else text for index, text in texts]
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

    @property
    def met(self) -> list[int]:
        """How often each breakpoint was met, by number, those that have gone included; the first place is empty."""
        hits = {number: point.hits for number, point in self._points.items()}
        return [hits.get(number, self._gone.get(number, 0)) for number in range(self._next)]

    def count(self, counts: Mapping[int, tuple[int, int]]) -> None:
        """Take over what the chip has counted: by number, how often each was met, and what is left to ignore."""
        for number, point in self._points.items():
            point.hits, point.ignore = counts.get(number, (point.hits, point.ignore))

    def enabled(self) -> list[Point]:
        """Those that count."""
        return [point for point in self._points.values() if point.enabled]
