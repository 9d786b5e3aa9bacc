"""A reader for modules of Motorola's assembler (.cln) whose blocks have absolute addresses by ORG.

The manual of 1996 does not define these details; they are those of 36 modules of version 6.2.0
(github.com/LowellObservatory/ArcDSP). Each section of the file has a static symbol, whose second auxiliary entry
contains the number of the source's section and how it is located. `.bs` and `.es` enclose the symbols of a source's
section. A symbol of type 0 without a section is external. Relocation entries have three fields, and a link expression
is the value of the whole word. Expressions of the source begin with their line number and `!`.
"""

from __future__ import annotations

import re
import struct
from dataclasses import replace

from dsp56k.objects import Budget, is_name
from dsp56k.objects import budget as limits
from dsp56k.objects import coff as c
from dsp56k.objects.module import Module, Run
from dsp56k.objects.readers.coff import CoffReader, Entry

_OPTIONAL_SIZE = 56
"""Size of the optional header. Only its third field is used: the offset of the expression of END, or NO_STRING."""
_END_AT = c.HEADER.size + 8
_NO_STRING = 0xFFFF_FFFF
_RELOCATION = struct.Struct(">3I")
"""r_vaddr, r_symndx (an offset into the string table), r_type (always 0)."""
_PLACED_BY_ORG = 0x4000
_STATIC = 3
_LINE = re.compile(r"\b\d+!(?!=)")
_MOST_SECTIONS = 255
"""The linker's limit (ASM, linker A.4)."""


def is_module(data: bytes) -> bool:
    """Return True if a COFF file is a module of Motorola's assembler, by the size of its optional header."""
    if len(data) < c.HEADER.size:
        return False
    *_, optional, flags = c.HEADER.unpack_from(data)
    return bool(optional == _OPTIONAL_SIZE and not flags & c.F_EXECUTABLE)


class ModuleReader(CoffReader):
    """Reads a module of Motorola's assembler."""

    def __init__(self, file: str, data: bytes, budget: Budget | None = None) -> None:
        super().__init__(file, data, budget)
        self.relocation.sections.append("")
        # For each section of the file: the source's section, and how it is located.
        self.homes: dict[int, tuple[int, int]] = {}
        self.open: list[int] = [0]

    def _section(self, number: int, at: int) -> Run | None:
        run = super()._section(number, at)
        if run is not None:
            run.section, placed = self.homes.get(number + 1, (0, 0))
            if not placed & _PLACED_BY_ORG:
                raise self.error(f"section header {number}", at, "a relocatable block of Motorola's assembler")
        return run

    def _place_runs(self, runs: list[Run], sections: int, at: int) -> None:
        (end,) = struct.unpack_from(">I", self.take(_END_AT, 4, "optional header"))
        if end != _NO_STRING:
            self.relocation.start = self._source_expression(end, "optional header", _END_AT)

    def _fixups(self, run: Run, number: int, at: int, count: int) -> None:
        self.spend(limits.ENTRIES, count, f"s_nreloc of section {number}", at)
        table = self.take(at, count * _RELOCATION.size, f"s_nreloc of section {number}")
        for entry, (address, text, _) in enumerate(_RELOCATION.iter_unpack(table)):
            where = at + entry * _RELOCATION.size
            index = address - run.run_address
            if run.space == "L" or not 0 <= index < len(run.words):
                raise self.error(f"r_vaddr of section {number}", where, f"${address:X} is outside the section")
            run.fixups.append((index, self._source_expression(text, f"r_symndx of section {number}", where + 4)))

    def _source_expression(self, offset: int, field: str, at: int) -> str:
        return _LINE.sub("", self._expression(offset, field, at))

    def _symbol(self, entry: Entry) -> None:
        storage, auxiliary, at = entry.storage, entry.auxiliary, entry.at
        if storage == _STATIC and len(auxiliary) > 1:
            number, placed = auxiliary[1][0], auxiliary[1][2]
            self.homes[entry.section] = number, placed
            self._name_section(number, entry.name, at)
        elif storage == c.A_SECT and entry.name == ".bs" and auxiliary:
            self.open.append(auxiliary[0][0])
        elif storage == c.A_SECT and entry.name == ".es" and len(self.open) > 1:
            self.open.pop()
        elif storage in c.SYMBOL_CLASSES and entry.section == c.NO_SECTION and not entry.kind:
            self.check_name(entry.name, "n_name", at)
            self.relocation.externals.append((self._number(self.open[-1], at), entry.name))
        elif storage in c.SYMBOL_CLASSES:
            self._value(entry._replace(auxiliary=[]))
            home = self.relocation.sections[self._number(self.open[-1], at)]
            exported = bool(home) and storage != c.A_SLOCAL
            self.symbols[-1] = replace(self.symbols[-1], section=home, exported=exported)
        else:
            super()._symbol(entry)

    def _name_section(self, number: int, name: str, at: int) -> None:
        """Store the name of a source's section. Its number can be above the next free one."""
        known = self.relocation.sections
        taken = number and (name == "GLOBAL" or (name in known and known[number : number + 1] != [name]))
        if number > _MOST_SECTIONS or not is_name(name) or taken:
            raise self.error("n_name", at, f"{name!r} cannot be section {number}")
        while number >= len(known):
            known.append(f"SECTION{len(known)}")
        if number:
            known[number] = name

    def _number(self, number: int, at: int) -> int:
        if number >= len(self.relocation.sections):
            self._name_section(number, f"SECTION{number}", at)
        return number


def read_coff(file: str, data: bytes, budget: Budget | None = None) -> Module:
    """Read a COFF file; a library's modules have one budget. Raises ObjectFormatError with file, field and offset."""
    return (ModuleReader if is_module(data) else CoffReader)(file, data, budget).read()
