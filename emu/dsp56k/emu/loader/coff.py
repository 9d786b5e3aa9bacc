"""Motorola's COFF, absolute (.cld): big-endian 32-bit fields, addresses as (offset, memory code), four bytes a word.

Only what loading takes is read: section headers, words, symbols that are numbers, line numbers, the start address. The
layout is that of the assembler manual of 1996, appendix E; docs/compatibility.md says which parts of it are ours.
"""

from __future__ import annotations

import struct

from dsp56k.emu.loader.program import Block, Program, SourceLine
from dsp56k.emu.loader.reading import BytesReader
from dsp56k.objects import budget as limits

MAGIC = 709
HEADER = struct.Struct(">7I")
SECTION = struct.Struct(">8s2I2I7I")
LINE = struct.Struct(">2II")
"""Load address and memory code, or a symbol table index; line, or 0 for the symbol of a source file."""
SYMBOL = struct.Struct(">8s2IiIII")
SECTIONS_AT, SYMBOLS_AT = 4, 16
"""Offsets of f_nscns and f_nsyms in the file header."""
STRINGS_FIRST = 4
"""The string table begins with its length."""
OPTIONAL_SIZE = 60
ENTRY_AT = 20
"""Of the entry address in the optional header."""
EXECUTABLE = 2
BLOCK = 0x400
SPACES = "PXYLN"
MAPPED_FIRST, MAPPINGS = 5, 3
"""Codes from 5 on: P, X, Y, L, each internal, external, bootstrap."""
VALUES = (210, 211, 213)
"""Storage classes of symbols: global, XDEF, local to a section."""
NO_CLASS = 0
MARK = b"d56k"
INTEGER, LONG = 4, 5
BASIC_TYPE = 0xF
"""The bits of n_type that tell so; labels of code have another one set."""
WORDS = 65_536
WORD_MAX = 0xFF_FFFF


def read_coff(file: str, data: bytes) -> Program:
    """Read an absolute COFF file.

    Raises:
        LoadError: with `file`, `field` and `offset`.
    """
    return _Reader(file, data).read()


class _Reader(BytesReader):
    symbols = strings = range(0)
    """Where the symbol table and the string table lie in the file."""

    def read(self) -> Program:
        magic, sections, _, symbols_at, symbols, optional, flags = HEADER.unpack(
            self.take(0, HEADER.size, "file header")
        )
        if magic != MAGIC:
            raise self.error("f_magic", 0, f"{magic}, not {MAGIC} (DSP56000)")
        if not flags & EXECUTABLE:
            raise self.error("f_flags", 24, "a relocatable module: link it first")
        program = Program()
        if optional >= OPTIONAL_SIZE:
            (entry,) = struct.unpack(">I", self.take(HEADER.size + ENTRY_AT, 4, "entry"))
            if entry >= WORDS:
                raise self.error("entry", HEADER.size + ENTRY_AT, f"${entry:X} is beyond $FFFF")
            program.start = entry
        self.spend(limits.ENTRIES, symbols, "f_nsyms", SYMBOLS_AT)
        self.spend(limits.SECTIONS, sections, "f_nscns", SECTIONS_AT)
        self.symbols = self.span(symbols_at, symbols * SYMBOL.size, "symbol table")
        self.strings = range(self.symbols.stop, len(self.data))
        table = HEADER.size + optional
        for number in range(sections):
            self._section(program, number, table + number * SECTION.size)
        self._symbols(program)
        return program

    def _section(self, program: Program, number: int, at: int) -> None:
        fields = SECTION.unpack(self.take(at, SECTION.size, f"section header {number}"))
        _, address, code, run, run_code, size, data_at, _, lines_at, _, lines, flags = fields
        if not data_at:
            # .text and .data sum up what the sections behind them hold.
            return
        space = self._space(code, f"s_paddr of section {number}", at + 12)
        self.spend(limits.WORDS, size * (max(1, run) if flags & BLOCK else 1), f"s_size of section {number}", at + 24)
        raw = self.take(data_at, 4 * size, f"s_size of section {number}")
        words = [word for (word,) in struct.iter_unpack(">I", raw)]
        if any(word > WORD_MAX for word in words):
            raise self.error(f"raw data of section {number}", data_at, "a word has more than 24 bits")
        if flags & BLOCK:
            words *= run
        step = 2 if space == "L" else 1
        if space == "N" or len(words) % step:
            raise self.error(f"s_paddr of section {number}", at + 8, f"no block of {space} memory")
        if address + len(words) // step > WORDS:
            raise self.error(f"s_size of section {number}", at + 24, "the block runs beyond $FFFF")
        if space == "L":
            program.blocks += [Block("X", address, words[0::2]), Block("Y", address, words[1::2])]
        else:
            program.blocks.append(Block(space, address, words))
        if lines and not flags & BLOCK:
            run_space = self._space(run_code, f"s_vaddr of section {number}", at + 20)
            if (run_space == "L") != (space == "L"):
                raise self.error(
                    f"s_vaddr of section {number}", at + 16, f"{run_space} memory for words loaded to {space}"
                )
            self._lines(program, number, (lines_at, lines), Block(run_space, run, words), address)

    def _lines(self, program: Program, number: int, table: tuple[int, int], block: Block, load: int) -> None:
        """A section's line numbers: their offset and count, the block where it runs, and where it is loaded."""
        field = f"s_nlnno of section {number}"
        if table[1] > 2 * len(block.words):
            # One line for a word, and one change of source file.
            raise self.error(field, table[0], f"{table[1]} for {len(block.words)} words")
        self.spend(limits.ENTRIES, table[1], field, table[0])
        rows: list[tuple[int, SourceLine]] = []
        file = ""
        for index, (address, _, line) in enumerate(LINE.iter_unpack(self.take(table[0], table[1] * LINE.size, field))):
            if line:
                rows.append((address - load, SourceLine(file, line)))
            else:
                file = self._source(address, table[0] + index * LINE.size)
        count = len(block.words) // (2 if block.space == "L" else 1)
        ends = [first for first, _ in rows[1:]] + [count]
        for (first, source), end in zip(rows, ends, strict=False):
            if not 0 <= first <= end <= count or block.address + end > WORDS:
                raise self.error(field, table[0], f"words {first} to {end} of {count} have one line")
            for at in range(block.address + first, block.address + end):
                for space in "XY" if block.space == "L" else block.space:
                    program.lines[space, at] = source

    def _source(self, index: int, at: int) -> str:
        """The name of the source file that an entry of the symbol table stands for; it is in the auxiliary entry."""
        start = self.symbols.start + (index + 1) * SYMBOL.size
        if start + SYMBOL.size > self.symbols.stop:
            raise self.error("l_symndx", at, f"there is no symbol {index}")
        name = self.data[start : start + SYMBOL.size]
        return self._name(name[:8], at) if not any(name[:4]) else name.partition(b"\0")[0].decode("latin-1")

    def _space(self, code: int, field: str, at: int) -> str:
        if code < MAPPED_FIRST:
            return SPACES[code]
        if code < MAPPED_FIRST + MAPPINGS * 4:
            return "PXYL"[(code - MAPPED_FIRST) // MAPPINGS]
        raise self.error(field, at, f"memory code {code} is unknown")

    def _symbols(self, program: Program) -> None:
        at = self.symbols.start
        while at < self.symbols.stop:
            name, first, second, _, kind, storage, auxiliaries = SYMBOL.unpack_from(self.data, at)
            kind &= BASIC_TYPE
            if storage in VALUES and kind in (INTEGER, LONG):
                self.spend(limits.SYMBOLS, 1, "n_name", at)
                value = first if kind == INTEGER else first << 32 | second
                text = self._name(name, at)
                self.check_name(text, "n_name", at)
                program.symbols[text] = value
                program.spaces[text] = SPACES[second] if kind == INTEGER and second < len(SPACES) else "N"
            elif storage == NO_CLASS and not second and auxiliaries and self._ours(at + 2 * SYMBOL.size):
                # No start address is known; the optional header has a 0 then.
                program.start = None
            at += (1 + auxiliaries) * SYMBOL.size

    def _ours(self, end: int) -> bool:
        """Whether the auxiliary entry that ends there is of this project's making."""
        return end <= self.symbols.stop and self.data[end - len(MARK) : end] == MARK

    def _name(self, raw: bytes, at: int) -> str:
        if raw[:4] != b"\0\0\0\0":
            return raw.rstrip(b"\0").decode("latin-1")
        offset = int.from_bytes(raw[4:], "big")
        if offset < STRINGS_FIRST:
            raise self.error("n_name", at, f"string offset {offset} lies outside the string table")
        return self.string(self.strings, offset, "n_name", at).decode("latin-1")
