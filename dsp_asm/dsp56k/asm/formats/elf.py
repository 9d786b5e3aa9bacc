"""ELF: our own layout for modern tools, under an unofficial machine number.

ELF32, big-endian, e_machine $D560, ET_EXEC. One section for each run of words, named after its load space and
address, 4 bytes a word with the top byte zero; addresses count words. The space stands in the OS bits of sh_flags (P
1, X 2, Y 3, L 4; two bits above it the mapping: none 0, I 1, E 2, B 3) and in bits 31-28 of symbol values (P 0, X 1, Y
2, L 3, none 4). Symbols are integers, a section's own ones local; e_entry is the start address. An overlay's section
name has where it runs behind where it is loaded. Line tables are DWARF's (dwarf.py).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from dsp56k.asm.formats.dwarf import SPACE_CODES, SPACE_SHIFT, dwarf_sections
from dsp56k.asm.machine import WORD_MASK
from dsp56k.asm.objectfile import ObjectComment, ObjectFile, Run, SymbolRecord

MACHINE = 0xD560
"""EM_DSP56K_UNOFFICIAL."""
MODULE = ".dsp56k.module"
"""A section of text with what has no place elsewhere, a line each: `ident version revision from_file name comment`,
`start none` where there is no start address, `value name space number` for symbols beyond 24 bits and floating point,
`comment n text` for a COBJ comment before the n-th block.
"""

HEADER = struct.Struct(">16sHHIIIIIHHHHHH")
SECTION = struct.Struct(">10I")
SYMBOL = struct.Struct(">IIIBBH")
IDENT = b"\x7fELF\x01\x02\x01".ljust(16, b"\0")
_ET_EXEC = 2
PROGBITS, SYMTAB, STRTAB, NOTE = 1, 2, 3, 7
_WRITE, _ALLOC, _EXECUTE = 1, 2, 4
FLAG_SHIFT = 20
MAPPING_SHIFT = 24
MAPPINGS = ("", "I", "E", "B")
SECTION_SPACES = {"P": 1, "X": 2, "Y": 3, "L": 4}
LOCAL, GLOBAL = 0, 1 << 4
RESERVED, EXTENDED = 0xFF00, 0xFFFF
"""From so many sections on their number is sh_size, and the index of their names sh_link, of the first header."""
_ABSOLUTE_SECTION = 0xFFF1
_NOTE_OWNER = b"dsp56k\0\0"
_NOTE_TEXT = b"chip=DSP56001 word=24 bytes=4 order=big mapping=1\0"


@dataclass(frozen=True, slots=True)
class _Section:
    name: str
    kind: int
    flags: int
    address: int
    content: bytes
    link: int = 0
    info: int = 0
    alignment: int = 4
    entry_size: int = 0


class _Strings:
    """A string table."""

    def __init__(self) -> None:
        self.data = bytearray(b"\0")

    def add(self, text: str) -> int:
        offset = len(self.data)
        self.data += text.encode("utf-8") + b"\0"
        return offset


def elf_bytes(obj: ObjectFile) -> bytes:
    """An object file as an ELF file."""
    sections = [_Section("", 0, 0, 0, b"", alignment=0)]
    sections += [_words(run) for run in obj.runs if run.words]
    sections.append(_Section(".note.dsp56k", NOTE, 0, 0, _note()))
    symbols, strings, local = _symbols(obj)
    # The string table stands behind the symbols; sh_info counts the local ones.
    sections.append(_Section(".symtab", SYMTAB, 0, 0, symbols, len(sections) + 1, local, entry_size=SYMBOL.size))
    sections.append(_Section(".strtab", STRTAB, 0, 0, bytes(strings.data), alignment=1))
    sections.append(_Section(MODULE, PROGBITS, 0, 0, _module(obj), alignment=1))
    sections += [
        _Section(name, PROGBITS, 0, 0, content, alignment=1) for name, content in dwarf_sections(obj.runs).items()
    ]
    return _file(sections, obj.start or 0)


def _words(run: Run) -> _Section:
    flags = _ALLOC | (_EXECUTE if run.space == "P" else _WRITE)
    flags |= SECTION_SPACES[run.space] << FLAG_SHIFT | MAPPINGS.index(run.mapping) << MAPPING_SHIFT
    name = f".{run.space.lower()}.{run.address:04x}"
    if (run.run_space, run.run_address) != (run.space, run.address):
        name += f".{run.run_space.lower()}.{run.run_address:04x}"
    return _Section(name, PROGBITS, flags, run.address, struct.pack(f">{len(run.words)}I", *run.words))


def _note() -> bytes:
    text = _NOTE_TEXT + b"\0" * (-len(_NOTE_TEXT) % 4)
    return struct.pack(">III", len(_NOTE_OWNER) - 1, len(_NOTE_TEXT), 1) + _NOTE_OWNER + text


def _has_place(symbol: SymbolRecord) -> bool:
    """Whether a symbol fits the table; the others are in the section MODULE."""
    return isinstance(symbol.value, int) and -(1 << 23) <= symbol.value < 1 << 24


def _symbols(obj: ObjectFile) -> tuple[bytes, _Strings, int]:
    """The symbol table, local symbols first as ELF wants them, the names, and the number of local entries."""
    strings = _Strings()
    data = bytearray(SYMBOL.size)
    placed = [symbol for symbol in obj.symbol_table if _has_place(symbol)]
    local = [symbol for symbol in placed if symbol.section and not symbol.exported]
    taken = {id(symbol) for symbol in local}
    for symbol in [*local, *(symbol for symbol in placed if id(symbol) not in taken)]:
        value = SPACE_CODES[symbol.space] << SPACE_SHIFT | int(symbol.value) & WORD_MASK
        binding = LOCAL if id(symbol) in taken else GLOBAL
        data += SYMBOL.pack(strings.add(symbol.name), value, 0, binding, 0, _ABSOLUTE_SECTION)
    return bytes(data), strings, 1 + len(local)


def _module(obj: ObjectFile) -> bytes:
    """The section MODULE."""
    ident = obj.ident
    lines = [f"ident {ident.version} {ident.revision} {ident.from_file:d} {ident.name} {ident.comment}"]
    if obj.start is None:
        lines.append("start none")
    lines += [f"value {s.name} {s.space} {s.value!r}" for s in obj.symbol_table if not _has_place(s)]
    before = 0
    for record in obj.records:
        if isinstance(record, ObjectComment):
            lines.append(f"comment {before} {record.text}")
        elif record.words:
            before += 1
    return "\n".join([*lines, ""]).encode("utf-8")


def _file(sections: list[_Section], entry: int) -> bytes:
    names = _Strings()
    sections = [*sections, _Section(".shstrtab", STRTAB, 0, 0, b"", alignment=1)]
    name_offsets = [names.add(section.name) if section.name else 0 for section in sections]
    body = bytearray()
    headers = bytearray()
    many = len(sections) >= RESERVED
    for number, section in enumerate(sections):
        content = bytes(names.data) if number == len(sections) - 1 else section.content
        body += b"\0" * (-len(body) % 4)
        first = number == 0 and many
        headers += SECTION.pack(
            name_offsets[number], section.kind, section.flags, section.address,
            HEADER.size + len(body) if section.kind else 0, len(sections) if first else len(content),
            len(sections) - 1 if first else section.link, section.info, section.alignment, section.entry_size,
        )  # fmt: skip
        body += content
    body += b"\0" * (-len(body) % 4)
    header = HEADER.pack(
        IDENT, _ET_EXEC, MACHINE, 1, entry, 0, HEADER.size + len(body), 0, HEADER.size, 0, 0, SECTION.size,
        0 if many else len(sections), EXTENDED if many else len(sections) - 1,
    )  # fmt: skip
    return header + bytes(body) + bytes(headers)
