"""DWARF 4 line tables for ELF files: the source line of each word (DWARF Debugging Information Format 4, 6.2 and 7).

Addresses (dsp56k.objects.elf) are runtime addresses, also those of an overlay's entries. Every word that a
statement made belongs to an entry, tables of data too. An instruction of a macro has the line of the macro's body,
one of DUP the line within it. minimum_instruction_length is 1: a word.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsp56k.objects import elf
from dsp56k.objects.elf import SPACE_CODES, SPACE_SHIFT
from dsp56k.objects.module import Run
from dsp56k.system.text import encoded

_VERSION = 4
_ADDRESS_SIZE = 4
_LINE_BASE, _LINE_RANGE, _OPCODE_BASE = -5, 14, 13
_OPERANDS = bytes([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])
"""Numbers of operands of the standard opcodes 1 to 12."""

_COMPILE_UNIT = 0x11
_AT_NAME, _AT_STMT_LIST, _AT_LOW_PC, _AT_LANGUAGE, _AT_PRODUCER, _AT_RANGES = 0x03, 0x10, 0x11, 0x13, 0x25, 0x55
_FORM_ADDR, _FORM_DATA2, _FORM_STRING, _FORM_SEC_OFFSET = 0x01, 0x05, 0x08, 0x17
_LANGUAGE_ASSEMBLER = 0x8001
_ATTRIBUTES = (
    (_AT_PRODUCER, _FORM_STRING), (_AT_LANGUAGE, _FORM_DATA2), (_AT_NAME, _FORM_STRING),
    (_AT_STMT_LIST, _FORM_SEC_OFFSET), (_AT_LOW_PC, _FORM_ADDR), (_AT_RANGES, _FORM_SEC_OFFSET),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Sequence:
    """Entries (address, file, line) of consecutive words, and the address after the last of them."""

    rows: list[tuple[int, str, int]]
    end: int


def dwarf_sections(runs: Sequence[Run]) -> dict[str, bytes]:
    """Return the debug sections by name: none if no run has source lines."""
    sequences = list(_sequences(runs))
    if not sequences:
        return {}
    files = list(dict.fromkeys(file for sequence in sequences for _, file, _ in sequence.rows))
    return {
        ".debug_info": _info(files[0]),
        ".debug_abbrev": _abbreviations(),
        elf.LINE_SECTION: _line_program(sequences, files),
        ".debug_ranges": _ranges(sequences),
    }


def _sequences(runs: Sequence[Run]) -> Iterator[_Sequence]:
    for run in runs:
        if not run.lines:
            continue
        step = 2 if run.space == "L" else 1
        base = SPACE_CODES[run.run_space] << SPACE_SHIFT | run.run_address
        yield _Sequence([(base + index // step, file, line) for index, file, line in run.lines], base + run.locations)


def _uleb(value: int) -> bytes:
    """Return an unsigned LEB128 number."""
    result = bytearray()
    while value > 0x7F:
        result.append(value & 0x7F | 0x80)
        value >>= 7
    result.append(value)
    return bytes(result)


def _sleb(value: int) -> bytes:
    """Return a signed LEB128 number."""
    result = bytearray()
    while not -0x40 <= value < 0x40:
        result.append(value & 0x7F | 0x80)
        value >>= 7
    result.append(value & 0x7F)
    return bytes(result)


def _string(text: str) -> bytes:
    return encoded(text).replace(b"\0", b"?") + b"\0"


def _line_program(sequences: Sequence[_Sequence], files: Sequence[str]) -> bytes:
    """Return section .debug_line: the header with the file names, then the program that generates the entries."""
    numbers = {name: number for number, name in enumerate(files, start=1)}
    names = b"".join(_string(name) + bytes(3) for name in files)
    tables = struct.pack(">BBBbBB", 1, 1, 1, _LINE_BASE, _LINE_RANGE, _OPCODE_BASE) + _OPERANDS + b"\0" + names + b"\0"
    program = bytearray()
    for sequence in sequences:
        address, file, line = sequence.rows[0][0], 1, 1
        program += struct.pack(">BBBI", elf.EXTENDED, 1 + _ADDRESS_SIZE, elf.SET_ADDRESS, address)
        for to_address, name, to_line in sequence.rows:
            if numbers[name] != file:
                file = numbers[name]
                program += bytes([elf.SET_FILE]) + _uleb(file)
            program += _advance(to_address - address, to_line - line)
            address, line = to_address, to_line
        program += bytes([elf.ADVANCE_PC]) + _uleb(sequence.end - address) + bytes([elf.EXTENDED, 1, elf.END_SEQUENCE])
    body = struct.pack(">HI", _VERSION, len(tables)) + tables + bytes(program)
    return struct.pack(">I", len(body)) + body


def _advance(words: int, lines: int) -> bytes:
    """Return opcodes that add an entry `words` and `lines` after the last one."""
    if _LINE_BASE <= lines < _LINE_BASE + _LINE_RANGE:
        special = lines - _LINE_BASE + _LINE_RANGE * words + _OPCODE_BASE
        if special <= elf.LARGEST_SPECIAL:
            return bytes([special])
    moved = bytes([elf.ADVANCE_PC]) + _uleb(words) if words else b""
    return moved + bytes([elf.ADVANCE_LINE]) + _sleb(lines) + bytes([elf.COPY])


def _info(name: str) -> bytes:
    """Return section .debug_info: one compile unit, which names the line table and the ranges."""
    entry = (
        b"\x01"
        + _string("dsp56k")
        + struct.pack(">H", _LANGUAGE_ASSEMBLER)
        + _string(name)
        + struct.pack(">III", 0, 0, 0)
    )
    body = struct.pack(">HIB", _VERSION, 0, _ADDRESS_SIZE) + entry
    return struct.pack(">I", len(body)) + body


def _abbreviations() -> bytes:
    """Return section .debug_abbrev: the attributes of the compile unit, which has no children."""
    pairs = b"".join(_uleb(attribute) + _uleb(form) for attribute, form in _ATTRIBUTES)
    return bytes([1, _COMPILE_UNIT, 0]) + pairs + b"\0\0\0"


def _ranges(sequences: Sequence[_Sequence]) -> bytes:
    """Return section .debug_ranges: the addresses that the unit's sequences cover."""
    pairs = b"".join(struct.pack(">II", sequence.rows[0][0], sequence.end) for sequence in sequences)
    return pairs + bytes(2 * _ADDRESS_SIZE)
