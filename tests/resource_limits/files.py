"""Files that claim far more than they are: counts, shared tables, shared strings, in every object format.

Each is a few megabytes at most, and made quickly. Without limits each takes all the memory or minutes of time.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

from dsp56k.asm.formats import LibraryMember, library_bytes
from dsp56k.objects import coff as c
from dsp56k.objects import elf as e

MANY = 150_000
"""More sections than a file may have."""


@dataclass(frozen=True)
class Bomb:
    """A file's name, a function that returns its bytes, the commands that read it, and their message."""

    name: str
    data: Callable[[], bytes]
    commands: tuple[str, ...]
    message: str


def suffixes(count: int) -> tuple[bytes, list[int]]:
    """A string of `count` characters and NUL, and the offsets of all strings that end there."""
    return b"n" * count + b"\0", list(range(count))


# ---- text -----------------------------------------------------------------------------------------------------------


def lod(*lines: str) -> bytes:
    """A LOD file of these records."""
    return "\n".join(("_START A 0 0", "", *lines, "_END 0", "")).encode()


def link_file(*lines: str) -> bytes:
    """A link file with these records in its only section."""
    return "\n".join(("_START A 0 0", "", "_SECTION GLOBAL 0 0", *lines, "_ENDSEC", "_END", "")).encode()


def numbered(count: int, text: str) -> list[str]:
    """A line `count` times, with its number in four hexadecimal digits."""
    return [text.format(f"{number:04X}") for number in range(count)]


def link_sections(count: int) -> bytes:
    """A link file of `count` sections, each with a word, and a symbol for each with a different address."""
    sections = numbered(count, "_SECTION s{0} {0} {0}\n_DATA R P 0000 $000000\n_ENDSEC")
    symbols = numbered(count, "_SYMBOL R {0} {0}\na{0} X GI 000001")
    return "\n".join(("_START A 0 0", "", *sections, *symbols, "_END", "")).encode()


def link_buffers(count: int) -> bytes:
    """A link file of `count` buffers, each with a symbol."""
    symbols = numbered(count, "_SYMBOL B 0000 {0}\na{0} X GI 000001")
    return link_file(*numbered(count, "_BUFFER {0} M 1\n_DATA B X 0000 $000000"), *symbols)


# ---- COFF -----------------------------------------------------------------------------------------------------------


def coff(
    *,
    sections: bytes = b"",
    count: int | None = None,
    symbols: bytes = b"",
    strings: bytes = b"",
    body: bytes = b"",
    module: bool = False,
) -> bytes:
    """A COFF file; `body` begins after the section headers, at `body_at(count)`."""
    number = len(sections) // c.SECTION.size if count is None else count
    optional = b"" if module else c.OPTIONAL.pack(*[0] * 15)
    symbols_at = c.HEADER.size + len(optional) + len(sections) + len(body)
    flags = 0 if module else c.F_EXECUTABLE
    header = c.HEADER.pack(c.MAGIC, number, 0, symbols_at, len(symbols) // c.SYMBOL.size, len(optional), flags)
    return b"".join((header, optional, sections, body, symbols, struct.pack(">I", len(strings) + 4), strings))


def body_at(sections: int) -> int:
    """Return the offset after the section headers of an executable file."""
    return c.HEADER.size + c.OPTIONAL.size + sections * c.SECTION.size


def section(words: int, at: int, *, repeat: int = 0, lines: tuple[int, int] = (0, 0), flags: int = c.S_TEXT) -> bytes:
    """A section header of P memory; `lines` are the offset and the number of its line number entries."""
    return c.SECTION.pack(b".txt", 0, 0, repeat, 0, words, at, 0, lines[0], 0, lines[1], flags)


def named(offset: int, storage: int = c.A_GLOBAL, value: int = 0) -> bytes:
    """Return a symbol whose name is in the string table, after its length."""
    name = struct.pack(">II", 0, offset + 4)
    return c.SYMBOL.pack(name, value, 0, c.ABSOLUTE, c.T_INT, storage, 0)


def coff_names(storage: int, size: int, times: int = 1) -> bytes:
    """Symbols whose names are all suffixes of one string, several times over."""
    strings, offsets = suffixes(size)
    return coff(symbols=b"".join(named(at, storage) for at in offsets) * times, strings=strings)


def coff_sources(size: int) -> bytes:
    """`.file` entries whose names are all suffixes of one string."""
    strings, offsets = suffixes(size)
    entry = c.SYMBOL.pack(c.FILE_NAME, 0, 0, c.DEBUG, 0, c.A_FILE, 1)
    return coff(symbols=b"".join(entry + c.AUXILIARY.pack(0, at + 4, *[0] * 6) for at in offsets), strings=strings)


def coff_comments(size: int) -> bytes:
    """`.cmt` entries whose texts are all suffixes of one string."""
    strings, offsets = suffixes(size)
    entries = (c.SYMBOL.pack(c.COMMENT_NAME, at + 4, 0, c.DEBUG, 0, c.C_NULL, 0) for at in offsets)
    return coff(symbols=b"".join(entries), strings=strings)


def coff_lines() -> bytes:
    """Return a file with line number entries of only source files, over a long symbol table."""
    words, symbols = 40_000, 100_000
    at = body_at(1)
    header = section(words, at, lines=(at + 4 * words, 2 * words))
    body = bytes(4 * words) + c.LINE.pack(0, 0, 0) * (2 * words)
    entry = c.SYMBOL.pack(c.FILE_NAME, 0, 0, c.DEBUG, 0, c.A_FILE, 1) + b"a.asm".ljust(c.AUXILIARY.size, b"\0")
    long = named(0) * symbols
    return coff(sections=header, symbols=entry + long, strings=b"n\0", body=body)


def coff_fixups(size: int) -> bytes:
    """Relocation entries of one module whose expressions are all suffixes of one string."""
    strings = b"1+" * (size // 2) + b"1\0"
    at = c.HEADER.size + c.SECTION.size
    header = c.SECTION.pack(b".txt", 0, 0, 0, 0, size, at, at + 4 * size, 0, size, 0, c.S_TEXT)
    fixups = b"".join(c.RELOCATION.pack(number, 0, 4 + number // 2 * 2, 0) for number in range(size))
    return coff(sections=header, strings=strings, body=bytes(4 * size) + fixups, module=True)


# ---- ELF ------------------------------------------------------------------------------------------------------------


def elf(headers: list[tuple[int, ...]], body: bytes, names: bytes = b"\0.debug_line\0.dsp56k.module\0") -> bytes:
    """An ELF file; offsets in headers count from the body. The last header is that of the section names."""
    table = e.HEADER.size + len(body) + len(names)
    rows = [*headers, (0, e.STRTAB, 0, 0, len(body), len(names), 0, 0, 1, 0)]
    # Beyond 16 bits the first header contains the number of sections.
    many = len(rows) >= e.RESERVED
    if many:
        rows[0] = (0, 0, 0, 0, 0, len(rows), len(rows) - 1, 0, 0, 0)
    packed = b"".join(e.SECTION.pack(*row[:4], row[4] + e.HEADER.size, *row[5:]) for row in rows)
    count, strings = (0, e.EXTENDED) if many else (len(rows), len(rows) - 1)
    header = e.HEADER.pack(
        e.IDENT, e.ET_EXEC, e.MACHINE, 1, 0, 0, table, 0, e.HEADER.size, 0, 0, e.SECTION.size, count, strings
    )
    return b"".join((header, body, names, packed))


def elf_block(words: int, address: int = 0) -> tuple[int, ...]:
    """A header of P memory over the first words of the body."""
    return (0, e.PROGBITS, 1 << e.FLAG_SHIFT, address, 0, 4 * words, 0, 0, 4, 0)


def elf_symbols(count: int, link: int, at: int = 0) -> tuple[int, ...]:
    """A header of a symbol table."""
    return (0, e.SYMTAB, 0, 0, at, count * e.SYMBOL.size, link, 0, 4, e.SYMBOL.size)


def elf_strings(at: int, size: int) -> tuple[int, ...]:
    """A header of a table of strings."""
    return (0, e.STRTAB, 0, 0, at, size, 0, 0, 1, 0)


def elf_names(size: int, times: int = 1) -> bytes:
    """Symbols whose names are all suffixes of one string, several times over."""
    strings, offsets = suffixes(size)
    table = b"".join(e.SYMBOL.pack(at, 0, 0, e.GLOBAL, 0, e.ABSOLUTE_SECTION) for at in offsets) * times
    return elf([elf_strings(len(table), len(strings)), elf_symbols(size * times, 0)], table + strings)


def elf_same_table(headers: int) -> bytes:
    """Many headers of one symbol table."""
    table = e.SYMBOL.pack(1, 0, 0, e.GLOBAL, 0, e.ABSOLUTE_SECTION) * 20_000
    return elf([elf_strings(len(table), 3)] + [elf_symbols(20_000, 0)] * headers, table + b"\0n\0")


def elf_empty_tables(headers: int) -> bytes:
    """Many headers of symbol tables of one entry, over one long table of strings."""
    table = e.SYMBOL.pack(1, 0, 0, e.GLOBAL, 0, e.ABSOLUTE_SECTION)
    strings = b"\0n\0".ljust(1_000_000, b"\0")
    return elf([elf_strings(len(table), len(strings))] + [elf_symbols(1, 0)] * headers, table + strings)


def elf_section_names(count: int) -> bytes:
    """Sections whose names are all suffixes of one string."""
    strings, offsets = suffixes(count)
    return elf([(at, e.NOTE, 0, 0, 0, 0, 0, 0, 1, 0) for at in offsets], b"", strings)


def elf_module(line: str, count: int) -> bytes:
    """A section of lines about the module."""
    text = f"{line}\n".encode() * count
    return elf([(13, e.NOTE, 0, 0, 0, len(text), 0, 0, 1, 0)], text)


def line_table(program: bytes, files: bytes = b"a\0\0\0\0", folders: bytes = b"") -> bytes:
    """A line table of version 2 with the standard opcodes."""
    header = b"\1\1" + struct.pack(">bBB", -5, 14, 10) + b"\0\1\1\1\1\0\0\0\1" + folders + b"\0" + files + b"\0"
    body = struct.pack(">HI", 2, len(header)) + header + program
    return struct.pack(">I", len(body)) + body


def elf_lines(table: bytes, headers: int = 1) -> bytes:
    """An ELF file with headers of line tables."""
    return elf([(1, e.PROGBITS, 0, 0, 0, len(table), 0, 0, 1, 0)] * headers, table)


def elf_folder(size: int) -> bytes:
    """A line table whose source files lie in one folder with a long name."""
    return elf_lines(line_table(b"", b"a\0\1\0\0" * 100_000, b"f" * size + b"\0"))


def all_memory() -> bytes:
    """A line number program that says of all of P memory, once and again, where it comes from."""
    sequence = b"\0\5\2\0\0\0\0" + b"\1" + b"\2\xff\xff\3" + b"\0\1\1"
    return line_table(sequence * 100)


# ---- the rest -------------------------------------------------------------------------------------------------------


def srecord(content: bytes) -> bytes:
    """An S-record of data."""
    body = bytes([len(content) + 3, 0, 0]) + content
    return b"S1%s%02X\n" % (body.hex().upper().encode(), 0xFF - sum(body) % 256)


def intel_record(content: bytes) -> bytes:
    """A record of data in Intel hex."""
    body = bytes([len(content), 0, 0, 0]) + content
    return b":%s%02X\n" % (body.hex().upper().encode(), -sum(body) & 0xFF)


def library(members: int, member: bytes) -> bytes:
    """A library of as many equal modules."""
    return library_bytes([LibraryMember(f"m{number}.lnk", member) for number in range(members)])


EXPRESSION = "{" + "1+" * 9_900 + "1}@4#0"
RESERVED = "\n".join(f"RESERVE P:{at:X}..{at:X}" for at in range(0, 60_000, 2)).encode()
READ = ("run", "objdump")
LINK = ("objdump", "link")

BOMBS = (
    Bomb("blocks.lod", lambda: lod(*["_BLOCKDATA P 0 10000 0"] * 10_000), READ, "words in total"),
    Bomb("records.lod", lambda: lod(*["_DATA P 0"] * MANY), READ, "sections in total"),
    Bomb("symbols.lod", lambda: lod("_SYMBOL N", *["a I 0"] * 600_000), READ, "symbols in total"),
    Bomb("names.lod", lambda: lod("_SYMBOL N", *[f"{'n' * 4096} I 0"] * 5_000), READ, "of names in total"),
    Bomb("lines.lod", lambda: b"_START A 0 0\n" + b"\n" * 30_000_000, READ, "lines in total"),
    Bomb("line.lod", lambda: lod("_DATA P 0", "0 " * 6_000_000), READ, "longer than"),
    Bomb("name.lod", lambda: lod("_SYMBOL N", f"{'n' * 1_000_000} I 0"), READ, "cannot be the name"),
    Bomb("comments.lod", lambda: lod(*[f"_COMMENT\n{'c' * 1_000_000}"] * 18), ("objdump",), "of comments in total"),
    Bomb("blocks.elf", lambda: elf([elf_block(65_536)] * 10_000, bytes(262_144)), READ, "words in total"),
    Bomb("headers.elf", lambda: elf([elf_block(0)] * MANY, b""), READ, "sections in total"),
    Bomb("table.elf", lambda: elf_same_table(10_000), READ, "symbols in total"),
    Bomb("names.elf", lambda: elf_names(100_000), READ, "longer than 4096"),
    Bomb("tails.elf", lambda: elf_names(4_000, 3), READ, "of names in total"),
    Bomb("sections.elf", lambda: elf_section_names(60_000), ("objdump",), "longer than 4096"),
    Bomb("comments.elf", lambda: elf_module("comment 0", 1_100_000), ("objdump",), "lines in total"),
    Bomb("values.elf", lambda: elf_module("value a N 1", 600_000), ("objdump",), "symbols in total"),
    Bomb("folder.elf", lambda: elf_folder(500_000), ("run",), "longer than 4096"),
    Bomb("folders.elf", lambda: elf_folder(4_000), ("run",), "of names in total"),
    Bomb("lines.elf", lambda: elf_lines(all_memory(), 60_000), ("run",), "source line in total|programs in total"),
    Bomb("programs.elf", lambda: elf_lines(line_table(b"\1" * 50_000), 1_000), ("run",), "programs in total"),
    Bomb("tables.elf", lambda: elf_lines(bytes(4_500_000)), ("run",), "programs in total"),
    Bomb("names.cld", lambda: coff_names(c.A_GLOBAL, 60_000), READ, "longer than 4096"),
    Bomb("tails.cld", lambda: coff_names(c.A_GLOBAL, 4_000, 3), READ, "of names in total"),
    Bomb("unknown.cld", lambda: coff_names(99, 4_000, 3), ("objdump",), "of names in total"),
    Bomb("sources.cld", lambda: coff_sources(30_000), ("objdump", "link"), "longer than 4096"),
    Bomb("comments.cld", lambda: coff_comments(19_000), ("objdump", "link"), "of comments in total"),
    Bomb(
        "repeat.cld",
        lambda: coff(sections=section(1, body_at(99), repeat=65_536, flags=c.S_BLOCK) * 99, body=bytes(4)),
        READ,
        "words in total",
    ),
    Bomb("sections.cld", lambda: coff(sections=section(0, 0) * MANY), READ, "sections in total"),
    Bomb(
        "same.cld",
        lambda: coff(sections=section(60_000, body_at(50)) * 50, body=bytes(240_000)),
        READ,
        "words in total",
    ),
    Bomb("entries.cld", lambda: coff(symbols=bytes(c.SYMBOL.size) * 1_600_000), READ, "entries in total"),
    Bomb("fixups.cln", lambda: coff_fixups(16_000), ("objdump", "link"), "of link expressions in total"),
    Bomb("long.lnk", lambda: link_file("_DATA R P 0000", *[EXPRESSION] * 830), LINK, "of link expressions in total"),
    Bomb(
        "block.lnk", lambda: link_file(f"_BLOCKDATA R P 0000 FFFF {EXPRESSION}"), LINK, "of link expressions in total"
    ),
    Bomb("blocks.lnk", lambda: link_file(*["_BLOCKDATA A P 0 10000 $0"] * 1_000), LINK, "words in total"),
    Bomb("external.lnk", lambda: link_file("_XREF 0000", "a " * 500_000, "a " * 500_000), LINK, "symbols in total"),
    Bomb(
        "many.lib", lambda: library(1_000, link_file(*["_BLOCKDATA A P 0 10000 $0"] * 10)), ("link",), "words in total"
    ),
    Bomb("bytes.s", lambda: srecord(bytes(252)) * 14_000, READ, "bytes of words in total"),
    Bomb("empty.s", lambda: srecord(b"") * 1_100_000, READ, "lines in total"),
    Bomb("bytes.hex", lambda: intel_record(bytes(255)) * 14_000, READ, "bytes of words in total"),
    Bomb("blocks.p56", lambda: bytes(9) * MANY, READ, "sections in total"),
    Bomb("words.p56", lambda: (bytes(6) + b"\1\0\0" + bytes(3 * 65_536)) * 17, READ, "words in total"),
    Bomb("bytes.p0", lambda: srecord(bytes(252)) * 14_000, READ, "words in total"),
    Bomb("blocks.ctl", lambda: RESERVED, ("link",), "more than 512 reserved blocks"),
)
"""Files that are refused."""

HEAVY = (
    Bomb("labels.lod", lambda: lod("_DATA P 0 0 0", "_SYMBOL P", *numbered(60_000, "s{0} I 0")), ("disasm",), ""),
    Bomb(
        "fills.lod", lambda: lod(*["_BLOCKDATA P 0 10000 0C0000", "_BLOCKDATA L 0 10000 1"] * 5), ("disasm", "run"), ""
    ),
    Bomb("strings.elf", lambda: elf_empty_tables(60_000), ("disasm", "objdump"), ""),
    Bomb("lines.cld", coff_lines, ("disasm", "objdump"), ""),
    Bomb("sections.lnk", lambda: link_sections(15_000), LINK, ""),
    Bomb("buffers.lnk", lambda: link_buffers(15_000), LINK, ""),
    Bomb("comments.elf", lambda: elf_module("comment 0", 200_000), ("objdump",), ""),
)
"""Files that are read. Each takes the square of its size if each of its parts is searched for once for each other."""
