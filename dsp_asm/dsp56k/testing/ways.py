"""The ways that calls take through their routines, compared exactly: clocks, instructions, addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from dsp56k.emu import Dsp56001, PathHash, Symbols
from dsp56k.lib.caller import watched
from dsp56k.testing.places import Place, place_of

Call = Callable[[], object]
"""A call of a Routine, or of a function that runs routines of `dsp56k.lib`, with its arguments."""


@dataclass(frozen=True)
class Way:
    """What one routine took.

    Attributes:
        clocks: oscillator clocks.
        instructions: instructions executed.
        flow: a hash of the address of each instruction and the clocks at its end.
        data: a hash of the space, address and direction of each data access.
    """

    clocks: int
    instructions: int
    flow: int
    data: int


Ways = tuple[Way, ...]
"""Of the routines that a call ran, one after the other."""


def ways_of(call: Call, *, loading: bool = False) -> Ways:
    """The ways of a call's routines; what they prepare beforehand (`Result.setup_clocks`), as from a key, does not
    count, or with `loading` it alone does.

    Raises:
        Exception: what the call raises.
    """
    found: list[Way] = []

    @contextmanager
    def follow(dsp: Dsp56001) -> Iterator[None]:
        clocks, instructions = dsp.clocks, dsp.instructions
        with dsp.follow_path() as path:
            yield
        found.append(Way(dsp.clocks - clocks, dsp.instructions - instructions, path.flow, path.data))

    with watched(follow, preparing=loading):
        call()
    return tuple(found)


@dataclass(frozen=True)
class Parting:
    """Where two ways part.

    Attributes:
        instructions: how many they have in common.
        after: the last of these; None if there is none.
        first, second: what either executes next; None for a call that is over.
    """

    instructions: int
    after: Place | None
    first: Place | None
    second: Place | None

    def __str__(self) -> str:
        if self.first is not None and self.second is not None and self.first.pc == self.second.pc:
            return f"they diverge at {self.first}"
        places = (self.first, self.second)
        ends = " and ".join("the return" if place is None else f"P:${place.pc:04X}" for place in places)
        return f"they diverge after {self.after}, for {ends}"


class _Seen(Exception):  # noqa: N818  # no error: what was to be seen has been
    """Ends a call whose rest does not matter."""


@dataclass(frozen=True)
class _Look:
    hash: int
    place: Place


def parting(
    first: Call, second: Call, *, data: bool = False, loading: bool = False, symbols: Symbols | None = None
) -> Parting | None:
    """Where the ways of two calls part; with `data`, where they access different addresses. None: nowhere.

    Each call is taken again some twenty times: it must do the same each time. Places have names and source lines from
    `symbols`, or else from the programs of the library. `loading` is as of `ways_of`.
    """
    return _Comparison(first, second, data, loading, symbols).parting()


@dataclass(frozen=True)
class _Comparison:
    """Two calls and how they are compared."""

    first: Call
    second: Call
    data: bool
    loading: bool
    symbols: Symbols | None

    def parting(self) -> Parting | None:
        """Where they part."""
        ours, theirs = (ways_of(call, loading=self.loading) for call in (self.first, self.second))
        for routine, (one, other) in enumerate(zip(ours, theirs, strict=False)):
            if self._hash(one) != self._hash(other) or one.instructions != other.instructions:
                return self._parting_in(routine, one.instructions, other.instructions)
        if len(ours) == len(theirs):
            return None
        if len(ours) > len(theirs):
            return Parting(0, None, self._look(self.first, len(theirs), 0).place, None)
        return Parting(0, None, None, self._look(self.second, len(ours), 0).place)

    def _parting_in(self, routine: int, ours: int, theirs: int) -> Parting:
        """In one routine, which takes so many instructions of either; by bisection."""
        common, apart = 0, min(ours, theirs)
        if not self._parted(routine, apart):
            common = apart
        while apart - common > 1:
            middle = (common + apart) // 2
            common, apart = (common, middle) if self._parted(routine, middle) else (middle, apart)
        after = self._look(self.first, routine, common - 1).place if common else None
        first = self._look(self.first, routine, common).place if common < ours else None
        second = self._look(self.second, routine, common).place if common < theirs else None
        return Parting(common, after, first, second)

    def _parted(self, routine: int, instructions: int) -> bool:
        looks = (self._look(call, routine, instructions) for call in (self.first, self.second))
        return len({look.hash for look in looks}) > 1

    def _look(self, call: Call, routine: int, instructions: int) -> _Look:
        """A call after so many instructions of its `routine`-th routine; the rest of it is not run."""
        looks: list[_Look] = []
        count = 0

        @contextmanager
        def stop(dsp: Dsp56001) -> Iterator[None]:
            nonlocal count
            count += 1
            if count <= routine:
                yield
                return
            with dsp.follow_path() as path:
                if instructions:
                    dsp.run(max_instructions=instructions)
            looks.append(_Look(self._hash(path), place_of(dsp, self.symbols)))
            raise _Seen

        with watched(stop, preparing=self.loading):
            try:
                call()
            except _Seen:
                return looks[0]
        raise AssertionError("the repeated call executed other instructions")

    def _hash(self, seen: Way | PathHash) -> int:
        return seen.data if self.data else seen.flow
