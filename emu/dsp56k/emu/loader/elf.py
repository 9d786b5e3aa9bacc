"""Our ELF layout: ELF32 big-endian, e_machine $D560, one section per space and block, four bytes a word.

`sh_addr` counts words, the space stands in bits 20-23 of `sh_flags` (P 1, X 2, Y 3, L 4); symbol values carry the space
in bits 31-28 (P 0, X 1, Y 2, L 3, none 4). Line tables are in section .debug_line. Every size and offset is checked
against the file before it is used.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from dsp56k.emu.errors import LoadError
from dsp56k.emu.loader.dwarf import FIELD, LineReader
from dsp56k.emu.loader.program import Block, Program
from dsp56k.emu.loader.reading import BytesReader
from dsp56k.objects import budget as limits

MACHINE = 0xD560
HEADER = struct.Struct(">16sHHIIIIIHHHHHH")
SECTION = struct.Struct(">10I")
SYMBOL = struct.Struct(">IIIBBH")
MACHINE_AT, ENTRY_AT, ENTRY_SIZE_AT, COUNT_AT = 18, 24, 46, 48
"""Offsets in the file header: of e_machine, e_entry, e_shentsize, e_shnum."""
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
    """A section header and its offset in the file."""

    at: int
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


class _Reader(BytesReader):
    def read(self) -> Program:
        if not self.data.startswith(IDENT):
            raise self.error("e_ident", 0, "not a 32-bit big-endian ELF file")
        header = HEADER.unpack(self.take(0, HEADER.size, "ELF header"))
        _, _, machine, _, entry, _, table, _, _, _, _, entry_size, count, names = header
        if machine != MACHINE:
            raise self.error("e_machine", MACHINE_AT, f"${machine:04X}, not ${MACHINE:04X} (DSP56001)")
        if table and not count:
            first = SECTION.unpack(self.take(table, SECTION.size, "section header 0"))
            count, names = first[5], first[6] if names == EXTENDED else names
        if count and entry_size != SECTION.size:
            raise self.error("e_shentsize", ENTRY_SIZE_AT, f"{entry_size}, not {SECTION.size}")
        if entry >= WORDS:
            raise self.error("e_entry", ENTRY_AT, f"the start address ${entry:X} is beyond $FFFF")
        self.spend(limits.SECTIONS, count, "e_shnum", COUNT_AT)
        headers = self.take(table, count * SECTION.size, "section table")
        sections = [
            _Section(table + number * SECTION.size, name, kind, flags, address, offset, size, link, each)
            for number, (name, kind, flags, address, offset, size, link, _, _, each) in enumerate(
                SECTION.iter_unpack(headers)
            )
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
        strings = self.span(names.offset, names.size, "section names")
        reader = LineReader(self.file, self.data, self.budget)
        for section in sections:
            at = strings.start + section.name
            if self.data[at : min(at + len(LINES), strings.stop)] == LINES:
                reader.read(self.span(section.offset, section.size, FIELD), program.lines)

    def _block(self, program: Program, section: _Section, field: str) -> None:
        code = section.flags >> SPACE_SHIFT & 0xF
        if code == 0:
            return
        space = SPACES.get(code)
        if space is None:
            raise self.error(field, section.at, f"space code {code} is none of P, X, Y, L")
        if section.size % BYTES_PER_WORD:
            raise self.error(field, section.at, f"{section.size} bytes are no whole words")
        self.spend(limits.WORDS, section.size // BYTES_PER_WORD, field, section.at)
        content = self.take(section.offset, section.size, field)
        words = [word for (word,) in struct.iter_unpack(">I", content)]
        if any(word > WORD_MAX for word in words):
            raise self.error(field, section.offset, "a word has more than 24 bits")
        step = 2 if space == "L" else 1
        if len(words) % step:
            raise self.error(field, section.at, "an L block holds pairs of words")
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
            raise self.error(field, section.at, f"a symbol has {SYMBOL.size} bytes")
        if section.link >= len(sections):
            raise self.error(field, section.at, f"no string table {section.link}")
        names = sections[section.link]
        strings = self.span(names.offset, names.size, f"section {section.link}")
        self.spend(limits.SYMBOLS, section.size // SYMBOL.size, field, section.at)
        table = self.take(section.offset, section.size, field)
        for number, (name, value, _, info, _, _) in enumerate(SYMBOL.iter_unpack(table)):
            if name == 0 or info & 0xF not in FUNCTION_TYPES:
                continue
            at = section.offset + number * SYMBOL.size
            text = self.string(strings, name, "st_name", at).decode("utf-8", "replace")
            self.check_name(text, "st_name", at)
            program.symbols[text] = value & SYMBOL_MASK
            program.spaces[text] = SYMBOL_SPACES.get(value >> SYMBOL_SPACE_SHIFT, NO_SPACE)
