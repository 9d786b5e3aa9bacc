"""Breakpoints: program addresses before which a run stops."""

from __future__ import annotations

from collections.abc import Iterator, MutableSet
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.symbols import Symbols


class Breakpoints(MutableSet[int]):
    """The set of P addresses before whose instruction `run` stops, unless it is the run's first.

    Addresses are given as numbers or as symbols of a loaded program. A run costs nothing more for them.
    """

    def __init__(self, chip: Chip, symbols: Symbols) -> None:
        self._chip = chip
        self._symbols = symbols
        self._addresses: set[int] = set()

    def __contains__(self, place: object) -> bool:
        return isinstance(place, int | str) and self._symbols.address(place, "P") in self._addresses

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._addresses))

    def __len__(self) -> int:
        return len(self._addresses)

    def __repr__(self) -> str:
        return f"<Breakpoints {', '.join(f'P:${address:04X}' for address in self)}>"

    def add(self, value: int | str) -> None:
        """Stop before the instruction at an address or symbol.

        Raises:
            ConfigurationError: no such symbol or address.
        """
        self._set(self._addresses | {self._symbols.address(value, "P")})

    def discard(self, value: int | str) -> None:
        """Stop there no longer.

        Raises:
            ConfigurationError: no such symbol or address.
        """
        self._set(self._addresses - {self._symbols.address(value, "P")})

    def clear(self) -> None:
        """Stop nowhere."""
        self._set(set())

    def _set(self, addresses: set[int]) -> None:
        self._chip.set_breakpoints(list(addresses))
        self._addresses = addresses
