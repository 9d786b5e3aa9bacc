"""Profiles of runs. The chip counts while it runs; the profile is computed at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NamedTuple

from dsp56k.emu._core import Counts
from dsp56k.emu.errors import ChipInUseError, ConfigurationError
from dsp56k.profile import Arc, Entry, Function, Instruction, Part, Place, Profile, Stack

if TYPE_CHECKING:
    from types import TracebackType

    from dsp56k.emu._core import Chip
    from dsp56k.emu.memory import Memory
    from dsp56k.emu.symbols import Symbols
    from dsp56k.emu.timeline import Clock

PARTS = (
    Part("base", "the constant of the instruction's formula (UM A-228)"),
    Part("addressing", "addressing mode or long immediate (UM A-231)"),
    Part("fetch", "wait states of the instruction's own words"),
    Part("refetch", "wait states where a change of flow continues (UM A-231)"),
    Part("x", "wait states of data in X memory"),
    Part("y", "wait states of data in Y memory"),
    Part("p", "wait states of data in P memory"),
    Part("io", "wait states of data in the I/O page of Y (UM 9-12)"),
    Part("conflict", "external accesses that share an instruction cycle (UM 9-2)"),
    Part("stall", "port A granted to the board"),
    Part("idle", "the WAIT or STOP state after it, or RESET held"),
    Part("interrupt", "empty cycles before a vector, and those of trace mode (UM 8-16)"),
)
"""Cost components of the DSP's clocks."""

_MERGED = (
    "The profile is incomplete: there were too many functions, calls or open frames; later "
    "ones count as part of their caller."
)
_LOST = "The list of calls and returns is incomplete: there were more than its limit."


class _Call(NamedTuple):
    """A call as the chip counts it, by number."""

    parent: int
    site: int
    function: int
    interrupt: bool
    times: int
    own: int
    total: int
    least: int | None
    most: int


class Profiler(AbstractContextManager["Profiler"]):
    """Profiles a chip's runs, steps and traces inside a `with`. Another `with` of the same object adds to its counts.

    Runs of the interpreter take up to twice their time meanwhile. Clocks do not change. Compiled code and the
    interpreter count the same. A call or an interrupt opens a frame, and the return to the pushed address closes it.
    """

    def __init__(self, chip: Chip, symbols: Symbols, memory: Memory, clock: Clock, entries: int) -> None:
        self._chip = chip
        self._symbols = symbols
        self._memory = memory
        self._clock = clock
        self._counts = Counts(entries)
        self._keeps = entries > 0
        self._open = False

    def __enter__(self) -> Profiler:
        """Begin to count.

        Raises:
            ConfigurationError: The chip is already being profiled.
            ChipInUseError: The chip is running.
        """
        if not self._chip.count_into(self._counts):
            raise ConfigurationError("this chip is already being profiled", field="profile", value=self)
        self._open = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop counting."""
        self._chip.count_no_longer(self._counts)
        self._open = False

    def result(self, text: Callable[[int, tuple[int, int]], str] | None = None) -> Profile:
        """Return the profile of all counts.

        Args:
            text: Function that returns the text of an instruction from its address, its word and the next word, as they
                are in memory now [the word in hexadecimal].

        Raises:
            ChipInUseError: The `with` is open.
        """
        if self._open:
            raise ChipInUseError("a profile can be read only after its with block")
        return _Reading(self._counts, self._symbols).profile(self._clock, self._text_by(text), self._keeps)

    def _text_by(self, text: Callable[[int, tuple[int, int]], str] | None) -> Callable[[int], str]:
        def of(address: int) -> str:
            words = self._memory[address], self._memory[(address + 1) & 0xFFFF]
            return f"{words[0]:06X}" if text is None else text(address, words)

        return of


class _Reading:
    """The profile of counts: functions, instructions, arcs and stacks."""

    def __init__(self, counts: Counts, symbols: Symbols) -> None:
        self._counts = counts
        self._symbols = symbols
        self._calls = [_Call(*call) for call in counts.calls]
        self._entries = counts.functions
        own = [0] * len(self._entries)
        for call in self._calls:
            own[call.function] += call.own
        order = sorted(range(len(own)), key=lambda number: (-own[number], self._entries[number]))
        self._own = own
        self._order = order
        self._index = {number: index for index, number in enumerate(order)}
        """Index of a function of the chip in the profile's order."""

    def profile(self, clock: Clock, text: Callable[[int], str], keeps: bool) -> Profile:
        functions = self._functions()
        merged, lost = self._counts.limits
        return Profile(
            "DSP56001",
            clock.hertz,
            self._counts.clocks,
            PARTS,
            functions,
            tuple(self._instructions(functions, text)),
            tuple(self._arcs()),
            tuple(self._stacks()),
            tuple(self._in_order()),
            keeps and not lost,
            notes=tuple(note for note, holds in ((_MERGED, merged), (_LOST, lost and keeps)) if holds),
        )

    def _where(self, address: int) -> Place:
        line = self._symbols.line(address)
        label, offset = self._symbols.below(address) or (None, 0)
        return Place(label, offset, *((None, None) if line is None else (line.file, line.line)))

    def _functions(self) -> tuple[Function, ...]:
        times, totals = [0] * len(self._own), [0] * len(self._own)
        least: dict[int, int] = {}
        most: dict[int, int] = {}
        for call in self._calls:
            times[call.function] += call.times
            if call.least is not None:
                least[call.function] = min(call.least, least.get(call.function, call.least))
                most[call.function] = max(call.most, most.get(call.function, 0))
        for number, chain in enumerate(self._chains()):
            # The outermost frame of a recursive function contains the clocks of the others.
            if self._calls[number].function not in chain[:-1]:
                totals[self._calls[number].function] += self._calls[number].total
        found = []
        for number in self._order:
            address = self._entries[number]
            place = self._where(address)
            name = place.symbol or f"${address:04X}"
            counted = times[number], self._own[number], totals[number]
            found.append(Function(name, address, place, *counted, least.get(number), most.get(number)))
        return tuple(found)

    def _chains(self) -> Iterator[tuple[int, ...]]:
        """Yield the call stack of each call, the outermost function first; a caller precedes its callees."""
        chains: list[tuple[int, ...]] = []
        for number, call in enumerate(self._calls):
            chains.append((*(chains[call.parent] if call.parent != number else ()), call.function))
            yield chains[-1]

    def _instructions(self, functions: tuple[Function, ...], text: Callable[[int], str]) -> Iterator[Instruction]:
        rows = sorted(
            (self._index[number], address, times, parts) for number, address, times, parts in self._counts.rows
        )
        for number, address, times, parts in rows:
            where = self._where(address)
            yield Instruction(address, functions[number].name, number, text(address), where, times, tuple(parts))

    def _arcs(self) -> Iterator[Arc]:
        sums: dict[tuple[int, int, int, bool], tuple[int, int]] = {}
        for number, call in enumerate(self._calls):
            if call.parent != number:
                caller = self._index[self._calls[call.parent].function]
                key = caller, call.site, self._index[call.function], call.interrupt
                times, total = sums.get(key, (0, 0))
                sums[key] = times + call.times, total + call.total
        for (caller, site, callee, interrupt), (times, total) in sorted(sums.items()):
            yield Arc(caller, site, callee, times, total, interrupt)

    def _stacks(self) -> Iterator[Stack]:
        sums: dict[tuple[int, ...], int] = {}
        for call, chain in zip(self._calls, self._chains(), strict=True):
            stack = tuple(self._index[function] for function in chain)
            sums[stack] = sums.get(stack, 0) + call.own
        return (Stack(stack, clocks) for stack, clocks in sorted(sums.items()) if clocks)

    def _in_order(self) -> Iterator[Entry]:
        for clock, call in self._counts.events:
            yield Entry(clock, None if call is None else self._index[self._calls[call].function])
