"""Symbols of loaded programs, and addresses by number or symbol."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dsp56k.emu.checks import COUNT_MAX, whole
from dsp56k.emu.errors import ConfigurationError, MemoryAccessError
from dsp56k.emu.memory import WORDS
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.emu.loader import Assembled, Program, SourceLine

NO_SPACE = "N"
"""The space of a symbol that is a plain number."""


class Symbols(Mapping[str, int]):
    """Values by name, as the object files said, the space of each ("X", "Y", "P", "L" or "N" for none), and the source
    lines of addresses.
    """

    def __init__(self) -> None:
        self._values: dict[str, int] = {}
        self._spaces: dict[str, str] = {}
        self._lines: dict[tuple[str, int], SourceLine] = {}
        self._names: dict[tuple[str, int], list[str]] = {}
        self._sorted: dict[str, list[int]] = {}

    def __getitem__(self, name: str) -> int:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"<Symbols {self._values}>"

    def space_of(self, name: str) -> str:
        """The space that a symbol belongs to."""
        return self._spaces.get(name, NO_SPACE)

    def names(self, address: int, space: str = "P") -> list[str]:
        """The symbols that lie at an address of a space ("X", "Y", "L" or "P"); plain numbers do not count."""
        return self._names.get((space, address), [])

    def below(self, address: int, space: str = "P") -> tuple[str, int] | None:
        """The symbol at or below an address, and the distance from there; None: there is none."""
        if space not in self._sorted:
            self._sorted[space] = sorted(at for owner, at in self._names if owner == space)
        addresses = self._sorted[space]
        index = bisect.bisect_right(addresses, address)
        if index == 0:
            return None
        base = addresses[index - 1]
        return self._names[space, base][0], address - base

    def near(self, address: int, space: str = "P") -> str | None:
        """An address as a symbol at or below it and the distance from there: "loop", "loop+2"; None: there is none."""
        name, offset = self.below(address, space) or (None, 0)
        return f"{name}+{offset}" if offset else name

    def place(self, address: int, space: str = "P") -> str:
        """An address for a message, with the symbol at or before it and for P its source line, where they are known."""
        symbol = self.near(address, space)
        source = self.line(address) if space == "P" else None
        return f"{space}:${address:04X}" + (f" <{symbol}>" if symbol else "") + (f" ({source})" if source else "")

    def line(self, address: int, space: str = "P") -> SourceLine | None:
        """The source line that made the word at a runtime address; None where no loaded file says.

        ELF and COFF files say. Where overlays share addresses, the one that stands last in the file counts.
        """
        return self._lines.get((space, address))

    def lines(self, space: str = "P") -> dict[int, SourceLine]:
        """The source lines of all addresses of a space that have one."""
        return {address: line for (owner, address), line in self._lines.items() if owner == space}

    def add(self, program: Program | Assembled) -> None:
        """Take the symbols and lines of one more object file.

        Raises:
            LoadError: an assembly with errors, or a module that is yet to be linked.
        """
        from dsp56k.emu import loader

        if not isinstance(program, loader.Program):
            program = loader.image_of(program)
        self._values |= program.symbols
        self._spaces |= program.spaces
        if self._lines:
            # What the new program's words replace no longer has the lines of the old one.
            for block in program.blocks:
                for address in range(block.address, block.address + len(block.words)):
                    self._lines.pop((block.space, address), None)
        self._lines |= program.lines
        self._names = {}
        self._sorted = {}
        for name, value in self._values.items():
            if self.space_of(name) != NO_SPACE:
                self._names.setdefault((self.space_of(name), value), []).append(name)

    def address(self, place: int | str, space: str, name: str = "address") -> int:
        """The address in a space that a number or a symbol stands for.

        Raises:
            ConfigurationError: no such symbol, or one of another space, or no whole number; `field`, `value`.
            MemoryAccessError: beyond the space; `field`, `space`, `address`.
        """
        if not isinstance(place, str):
            return self._checked(whole(place, name, -COUNT_MAX, COUNT_MAX), space, name)
        if place not in self._values:
            import difflib

            near = difflib.get_close_matches(place, self._values, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            message = f"{name}: no loaded program has a symbol {described(place)}{hint}"
            if not self._values:
                message += ", nor any other: it may have been stripped (asm56000 -z), or its format holds none"
            raise ConfigurationError(message, field=name, value=place)
        owner = self.space_of(place)
        if owner not in (space, NO_SPACE) and not (owner == "L" and space in "XY"):
            raise ConfigurationError(
                f"{name}: the symbol {place} belongs to {owner} memory, not to {space}", field=name, value=place
            )
        return self._checked(self._values[place], space, name)

    @staticmethod
    def _checked(address: int, space: str, name: str) -> int:
        if not 0 <= address < WORDS:
            message = f"{name}: {space}:{address:#x} is outside $0000-$FFFF"
            raise MemoryAccessError(message, space=space, address=address, field=name)
        return address
