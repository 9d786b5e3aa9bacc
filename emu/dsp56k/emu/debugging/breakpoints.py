"""Breakpoints: program addresses before which a run stops."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, MutableSet
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, SupportsIndex, TypeVar

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.symbols import Symbols

Item = TypeVar("Item")


class Breakpoints(MutableSet[int]):
    """A set of P addresses. `run` stops before the instruction at each, unless it is the run's first instruction.

    Addresses are numbers or symbols of a loaded program. Breakpoints do not make a run slower.
    """

    def __init__(self, chip: Chip, symbols: Symbols) -> None:
        self._chip = chip
        self._symbols = symbols
        self._addresses: set[int] = set()

    @classmethod
    def _from_iterable(cls, it: Iterable[Item]) -> AbstractSet[Item]:
        """Return the result of `-`, `&`, `|` and `^`, which does not belong to the chip."""
        return set(it)

    def __contains__(self, location: object) -> bool:
        if isinstance(location, SupportsIndex):
            location = operator.index(location)
        return isinstance(location, int | str) and self._symbols.address(location, "P") in self._addresses

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._addresses))

    def __len__(self) -> int:
        return len(self._addresses)

    def __repr__(self) -> str:
        return f"<Breakpoints {', '.join(f'P:${address:04X}' for address in self)}>"

    def add(self, value: int | str) -> None:
        """Set a breakpoint at an address or symbol.

        Raises:
            ConfigurationError: The symbol or address does not exist.
        """
        self._set(self._addresses | {self._symbols.address(value, "P")})

    def discard(self, value: int | str) -> None:
        """Remove the breakpoint at an address or symbol, if there is one.

        Raises:
            ConfigurationError: The symbol or address does not exist.
        """
        self._set(self._addresses - {self._symbols.address(value, "P")})

    def clear(self) -> None:
        """Remove all breakpoints."""
        self._set(set())

    def _set(self, addresses: set[int]) -> None:
        self._chip.set_breakpoints(list(addresses))
        self._addresses = addresses
