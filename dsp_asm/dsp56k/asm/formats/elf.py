"""ELF: our own layout for modern tools, under an unofficial machine number.

ELF32, big-endian, e_machine $D560, ET_EXEC. One section for each run of words, named after its load space and
address, 4 bytes a word with the top byte zero; addresses count words. The space stands in the OS bits of sh_flags (P
1, X 2, Y 3, L 4) and in bits 31-28 of symbol values (P 0, X 1, Y 2, L 3, none 4). Symbols are integers; e_entry is
the start address.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from dsp56k.asm.objectfile import ObjectFile, Run

MACHINE = 0xD560
"""EM_DSP56K_UNOFFICIAL."""
VALUES = ".dsp56k.values"
"""A section of text, `name value` on each line: the symbols that have no place in the symbol table."""
_LONGEST_NUMBER = 20

_HEADER = struct.Struct(">16sHHIIIIIHHHHHH")
_SECTION = struct.Struct(">10I")
_SYMBOL = struct.Struct(">IIIBBH")
_IDENT = b"\x7fELF\x01\x02\x01".ljust(16, b"\0")
_ET_EXEC = 2
_PROGBITS, _SYMTAB, _STRTAB, _NOTE = 1, 2, 3, 7
_WRITE, _ALLOC, _EXECUTE = 1, 2, 4
_SPACE_SHIFT = 20
_SECTION_SPACES = {"P": 1, "X": 2, "Y": 3, "L": 4}
_SYMBOL_SPACES = {"P": 0, "X": 1, "Y": 2, "L": 3, "N": 4}
_SYMBOL_SHIFT = 28
_GLOBAL = 1 << 4
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
    sections.append(_Section(".note.dsp56k", _NOTE, 0, 0, _note()))
    symbols, strings = _symbols(obj)
    # The string table stands behind the symbols; one local entry, the empty one, comes first.
    sections.append(_Section(".symtab", _SYMTAB, 0, 0, symbols, len(sections) + 1, 1, entry_size=_SYMBOL.size))
    sections.append(_Section(".strtab", _STRTAB, 0, 0, bytes(strings.data), alignment=1))
    sections.append(_Section(VALUES, _PROGBITS, 0, 0, _values(obj), alignment=1))
    return _file(sections, obj.start or 0)


def _words(run: Run) -> _Section:
    flags = _ALLOC | (_EXECUTE if run.space == "P" else _WRITE) | _SECTION_SPACES[run.space] << _SPACE_SHIFT
    name = f".{run.space.lower()}.{run.address:04x}"
    if (run.run_space, run.run_address) != (run.space, run.address):
        name += f".{run.run_space.lower()}.{run.run_address:04x}"
    return _Section(name, _PROGBITS, flags, run.address, struct.pack(f">{len(run.words)}I", *run.words))


def _note() -> bytes:
    text = _NOTE_TEXT + b"\0" * (-len(_NOTE_TEXT) % 4)
    return struct.pack(">III", len(_NOTE_OWNER) - 1, len(_NOTE_TEXT), 1) + _NOTE_OWNER + text


def _symbols(obj: ObjectFile) -> tuple[bytes, _Strings]:
    strings = _Strings()
    data = bytearray(_SYMBOL.size)
    spaces: dict[tuple[str, int | float], str] = {}
    for record in obj.symbol_table:
        spaces.setdefault((record.name, record.value), record.space)
    for name, value in obj.symbols.items():
        # Numbers beyond 24 bits and floating point have no place in a 28-bit value: they are in the section VALUES.
        if isinstance(value, int) and -(1 << 23) <= value < 1 << 24:
            code = _SYMBOL_SPACES[spaces[name, value]] << _SYMBOL_SHIFT | value & 0xFFFFFF
            data += _SYMBOL.pack(strings.add(name), code, 0, _GLOBAL, 0, _ABSOLUTE_SECTION)
    return bytes(data), strings


def _values(obj: ObjectFile) -> bytes:
    """The symbols that are no 24-bit numbers, a line for each."""
    lines = [
        f"{name} {value!r}\n"
        for name, value in obj.symbols.items()
        if not isinstance(value, int) or not -(1 << 23) <= value < 1 << 24
    ]
    return "".join(lines).encode("utf-8")


def other_values(data: bytes) -> dict[str, int | float]:
    """The symbols of section VALUES of an ELF file that a loader has found correct; what is damaged is left out."""
    found: dict[str, int | float] = {}
    fields = _HEADER.unpack_from(data)
    table, count, names_at = fields[6], fields[12], fields[13]
    headers = [_SECTION.unpack_from(data, table + number * _SECTION.size) for number in range(count)]
    if names_at >= count:
        return found
    names = data[headers[names_at][4] :]
    for header in headers:
        if not names[header[0] :].startswith(VALUES.encode() + b"\0"):
            continue
        for line in data[header[4] : header[4] + header[5]].decode("utf-8", "replace").splitlines():
            name, _, text = line.partition(" ")
            try:
                found[name] = int(text) if text.lstrip("-").isdigit() and len(text) < _LONGEST_NUMBER else float(text)
            except ValueError:
                continue
    return found


def _file(sections: list[_Section], entry: int) -> bytes:
    names = _Strings()
    sections = [*sections, _Section(".shstrtab", _STRTAB, 0, 0, b"", alignment=1)]
    name_offsets = [names.add(section.name) if section.name else 0 for section in sections]
    body = bytearray()
    headers = bytearray()
    for number, section in enumerate(sections):
        content = bytes(names.data) if number == len(sections) - 1 else section.content
        body += b"\0" * (-len(body) % 4)
        headers += _SECTION.pack(
            name_offsets[number], section.kind, section.flags, section.address,
            _HEADER.size + len(body) if section.kind else 0, len(content), section.link, section.info,
            section.alignment, section.entry_size,
        )  # fmt: skip
        body += content
    body += b"\0" * (-len(body) % 4)
    header = _HEADER.pack(
        _IDENT, _ET_EXEC, MACHINE, 1, entry, 0, _HEADER.size + len(body), 0,
        _HEADER.size, 0, 0, _SECTION.size, len(sections), len(sections) - 1,
    )  # fmt: skip
    return header + bytes(body) + bytes(headers)
