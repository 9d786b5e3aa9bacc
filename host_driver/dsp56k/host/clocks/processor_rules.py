"""Rules of one processor's clocks that its column of the table does not have, and those of the 386."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from capstone import x86_const as x86

from dsp56k.host.clocks.table import Row

Instruction = Any
"""Capstone's CsInsn with its details: the package has no types."""
Memory = Any
"""The memory operand of one, Capstone's X86OpMem."""


@dataclass(frozen=True, slots=True)
class EarlyOut:
    """Clocks of MUL and IMUL, which end early if the multiplier is small.

    They are max(ceil(log2 |m|), 3) + `start`, and `in_memory` more if it is in memory. Source: notes of entries
    `mul/imul r8` and `mul/imul m8`.
    """

    start: int
    in_memory: int

    def clocks(self, multiplier: int, *, in_memory: bool = False) -> int:
        """Return the clocks of a multiplication by `multiplier`.

        Its absolute value counts, and 0 is equivalent to 1.
        """
        size = abs(multiplier)
        early = max(math.ceil(math.log2(size)) if size else 0, 3) + self.start
        return early + self.in_memory if in_memory else early

    def mean(self, bits: int, *, signed: bool, in_memory: bool = False) -> int:
        """Mean over random multipliers of `bits` bits, to the nearest clock: on the 386 37 for 32 bits unsigned.

        Half of all multipliers have their highest bit set and cost bits + start, a quarter one less, and so on; a
        signed one has one bit less.
        """
        mean = bits - 1 - signed + self.start
        return mean + self.in_memory if in_memory else mean


class Repeat(NamedTuple):
    """Clocks of a string instruction with REP: of its start, of its first items, of each after them."""

    start: int
    first: tuple[int, ...]
    each: int


@dataclass(frozen=True, slots=True)
class Hazards:
    """Dependences of an instruction on those before and after it in a pipeline.

    Registers have their complete names (EAX for AL).

    Attributes:
        prefixes: clocks that its prefixes take.
        addressed: registers that its address is made of.
        points: True if they address the instruction's memory operand, and not only the stack.
        written: registers that it writes, all of whose bytes or two of them.
        bytes_written: those of which it writes one byte.
        read_whole: those of which it reads more than a byte, not for an address.
    """

    prefixes: int = 0
    addressed: frozenset[str] = frozenset()
    points: bool = False
    written: frozenset[str] = frozenset()
    bytes_written: frozenset[str] = frozenset()
    read_whole: frozenset[str] = frozenset()


NO_HAZARDS = Hazards()

SEGMENTS = frozenset({"cs", "ds", "es", "fs", "gs", "ss"})


class Rules(Protocol):
    """A processor's rules for `classify`.

    Attributes:
        column: of the table.
        segmented: True if addresses are offsets in segments, as in real mode.
        bus_width: bytes of a bus cycle.
        queue: bytes of the prefetch queue.
        upper_flags: True if bits 12 to 14 of the flags can be set in real mode.
        early_out: clocks of multiplications.
    """

    column: str
    segmented: bool
    bus_width: int
    queue: int
    upper_flags: bool = True
    early_out: EarlyOut

    def refusal(self, insn: Instruction) -> str:
        """Return the reason why the processor does not have an instruction of the table; empty if it has it."""

    def components(self, insn: Instruction) -> int:
        """Return the m of an instruction that is a jump's target."""

    def decoding(self, insn: Instruction) -> tuple[int, ...]:
        """Return the bytes that the decoder takes in each of its clocks."""

    def surcharge(self, insn: Instruction, table: Mapping[str, Row]) -> int:
        """Return the clocks of an instruction in addition to those of its entry."""

    def repeat(self, row: Row) -> Repeat:
        """Clocks of a string instruction with REP."""

    def unless(self, row: Row) -> int:
        """Return the clocks of SETcc in addition to its entry if its condition does not hold."""
        return 0

    def hazards(self, insn: Instruction) -> Hazards:
        """For a level that looks at them."""


_PREFIXES = frozenset(b"\x26\x2e\x36\x3e\x64\x65\x66\x67\xf0\xf2\xf3")


def prefixes(insn: Instruction) -> bytes:
    """Return the prefixes of an instruction, including those without effect."""
    code = bytes(insn.bytes)
    return code[: next(place for place, byte in enumerate(code) if byte not in _PREFIXES)]


def memory_operand(insn: Instruction) -> Memory:
    """Return base, index, scale and displacement of an instruction's memory operand; None if it has none."""
    return next((operand.mem for operand in insn.operands if operand.type == x86.X86_OP_MEM), None)


def has_index(memory: Memory) -> bool:
    """Return True if an address has an index; EIZ is not an index."""
    return memory.index not in (0, x86.X86_REG_EIZ)


_SEVERAL_CONSTANTS = frozenset({0x9A, 0xC8, 0xEA})
"""Opcodes of ENTER, and of CALL and JMP to a far pointer: Capstone reports only a part of their constants."""


def parts(insn: Instruction) -> tuple[int, ...]:
    """Return the bytes of the components that the 386's m counts.

    Each byte of opcode, ModRM, SIB and prefixes is one, the entire displacement is one, all immediate data are one.
    """
    disp, imm = insn.disp_size, insn.imm_size
    if insn.opcode[0] in _SEVERAL_CONSTANTS:
        imm = insn.size - len(prefixes(insn)) - 1
    constants = tuple(size for size in (disp, imm) if size)
    return (1,) * int(insn.size - sum(constants)) + constants


class ThirtyTwoBit(Rules):
    """Common rules of the 386 and the i486, in real mode, or in 32-bit protected mode with the right to use ports."""

    name: str
    """Name of the processor in the columns of the table."""
    bus_width = 4

    def __init__(self, *, real: bool) -> None:
        self.column = self.name if real else f"{self.name}_protected"
        self.segmented = real

    def refusal(self, insn: Instruction) -> str:
        """Return None: instructions of later processors have no entry."""
        return ""

    def components(self, insn: Instruction) -> int:
        """Return their number; no count of the i486 has m."""
        return len(parts(insn))

    def decoding(self, insn: Instruction) -> tuple[int, ...]:
        """Return the bytes of each component."""
        return parts(insn)


class I386(ThirtyTwoBit):
    """The 386."""

    name = "i386"
    early_out = EarlyOut(start=6, in_memory=3)
    queue = 12

    def surcharge(self, insn: Instruction, table: Mapping[str, Row]) -> int:
        """Return the clocks of an address with base and index."""
        memory = memory_operand(insn)
        two = memory is not None and memory.base != 0 and has_index(memory)
        return table["ea two registers"].clocks.base if two else 0

    def repeat(self, row: Row) -> Repeat:
        """All items alike."""
        return Repeat(row.clocks.base, (), row.clocks.per_item)

    def hazards(self, insn: Instruction) -> Hazards:
        """None: a 386 forms addresses without a pipeline."""
        return NO_HAZARDS
