"""ELF of our layout (dsp56k.objects.elf), read for what loading takes: words, symbols, source lines, the start address.

Every size and offset is checked against the file before it is used.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from dsp56k.emu.errors import LoadError
from dsp56k.emu.loader.dwarf import LineReader
from dsp56k.emu.loader.program import Block, Program
from dsp56k.emu.loader.reading import BytesReader
from dsp56k.objects import budget as limits
from dsp56k.objects import elf as e
from dsp56k.objects.dwarf import LINE_SECTION
from dsp56k.objects.machine import NO_SPACE, TOP, WORD_MASK

_MACHINE_AT, _ENTRY_AT, _ENTRY_SIZE_AT, _COUNT_AT = 18, 24, 46, 48
"""Offsets in the file header: of e_machine, e_entry, e_shentsize, e_shnum."""
_FUNCTION_TYPES = (0, 1, 2)
"""Symbol types that are values: none, object, function."""
_LINES = LINE_SECTION.encode() + b"\0"
_BYTES_PER_WORD = 4


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
        if not self.data.startswith(e.CLASS):
            raise self.error("e_ident", 0, "not a 32-bit big-endian ELF file")
        header = e.HEADER.unpack(self.take(0, e.HEADER.size, "ELF header"))
        _, _, machine, _, entry, _, table, _, _, _, _, entry_size, count, names = header
        if machine != e.MACHINE:
            raise self.error("e_machine", _MACHINE_AT, f"${machine:04X}, not ${e.MACHINE:04X} (DSP56001)")
        if table and not count:
            first = e.SECTION.unpack(self.take(table, e.SECTION.size, "section header 0"))
            count, names = first[5], first[6] if names == e.EXTENDED else names
        if count and entry_size != e.SECTION.size:
            raise self.error("e_shentsize", _ENTRY_SIZE_AT, f"{entry_size}, not {e.SECTION.size}")
        if entry >= TOP:
            raise self.error("e_entry", _ENTRY_AT, f"the start address ${entry:X} is beyond $FFFF")
        self.spend(limits.SECTIONS, count, "e_shnum", _COUNT_AT)
        headers = self.take(table, count * e.SECTION.size, "section table")
        sections = [
            _Section(table + number * e.SECTION.size, name, kind, flags, address, offset, size, link, each)
            for number, (name, kind, flags, address, offset, size, link, _, _, each) in enumerate(
                e.SECTION.iter_unpack(headers)
            )
        ]
        program = Program(start=entry)
        for number, section in enumerate(sections):
            if section.kind == e.PROGBITS:
                self._block(program, section, f"section {number}")
            elif section.kind == e.SYMTAB:
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
            if self.data[at : min(at + len(_LINES), strings.stop)] == _LINES:
                reader.read(self.span(section.offset, section.size, LINE_SECTION), program.lines)

    def _block(self, program: Program, section: _Section, field: str) -> None:
        code = section.flags >> e.FLAG_SHIFT & 0xF
        if code == 0:
            return
        space = e.SPACES_OF_SECTIONS.get(code)
        if space is None:
            raise self.error(field, section.at, f"space code {code} is none of P, X, Y, L")
        if section.size % _BYTES_PER_WORD:
            raise self.error(field, section.at, f"{section.size} bytes are no whole words")
        self.spend(limits.WORDS, section.size // _BYTES_PER_WORD, field, section.at)
        content = self.take(section.offset, section.size, field)
        words = [word for (word,) in struct.iter_unpack(">I", content)]
        if any(word > WORD_MASK for word in words):
            raise self.error(field, section.offset, "a word has more than 24 bits")
        step = 2 if space == "L" else 1
        if len(words) % step:
            raise self.error(field, section.at, "an L block holds pairs of words")
        if section.address + len(words) // step > TOP:
            message = f"{self.file}: {field} at {space}:${section.address:X} runs beyond $FFFF"
            raise LoadError(message, file=self.file, field=field, address=section.address)
        if space == "L":
            program.blocks.append(Block("X", section.address, words[0::2]))
            program.blocks.append(Block("Y", section.address, words[1::2]))
        else:
            program.blocks.append(Block(space, section.address, words))

    def _symbols(self, program: Program, section: _Section, sections: list[_Section], field: str) -> None:
        if section.entry_size != e.SYMBOL.size or section.size % e.SYMBOL.size:
            raise self.error(field, section.at, f"a symbol has {e.SYMBOL.size} bytes")
        if section.link >= len(sections):
            raise self.error(field, section.at, f"no string table {section.link}")
        names = sections[section.link]
        strings = self.span(names.offset, names.size, f"section {section.link}")
        self.spend(limits.SYMBOLS, section.size // e.SYMBOL.size, field, section.at)
        table = self.take(section.offset, section.size, field)
        for number, (name, value, _, info, _, _) in enumerate(e.SYMBOL.iter_unpack(table)):
            if name == 0 or info & 0xF not in _FUNCTION_TYPES:
                continue
            at = section.offset + number * e.SYMBOL.size
            text = self.string(strings, name, "st_name", at).decode("utf-8", "replace")
            self.check_name(text, "st_name", at)
            program.symbols[text] = value & e.VALUE_MASK
            program.spaces[text] = e.SPACES_OF_SYMBOLS.get(value >> e.SPACE_SHIFT, NO_SPACE)
