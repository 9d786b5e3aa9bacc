"""Motorola's COFF (.cln relocatable, .cld absolute): the numbers and structures that readers and writer share.

The assembler manual of 1996 (appendix E) defines: every field has 32 bits, big-endian; addresses are pairs (offset,
memory code); raw data has four bytes for each word; relocation entries point to link expressions in the string table; a
block section has its repeat count in s_vaddr. Other details are those of executable files of Motorola's linker. The
contents of the auxiliary entries are defined by this project (docs/reference/compatibility.md).
"""

from __future__ import annotations

import struct

from dsp56k.objects.word_sizes import CounterLetter, MappingLetter, Space

MAGIC = 709
OTHER_CHIPS = {
    710: "DSP96000", 711: "DSP56100", 712: "DSP56300", 713: "DSP56800", 714: "DSP56600", 715: "StarCore",
    716: "DSP56700",
}  # fmt: skip

HEADER = struct.Struct(">7I")
SECTIONS_AT, SYMBOLS_AT, FLAGS_AT = 4, 16, 24
"""f_magic f_nscns f_timdat f_symptr f_nsyms f_opthdr f_flags."""
OPTIONAL = struct.Struct(">5I10I")
"""magic vstamp tsize dsize bsize, and the pairs entry, text_start, data_start, text_end, data_end."""
ENTRY = 5
"""Index of the entry address in these fields."""
SECTION = struct.Struct(">8s2I2I7I")
"""s_name, s_paddr, s_vaddr, s_size s_scnptr s_relptr s_lnnoptr s_nreloc s_nlnno s_flags; s_size counts words."""
RELOCATION = struct.Struct(">2III")
"""r_vaddr, r_symndx (an offset into the string table), r_type (always 0)."""
LINE = struct.Struct(">2II")
"""l_paddr (the load address and its memory code), l_lnno; with l_lnno 0 the first field is the index of the symbol
table's entry of the source file that the lines after it belong to.
"""
SYMBOL = struct.Struct(">8s2IiIII")
"""n_name, n_value, n_scnum n_type n_sclass n_numaux."""
AUXILIARY = struct.Struct(">8I")
WORD = 4
STRINGS_FIRST = 4
"""The string table begins with its length."""
MARK = 0x6435_366B
"""Last field of the first auxiliary entry of an entry that only this project writes."""

F_RELOCATIONS_STRIPPED, F_EXECUTABLE, F_LINES_STRIPPED = 1, 2, 4
S_TEXT, S_DATA, S_BLOCK, S_OVERLAY = 0x20, 0x40, 0x400, 0x800

A_FILE, A_SECT, A_BLOCK, A_GLOBAL, A_XDEF, A_XREF, A_SLOCAL = 200, 201, 202, 210, 211, 212, 213
SYMBOL_CLASSES = frozenset({A_GLOBAL, A_XDEF, A_SLOCAL})
"""Classes of symbols with a value."""
C_NULL = 0
T_INT, T_LONG, T_DOUBLE = 4, 5, 6
"""n_type of symbols: an address or number in the first half of n_value; all 64 bits of it a number; a double, its low
word first.
"""
T_BASIC, T_CODE, T_ADDRESS = 0xF, 0x20, 0x10
"""The bits of n_type for these properties; the one of global labels of code; and that of equates with a memory space.
"""
DEBUG, ABSOLUTE, NO_SECTION = -2, -1, 0
FILE_NAME = b".file\0\0\0"
LONGEST_FILE_NAME = 31
"""A source file's name is in its auxiliary entry, a longer one in the string table (0 and its offset)."""
COMMENT_NAME = b".cmt\0\0\0\0"
OVERLAY_NAME = b".overlay"

SPACES: tuple[Space, ...] = ("P", "X", "Y", "L", "N")
"""Memory codes 0 to 4."""
_PHYSICAL: tuple[MappingLetter, ...] = ("I", "E", "B")
MAPPED = {
    (space, mapping): 5 + 3 * number + kind
    for number, space in enumerate(SPACES[:-1])
    for kind, mapping in enumerate(_PHYSICAL)
}
"""Codes of physical mappings. This project numbers them after the five codes of the manual."""
CODES: dict[tuple[Space, MappingLetter], int] = {**{(space, ""): code for code, space in enumerate(SPACES)}, **MAPPED}
PLACES = {code: place for place, code in CODES.items()}
COUNTERS: tuple[CounterLetter, ...] = ("", "L", "H")
