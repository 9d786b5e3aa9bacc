"""Our ELF layout: ELF32 big-endian, e_machine $D560, one section per space and block, four bytes a word.

`sh_addr` counts words, the space stands in bits 20-23 of `sh_flags` (P 1, X 2, Y 3, L 4); symbol values carry the space
in bits 31-28 (P 0, X 1, Y 2, L 3, none 4). Line tables are in section .debug_line. Every size and offset is checked
against the file before it is used.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from dsp56k.emu.errors import LoadError
from dsp56k.emu.loader.dwarf import read_lines
from dsp56k.emu.loader.program import Block, Program

MACHINE = 0xD560
HEADER = struct.Struct(">16sHHIIIIIHHHHHH")
SECTION = struct.Struct(">10I")
SYMBOL = struct.Struct(">IIIBBH")
IDENT = b"\x7fELF\x01\x02\x01"
"""Class 32 bits, big-endian, version 1."""
PROGBITS, SYMTAB, NOBITS = 1, 2, 8
SPACE_SHIFT = 20
SPACES = {1: "P", 2: "X", 3: "Y", 4: "L"}
SYMBOL_MASK = 0x0FFF_FFFF
SYMBOL_SPACE_SHIFT = 28
SYMBOL_SPACES = {0: "P", 1: "X", 2: "Y", 3: "L"}
NO_SPACE = "N"
"""Of a symbol that is a plain number."""
FUNCTION_TYPES = (0, 1, 2)
"""Symbol types that are values: none, object, function."""
LINES = b".debug_line\0"
EXTENDED = 0xFFFF
"""e_shstrndx where the number of sections and the index of their names are in the first section header."""
WORDS = 65_536
WORD_MAX = 0xFF_FFFF
BYTES_PER_WORD = 4


@dataclass(frozen=True)
class _Section:
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    entry_size: int


def read_elf(file: str, data: bytes) -> Program:
    """Read an ELF file of the project's layout.

    Raises:
        LoadError: with `file` and the `field` at fault, or the `address` of a block that does not fit.
    """
    return _Reader(file, data).read()


class _Reader:
    def __init__(self, file: str, data: bytes) -> None:
        self.file = file
        self.data = data

    def _error(self, message: str, field: str) -> LoadError:
        return LoadError(f"{self.file}: {message}", file=self.file, field=field)

    def _slice(self, offset: int, size: int, field: str) -> bytes:
        if offset + size > len(self.data):
            raise self._error(f"truncated: {field} lies beyond the end of the file", field)
        return self.data[offset : offset + size]

    def read(self) -> Program:
        if not self.data.startswith(IDENT):
            raise self._error("not a 32-bit big-endian ELF file", "e_ident")
        header = HEADER.unpack(self._slice(0, HEADER.size, "ELF header"))
        _, _, machine, _, entry, _, table, _, _, _, _, entry_size, count, names = header
        if machine != MACHINE:
            raise self._error(f"e_machine is ${machine:04X}, not ${MACHINE:04X} (DSP56001)", "e_machine")
        if table and not count:
            first = SECTION.unpack(self._slice(table, SECTION.size, "section table"))
            count, names = first[5], first[6] if names == EXTENDED else names
        if count and entry_size != SECTION.size:
            raise self._error(f"e_shentsize is {entry_size}, not {SECTION.size}", "e_shentsize")
        if entry >= WORDS:
            raise self._error(f"the start address ${entry:X} is beyond $FFFF", "e_entry")
        headers = self._slice(table, count * SECTION.size, "section table")
        sections = [
            _Section(name, kind, flags, address, offset, size, link, each)
            for name, kind, flags, address, offset, size, link, _, _, each in SECTION.iter_unpack(headers)
        ]
        program = Program(start=entry)
        for number, section in enumerate(sections):
            if section.kind == PROGBITS:
                self._block(program, section, f"section {number}")
            elif section.kind == SYMTAB:
                self._symbols(program, section, sections, f"section {number}")
        if names < len(sections):
            self._lines(program, sections, sections[names])
        return program

    def _lines(self, program: Program, sections: list[_Section], names: _Section) -> None:
        """The line tables, where there are any."""
        strings = self._slice(names.offset, names.size, "section names")
        for section in sections:
            if strings[section.name : section.name + len(LINES)] == LINES:
                content = self._slice(section.offset, section.size, ".debug_line")
                program.lines |= read_lines(self.file, content)

    def _block(self, program: Program, section: _Section, field: str) -> None:
        code = section.flags >> SPACE_SHIFT & 0xF
        if code == 0:
            return
        space = SPACES.get(code)
        if space is None:
            raise self._error(f"{field}: space code {code} is none of P, X, Y, L", field)
        content = self._slice(section.offset, section.size, field)
        if section.size % BYTES_PER_WORD:
            raise self._error(f"{field}: {section.size} bytes are no whole words", field)
        words = [word for (word,) in struct.iter_unpack(">I", content)]
        if any(word > WORD_MAX for word in words):
            raise self._error(f"{field}: a word has more than 24 bits", field)
        step = 2 if space == "L" else 1
        if len(words) % step:
            raise self._error(f"{field}: an L block holds pairs of words", field)
        if section.address + len(words) // step > WORDS:
            message = f"{self.file}: {field} at {space}:${section.address:X} runs beyond $FFFF"
            raise LoadError(message, file=self.file, field=field, address=section.address)
        if space == "L":
            program.blocks.append(Block("X", section.address, words[0::2]))
            program.blocks.append(Block("Y", section.address, words[1::2]))
        else:
            program.blocks.append(Block(space, section.address, words))

    def _symbols(self, program: Program, section: _Section, sections: list[_Section], field: str) -> None:
        if section.entry_size != SYMBOL.size or section.size % SYMBOL.size:
            raise self._error(f"{field}: a symbol has {SYMBOL.size} bytes", field)
        if section.link >= len(sections):
            raise self._error(f"{field}: no string table {section.link}", field)
        strings = sections[section.link]
        names = self._slice(strings.offset, strings.size, f"section {section.link}")
        for name, value, _, info, _, _ in SYMBOL.iter_unpack(self._slice(section.offset, section.size, field)):
            if name == 0 or info & 0xF not in FUNCTION_TYPES:
                continue
            end = names.find(b"\0", name)
            if end < 0:
                raise self._error(f"{field}: a symbol's name lies outside the string table", field)
            text = names[name:end].decode("utf-8", "replace")
            if not text or not text.isprintable() or " " in text:
                raise self._error(f"{field}: a symbol's name cannot be", field)
            program.symbols[text] = value & SYMBOL_MASK
            program.spaces[text] = SYMBOL_SPACES.get(value >> SYMBOL_SPACE_SHIFT, NO_SPACE)
