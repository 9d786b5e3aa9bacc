"""The line tables of an ELF file: section .debug_line, DWARF versions 2 to 4, as checked rows by address.

Addresses are as dsp56k.objects.dwarf says. A line of L memory counts for X and Y.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsp56k.emu.loader.program import SourceLine
from dsp56k.emu.loader.reading import BytesReader
from dsp56k.isa.errors import Dsp56kError
from dsp56k.objects import budget as limits
from dsp56k.objects import dwarf as d
from dsp56k.objects import elf as e
from dsp56k.objects.machine import NO_SPACE, TOP

VERSIONS = (2, 3, 4)
FOUR = 4
"""The first version whose header has maximum_operations_per_instruction."""


@dataclass(slots=True)
class _Header:
    """What the line number program needs of its header."""

    line_base: int
    line_range: int
    opcode_base: int
    operands: bytes
    files: list[str]


class LineReader(BytesReader):
    """Reads the line tables of a file one after another; `at` is where it stands in the file, `end` where it must end.

    Its errors are LoadError with `file`, `field` and `offset`.
    """

    at = end = 0

    def read(self, section: range, lines: dict[tuple[str, int], SourceLine]) -> None:
        """Put the source line of each (space, address) that a section has to `lines`.

        Tables of other versions are passed over.
        """
        self.spend(limits.LINE_PROGRAMS, len(section), d.LINE_SECTION, section.start)
        self.at = section.start
        while self.at < section.stop:
            self.end = section.stop
            for first, end, source in self.table():
                code = first >> e.SPACE_SHIFT
                space = e.SPACES_OF_SYMBOLS.get(code, NO_SPACE)
                if space == NO_SPACE or end - 1 >> e.SPACE_SHIFT != code or end - 1 & e.VALUE_MASK >= TOP:
                    raise self.wrong(f"no memory has the addresses ${first:X} to ${end - 1:X}")
                self.spend(limits.LINE_WORDS, end - first, d.LINE_SECTION, self.at)
                for address in range(first & e.VALUE_MASK, (end - 1 & e.VALUE_MASK) + 1):
                    for name in "XY" if space == "L" else space:
                        lines[name, address] = source

    def wrong(self, message: str) -> Dsp56kError:
        """What is wrong where the reader stands."""
        return self.error(d.LINE_SECTION, self.at, message)

    def number(self, size: int) -> int:
        """The big-endian number of so many bytes."""
        if self.at + size > self.end:
            raise self.wrong("truncated")
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "big")

    def leb128(self, *, signed: bool = False) -> int:
        """A number of seven bits a byte, the low ones first; beyond 63 bits it is an error."""
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                break
            if shift > 63:
                raise self.wrong("a number of more than 63 bits")
        return value - (1 << shift) if signed and byte & 0x40 else value

    def name(self) -> str:
        """The name of a folder or a source file."""
        text = self.string(range(self.at, self.end), 0, d.LINE_SECTION, self.at)
        self.at += len(text) + 1
        return text.decode("utf-8", "replace")

    def table(self) -> Iterator[tuple[int, int, SourceLine]]:
        """The rows of one table: first address, address after the last one, source line."""
        length = self.number(4)
        end = self.at + length
        if end > self.end:
            raise self.wrong(f"truncated: {length} bytes needed, {self.end - self.at} are left")
        # A header that ran on into the tables after it would read them once more for each.
        self.end = end
        version = self.number(2)
        if version in VERSIONS:
            program = self.number(4)
            program += self.at
            header = self._header(version)
            self.at = program
            yield from self._program(header, end)
        self.at = end

    def _header(self, version: int) -> _Header:
        self.number(3 if version >= FOUR else 2)
        line_base = int.from_bytes(self.number(1).to_bytes(1, "big"), "big", signed=True)
        line_range, opcode_base = self.number(1), self.number(1)
        if not line_range or not opcode_base:
            raise self.wrong("a line range or opcode base of 0")
        operands = bytes(self.number(1) for _ in range(opcode_base - 1))
        folders = [""]
        while name := self.name():
            folders.append(name)
        files = []
        while name := self.name():
            folder = self.leb128()
            self.leb128()
            self.leb128()
            if folder >= len(folders):
                raise self.wrong(f"there is no folder {folder}")
            files.append(self._path(folders[folder], name))
        return _Header(line_base, line_range, opcode_base, operands, files)

    def _path(self, folder: str, name: str) -> str:
        """The path of a source file; a folder may have any number of them."""
        path = f"{folder}/{name}" if folder else name
        if len(path) > limits.LONGEST_NAME:
            raise self.wrong(f"a path is longer than {limits.LONGEST_NAME} characters")
        self.spend(limits.NAMES, len(path), d.LINE_SECTION, self.at)
        return path

    def _program(self, header: _Header, end: int) -> Iterator[tuple[int, int, SourceLine]]:
        """Run the line number program: a row reaches to the next one, or to the end of its sequence."""
        address, file, line = 0, 1, 1
        before: tuple[int, SourceLine] | None = None
        while self.at < end:
            opcode = self.number(1)
            row = False
            if opcode >= header.opcode_base:
                words, lines = divmod(opcode - header.opcode_base, header.line_range)
                address, line, row = address + words, line + header.line_base + lines, True
            elif opcode == d.EXTENDED:
                size = self.leb128()
                following = self.at + size
                kind = self.number(1)
                if kind == d.SET_ADDRESS:
                    address = self.number(4)
                self.at = following
                if kind == d.END_SEQUENCE:
                    if before is not None and address > before[0]:
                        yield before[0], address, before[1]
                    address, file, line, before = 0, 1, 1, None
            elif opcode == d.COPY:
                row = True
            elif opcode == d.ADVANCE_PC:
                address += self.leb128()
            elif opcode == d.ADVANCE_LINE:
                line += self.leb128(signed=True)
            elif opcode == d.SET_FILE:
                file = self.leb128()
            elif opcode == d.CONST_ADD_PC:
                address += (d.LARGEST_SPECIAL - header.opcode_base) // header.line_range
            elif opcode == d.FIXED_ADVANCE_PC:
                address += self.number(2)
            else:
                for _ in range(header.operands[opcode - 1]):
                    self.leb128()
            if row:
                if not 0 < file <= len(header.files):
                    raise self.wrong(f"there is no file {file}")
                if before is not None and address > before[0]:
                    yield before[0], address, before[1]
                before = address, SourceLine(header.files[file - 1], line)
