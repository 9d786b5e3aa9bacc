"""Breakpoints: their locations, conditions and hit counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from dsp56k.debug.errors import DebugError
from dsp56k.debug.expressions import compile_expression
from dsp56k.emu import Access, Dsp56001
from dsp56k.emu.debugging.conditional_breakpoints import ConditionalBreakpoint, Expression
from dsp56k.isa.toml_files import load

_INTERRUPTS = load("interrupts.toml")
VECTORS: dict[str, int] = {
    source["name"].lower(): source["vector"] for source in _INTERRUPTS["sources"] if "vector" in source
}
"""Vectors of interrupts that have a separate one, by name."""
_LAST_VECTOR: int = _INTERRUPTS["vectors"]["last"] - 1


def vector_of(address: int) -> int:
    """Check and return the address of a vector.

    Raises:
        DebugError: No vector is at that address.
    """
    if not 0 <= address <= _LAST_VECTOR or address % 2:
        raise DebugError(
            f"a vector must be an even address from $0000 to ${_LAST_VECTOR:04X}, got {address}",
            field="vector",
            value=address,
        )
    return address


class Kind(Enum):
    """The kinds of breakpoints."""

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
    """The location of a breakpoint.

    `addresses` are P addresses for ADDRESS, the first words of vectors for INTERRUPT (all vectors if empty), and the
    first and last address for WATCH. `space`, `read`, `write` and `changed` apply to WATCH; `changed` selects writes of
    a different value.
    """

    kind: Kind
    addresses: tuple[int, ...] = ()
    space: str = "P"
    read: bool = False
    write: bool = False
    changed: bool = False

    def sees(self, access: Access) -> bool:
        """Return True if an access is watched."""
        if self.kind is not Kind.WATCH or access.space != self.space:
            return False
        return (self.write if access.write else self.read) and self.addresses[0] <= access.address <= self.addresses[1]


@dataclass
class Point:
    """A breakpoint.

    Attributes:
        number: Its number, from 1.
        place: Its location.
        text: The location as the user wrote it.
        condition: An expression that must be true, or "". For EXPRESSION, the expression that must become true.
        ignore: The number of further hits that do not stop the program.
        once: True if it is removed after it has stopped the program.
        log: A message with {expressions} that is logged instead of stopping, or None.
        enabled: True if it is active.
        hits: Its hit count.
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

    def on_chip(self) -> ConditionalBreakpoint:
        """Return the chip's form of the breakpoint."""
        place = self.place
        return ConditionalBreakpoint(
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
        """Return the message of a logpoint with the values of its expressions.

        Args:
            dsp: The chip.
            met: The hit counts of breakpoints, by number.
            accesses: The accesses of the last instruction.

        Raises:
            ExpressionError: An expression has no value.
        """
        seen = next((access.value for access in accesses if self.place.sees(access)), None)

        def text(piece: str | Expression) -> str:
            if isinstance(piece, str):
                return piece
            value = dsp.conditional_breakpoints.evaluate(piece, hits=self.hits, met=met, accessed=seen)
            return f"${value & (1 << 64) - 1:X}"

        return "".join(map(text, self.pieces))


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
        """Return the breakpoint of a number.

        Raises:
            DebugError: It does not exist.
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
            DebugError: The condition or an expression of the log message is invalid.
            ConfigurationError: A symbol is unknown.
        """
        watching = place.kind is Kind.WATCH
        test = compile_expression(condition, self._dsp, watching=watching) if condition else None
        if place.kind is Kind.EXPRESSION and test is None:
            raise DebugError("expected an expression", field="condition", value=condition)
        point = Point(self._next, place, text or place.kind.value, condition, ignore, once, log)
        point.test = test
        texts = enumerate((log or "").replace("}", "{").split("{"))
        point.pieces = [
            compile_expression(text, self._dsp, watching=watching) if index % 2 else text for index, text in texts
        ]
        self._points[point.number] = point
        self._next += 1
        return point

    def remove(self, number: int) -> None:
        """Remove a breakpoint.

        Raises:
            DebugError: It does not exist.
        """
        self._gone[number] = self[number].hits
        del self._points[number]

    @property
    def met(self) -> list[int]:
        """Hit counts by number, including those of removed breakpoints; index 0 is unused."""
        hits = {number: point.hits for number, point in self._points.items()}
        return [hits.get(number, self._gone.get(number, 0)) for number in range(self._next)]

    def count(self, counts: Mapping[int, tuple[int, int]]) -> None:
        """Store the hit counts and remaining ignore counts that the chip has counted, by number."""
        for number, point in self._points.items():
            point.hits, point.ignore = counts.get(number, (point.hits, point.ignore))

    def enabled(self) -> list[Point]:
        """Return the active breakpoints."""
        return [point for point in self._points.values() if point.enabled]
