"""Watchpoints: data accesses after which a run stops. `Registry` is the base class of watchpoints and hooks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from dsp56k.emu.errors import ConfigurationError
from dsp56k.emu.instruction_cost import Access
from dsp56k.emu.memory import SPACES
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.symbols import Symbols

Item = TypeVar("Item")


class Registry(ABC, Generic[Item]):
    """Watchpoints or hooks, in the order in which they were set."""

    ITEM: ClassVar[str]
    """The name of an item in errors."""

    def __init__(self) -> None:
        self._set: list[Item] = []

    def __iter__(self) -> Iterator[Item]:
        return iter(self._set)

    def __len__(self) -> int:
        return len(self._set)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._set}>"

    def remove(self, item: Item) -> None:
        """Remove an item.

        Raises:
            ConfigurationError: The item is not set.
        """
        if item not in self._set:
            raise ConfigurationError(f"{item} is not set", field=self.ITEM, value=item)
        left = list(self._set)
        left.remove(item)
        self._apply(left)

    def clear(self) -> None:
        """Remove all items."""
        self._apply([])

    @abstractmethod
    def _apply(self, items: list[Item]) -> None:
        """Send all items to the chip."""


def address_range(symbols: Symbols, space: str, first: int | str, last: int | str | None) -> tuple[int, int]:
    """Return `first` and `last` as numbers; `last` is `first` if it is None.

    Raises:
        ConfigurationError: The space, symbol or address does not exist, or the range is empty; `field`, `value`.
        MemoryAccessError: An address is outside the space; `field`, `space`, `address`.
    """
    if space not in SPACES:
        raise ConfigurationError(
            f"the memory space must be X, Y or P, got {described(space)}", field="space", value=space
        )
    start = symbols.address(first, space, "first")
    end = start if last is None else symbols.address(last, space, "last")
    if start > end:
        raise ConfigurationError(
            f"the range must not be empty, got {space}:${start:04X} to ${end:04X}", field="last", value=end
        )
    return start, end


@dataclass(frozen=True)
class Watchpoint:
    """A range of addresses of one space, with the directions of accesses that stop a run."""

    space: str
    first: int
    last: int
    read: bool
    write: bool

    def sees(self, access: Access) -> bool:
        """Return True if an access is watched."""
        direction = self.write if access.write else self.read
        return direction and access.space == self.space and self.first <= access.address <= self.last


def watched(
    symbols: Symbols, space: str, first: int | str, last: int | str | None, read: bool, write: bool
) -> Watchpoint:
    """Return a watchpoint from a user's arguments.

    Raises:
        ConfigurationError: As `address_range`, or there is no direction.
        MemoryAccessError: As `address_range`.
    """
    start, end = address_range(symbols, space, first, last)
    if not (read or write):
        raise ConfigurationError("a watchpoint must watch reads, writes or both", field="read", value=read)
    return Watchpoint(space, start, end, bool(read), bool(write))


class Watchpoints(Registry[Watchpoint]):
    """The watched ranges. `run` stops after the instruction that makes a watched access, which is in `Stop.accesses`.

    Watchpoints see data accesses of the DSP's instructions, including those of MOVEM and MOVEP to P memory. For
    instruction fetches use breakpoints. A watched word of internal data RAM costs 13 to 18 % of the interpreter's
    speed, and no compiled code is executed. Other watched words leave compiled code its speed, except for accesses to
    their pages of 256 words.
    """

    ITEM = "watchpoint"

    def __init__(self, chip: Chip, symbols: Symbols) -> None:
        super().__init__()
        self._chip = chip
        self._symbols = symbols

    def add(
        self, space: str, first: int | str, last: int | str | None = None, *, read: bool = True, write: bool = True
    ) -> Watchpoint:
        """Watch `first` to `last` (or the one word) of a space: numbers, or symbols of a loaded program.

        Raises:
            ConfigurationError: The space, symbol or address does not exist, the range is empty, or no direction is
                selected.
        """
        watchpoint = watched(self._symbols, space, first, last, read, write)
        self._chip.add_watch(watchpoint)
        self._set.append(watchpoint)
        return watchpoint

    def _apply(self, items: list[Watchpoint]) -> None:
        self._chip.set_watches(items)
        self._set = items
