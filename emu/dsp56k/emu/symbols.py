"""Symbols of loaded programs, and addresses by number or symbol."""

from __future__ import annotations

import bisect
import os.path
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dsp56k.emu._core import IO_PAGE
from dsp56k.emu.errors import ConfigurationError, MemoryAccessError
from dsp56k.emu.memory import WORDS
from dsp56k.emu.places import address_of, base_and_offset, source_line, space_and_rest
from dsp56k.emu.validation import COUNT_MAX, require_int
from dsp56k.system.suggestions import did_you_mean
from dsp56k.system.text import described, shown

if TYPE_CHECKING:
    from dsp56k.emu.loader import Module, Program, SourceLine

NO_SPACE = "N"
"""The space of a symbol that is a plain number."""


class Symbols(Mapping[str, int]):
    """The symbols of the loaded object files: values by name, with their spaces and the source lines of addresses.

    The space of a symbol is "X", "Y", "P", "L", or "N" for none.
    """

    def __init__(self) -> None:
        self._values: dict[str, int] = {}
        self._spaces: dict[str, str] = {}
        self._lines: dict[tuple[str, int], SourceLine] = {}
        # The program whose source lines have not been read yet: most runs need none.
        self._unread: Program | None = None
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
        """Return the space of a symbol."""
        return self._spaces.get(name, NO_SPACE)

    def names(self, address: int, space: str = "P") -> list[str]:
        """Return the symbols at an address of a space ("X", "Y", "L" or "P"); plain numbers do not count."""
        return self._names.get((space, address), [])

    def below(self, address: int, space: str = "P") -> tuple[str, int] | None:
        """Return the symbol at or below an address, and the distance from it; None if there is none."""
        if space not in self._sorted:
            self._sorted[space] = sorted(at for owner, at in self._names if owner == space)
        addresses = self._sorted[space]
        index = bisect.bisect_right(addresses, address)
        if index == 0:
            return None
        base = addresses[index - 1]
        return self._names[space, base][0], address - base

    def near(self, address: int, space: str = "P") -> str | None:
        """Return an address as a symbol at or below it and the distance: "loop", "loop+2"; None if there is none."""
        name, offset = self.below(address, space) or (None, 0)
        return f"{name}+{offset}" if offset else name

    def place(self, address: int, space: str = "P") -> str:
        """Format an address with the symbol at or below it and, in P, its source line, if they are known.

        An address of the peripheral page has its register instead of a symbol below it.
        """
        if space == "X" and address >= IO_PAGE and not self.names(address, space):
            from dsp56k.isa import io_register

            register = io_register(address, write=True) or io_register(address)
            return f"X:${address:04X}" + (f" ({register.name})" if register is not None else "")
        symbol = self.near(address, space)
        source = self.line(address) if space == "P" else None
        return f"{space}:${address:04X}" + (f" <{symbol}>" if symbol else "") + (f" ({source})" if source else "")

    def line(self, address: int, space: str = "P") -> SourceLine | None:
        """Return the source line of the word at a runtime address, or None if no loaded file has it.

        ELF and COFF files have source lines. If overlays share an address, the last one in the file counts.
        """
        return self._found_lines().get((space, address))

    def lines(self, space: str = "P") -> dict[int, SourceLine]:
        """Return the source lines of all addresses of a space that have one."""
        return {address: line for (owner, address), line in self._found_lines().items() if owner == space}

    def add(self, program: Program | Module) -> None:
        """Add the symbols and lines of an object file.

        Raises:
            LoadError: The assembly has errors, or the module is relocatable.
        """
        from dsp56k.emu import loader

        if not isinstance(program, loader.Program):
            program = loader.image_of(program)
        self._values |= program.symbols
        self._spaces |= program.spaces
        self._found_lines()
        self._unread = program
        self._names = {}
        self._sorted = {}
        for name, value in self._values.items():
            if self.space_of(name) != NO_SPACE:
                self._names.setdefault((self.space_of(name), value), []).append(name)

    def _found_lines(self) -> dict[tuple[str, int], SourceLine]:
        """Return the lines of all programs."""
        program, self._unread = self._unread, None
        if program is not None:
            # Words that the new program replaces no longer belong to lines of the old one.
            for block in program.blocks if self._lines else ():
                for address in range(block.address, block.address + len(block.words)):
                    self._lines.pop((block.space, address), None)
            self._lines |= program.lines
        return self._lines

    def address(self, location: int | str, space: str, name: str = "address") -> int:
        """Return the address in a space of a location: a number, or text as `dsp56k.emu.places` describes it.

        Raises:
            ConfigurationError: The symbol is unknown or belongs to another space, or the text is not a location;
                `field`, `value`.
            MemoryAccessError: The address is outside the space; `field`, `space`, `address`.
        """
        if not isinstance(location, str):
            return self._checked(require_int(location, name, -COUNT_MAX, COUNT_MAX), space, name)
        owner, address = self.locate(location, name)
        if owner not in (space, NO_SPACE) and not (owner == "L" and space in "XY"):
            what = f"the symbol {location}" if location in self._values else location
            raise ConfigurationError(
                f"{name}: {shown(what)} belongs to {owner} memory, not to {space}", field=name, value=location
            )
        return self._checked(address, space, name)

    def locate(self, text: str, name: str = "address") -> tuple[str, int]:
        """Return the space and the value of a location; the space is "N" if neither text nor symbol determines it.

        Raises:
            ConfigurationError: The symbol or source line is unknown, or the text is not a location; `field`, `value`.
        """
        if text in self._values:
            return self.space_of(text), self._values[text]
        if (source := source_line(text)) is not None:
            return "P", self._address_of_line(*source, text, name)
        space, rest = space_and_rest(text)
        if (number := address_of(space, rest)) is not None:
            return space or NO_SPACE, number
        if rest in self._values:
            owner, number = self.space_of(rest), self._values[rest]
            if space and owner not in (space, NO_SPACE) and not (owner == "L" and space in "XY"):
                message = f"{name}: the symbol {shown(rest)} belongs to {owner} memory, not to {space}"
                raise ConfigurationError(message, field=name, value=text)
            return space or owner, number
        if (parts := base_and_offset(rest)) is not None:
            owner, base = self.locate(f"{space}:{parts[0]}" if space else parts[0], name)
            return owner, base + parts[1]
        raise ConfigurationError(f"{name}: {self._unknown(rest)}", field=name, value=text)

    def _unknown(self, name: str) -> str:
        """Return the message about text that is neither a number nor a symbol."""
        if not name:
            return "expected a symbol or an address, got nothing"
        if name.isdecimal():
            digits = name.lstrip("0") or "0"
            return f"a number must be ${name}, 0x{name} or, in decimal, {digits}, got {described(name)}"
        message = f"no loaded program has a symbol {described(name)}{did_you_mean(name, self._values)}"
        if not set(name.lower()) - set("0123456789abcdef"):
            message += f"; a hexadecimal number is '${shown(name)}' (in quotes in a shell) or 0x{shown(name)}"
        if not self._values:
            message += ", nor any other: symbols may have been stripped (asm56000 -z), or the format does not have them"
        return message

    def _address_of_line(self, file: str, line: int, text: str, name: str) -> int:
        """Return the P address where the code of a source line begins, or of the next line that has code."""

        def wrong(why: str) -> ConfigurationError:
            return ConfigurationError(f"{name}: {why}", field=name, value=text)

        lines = self.lines()
        files = dict.fromkeys(source.file for source in lines.values())
        named = [each for each in files if each == file or os.path.realpath(each) == os.path.realpath(file)]
        named = named or [each for each in files if os.path.split(each)[1] == os.path.split(file)[1]]
        named = named if file else list(files)
        if len(file) == 1 and not named:
            raise wrong(f"unknown memory space {described(file)}: expected x, y, p or l, as in x:$10")
        if not files:
            raise wrong(f"cannot find {shown(text)}: no loaded program has source lines (.elf and .cld have them)")
        if len(named) != 1:
            which = "several source files" if named else f"no source file {described(file)}"
            known = ", ".join(map(shown, files))
            raise wrong(f"the program has {which}{did_you_mean(file, files)}; its sources are {known}")
        numbers = [source.line for source in lines.values() if source.file == named[0] and source.line >= line]
        if not numbers:
            raise wrong(f"{shown(named[0])} has no code at or after line {line}")
        found = [at for at, source in sorted(lines.items()) if (source.file, source.line) == (named[0], min(numbers))]
        starts = [at for at in found if at - 1 not in found]
        if len(starts) > 1:
            raise wrong(f"{shown(text)} is at {' and '.join(f'P:${at:04X}' for at in starts)}: name one of these")
        return starts[0]

    @staticmethod
    def _checked(address: int, space: str, name: str) -> int:
        if not 0 <= address < WORDS:
            message = f"{name}: the address must be $0000 to $FFFF, got {space}:{address:#x}"
            raise MemoryAccessError(message, space=space, address=address, field=name)
        return address
