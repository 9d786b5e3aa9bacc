"""Amplify a file: repetitions, counts and shared parts of its format make a small file describe a large program."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from random import Random

from dsp56k.objects import coff as c
from dsp56k.objects import elf as e

LARGEST, LARGEST_SOURCE = 200_000, 40_000
"""Bytes of an amplified object file and characters of a source, which takes longer."""
_NAME_LENGTHS = (100, 4095, 4096, 4097, 20_000, 60_000)
_HEADER_FIELDS = {"nscns": 1, "symptr": 3, "nsyms": 4, "opthdr": 5}
_SIZE, _POINTERS, _FLAGS = 5, (6, 7, 8), 11
"""Fields of a COFF section header."""
_TABLE, _COUNT, _NAMES = 6, 12, 13
"""e_shoff, e_shnum and e_shstrndx in the ELF header."""


def amplified(name: str, data: bytes, random: Random) -> bytes:
    """A file that holds much of something, or says so. What does not have its format's form is repeated as bytes."""
    suffix = name[name.rindex(".") :]
    ways = _WAYS.get(suffix, _OF_TEXT)
    try:
        return random.choice(ways)(data, random)[:LARGEST]
    except struct.error:
        return _slice(data, random)[:LARGEST]


def text(original: str, random: Random) -> str:
    """A text with a line, a word or a few lines many times."""
    return random.choice(_OF_TEXT)(original.encode("latin-1", "replace"), random)[:LARGEST_SOURCE].decode("latin-1")


def _times(size: int, random: Random) -> int:
    """Return a number of repetitions for something of a size."""
    most = max(2, LARGEST // max(1, size))
    return min(most, 1 << random.randint(1, 17))


# ---- text -----------------------------------------------------------------------------------------------------------


def _lines(data: bytes, random: Random) -> bytes:
    """Repeat a few lines many times in place."""
    lines = data.split(b"\n")
    first = random.randrange(len(lines))
    some = lines[first : first + random.randint(1, 4)]
    lines[first:first] = some * _times(sum(map(len, some)) + len(some), random)
    return b"\n".join(lines)


def _numbered(data: bytes, random: Random) -> bytes:
    """A line many times, its first hexadecimal number growing: sequence numbers, addresses."""
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    parts = re.split(rb"(\b[0-9A-Fa-f]{4}\b)", lines[at], maxsplit=1)
    if len(parts) == 3:
        before, number, behind = parts
        first = int(number, 16)
        count = min(_times(len(lines[at]), random), 0x10000 - first)
        lines[at : at + 1] = [b"%s%04X%s" % (before, first + more, behind) for more in range(count)]
    return b"\n".join(lines)


def _long_word(data: bytes, random: Random) -> bytes:
    """A word made long."""
    words = list(re.finditer(rb"\w+", data))
    if not words:
        return data
    word = random.choice(words)
    return data[: word.end()] + word.group()[-1:] * random.choice(_NAME_LENGTHS) + data[word.end() :]


def _long_line(data: bytes, random: Random) -> bytes:
    """Repeat the text of a line many times on it."""
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    some = lines[at][random.randint(0, len(lines[at])) :]
    lines[at] += some * _times(len(some), random)
    return b"\n".join(lines)


def _count(data: bytes, random: Random) -> bytes:
    """A number made large."""
    numbers = list(re.finditer(rb"\b[0-9A-F]+\b", data))
    if not numbers:
        return data
    number = random.choice(numbers)
    large = random.choice((b"10000", b"FFFF", b"65535", b"4000000", b"FFFFFF", b"7FFFFFFF"))
    return data[: number.start()] + large + data[number.end() :]


_OF_TEXT: tuple[Callable[[bytes, Random], bytes], ...] = (
    *(_lines,) * 3,
    *(_numbered,) * 2,
    _long_word,
    _long_line,
    _count,
)


def _slice(data: bytes, random: Random) -> bytes:
    """Repeat some bytes many times in place."""
    first = random.randint(0, len(data))
    some = data[first : first + random.choice((1, 4, 9, 16, 32, 40, 52, 400))]
    return data[:first] + some * _times(len(some), random) + data[first:]


# ---- COFF -----------------------------------------------------------------------------------------------------------


def _coff_sections(data: bytes, random: Random) -> bytes:
    """Section headers many times over, of the same words."""
    header = list(c.HEADER.unpack_from(data))
    count, at = header[_HEADER_FIELDS["nscns"]], c.HEADER.size + header[_HEADER_FIELDS["opthdr"]]
    times = _times(count * c.SECTION.size, random)
    more = (times - 1) * count * c.SECTION.size
    rows = []
    for number in range(count):
        row = list(c.SECTION.unpack_from(data, at + number * c.SECTION.size))
        for pointer in _POINTERS:
            row[pointer] += more if row[pointer] else 0
        if random.random() < 0.3:
            row[_SIZE] = random.choice((0, 1, row[_SIZE] * 8 & 0xFFFF))
        if random.random() < 0.3:
            row[_FLAGS] |= c.S_BLOCK
        rows.append(c.SECTION.pack(*row))
    header[_HEADER_FIELDS["nscns"]] = count * times
    header[_HEADER_FIELDS["symptr"]] += more
    return (
        c.HEADER.pack(*header)
        + data[c.HEADER.size : at]
        + b"".join(rows) * times
        + data[at + len(rows) * c.SECTION.size :]
    )


def _coff_symbols(data: bytes, random: Random) -> bytes:
    """A part of the symbol table many times over."""
    header = list(c.HEADER.unpack_from(data))
    count, at = header[_HEADER_FIELDS["nsyms"]], header[_HEADER_FIELDS["symptr"]]
    first, size = random.randint(0, count), random.randint(1, 6)
    some = data[at + first * c.SYMBOL.size :][: size * c.SYMBOL.size]
    times = _times(len(some), random)
    header[_HEADER_FIELDS["nsyms"]] = count + times * (len(some) // c.SYMBOL.size)
    behind = at + (first + size) * c.SYMBOL.size
    return c.HEADER.pack(*header) + data[c.HEADER.size : behind] + some * times + data[behind:]


def _coff_names(data: bytes, random: Random) -> bytes:
    """Names, texts and expressions of symbols, as suffixes of one string."""
    header = c.HEADER.unpack_from(data)
    count, at = header[_HEADER_FIELDS["nsyms"]], header[_HEADER_FIELDS["symptr"]]
    length = random.choice(_NAME_LENGTHS)
    strings = at + count * c.SYMBOL.size
    (size,) = struct.unpack_from(">I", data, strings)
    changed = bytearray(data)
    struct.pack_into(">I", changed, strings, size + length + 1)
    for number in range(count):
        where = at + number * c.SYMBOL.size
        offset = size + number % length
        # The name, or the same field of an auxiliary entry; the value, which is the offset of a comment's text.
        if random.random() < 0.5:
            struct.pack_into(">II", changed, where, 0, offset)
        elif random.random() < 0.5:
            struct.pack_into(">I", changed, where + 8, offset)
    return bytes(changed) + random.choice((b"n", b"1", b"(")) * length + b"\0"


# ---- ELF ------------------------------------------------------------------------------------------------------------


def _elf_rows(data: bytes) -> tuple[list[int | bytes], list[list[int]]]:
    """The fields of the header and of the section headers."""
    header = list(e.HEADER.unpack_from(data))
    table, count = header[_TABLE], header[_COUNT]
    return header, [list(e.SECTION.unpack_from(data, table + number * e.SECTION.size)) for number in range(count)]


def _elf_file(header: list[int | bytes], rows: list[list[int]], data: bytes, more: bytes = b"") -> bytes:
    """The file with new section headers after it."""
    header[_TABLE], header[_COUNT] = len(data) + len(more), len(rows)
    return e.HEADER.pack(*header) + data[e.HEADER.size :] + more + b"".join(e.SECTION.pack(*row) for row in rows)


def _elf_sections(data: bytes, random: Random) -> bytes:
    """Section headers many times over, of the same content."""
    header, rows = _elf_rows(data)
    some = random.sample(rows, random.randint(1, len(rows))) if rows else []
    times = min(_times(len(some) * e.SECTION.size, random), 60_000 // max(1, len(some)))
    return _elf_file(header, rows + some * times, data)


def _elf_content(data: bytes, random: Random) -> bytes:
    """The content of a section many times over."""
    header, rows = _elf_rows(data)
    row = random.choice(rows)
    content = data[row[4] : row[4] + row[5]]
    content *= _times(len(content), random)
    row[4:6] = len(data), len(content)
    return _elf_file(header, rows, data, content)


def _elf_names(data: bytes, random: Random) -> bytes:
    """Names of sections and symbols as suffixes of one string."""
    header, rows = _elf_rows(data)
    length = random.choice(_NAME_LENGTHS)
    changed = bytearray(data)
    for row in rows:
        if row[1] == e.SYMTAB:
            for number in range(1, row[5] // e.SYMBOL.size):
                struct.pack_into(">I", changed, row[4] + number * e.SYMBOL.size, number % length)
        elif row[1] == e.STRTAB:
            row[4:6] = len(data), length + 1
    if random.random() < 0.5:
        for number, row in enumerate(rows):
            row[0] = number
    return _elf_file(header, rows, bytes(changed), b"n" * length + b"\0")


# ---- the rest -------------------------------------------------------------------------------------------------------


def _members(data: bytes, random: Random) -> bytes:
    """The members of a library many times over."""
    first = data.index(b"\n") + 1 if b"\n" in data else 0
    return data + data[first:] * _times(len(data) - first, random)


def _whole(data: bytes, random: Random) -> bytes:
    return data * _times(len(data), random)


_COFF = (*(_coff_sections, _coff_symbols, _coff_names) * 3, _slice)
_WAYS: dict[str, tuple[Callable[[bytes, Random], bytes], ...]] = {
    ".cln": _COFF,
    ".cld": _COFF,
    ".elf": (*(_elf_sections, _elf_content, _elf_names) * 3, _slice),
    ".lib": (_members, _slice),
    ".p56": (_whole, _slice),
}
