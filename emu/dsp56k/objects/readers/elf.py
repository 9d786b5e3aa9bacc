"""ELF of our layout (dsp56k.objects.elf). Every size and offset is checked against the file before it is used."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

from dsp56k.objects import budget as limits
from dsp56k.objects import elf as e
from dsp56k.objects import is_name
from dsp56k.objects.binary_reader import BytesReader, real
from dsp56k.objects.elf import LINE_SECTION
from dsp56k.objects.module import Ident, Module, ObjectComment, Run, SymbolRecord, with_comments
from dsp56k.objects.readers.dwarf import LineReader
from dsp56k.objects.word_sizes import NO_SPACE, TOP, WORD_MASK, space_of

_OVERLAY = re.compile(r"\.[pxyl]\.[0-9a-f]{4}\.([pxyl])\.([0-9a-f]{4})")
_INTEGER = re.compile(r"-?[0-9]{1,20}")
_BINDING = 0xF0


def read_elf(file: str, data: bytes) -> Module:
    """Read an ELF file. Raises ObjectFormatError with file, field and offset."""
    return _Reader(file, data).read()


@dataclass(frozen=True, slots=True)
class _Header:
    """A section header, and its offset in the file."""

    at: int
    name: str
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int


class _Reader(BytesReader):
    def __init__(self, file: str, data: bytes) -> None:
        super().__init__(file, data)
        self.ident = Ident("ELF", from_file=True)
        self.start: int | None = None
        self.runs: list[Run] = []
        self.symbols: list[SymbolRecord] = []
        self.comments: list[tuple[int, ObjectComment]] = []

    def read(self) -> Module:
        """Read the complete file."""
        if not self.data.startswith(e.CLASS):
            raise self.error("e_ident", 0, "not a 32-bit big-endian ELF file")
        fields = e.HEADER.unpack(self.take(0, e.HEADER.size, "ELF header"))
        _, _, machine, _, entry, _, table, _, _, _, _, _, count, names = fields
        if machine != e.MACHINE:
            raise self.error("e_machine", 18, f"${machine:04X}, not ${e.MACHINE:04X} (DSP56001)")
        if entry >= TOP:
            raise self.error("e_entry", 24, f"${entry:X} is beyond $FFFF")
        self.start = entry
        headers = self.headers(table, count, names)
        line_tables: list[range] = []
        for header in headers:
            if header.kind == e.SYMTAB:
                self.symbol_table(header, headers)
            elif header.name == e.MODULE:
                self.module(header)
            elif header.name == LINE_SECTION:
                line_tables.append(self.span(header.offset, header.size, LINE_SECTION))
            elif header.kind == e.PROGBITS and header.flags >> e.FLAG_SHIFT & 15:
                self.block(header)
        for line_table in line_tables:
            LineReader(self.file, self.data, self.budget).read(line_table, self.runs)
        return Module(self.ident, with_comments(self.runs, self.comments), self.symbols, self.start)

    def headers(self, table: int, count: int, names: int) -> list[_Header]:
        """Return the section headers with their names."""
        if table and not count:
            first = e.SECTION.unpack(self.take(table, e.SECTION.size, "section header 0"))
            count, names = first[5], first[6] if names == e.EXTENDED else names
        self.spend(limits.SECTIONS, count, "e_shnum", table)
        raw = self.take(table, count * e.SECTION.size, "section headers (e_shnum)")
        fields = list(e.SECTION.iter_unpack(raw))
        if count and names >= count:
            raise self.error("e_shstrndx", 50, f"section {names} does not exist")
        strings = self.span(fields[names][4], fields[names][5], "section names") if count else range(0)
        headers: list[_Header] = []
        for number, one in enumerate(fields):
            at = table + number * e.SECTION.size
            name = self.string(strings, one[0], "sh_name", at).decode("utf-8", "replace")
            headers.append(_Header(at, name, *one[1:7]))
        return headers

    def block(self, header: _Header) -> None:
        """Read a section of words; an overlay's name contains its runtime address."""
        space = e.SPACES_OF_SECTIONS.get(header.flags >> e.FLAG_SHIFT & 15)
        if space is None:
            code = header.flags >> e.FLAG_SHIFT & 15
            raise self.error("sh_flags", header.at + 8, f"the space code must be that of P, X, Y or L, got {code}")
        self.spend(limits.WORDS, header.size // 4, "sh_size", header.at + 20)
        content = self.take(header.offset, header.size, f"section {header.name}")
        if header.size % (8 if space == "L" else 4):
            unit = "pairs of words" if space == "L" else "words"
            raise self.error("sh_size", header.at + 20, f"a block must hold {unit}, got {header.size} bytes")
        words = list(struct.unpack(f">{header.size // 4}I", content))
        if any(word > WORD_MASK for word in words):
            raise self.error(f"section {header.name}", header.offset, "a word has more than 24 bits")
        run_space, run_address = space, header.address
        if (match := _OVERLAY.fullmatch(header.name)) is not None:
            run_space, run_address = space_of(match.group(1)), int(match.group(2), 16)
        mapping = e.MAPPINGS[header.flags >> e.MAPPING_SHIFT & 3]
        run = Run(space, header.address, run_space, run_address, mapping, words)
        if header.address + run.locations > TOP:
            raise self.error(
                "sh_addr", header.at + 12, f"the block at {space}:${header.address:X} must end at or below $FFFF"
            )
        self.runs.append(run)

    def symbol_table(self, header: _Header, headers: list[_Header]) -> None:
        """Read the symbols of 24 bits."""
        if header.size % e.SYMBOL.size or header.link >= len(headers):
            raise self.error("sh_link", header.at + 24, "not a symbol table with names")
        names = headers[header.link]
        strings = self.span(names.offset, names.size, f"section {names.name}")
        self.spend(limits.SYMBOLS, header.size // e.SYMBOL.size, "sh_size", header.at + 20)
        table = self.take(header.offset, header.size, f"section {header.name}")
        for number, (name, value, _, info, _, _) in enumerate(e.SYMBOL.iter_unpack(table)):
            if name and info & ~_BINDING & 0xFF == 0:
                at = header.offset + number * e.SYMBOL.size
                text = self.string(strings, name, "st_name", at).decode("utf-8", "replace")
                self.check_name(text, "st_name", at)
                space = e.SPACES_OF_SYMBOLS.get(value >> e.SPACE_SHIFT, NO_SPACE)
                self.symbols.append(SymbolRecord(text, value & WORD_MASK, space, "equ", "", None, False))

    def module(self, header: _Header) -> None:
        """Read the lines of section MODULE; unknown ones are ignored."""
        self.spend(limits.TEXT, header.size, e.MODULE, header.at)
        content = self.take(header.offset, header.size, e.MODULE)
        self.spend(limits.LINES, content.count(b"\n"), e.MODULE, header.at)
        for line in content.decode("utf-8", "replace").split("\n"):
            keyword, _, rest = line.partition(" ")
            fields = rest.split(" ", 4)
            if keyword == "ident" and len(fields) == 5 and fields[0].isdecimal() and fields[1].isdecimal():
                self.check_name(fields[3], e.MODULE, header.offset, "module")
                version, revision = int(fields[0][:5]), int(fields[1][:5])
                self.ident = Ident(fields[3], version & 0xFFFF, revision & 0xFFFF, fields[4], fields[2] == "1")
            elif line == "start none":
                self.start = None
            elif keyword == "value" and len(fields) == 3:
                self.spend(limits.SYMBOLS, 1, e.MODULE, header.at)
                self.value(*fields)
            elif keyword == "comment" and fields[0].isdecimal():
                self.comments.append((int(fields[0][:9]), ObjectComment(rest.partition(" ")[2])))

    def value(self, name: str, space: str, number: str) -> None:
        """Read a symbol that does not fit into the symbol table."""
        try:
            value = int(number) if _INTEGER.fullmatch(number) else real(number)
        except ValueError:
            return
        if not is_name(name):
            return
        self.symbols.append(
            SymbolRecord(name, value, space_of(space) if space in e.SPACE_CODES else NO_SPACE, "equ", "", None, False)
        )
