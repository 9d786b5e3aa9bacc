"""Execution traces of calls, compared exactly: clocks, instructions, addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from dsp56k.emu import Dsp56001, ExecutionHash, Symbols
from dsp56k.lib.subroutine_calls import watched
from dsp56k.testing.source_locations import InstructionLocation, current_location

Call = Callable[[], object]
"""A call of a Routine, or of a function that runs routines of `dsp56k.lib`, with its arguments."""


@dataclass(frozen=True)
class ExecutionTrace:
    """The trace of one routine.

    Attributes:
        clocks: Oscillator clocks.
        instructions: The number of executed instructions.
        flow: A hash of the address of each instruction and the clocks at its end.
        data: A hash of the space, address and direction of each data access.
    """

    clocks: int
    instructions: int
    flow: int
    data: int


ExecutionTraces = tuple[ExecutionTrace, ...]
"""Traces of the routines that a call has run, in their order."""


def trace_routines(call: Call, *, loading: bool = False) -> ExecutionTraces:
    """Return the traces of a call's routines.

    Their setup (`Result.setup_clocks`), as of a key, does not count; with `loading` only the setup counts.

    Raises:
        Exception: The call raises it.
    """
    found: list[ExecutionTrace] = []

    @contextmanager
    def follow(dsp: Dsp56001) -> Iterator[None]:
        clocks, instructions = dsp.clocks, dsp.instructions
        with dsp.hash_execution() as path:
            yield
        found.append(ExecutionTrace(dsp.clocks - clocks, dsp.instructions - instructions, path.flow, path.data))

    with watched(follow, preparing=loading):
        call()
    return tuple(found)


@dataclass(frozen=True)
class Divergence:
    """The divergence of two traces.

    Attributes:
        instructions: The number of instructions that they have in common.
        after: The last of these; None if there is none.
        first, second: The next instruction of each; None for a call that has ended.
    """

    instructions: int
    after: InstructionLocation | None
    first: InstructionLocation | None
    second: InstructionLocation | None

    def __str__(self) -> str:
        if self.first is not None and self.second is not None and self.first.pc == self.second.pc:
            return f"they diverge at {self.first}"
        places = (self.first, self.second)
        ends = " and ".join("the return" if place is None else f"P:${place.pc:04X}" for place in places)
        return f"they diverge after {self.after}, for {ends}"


class _Seen(Exception):  # noqa: N818  # not an error: it ends the call after the observation
    """Ends a call whose rest is not needed."""


@dataclass(frozen=True)
class _Look:
    hash: int
    place: InstructionLocation


def first_divergence(
    first: Call, second: Call, *, data: bool = False, loading: bool = False, symbols: Symbols | None = None
) -> Divergence | None:
    """Return the divergence of two calls, or None; with `data`, also of the addresses of data.

    Each call is repeated some twenty times and must do the same each time. Locations have names and source lines from
    `symbols`, or else from the programs of the library. `loading` is that of `trace_routines`.
    """
    return _Comparison(first, second, data, loading, symbols).first_divergence()


@dataclass(frozen=True)
class _Comparison:
    """Two calls and how they are compared."""

    first: Call
    second: Call
    data: bool
    loading: bool
    symbols: Symbols | None

    def first_divergence(self) -> Divergence | None:
        """Return the divergence of the calls."""
        ours, theirs = (trace_routines(call, loading=self.loading) for call in (self.first, self.second))
        for routine, (one, other) in enumerate(zip(ours, theirs, strict=False)):
            if self._hash(one) != self._hash(other) or one.instructions != other.instructions:
                return self._divergence_in(routine, one.instructions, other.instructions)
        if len(ours) == len(theirs):
            return None
        if len(ours) > len(theirs):
            return Divergence(0, None, self._look(self.first, len(theirs), 0).place, None)
        return Divergence(0, None, None, self._look(self.second, len(ours), 0).place)

    def _divergence_in(self, routine: int, ours: int, theirs: int) -> Divergence:
        """Return the divergence in one routine of this many instructions in either call, by bisection."""
        common, apart = 0, min(ours, theirs)
        if not self._parted(routine, apart):
            common = apart
        while apart - common > 1:
            middle = (common + apart) // 2
            common, apart = (common, middle) if self._parted(routine, middle) else (middle, apart)
        after = self._look(self.first, routine, common - 1).place if common else None
        first = self._look(self.first, routine, common).place if common < ours else None
        second = self._look(self.second, routine, common).place if common < theirs else None
        return Divergence(common, after, first, second)

    def _parted(self, routine: int, instructions: int) -> bool:
        looks = (self._look(call, routine, instructions) for call in (self.first, self.second))
        return len({look.hash for look in looks}) > 1

    def _look(self, call: Call, routine: int, instructions: int) -> _Look:
        """Return a call's state after `instructions` of its `routine`-th routine; the rest of the call is skipped."""
        looks: list[_Look] = []
        count = 0

        @contextmanager
        def stop(dsp: Dsp56001) -> Iterator[None]:
            nonlocal count
            count += 1
            if count <= routine:
                yield
                return
            with dsp.hash_execution() as path:
                if instructions:
                    dsp.run(max_instructions=instructions)
            looks.append(_Look(self._hash(path), current_location(dsp, self.symbols)))
            raise _Seen

        with watched(stop, preparing=self.loading):
            try:
                call()
            except _Seen:
                return looks[0]
        raise AssertionError("the repeated call executed other instructions")

    def _hash(self, seen: ExecutionTrace | ExecutionHash) -> int:
        return seen.data if self.data else seen.flow
