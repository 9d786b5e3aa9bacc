"""The line tables of an ELF file: section .debug_line, DWARF versions 2 to 4, as checked rows by address.

Addresses count words; bits 31-28 are the memory space (P 0, X 1, Y 2, L 3). A line of L memory counts for X and Y.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsp56k.emu.errors import LoadError
from dsp56k.emu.loader.program import SourceLine

VERSIONS = (2, 3, 4)
FOUR = 4
"""The first version whose header has maximum_operations_per_instruction."""
SPACES = ("P", "X", "Y", "XY")
SPACE_SHIFT, OFFSET_MASK = 28, 0x0FFF_FFFF
WORDS = 65_536
MOST_WORDS = 16 * WORDS
"""Every word of every space, several times over: more is a file made to take time."""
EXTENDED, COPY, ADVANCE_PC, ADVANCE_LINE, SET_FILE = 0, 1, 2, 3, 4
CONST_ADD_PC, FIXED_ADVANCE_PC = 8, 9
END_SEQUENCE, SET_ADDRESS = 1, 2
LARGEST_SPECIAL = 255


def read_lines(file: str, data: bytes) -> dict[tuple[str, int], SourceLine]:
    """The source line of each (space, address). Tables of other versions are passed over.

    Raises:
        LoadError: with `file`, `field` and `offset` in the section.
    """
    lines: dict[tuple[str, int], SourceLine] = {}
    words = 0
    reader = _Reader(file, data)
    while reader.at < len(data):
        for first, end, source in reader.table():
            words += end - first
            space = first >> SPACE_SHIFT
            if space >= len(SPACES) or end - 1 >> SPACE_SHIFT != space or end - 1 & OFFSET_MASK >= WORDS:
                raise reader.error(f"no memory has the addresses ${first:X} to ${end - 1:X}")
            if words > MOST_WORDS:
                raise reader.error(f"more than {MOST_WORDS} words")
            for address in range(first & OFFSET_MASK, (end - 1 & OFFSET_MASK) + 1):
                for name in SPACES[space]:
                    lines[name, address] = source
    return lines


@dataclass(slots=True)
class _Header:
    """What the line number program needs of its header."""

    line_base: int
    line_range: int
    opcode_base: int
    operands: bytes
    files: list[str]


class _Reader:
    """Reads tables one after another; `at` is where it stands."""

    def __init__(self, file: str, data: bytes) -> None:
        self.file = file
        self.data = data
        self.at = 0

    def error(self, message: str) -> LoadError:
        return LoadError(
            f"{self.file}: .debug_line at byte {self.at}: {message}",
            file=self.file,
            field=".debug_line",
            offset=self.at,
        )

    def number(self, size: int) -> int:
        if self.at + size > len(self.data):
            raise self.error("truncated")
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
                raise self.error("a number of more than 63 bits")
        return value - (1 << shift) if signed and byte & 0x40 else value

    def string(self) -> str:
        end = self.data.find(b"\0", self.at)
        if end < 0:
            raise self.error("a name without an end")
        text = self.data[self.at : end].decode("utf-8", "replace")
        self.at = end + 1
        return text

    def table(self) -> Iterator[tuple[int, int, SourceLine]]:
        """The rows of one table: first address, address behind the last one, source line."""
        length = self.number(4)
        end = self.at + length
        if end > len(self.data):
            raise self.error(f"truncated: {length} bytes needed, {len(self.data) - self.at} are left")
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
            raise self.error("a line range or opcode base of 0")
        operands = bytes(self.number(1) for _ in range(opcode_base - 1))
        folders = [""]
        while name := self.string():
            folders.append(name)
        files = []
        while name := self.string():
            folder = self.leb128()
            self.leb128()
            self.leb128()
            if folder >= len(folders):
                raise self.error(f"there is no folder {folder}")
            files.append(f"{folders[folder]}/{name}" if folders[folder] else name)
        return _Header(line_base, line_range, opcode_base, operands, files)

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
            elif opcode == EXTENDED:
                size = self.leb128()
                behind = self.at + size
                kind = self.number(1)
                if kind == SET_ADDRESS:
                    address = self.number(4)
                self.at = behind
                if kind == END_SEQUENCE:
                    if before is not None and address > before[0]:
                        yield before[0], address, before[1]
                    address, file, line, before = 0, 1, 1, None
            elif opcode == COPY:
                row = True
            elif opcode == ADVANCE_PC:
                address += self.leb128()
            elif opcode == ADVANCE_LINE:
                line += self.leb128(signed=True)
            elif opcode == SET_FILE:
                file = self.leb128()
            elif opcode == CONST_ADD_PC:
                address += (LARGEST_SPECIAL - header.opcode_base) // header.line_range
            elif opcode == FIXED_ADVANCE_PC:
                address += self.number(2)
            else:
                for _ in range(header.operands[opcode - 1]):
                    self.leb128()
            if row:
                if not 0 < file <= len(header.files):
                    raise self.error(f"there is no file {file}")
                if before is not None and address > before[0]:
                    yield before[0], address, before[1]
                before = address, SourceLine(header.files[file - 1], line)
