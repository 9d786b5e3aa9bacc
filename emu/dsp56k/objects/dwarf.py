"""DWARF line tables (DWARF Debugging Information Format 4, 6.2 and 7): the numbers that writer and reader share.

Addresses are those of ELF symbols here (elf.py): they count words, and bits 31-28 are the memory space, so that a P
address is the program counter.
"""

LINE_SECTION = ".debug_line"
EXTENDED = 0
"""The opcode before an extended one and its length."""
COPY, ADVANCE_PC, ADVANCE_LINE, SET_FILE, CONST_ADD_PC, FIXED_ADVANCE_PC = 1, 2, 3, 4, 8, 9
"""Standard opcodes."""
END_SEQUENCE, SET_ADDRESS = 1, 2
"""Extended ones."""
LARGEST_SPECIAL = 255
