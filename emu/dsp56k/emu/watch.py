"""Watchpoints: data accesses behind which a run stops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsp56k.emu.errors import ConfigurationError
from dsp56k.emu.memory import SPACES

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.symbols import Symbols


@dataclass(frozen=True)
class Watchpoint:
    """A range of addresses of one space, and which accesses to it stop a run."""

    space: str
    first: int
    last: int
    read: bool
    write: bool


class Watchpoints:
    """The watched ranges. `run` stops behind the instruction that makes a watched access; `Stop.accesses` tells which.

    Watched are the data accesses of the DSP's instructions, P memory's by MOVEM and MOVEP included; fetching an
    instruction is what breakpoints are for. While nothing is watched a run costs nothing more.
    """

    def __init__(self, chip: Chip, symbols: Symbols) -> None:
        self._chip = chip
        self._symbols = symbols
        self._set: list[Watchpoint] = []

    def __iter__(self) -> Iterator[Watchpoint]:
        return iter(self._set)

    def __len__(self) -> int:
        return len(self._set)

    def __repr__(self) -> str:
        return f"<Watchpoints {self._set}>"

    def add(
        self, space: str, first: int | str, last: int | str | None = None, *, read: bool = True, write: bool = True
    ) -> Watchpoint:
        """Watch `first` to `last` (or the one word) of a space: numbers, or symbols of a loaded program.

        Raises:
            ConfigurationError: no such space, symbol or address, an empty range, or neither direction.
        """
        if space not in SPACES:
            raise ConfigurationError(f"the memory spaces are X, Y and P, not {space!r}", field="space", value=space)
        start = self._symbols.address(first, space, "first")
        end = start if last is None else self._symbols.address(last, space, "last")
        if start > end:
            raise ConfigurationError(f"{space}:${start:04X} to ${end:04X} is empty", field="last", value=end)
        if not (read or write):
            raise ConfigurationError("a watchpoint watches reads, writes or both", field="read", value=read)
        watchpoint = Watchpoint(space, start, end, bool(read), bool(write))
        self._apply([*self._set, watchpoint])
        return watchpoint

    def remove(self, watchpoint: Watchpoint) -> None:
        """Watch it no more.

        Raises:
            ConfigurationError: it is not watched.
        """
        if watchpoint not in self._set:
            raise ConfigurationError(f"{watchpoint} is not set", field="watchpoint", value=watchpoint)
        left = list(self._set)
        left.remove(watchpoint)
        self._apply(left)

    def clear(self) -> None:
        """Watch nothing."""
        self._apply([])

    def _apply(self, watched: list[Watchpoint]) -> None:
        self._chip.set_watches([(SPACES.index(w.space), w.first, w.last, w.read, w.write) for w in watched])
        self._set = watched
