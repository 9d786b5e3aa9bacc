"""COFF, reading .cln and .cld (see dsp56k.objects.coff). Every count, size and offset is checked before it is used."""

from __future__ import annotations

import math
import re
import struct
from typing import NamedTuple

from dsp56k.objects import Budget, Limit
from dsp56k.objects import budget as limits
from dsp56k.objects import coff as c
from dsp56k.objects.binary_reader import BytesReader
from dsp56k.objects.module import (
    TOOL,
    UNNAMED,
    Base,
    Extent,
    Ident,
    Module,
    ObjectComment,
    Relocation,
    Run,
    SymbolKind,
    SymbolRecord,
    sorted_lines,
    with_comments,
)
from dsp56k.objects.word_sizes import NO_SPACE, TOP, WORD_MASK, MappingLetter, Space

# Module, version, revision, errors, machine, the tool's version, and IDENT's comment, as Motorola's tools keep them.
_IDENT = re.compile(r"(\S+) ([0-9A-F]{4}) ([0-9A-F]{4}) [0-9A-F]{4} DSP56000 (\S+) ?\n?(.*)")
# A block can repeat once for each address.
_LARGEST_BLOCK = TOP


class Entry(NamedTuple):
    """An entry of the symbol table.

    The fields are n_name, the halves of n_value, n_scnum, n_type, n_sclass, the auxiliary entries after it, and its
    offset in the file.
    """

    name: str
    first: int
    second: int
    section: int
    kind: int
    storage: int
    auxiliary: list[tuple[int, ...]]
    at: int


class CoffReader(BytesReader):
    """Reads an executable file, or a module that was written here."""

    def __init__(self, file: str, data: bytes, budget: Budget | None = None) -> None:
        super().__init__(file, data, budget)
        self.strings = range(0)
        self.relocation = Relocation(sections=[])
        self.section_names: set[str] = set()
        self.symbols: list[SymbolRecord] = []
        self.comments: list[tuple[int, ObjectComment]] = []
        self.ident = UNNAMED
        self.tool = TOOL
        self.start: int | None = None
        self.ours = False
        self.module = ""
        self.sources: dict[int, str] = {}
        self.run_bases: dict[int, tuple[int, Base | None, Base | None]] = {}

    def read(self) -> Module:
        """Read the complete file."""
        magic, sections, _, symbols_at, symbols, optional, flags = c.HEADER.unpack(
            self.take(0, c.HEADER.size, "file header")
        )
        if magic != c.MAGIC:
            chip = c.OTHER_CHIPS.get(magic)
            owner = f" of the {chip}" if chip else ""
            problem = f"must be {c.MAGIC} of the DSP56000, got {magic}{owner}"
            raise self.error("f_magic", 0, problem)
        executable = bool(flags & c.F_EXECUTABLE)
        if executable and optional >= c.OPTIONAL.size:
            fields = c.OPTIONAL.unpack(self.take(c.HEADER.size, c.OPTIONAL.size, "optional header"))
            self.start = self._address(fields[c.ENTRY], "entry", c.HEADER.size + 4 * c.ENTRY)
        table_at = c.HEADER.size + optional
        self.spend(limits.SECTIONS, sections, "f_nscns", c.SECTIONS_AT)
        self.spend(limits.ENTRIES, symbols, "f_nsyms", c.SYMBOLS_AT)
        self.span(table_at, sections * c.SECTION.size, "section headers (f_nscns)")
        self.span(symbols_at, symbols * c.SYMBOL.size, "symbol table (f_nsyms)")
        self._string_table(symbols_at + symbols * c.SYMBOL.size)
        self._symbol_table(symbols_at, symbols)
        found = (self._section(number, table_at + number * c.SECTION.size) for number in range(sections))
        runs = [run for run in found if run is not None]
        if not executable:
            self._place_runs(runs, sections, symbols_at)
        return self._object(runs, executable)

    def _object(self, runs: list[Run], executable: bool) -> Module:
        if executable and any(symbol.base or symbol.expression for symbol in self.symbols):
            raise self.error("f_flags", c.FLAGS_AT, "an executable file has relocatable symbols")
        relocation = None if executable else self.relocation
        if not self.relocation.sections:
            self.relocation.sections.append("")
        records = with_comments(runs, self.comments)
        return Module(self.ident, records, self.symbols, self.start, relocation=relocation, tool=self.tool)

    # ---- sections -----------------------------------------------------------------------------------------------

    def _section(self, number: int, at: int) -> Run | None:
        """Return a block; None for .text and .data, which summarise the blocks after them, and for an empty one."""
        fields = c.SECTION.unpack(self.take(at, c.SECTION.size, f"section header {number}"))
        _, load, load_code, run, run_code, size, data_at, relocations_at, lines_at, relocations, lines, flags = fields
        if not (data_at and size):
            return None
        space, mapping = self._place(load_code, f"s_paddr of section {number}", at + 12)
        words = self._words(data_at, size, number)
        if flags & c.S_BLOCK:
            # The repeat count is in s_vaddr (1996 manual, E.4.5).
            if run > _LARGEST_BLOCK:
                raise self.error(f"s_vaddr of section {number}", at + 16, f"repeat count {run}")
            self.spend(limits.WORDS, size * run, f"s_size of section {number}", at + 24)
            words, run, run_code = words * run, load, load_code
        run_space, _ = self._place(run_code, f"s_vaddr of section {number}", at + 20)
        result = Run(space, load, run_space, run, mapping, words)
        if "N" in (space, run_space) or (space == "L" and len(words) % 2):
            raise self.error(f"s_paddr of section {number}", at + 8, f"{space} memory cannot have blocks")
        if (run_space == "L") != (space == "L"):
            # ORG has L memory on both sides or on none.
            raise self.error(f"s_vaddr of section {number}", at + 16, f"{run_space} memory for words loaded to {space}")
        if max(load, run) >= TOP or load + result.locations > TOP:
            raise self.error(f"s_size of section {number}", at + 24, "the block must end at or below $FFFF")
        if relocations > len(words):
            raise self.error(f"s_nreloc of section {number}", at + 40, f"{relocations} for {len(words)} words")
        self._fixups(result, number, relocations_at, relocations)
        self._lines(result, number, lines_at, lines)
        return result

    def _fixups(self, run: Run, number: int, at: int, count: int) -> None:
        """Read the relocation entries of a section."""
        self.spend(limits.ENTRIES, count, f"s_nreloc of section {number}", at)
        table = self.take(at, count * c.RELOCATION.size, f"s_nreloc of section {number}")
        for entry, (address, code, text, _) in enumerate(c.RELOCATION.iter_unpack(table)):
            index = address - run.address
            if run.space == "L":
                index = 2 * index + (c.SPACES[code : code + 1] == ("Y",))
            where = at + entry * c.RELOCATION.size
            if not 0 <= index < len(run.words):
                raise self.error(f"r_vaddr of section {number}", where, f"${address:X} is outside the section")
            run.fixups.append((index, self._expression(text, f"r_symndx of section {number}", where + 8)))

    def _lines(self, run: Run, number: int, at: int, count: int) -> None:
        """Read the line number entries of a section; those before the first known source file are skipped."""
        field = f"s_nlnno of section {number}"
        if count > 2 * len(run.words):
            # One line for a word, and one change of source file.
            raise self.error(field, at, f"{count} for {len(run.words)} words")
        self.spend(limits.ENTRIES, count, field, at)
        table = self.take(at, count * c.LINE.size, field)
        file = ""
        found = []
        for entry, (address, _, line) in enumerate(c.LINE.iter_unpack(table)):
            if not line:
                file = self.sources.get(address, "")
                continue
            if not 0 <= address - run.address < run.locations:
                where = at + entry * c.LINE.size
                raise self.error(f"l_paddr of section {number}", where, f"${address:X} is outside the section")
            if file:
                found.append(((address - run.address) * (2 if run.space == "L" else 1), file, line))
        # Nothing says that another tool's entries ascend.
        run.lines = sorted_lines(found)

    def _words(self, at: int, size: int, number: int) -> list[int]:
        field = f"s_size of section {number}"
        self.spend(limits.WORDS, size, field, at)
        raw = self.take(at, size * c.WORD, field)
        words = list(struct.unpack(f">{size}I", raw))
        for index, word in enumerate(words):
            if word > WORD_MASK:
                raise self.error(f"raw data of section {number}", at + index * c.WORD, f"${word:X} has over 24 bits")
        return words

    def _place_runs(self, runs: list[Run], sections: int, at: int) -> None:
        """Put sections and bases to the runs of a relocatable module."""
        if len(self.run_bases) != sections:
            raise self.error("symbol table", at, "the relocation entries of the module are missing")
        for number, run in enumerate(runs, start=1):
            if number in self.run_bases:
                run.section, run.base, run.run_base = self.run_bases[number]

    def _place(self, code: int, field: str, at: int) -> tuple[Space, MappingLetter]:
        place = c.PLACES.get(code)
        if place is None:
            raise self.error(field, at, f"unknown memory code {code}")
        return place

    def _address(self, value: int, field: str, at: int) -> int:
        if value >= TOP:
            raise self.error(field, at, f"the value must be at most $FFFF, got ${value:X}")
        return value

    # ---- symbols ------------------------------------------------------------------------------------------------

    def _string_table(self, at: int) -> None:
        if at == len(self.data):
            return
        (size,) = struct.unpack(">I", self.take(at, 4, "string table"))
        if size < c.STRINGS_FIRST:
            raise self.error("string table", at, f"length {size}")
        self.strings = self.span(at, size, "string table")

    def _string(
        self, offset: int, field: str, at: int, *, limit: Limit = limits.NAMES, longest: int = limits.LONGEST_NAME
    ) -> str:
        if offset == 0:
            return ""
        if offset < c.STRINGS_FIRST:
            raise self.error(field, at, f"string offset {offset} is outside the table")
        return self.string(self.strings, offset, field, at, limit=limit, longest=longest).decode("latin-1")

    def _text(self, offset: int, field: str, at: int) -> str:
        """Return a comment."""
        return self._string(offset, field, at, limit=limits.TEXT, longest=limits.LONGEST_LINE)

    def _line(self, offset: int, field: str, at: int) -> str:
        """Return a string of one line."""
        return _one_line(self._text(offset, field, at))

    def _expression(self, offset: int, field: str, at: int) -> str:
        """Return a link expression of the string table."""
        if offset:
            self.spend(limits.EXPRESSIONS, limits.EXPRESSION_COST, field, at)
        return self._string(offset, field, at, limit=limits.EXPRESSIONS, longest=limits.LONGEST_EXPRESSION)

    def _symbol_table(self, at: int, count: int) -> None:
        """Take all entries of the table, which is in the file as a whole."""
        index = 0
        while index < count:
            where = at + index * c.SYMBOL.size
            name, first, second, section, kind, storage, auxiliaries = c.SYMBOL.unpack_from(self.data, where)
            if auxiliaries >= count - index:
                raise self.error("n_numaux", where + 28, f"{auxiliaries} entries, but {count - index - 1} are left")
            auxiliary = [
                c.AUXILIARY.unpack_from(self.data, where + (1 + number) * c.SYMBOL.size)
                for number in range(auxiliaries)
            ]
            if storage == c.A_FILE and auxiliary:
                self.sources[index] = self._file_name(auxiliary[0], where + c.SYMBOL.size)
            self._symbol(Entry(self._name(name, where), first, second, section, kind, storage, auxiliary, where))
            index += 1 + auxiliaries

    def _file_name(self, auxiliary: tuple[int, ...], at: int) -> str:
        if not auxiliary[0]:
            return self._string(auxiliary[1], "file name", at)
        return c.AUXILIARY.pack(*auxiliary).partition(b"\0")[0].decode("latin-1")

    def _name(self, raw: bytes, at: int) -> str:
        if raw[:4] == b"\0\0\0\0":
            return self._string(int.from_bytes(raw[4:], "big"), "n_name", at)
        return raw.rstrip(b"\0").decode("latin-1")

    def _symbol(self, entry: Entry) -> None:
        """Take one entry of the symbol table."""
        if entry.name == ".cmt":
            self._comment(entry)
        elif entry.storage == c.C_NULL and entry.auxiliary and entry.auxiliary[0][7] == c.MARK:
            self.ours = True
            self._module_entry(entry)
        elif entry.storage in c.SYMBOL_CLASSES:
            self._value(entry if self.ours else entry._replace(auxiliary=[]))
        elif self.ours:
            # The meaning of another tool's auxiliary entries is unknown.
            self._own_entry(entry)

    def _comment(self, entry: Entry) -> None:
        """Read a comment of COBJ; in Motorola's files also cldlod's text after _START, one for each module."""
        text = self._text(entry.first, "n_value", entry.at + 8)
        match = None if self.ours else _IDENT.fullmatch(text)
        if match is None:
            self.comments.append((entry.second, ObjectComment(_one_line(text))))
            return
        self.module, version, revision, tool, comment = match.groups()
        self.check_name(self.module, "n_value", entry.at + 8, "module")
        if self.ident == UNNAMED:
            self.ident, self.tool = Ident(self.module, int(version, 16), int(revision, 16), comment), tool

    def _module_entry(self, entry: Entry) -> None:
        """Read our entry for properties that COFF does not have."""
        version, revision, comment, writer, _, from_file, start, _ = entry.auxiliary[0]
        text = self._line(comment, "file entry", entry.at)
        self.check_name(entry.name, "n_name", entry.at, "module")
        self.ident = Ident(entry.name, version & 0xFFFF, revision & 0xFFFF, text, bool(from_file))
        self.tool = self._line(writer, "file entry", entry.at) or TOOL
        self.relocation.start = self._expression(start, "file entry", entry.at)
        self.start = self._address(entry.first, "n_value", entry.at + 8) if entry.second else None

    def _own_entry(self, entry: Entry) -> None:
        """Read an entry that only our modules have: a section, an extent, an overlay, a run, an external symbol."""
        at, auxiliary = entry.at, entry.auxiliary
        if entry.storage == c.A_SECT:
            self._section_name(entry.name, at)
            return
        if entry.storage not in (c.A_BLOCK, c.A_XREF) or not auxiliary:
            return
        number, base = self._base(auxiliary[0], at)
        match entry.storage, entry.name:
            case c.A_BLOCK, ".extent":
                size, alignment = entry.first, entry.second
                if base is None or size > TOP or not 0 < alignment <= TOP or alignment & (alignment - 1):
                    raise self.error(
                        "n_value", at + 8, "the extent must be 1 to $10000 words with a power of two as its alignment"
                    )
                self.relocation.extents[base] = Extent(size, alignment)
            case c.A_BLOCK, ".overlay":
                address = self._expression(entry.first, "n_value", at + 8)
                if base is None or not address:
                    raise self.error("n_value", at + 8, "an overlay without an address")
                self.relocation.overlays[base] = number, address
            case c.A_BLOCK, ".run" if len(auxiliary) == 2:
                self.run_bases[entry.section] = number, base, self._base(auxiliary[1], at)[1]
            case c.A_XREF, name:
                self.check_name(name, "n_name", at)
                self.relocation.externals.append((number, name))

    def _section_name(self, name: str, at: int) -> None:
        known = self.relocation.sections
        self.check_name(name, "n_name", at, "section")
        # The first one contains everything outside of sections; a source may use the same name for a section.
        name = "" if name == "GLOBAL" and not known else name
        if name in self.section_names:
            raise self.error("n_name", at, "two sections with the same name")
        self.section_names.add(name)
        known.append(name)

    def _value(self, entry: Entry) -> None:
        """Read a symbol with a value."""
        at, auxiliary = entry.at, entry.auxiliary
        value: int | float = entry.first
        space: Space = NO_SPACE
        basic = entry.kind & c.T_BASIC
        if basic == c.T_DOUBLE:
            (value,) = struct.unpack(">d", struct.pack(">II", entry.second, entry.first))
        elif basic == c.T_LONG:
            (value,) = struct.unpack(">q", struct.pack(">II", entry.first, entry.second))
        else:
            space, _ = self._place(entry.second, "n_value", at + 12)
        if isinstance(value, float) and not math.isfinite(value):
            raise self.error("n_value", at + 8, "not a finite number")
        self.check_name(entry.name, "n_name", at)
        self.spend(limits.SYMBOLS, 1, "n_name", at)
        number, base = self._base(auxiliary[0], at) if auxiliary else (0, None)
        home = self.relocation.sections[number] if number < len(self.relocation.sections) else ""
        if entry.storage == c.A_SLOCAL and not self.ours:
            # Linked files do not name sections; that of a module is as local.
            home = self.module
        exported = entry.storage == c.A_XDEF
        expression = self._expression(auxiliary[0][6], "auxiliary entry", at + c.SYMBOL.size) if auxiliary else ""
        label: SymbolKind = "label" if entry.section != c.ABSOLUTE else "equ"
        self.symbols.append(SymbolRecord(entry.name, value, space, label, home, None, exported, base, expression))

    def _base(self, auxiliary: tuple[int, ...], at: int) -> tuple[int, Base | None]:
        """Return the section number of an auxiliary entry, and the base, if it is relocatable."""
        section, by, relocatable, space, counter, block, *_ = auxiliary
        known = len(self.relocation.sections)
        if max(section, by) >= max(1, known):
            raise self.error("auxiliary entry", at + c.SYMBOL.size, f"section {max(section, by)} does not exist")
        if not relocatable:
            return section, None
        if space >= len(c.SPACES) - 1 or counter >= len(c.COUNTERS):
            raise self.error("auxiliary entry", at + c.SYMBOL.size, f"memory space {space}, counter {counter}")
        return section, Base(by, c.SPACES[space], c.COUNTERS[counter], block)


def _one_line(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ")
