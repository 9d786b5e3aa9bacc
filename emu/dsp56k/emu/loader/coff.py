"""Motorola's COFF, absolute (.cld; dsp56k.objects.coff), read for what loading takes.

That is section headers, words, symbols that are numbers, line numbers, the start address.
"""

from __future__ import annotations

import struct

from dsp56k.emu.loader.program import Block, Program, SourceLine
from dsp56k.emu.loader.reading import BytesReader
from dsp56k.objects import budget as limits
from dsp56k.objects import coff as c
from dsp56k.objects.machine import NO_SPACE, TOP, WORD_MASK, Space

_ENTRY_AT = 4 * c.ENTRY
_MARK = c.MARK.to_bytes(4, "big")


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
        magic, sections, _, symbols_at, symbols, optional, flags = c.HEADER.unpack(
            self.take(0, c.HEADER.size, "file header")
        )
        if magic != c.MAGIC:
            raise self.error("f_magic", 0, f"{magic}, not {c.MAGIC} (DSP56000)")
        if not flags & c.F_EXECUTABLE:
            raise self.error("f_flags", c.FLAGS_AT, "a relocatable module: link it first")
        program = Program()
        if optional >= c.OPTIONAL.size:
            (entry,) = struct.unpack(">I", self.take(c.HEADER.size + _ENTRY_AT, 4, "entry"))
            if entry >= TOP:
                raise self.error("entry", c.HEADER.size + _ENTRY_AT, f"${entry:X} is beyond $FFFF")
            program.start = entry
        self.spend(limits.ENTRIES, symbols, "f_nsyms", c.SYMBOLS_AT)
        self.spend(limits.SECTIONS, sections, "f_nscns", c.SECTIONS_AT)
        self.symbols = self.span(symbols_at, symbols * c.SYMBOL.size, "symbol table")
        self.strings = range(self.symbols.stop, len(self.data))
        table = c.HEADER.size + optional
        for number in range(sections):
            self._section(program, number, table + number * c.SECTION.size)
        self._symbols(program)
        return program

    def _section(self, program: Program, number: int, at: int) -> None:
        fields = c.SECTION.unpack(self.take(at, c.SECTION.size, f"section header {number}"))
        _, address, code, run, run_code, size, data_at, _, lines_at, _, lines, flags = fields
        if not data_at:
            # .text and .data sum up what the sections after them hold.
            return
        space = self._space(code, f"s_paddr of section {number}", at + 12)
        self.spend(
            limits.WORDS, size * (max(1, run) if flags & c.S_BLOCK else 1), f"s_size of section {number}", at + 24
        )
        raw = self.take(data_at, 4 * size, f"s_size of section {number}")
        words = [word for (word,) in struct.iter_unpack(">I", raw)]
        if any(word > WORD_MASK for word in words):
            raise self.error(f"raw data of section {number}", data_at, "a word has more than 24 bits")
        if flags & c.S_BLOCK:
            words *= run
        step = 2 if space == "L" else 1
        if space == NO_SPACE or len(words) % step:
            raise self.error(f"s_paddr of section {number}", at + 8, f"no block of {space} memory")
        if address + len(words) // step > TOP:
            raise self.error(f"s_size of section {number}", at + 24, "the block runs beyond $FFFF")
        if space == "L":
            program.blocks += [Block("X", address, words[0::2]), Block("Y", address, words[1::2])]
        else:
            program.blocks.append(Block(space, address, words))
        if lines and not flags & c.S_BLOCK:
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
        for index, (address, _, line) in enumerate(
            c.LINE.iter_unpack(self.take(table[0], table[1] * c.LINE.size, field))
        ):
            if line:
                rows.append((address - load, SourceLine(file, line)))
            else:
                file = self._source(address, table[0] + index * c.LINE.size)
        count = len(block.words) // (2 if block.space == "L" else 1)
        ends = [first for first, _ in rows[1:]] + [count]
        for (first, source), end in zip(rows, ends, strict=False):
            if not 0 <= first <= end <= count or block.address + end > TOP:
                raise self.error(field, table[0], f"words {first} to {end} of {count} have one line")
            for at in range(block.address + first, block.address + end):
                for space in "XY" if block.space == "L" else block.space:
                    program.lines[space, at] = source

    def _source(self, index: int, at: int) -> str:
        """The name of the source file that an entry of the symbol table stands for; it is in the auxiliary entry."""
        start = self.symbols.start + (index + 1) * c.SYMBOL.size
        if start + c.SYMBOL.size > self.symbols.stop:
            raise self.error("l_symndx", at, f"there is no symbol {index}")
        name = self.data[start : start + c.SYMBOL.size]
        return self._name(name[:8], at) if not any(name[:4]) else name.partition(b"\0")[0].decode("latin-1")

    def _space(self, code: int, field: str, at: int) -> Space:
        place = c.PLACES.get(code)
        if place is None:
            raise self.error(field, at, f"memory code {code} is unknown")
        return place[0]

    def _symbols(self, program: Program) -> None:
        at = self.symbols.start
        while at < self.symbols.stop:
            name, first, second, _, kind, storage, auxiliaries = c.SYMBOL.unpack_from(self.data, at)
            kind &= c.T_BASIC
            if storage in c.SYMBOL_CLASSES and kind in (c.T_INT, c.T_LONG):
                self.spend(limits.SYMBOLS, 1, "n_name", at)
                value = first if kind == c.T_INT else first << 32 | second
                text = self._name(name, at)
                self.check_name(text, "n_name", at)
                program.symbols[text] = value
                program.spaces[text] = c.SPACES[second] if kind == c.T_INT and second < len(c.SPACES) else NO_SPACE
            elif storage == c.C_NULL and not second and auxiliaries and self._ours(at + 2 * c.SYMBOL.size):
                # No start address is known; the optional header has a 0 then.
                program.start = None
            at += (1 + auxiliaries) * c.SYMBOL.size

    def _ours(self, end: int) -> bool:
        """Whether the auxiliary entry that ends there is of this project's making."""
        return end <= self.symbols.stop and self.data[end - len(_MARK) : end] == _MARK

    def _name(self, raw: bytes, at: int) -> str:
        if raw[:4] != b"\0\0\0\0":
            return raw.rstrip(b"\0").decode("latin-1")
        offset = int.from_bytes(raw[4:], "big")
        if offset < c.STRINGS_FIRST:
            raise self.error("n_name", at, f"string offset {offset} lies outside the string table")
        return self.string(self.strings, offset, "n_name", at).decode("latin-1")
