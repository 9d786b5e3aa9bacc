"""The 80286 in real mode: rules that its column of the table does not contain.

It fetches words, six bytes ahead, and takes the clocks of its column; a branch adds the bytes of the instruction that
it leads to, shifts add their counts. The instructions, prefixes and registers that came with the 386 are refused:
Unicorn would run them.
"""

from __future__ import annotations

from collections.abc import Mapping

from capstone import x86_const as x86

from dsp56k.host.clocks.processor_rules import (
    NO_HAZARDS,
    EarlyOut,
    Hazards,
    Instruction,
    Repeat,
    Rules,
    has_index,
    memory_operand,
    prefixes,
)
from dsp56k.host.clocks.table import Row

_FROM_THE_386 = {0x64: "FS", 0x65: "GS", 0x66: "32-bit operands", 0x67: "32-bit addresses"}
"""Features that the prefixes of a 386 select, by prefix."""
_TWO_BYTE_OPCODES = 0x0F
"""The first byte of two-byte opcodes. The 286 has those of protected mode only, which no program here uses."""
_SIGN_EXTENDED = frozenset({0x6A, 0x6B, 0x83})
"""Opcodes with an immediate byte that is extended to a word."""
_SHORT_BRANCHES = frozenset({*range(0x70, 0x80), *range(0xE0, 0xE4), 0xEB})
"""Opcodes with a distance of one byte."""
_SALC_UNLESS = 4 - 3
_THREE_PARTS = 1
"""Clocks of an address of base, index and displacement: note of the entry `ea two registers`."""


class I286(Rules):
    """The 286 in real mode. Its multiplications take the same clocks whatever they multiply: none is EarlyOut's."""

    column = "i286"
    segmented = True
    bus_width = 2
    queue = 6
    upper_flags = False
    early_out = EarlyOut(start=0, in_memory=0)

    def refusal(self, insn: Instruction) -> str:
        """Return the reason if only a 386 has the instruction, else ""."""
        for prefix in prefixes(insn):
            if prefix in _FROM_THE_386:
                return f"a prefix for {_FROM_THE_386[prefix]}, which the 80286 does not have"
        names = (insn.reg_name(operand.reg) for operand in insn.operands if operand.type == x86.X86_OP_REG)
        if insn.opcode[0] == _TWO_BYTE_OPCODES or any(name in ("fs", "gs") for name in names):
            return "an instruction that the 80286 does not have"
        return ""

    def components(self, insn: Instruction) -> int:
        """Its bytes."""
        return int(insn.size)

    def decoding(self, insn: Instruction) -> tuple[int, ...]:
        """Return a byte for each clock, and a clock for each byte that is sign-extended to a word."""
        return (1,) * int(insn.size) + (0,) * _sign_extended(insn)

    def surcharge(self, insn: Instruction, table: Mapping[str, Row]) -> int:
        """Return a clock for an address of three parts, which POP forms while it reads the stack."""
        memory = memory_operand(insn)
        pops = insn.insn_name() == "pop"
        three = memory is not None and not pops and memory.base != 0 and has_index(memory) and insn.disp_size != 0
        return _THREE_PARTS if three else 0

    def repeat(self, row: Row) -> Repeat:
        """All items alike."""
        return Repeat(row.clocks.base, (), row.clocks.per_item)

    def unless(self, row: Row) -> int:
        """Return the difference in the note of SALC, whose clocks are for a set carry."""
        return _SALC_UNLESS if row.form == "salc" else 0

    def hazards(self, insn: Instruction) -> Hazards:
        """None: a 286 forms addresses without a pipeline."""
        return NO_HAZARDS


def _sign_extended(insn: Instruction) -> int:
    """Return the number of constants of one byte that are sign-extended."""
    opcode = int(insn.opcode[0])
    return int(insn.disp_size == 1) + (opcode in _SIGN_EXTENDED) + (opcode in _SHORT_BRANCHES)
