"""The counts of a profile of any processor. All clocks are those of the processor that was profiled."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar


class Part(NamedTuple):
    """A cost component: a short name, and its meaning."""

    name: str
    about: str


class Place(NamedTuple):
    """The location of an instruction: the symbol at or below it, the offset from that, its source line.

    Attributes:
        label: The symbol, or None.
        offset: The distance from the symbol in addresses.
        file, line: The names of the assembler or compiler, or None.
    """

    label: str | None
    offset: int
    file: str | None = None
    line: int | None = None

    @property
    def symbol(self) -> str | None:
        """The location in the form loop+2."""
        return self.label if self.label is None or not self.offset else f"{self.label}+{self.offset}"


@dataclass(frozen=True, slots=True)
class Instruction:
    """The cost of one instruction in one function that executed it.

    Attributes:
        address: The address of the instruction.
        function: The name of the function.
        number: The function's index in `Profile.functions`.
        text: The instruction.
        place: Its location.
        times: The number of executions.
        parts: Clocks by component, in the order of `Profile.parts`.
    """

    address: int
    function: str
    number: int
    text: str
    place: Place
    times: int
    parts: tuple[int, ...]

    @property
    def clocks(self) -> int:
        """All of them."""
        return sum(self.parts)


@dataclass(frozen=True, slots=True)
class Function:
    """A function: the target of a call, an interrupt, or the start of the run.

    Attributes:
        name: Its symbol, or its address.
        address: The address of its first instruction.
        place: Its location.
        times: The number of calls.
        clocks: The self clocks.
        total: The clocks including callees, each clock once.
        least, most: Minimum and maximum of the calls that returned, including callees; None if none did.
    """

    name: str
    address: int
    place: Place
    times: int
    clocks: int
    total: int
    least: int | None = None
    most: int | None = None


class Arc(NamedTuple):
    """Calls from one instruction of a function to another function; functions are indices in `Profile.functions`.

    `total` has the clocks of the callee, including its callees.
    """

    caller: int
    site: int
    callee: int
    times: int
    total: int
    interrupt: bool = False


class Stack(NamedTuple):
    """Functions, the outermost first, and the clocks of the last one's own instructions while just these were open."""

    functions: tuple[int, ...]
    clocks: int


class Entry(NamedTuple):
    """At a clock a function was entered, or, without one, the one entered last was left."""

    clock: int
    function: int | None


class Sum(NamedTuple):
    """Clocks added up under one name."""

    name: str
    clocks: int
    times: int
    parts: tuple[int, ...]


Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Profile:
    """The clocks of a run, or of several together. Every clock belongs to one instruction, component and stack.

    Attributes:
        processor: "DSP56001", or the machine's name.
        hertz: The clock of the processor, or None.
        clocks: All clocks.
        parts: The components of `Instruction.parts`.
        functions: The functions, by descending self clocks.
        instructions: The instructions, by function and address.
        arcs: The calls; for a PC, `total` is divided among the callers by their number of calls.
        stacks: Clocks by call stack.
        entries: Calls and returns in their order, up to the recorded number.
        is_complete: True if all calls and returns were recorded.
        addresses: The format of an address.
        notes: Limitations of this profile, in sentences.
    """

    processor: str
    hertz: Fraction | None
    clocks: int
    parts: tuple[Part, ...]
    functions: tuple[Function, ...]
    instructions: tuple[Instruction, ...]
    arcs: tuple[Arc, ...] = ()
    stacks: tuple[Stack, ...] = ()
    entries: tuple[Entry, ...] = ()
    is_complete: bool = False
    addresses: str = "${:04X}"
    notes: tuple[str, ...] = ()

    def by_part(self) -> dict[str, int]:
        """Clocks by the name of the part."""
        sums = [sum(column) for column in zip(*(one.parts for one in self.instructions), strict=True)]
        return {part.name: clocks for part, clocks in zip(self.parts, sums or [0] * len(self.parts), strict=True)}

    def by_symbol(self) -> list[Sum]:
        """Return sums by the symbol at or below each instruction, the most expensive first."""
        return self._summed(lambda one: one.place.label or self.address(one.address))

    def by_line(self) -> list[Sum]:
        """Return sums by source line, FILE:LINE, the most expensive first; instructions without a line are left out."""
        known = [one for one in self.instructions if one.place.line is not None]
        return self._summed(lambda one: f"{one.place.file}:{one.place.line}", known)

    def by_address(self) -> dict[int, Sum]:
        """Return sums by address, in their order, over all functions; the name is the instruction's text."""
        texts = {one.address: one.text for one in self.instructions}
        found = _added((one.address, one) for one in self.instructions)
        return {address: found[address]._replace(name=texts[address]) for address in sorted(found)}

    def _summed(self, name: Callable[[Instruction], str], among: Iterable[Instruction] | None = None) -> list[Sum]:
        found = _added((name(one), one) for one in (self.instructions if among is None else among))
        return sorted(found.values(), key=lambda one: (-one.clocks, one.name))

    def __str__(self) -> str:
        """Return the functions and the most expensive instructions, as a plain table."""
        lines = [f"{'clocks':>12} {'%':>6} {'inclusive':>12} {'calls':>10}  function"]
        lines += [
            f"{one.clocks:12,} {self.share(one.clocks):6.1f} {one.total:12,} {one.times:10,}  {one.name}"
            for one in self.functions
        ]
        lines += ["", f"{'clocks':>12} {'%':>6} {'executions':>10}  address   instruction"]
        lines += [
            f"{one.clocks:12,} {self.share(one.clocks):6.1f} {one.times:10,}  {self.address(address):<9} {one.name}"
            for address, one in self.by_address().items()
            if one.clocks >= SHOWN * self.clocks
        ]
        return "\n".join([*lines, *self.notes])

    def address(self, address: int) -> str:
        """Format an address as the processor's tools do."""
        return self.addresses.format(address)

    def share(self, clocks: int) -> float:
        """Percent of all clocks."""
        return 100 * clocks / self.clocks if self.clocks else 0.0


SHOWN = 0.005
"""The least share of the clocks for which tables show an instruction."""


def _added(rows: Iterable[tuple[Key, Instruction]]) -> dict[Key, Sum]:
    """Clocks, times and parts by key; named by it."""
    found: dict[Key, Sum] = {}
    for key, one in rows:
        before = found.get(key)
        if before is None:
            found[key] = Sum(str(key), one.clocks, one.times, one.parts)
        else:
            parts = tuple(left + right for left, right in zip(before.parts, one.parts, strict=True))
            found[key] = Sum(before.name, before.clocks + one.clocks, before.times + one.times, parts)
    return found
