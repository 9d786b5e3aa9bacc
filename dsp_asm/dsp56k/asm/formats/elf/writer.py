"""ELF: writing it (see dsp56k.objects.elf)."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from dsp56k.asm.formats.elf.dwarf import dwarf_sections
from dsp56k.objects import elf as e
from dsp56k.objects.module import Module, ObjectComment, Run, SymbolRecord
from dsp56k.objects.word_sizes import WORD_MASK
from dsp56k.system.text import encoded

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
        self.data += encoded(text) + b"\0"
        return offset


def elf_bytes(obj: Module) -> bytes:
    """Return an object file as an ELF file."""
    sections = [_Section("", 0, 0, 0, b"", alignment=0)]
    sections += [_words(run) for run in obj.runs if run.words]
    sections.append(_Section(".note.dsp56k", e.NOTE, 0, 0, _note()))
    symbols, strings, local = _symbols(obj)
    # The string table follows the symbols; sh_info counts the local ones.
    sections.append(_Section(".symtab", e.SYMTAB, 0, 0, symbols, len(sections) + 1, local, entry_size=e.SYMBOL.size))
    sections.append(_Section(".strtab", e.STRTAB, 0, 0, bytes(strings.data), alignment=1))
    sections.append(_Section(e.MODULE, e.PROGBITS, 0, 0, _module(obj), alignment=1))
    sections += [
        _Section(name, e.PROGBITS, 0, 0, content, alignment=1) for name, content in dwarf_sections(obj.runs).items()
    ]
    return _file(sections, obj.start or 0)


def _words(run: Run) -> _Section:
    flags = e.ALLOC | (e.EXECUTE if run.space == "P" else e.WRITE)
    flags |= e.SECTION_SPACES[run.space] << e.FLAG_SHIFT | e.MAPPINGS.index(run.mapping) << e.MAPPING_SHIFT
    name = f".{run.space.lower()}.{run.address:04x}"
    if (run.run_space, run.run_address) != (run.space, run.address):
        name += f".{run.run_space.lower()}.{run.run_address:04x}"
    return _Section(name, e.PROGBITS, flags, run.address, struct.pack(f">{len(run.words)}I", *run.words))


def _note() -> bytes:
    text = _NOTE_TEXT + b"\0" * (-len(_NOTE_TEXT) % 4)
    return struct.pack(">III", len(_NOTE_OWNER) - 1, len(_NOTE_TEXT), 1) + _NOTE_OWNER + text


def _has_place(symbol: SymbolRecord) -> bool:
    """Return True if a symbol fits the table; the others are in the section MODULE."""
    return isinstance(symbol.value, int) and -(1 << 23) <= symbol.value < 1 << 24


def _symbols(obj: Module) -> tuple[bytes, _Strings, int]:
    """Return the symbol table, local symbols first as ELF requires, the names, and the number of local entries."""
    strings = _Strings()
    data = bytearray(e.SYMBOL.size)
    placed = [symbol for symbol in obj.symbol_table if _has_place(symbol)]
    local = [symbol for symbol in placed if symbol.section and not symbol.exported]
    taken = {id(symbol) for symbol in local}
    for symbol in [*local, *(symbol for symbol in placed if id(symbol) not in taken)]:
        value = e.SPACE_CODES[symbol.space] << e.SPACE_SHIFT | int(symbol.value) & WORD_MASK
        binding = e.LOCAL if id(symbol) in taken else e.GLOBAL
        data += e.SYMBOL.pack(strings.add(symbol.name), value, 0, binding, 0, e.ABSOLUTE_SECTION)
    return bytes(data), strings, 1 + len(local)


def _module(obj: Module) -> bytes:
    """Return the section MODULE."""
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
    return encoded("\n".join([*lines, ""]))


def _file(sections: list[_Section], entry: int) -> bytes:
    names = _Strings()
    sections = [*sections, _Section(".shstrtab", e.STRTAB, 0, 0, b"", alignment=1)]
    name_offsets = [names.add(section.name) if section.name else 0 for section in sections]
    body = bytearray()
    headers = bytearray()
    many = len(sections) >= e.RESERVED
    for number, section in enumerate(sections):
        content = bytes(names.data) if number == len(sections) - 1 else section.content
        body += b"\0" * (-len(body) % 4)
        first = number == 0 and many
        headers += e.SECTION.pack(
            name_offsets[number], section.kind, section.flags, section.address,
            e.HEADER.size + len(body) if section.kind else 0, len(sections) if first else len(content),
            len(sections) - 1 if first else section.link, section.info, section.alignment, section.entry_size,
        )  # fmt: skip
        body += content
    body += b"\0" * (-len(body) % 4)
    header = e.HEADER.pack(
        e.IDENT, e.ET_EXEC, e.MACHINE, 1, entry, 0, e.HEADER.size + len(body), 0, e.HEADER.size, 0, 0, e.SECTION.size,
        0 if many else len(sections), e.EXTENDED if many else len(sections) - 1,
    )  # fmt: skip
    return header + bytes(body) + bytes(headers)
