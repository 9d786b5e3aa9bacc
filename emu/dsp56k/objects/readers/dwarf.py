"""The line tables of an ELF file (section .debug_line, DWARF versions 2 to 4), which are added to the runs of words.

Addresses are runtime addresses, as dsp56k.objects.elf defines. Entries for addresses without words are ignored.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsp56k.objects import budget as limits
from dsp56k.objects import elf
from dsp56k.objects import elf as e
from dsp56k.objects.binary_reader import BytesReader, ObjectFormatError
from dsp56k.objects.module import Run, sorted_lines
from dsp56k.objects.word_sizes import NO_SPACE, TOP

VERSIONS = (2, 3, 4)
FOUR = 4
"""The first version whose header has maximum_operations_per_instruction."""


@dataclass(slots=True)
class _Header:
    """Fields of the header that the line number program uses."""

    line_base: int
    line_range: int
    opcode_base: int
    operands: bytes
    files: list[str]


Row = tuple[str, int, int, str, int]
"""Consecutive addresses of one source line: the space, the first address, the one after the last, file and line."""


class _Runs:
    """The runs of a file by memory space and runtime address, and the line entries of each."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self._by_space: dict[str, list[tuple[int, int]]] = {}
        self._runs = runs
        self._taken: dict[tuple[str, int], int] = {}
        self.lines: dict[int, list[tuple[int, str, int]]] = {}
        for number, run in enumerate(runs):
            if run.words:
                self._by_space.setdefault(run.run_space, []).append((run.run_address, number))
        for starts in self._by_space.values():
            starts.sort()

    def put(self, rows: Sequence[Row]) -> None:
        """Add the ascending entries of one sequence to the runs of their addresses.

        If several overlays run at the start of a sequence, it belongs to the first overlay without a sequence, because
        writers have both in the same order.
        """
        here, low, high, step = "", 0, 0, 1
        found: list[tuple[int, str, int]] = []
        for space, first, end, file, line in rows:
            at = first
            while at < end:
                if not low <= at < high or space != here:
                    number = self._at(space, at)
                    if number is None:
                        at = self._next(space, at, end)
                        continue
                    run = self._runs[number]
                    here, low, high = space, run.run_address, run.run_address + run.locations
                    step = 2 if space == "L" else 1
                    found = self.lines.setdefault(number, [])
                found.append(((at - low) * step, file, line))
                at = min(end, high)

    def _at(self, space: str, at: int) -> int | None:
        """Return the run that contains an address: the last one that begins at or before it."""
        starts = self._by_space.get(space, [])
        after = bisect.bisect_right(starts, (at, len(self._runs)))
        if not after:
            return None
        start = starts[after - 1][0]
        first = bisect.bisect_left(starts, (start, 0))
        turn = self._taken.get((space, start), 0)
        number = starts[min(first + turn, after - 1)][1]
        if at >= start + self._runs[number].locations:
            return None
        self._taken[space, start] = turn + 1
        return number

    def _next(self, space: str, at: int, end: int) -> int:
        """Return the next address after `at` where a run begins, or `end`."""
        starts = self._by_space.get(space, [])
        after = bisect.bisect_right(starts, (at, len(self._runs)))
        return min(end, starts[after][0]) if after < len(starts) else end


class LineReader(BytesReader):
    """Reads the line tables of a file one after another; `at` is its position in the file, `end` where it must end."""

    at = end = 0

    def read(self, section: range, runs: Sequence[Run]) -> None:
        """Add the source lines of a section to the runs. Tables of other versions are ignored."""
        by_address = _Runs(runs)
        self.spend(limits.LINE_PROGRAMS, len(section), elf.LINE_SECTION, section.start)
        self.at = section.start
        while self.at < section.stop:
            self.end = section.stop
            for rows in self.table():
                by_address.put(rows)
        for number, entries in by_address.lines.items():
            runs[number].lines = sorted_lines(entries)

    def _row(self, first: int, end: int, file: str, line: int) -> Row:
        """Return an entry with the memory space of its addresses. Raises ObjectFormatError if they are invalid."""
        code = first >> e.SPACE_SHIFT
        space = e.SPACES_OF_SYMBOLS.get(code, NO_SPACE)
        if space == NO_SPACE or end - 1 >> e.SPACE_SHIFT != code or end - 1 & e.VALUE_MASK >= TOP:
            raise self.wrong(f"the addresses ${first:X} to ${end - 1:X} are not within a memory space")
        self.spend(limits.LINE_WORDS, end - first, elf.LINE_SECTION, self.at)
        return space, first & e.VALUE_MASK, (end - 1 & e.VALUE_MASK) + 1, file, line

    def wrong(self, message: str) -> ObjectFormatError:
        """Return an error at the reader's position."""
        return self.error(elf.LINE_SECTION, self.at, message)

    def number(self, size: int) -> int:
        """Return the big-endian number of `size` bytes."""
        if self.at + size > self.end:
            raise self.wrong("truncated")
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "big")

    def leb128(self, *, signed: bool = False) -> int:
        """Return a number of seven bits a byte, the low ones first; beyond 63 bits it is an error."""
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                break
            if shift > 63:
                raise self.wrong("a number has more than 63 bits")
        return value - (1 << shift) if signed and byte & 0x40 else value

    def name(self) -> str:
        """Return the name of a directory or a source file."""
        text = self.string(range(self.at, self.end), 0, elf.LINE_SECTION, self.at)
        self.at += len(text) + 1
        return text.decode("utf-8", "replace")

    def table(self) -> Iterator[list[Row]]:
        """Yield the sequences of one table, each with its entries, without empty ones."""
        length = self.number(4)
        end = self.at + length
        if end > self.end:
            raise self.wrong(f"truncated: expected {length} bytes, {self.end - self.at} remain")
        # A header must not extend into the next tables, which would then be read once more for each header.
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
            raise self.wrong("the line range and the opcode base must not be 0")
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
                raise self.wrong(f"directory {folder} does not exist")
            files.append(self._path(folders[folder], name))
        return _Header(line_base, line_range, opcode_base, operands, files)

    def _path(self, folder: str, name: str) -> str:
        """Return the path of a source file; several directories may have one name."""
        path = f"{folder}/{name}" if folder else name
        if len(path) > limits.LONGEST_NAME:
            raise self.wrong(f"a path is longer than {limits.LONGEST_NAME} characters")
        self.spend(limits.NAMES, len(path), elf.LINE_SECTION, self.at)
        return path

    def _program(self, header: _Header, end: int) -> Iterator[list[Row]]:
        """Run the line number program. An entry extends to the next one, or to the end of its sequence."""
        address, file, line = 0, 1, 1
        before: tuple[int, str, int] | None = None
        rows: list[Row] = []
        while self.at < end:
            opcode = self.number(1)
            row = False
            if opcode >= header.opcode_base:
                words, lines = divmod(opcode - header.opcode_base, header.line_range)
                address, line, row = address + words, line + header.line_base + lines, True
            elif opcode == elf.EXTENDED:
                size = self.leb128()
                following = self.at + size
                kind = self.number(1)
                if kind == elf.SET_ADDRESS:
                    address = self.number(4)
                self.at = following
                if kind == elf.END_SEQUENCE:
                    if before is not None and address > before[0]:
                        rows.append(self._row(before[0], address, *before[1:]))
                    if rows:
                        yield rows
                    address, file, line, before, rows = 0, 1, 1, None, []
            elif opcode == elf.COPY:
                row = True
            elif opcode == elf.ADVANCE_PC:
                address += self.leb128()
            elif opcode == elf.ADVANCE_LINE:
                line += self.leb128(signed=True)
            elif opcode == elf.SET_FILE:
                file = self.leb128()
            elif opcode == elf.CONST_ADD_PC:
                address += (elf.LARGEST_SPECIAL - header.opcode_base) // header.line_range
            elif opcode == elf.FIXED_ADVANCE_PC:
                address += self.number(2)
            else:
                for _ in range(header.operands[opcode - 1]):
                    self.leb128()
            if row:
                if not 0 < file <= len(header.files):
                    raise self.wrong(f"file {file} does not exist")
                if before is not None and address > before[0]:
                    rows.append(self._row(before[0], address, *before[1:]))
                before = address, header.files[file - 1], line
