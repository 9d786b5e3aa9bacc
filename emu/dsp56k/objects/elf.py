"""ELF in a layout of this project for modern tools, with an unofficial machine number.

The file is ELF32, big-endian, e_machine $D560, ET_EXEC. Each run of words is a section that is named after its load
space and address. A word has 4 bytes, the top byte zero; addresses count words. The space is in the OS bits of sh_flags
(P 1, X 2, Y 3, L 4), with the mapping in the next two bits (none 0, I 1, E 2, B 3). It is also in bits 31-28 of symbol
values (P 0, X 1, Y 2, L 3, none 4). Symbols are integers; those of a section are local. e_entry is the start address.
The section name of an overlay has the runtime address after the load address. Line tables have the format of DWARF
(Debugging Information Format 4, 6.2 and 7); their addresses are those of symbols, so that a P address is the program
counter.
"""

from __future__ import annotations

import struct

from dsp56k.objects.word_sizes import MappingLetter, Space

MACHINE = 0xD560
"""EM_DSP56K_UNOFFICIAL."""
MODULE = ".dsp56k.module"
"""A text section for properties that ELF does not have. Its lines are `ident version revision from_file name comment`,
`start none` if there is no start address, `value name space number` for symbols above 24 bits and floating point, and
`comment n text` for a COBJ comment before the n-th block.
"""

HEADER = struct.Struct(">16sHHIIIIIHHHHHH")
"""e_ident e_type e_machine e_version e_entry e_phoff e_shoff e_flags e_ehsize e_phentsize e_phnum e_shentsize e_shnum
e_shstrndx.
"""
SECTION = struct.Struct(">10I")
"""sh_name sh_type sh_flags sh_addr sh_offset sh_size sh_link sh_info sh_addralign sh_entsize."""
SYMBOL = struct.Struct(">IIIBBH")
"""st_name st_value st_size st_info st_other st_shndx."""
CLASS = b"\x7fELF\x01\x02\x01"
"""The first bytes of e_ident: 32 bits, big-endian, version 1."""
IDENT = CLASS.ljust(16, b"\0")
ET_EXEC = 2
PROGBITS, SYMTAB, STRTAB, NOTE = 1, 2, 3, 7
"""sh_type."""
WRITE, ALLOC, EXECUTE = 1, 2, 4
"""sh_flags, with the memory space and the mapping in their OS bits:"""
FLAG_SHIFT = 20
SECTION_SPACES: dict[Space, int] = {"P": 1, "X": 2, "Y": 3, "L": 4}
SPACES_OF_SECTIONS = {code: space for space, code in SECTION_SPACES.items()}
MAPPING_SHIFT = 24
MAPPINGS: tuple[MappingLetter, ...] = ("", "I", "E", "B")
SPACE_SHIFT = 28
SPACE_CODES: dict[Space, int] = {"P": 0, "X": 1, "Y": 2, "L": 3, "N": 4}
"""Bits 31-28 of symbol values, and of the addresses in line tables."""
SPACES_OF_SYMBOLS = {code: space for space, code in SPACE_CODES.items()}
VALUE_MASK = (1 << SPACE_SHIFT) - 1
"""The value or address below them."""
LOCAL, GLOBAL = 0, 1 << 4
"""st_info."""
RESERVED, EXTENDED = 0xFF00, 0xFFFF
"""The first number of sections for which the first header has their number in sh_size, and the index of their names in
sh_link."""
ABSOLUTE_SECTION = 0xFFF1
"""st_shndx of all symbols."""


LINE_SECTION = ".debug_line"
EXTENDED = 0
"""The opcode before an extended one and its length."""
COPY, ADVANCE_PC, ADVANCE_LINE, SET_FILE, CONST_ADD_PC, FIXED_ADVANCE_PC = 1, 2, 3, 4, 8, 9
"""Standard opcodes."""
END_SEQUENCE, SET_ADDRESS = 1, 2
"""Extended ones."""
LARGEST_SPECIAL = 255
