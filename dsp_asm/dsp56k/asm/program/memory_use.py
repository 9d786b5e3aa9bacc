"""Memory use of statements, checked against HIMEM and LOMEM, and recorded for OPT MU (ASM chapter 6, E.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import Budget
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message
from dsp56k.asm.listing import Block, BlockKind, ListingStatistics
from dsp56k.asm.program.locations import Locations, Origin
from dsp56k.asm.program.symbols import SymbolTable
from dsp56k.asm.source.statements import Statement
from dsp56k.objects.word_sizes import TOP

Counters = tuple[tuple[Origin, int], tuple[Origin, int]]
"""The current counters and their values: runtime, load."""


class Statements(Protocol):
    """The pass's data about the current statement: `last_label` is a name, memory space and address."""

    budget: Budget
    symbols: SymbolTable
    last_label: tuple[str, str, int]

    def warn(self, kind: Message, **values: object) -> None:
        """Report a warning about the current statement."""


class MemoryUse:
    """The memory of the current statement: `before` are the counters at its beginning, if its use is to be recorded.

    `bounds` are the lowest and the highest address by memory space, counter, and whether it is the load counter.
    """

    def __init__(self, locations: Locations, usage: ListingStatistics) -> None:
        self.locations = locations
        self.usage = usage
        self.bounds: dict[tuple[str, str, bool], tuple[int, int]] = {}
        self.before: Counters | None = None

    def begin(self) -> None:
        """Begin the current statement; a gap that aligned it is omitted (ASM E.4)."""
        self.before = self._counters() if self.bounds or self.usage.measuring else None

    def end(self, assembly: Statements, parts: Statement, kind: BlockKind) -> None:
        """End the current statement: check the memory that it has taken, and record it with its `kind`."""
        if self.before is None:
            return
        for load, place, start, end in self._taken(self.before):
            low, high = self.bounds.get((place.space, place.counter, load), (0, TOP - 1))
            if not low <= start <= end - 1 <= high:
                address = start if start < low else end - 1
                assembly.warn(
                    messages.OUT_OF_BOUNDS, side="Load" if load else "Runtime", space=place.space, address=address
                )
        if self.usage.measuring:
            # The label may be on a separate line, or on that of a macro call.
            name, *at = assembly.last_label
            place, start = self.before[0]
            label = parts.label or (name if at == [place.space, start] else "")
            assembly.budget.work -= costs.NOTED
            assembly.budget.kept -= costs.REFERENCE
            for block in self._blocks(self.before, kind, label, assembly.symbols.section.name):
                self.usage.take(block)

    def _counters(self) -> Counters:
        locations = self.locations
        return (locations.run, locations.run_address), (locations.load, locations.load_address)

    def _taken(self, before: Counters) -> Iterator[tuple[bool, Origin, int, int]]:
        """Yield for each side whether it is the load side, its origin, first address and the one after the last."""
        for load, ((old, start), (place, end)) in enumerate(zip(before, self._counters(), strict=True)):
            if old is place and end > start:
                yield bool(load), place, start, end

    def _blocks(self, before: Counters, kind: BlockKind, label: str, section: str) -> Iterator[Block]:
        """Yield the blocks for the report: one, or two for an overlay, each naming the other."""
        overlay = self.locations.overlay
        run, load = (place.space for place, _ in self._counters())
        (_, run_start), (_, load_start) = before
        for of_load, place, start, end in self._taken(before):
            if overlay or not of_load:
                other = f"{run}:{run_start:04X}(R)" if of_load else f"{load}:{load_start:04X}(L)"
                yield Block(place.space, start, end, kind, label, section, other if overlay else "")
