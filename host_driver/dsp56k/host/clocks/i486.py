"""The i486: rules that its column of the table does not contain, and the timing model `pipeline`.

Sources are those of the table; for the stalls Abrash, Graphics Programming Black Book, ch. 12 and 13, whose
measured sequences tests/unit/host/clocks/test_i486.py repeats. Simple instructions take one clock, because the
pipeline forms their addresses while those before them execute; a value that is not ready by then stalls it, clock by
clock:

- a register of the address that was written less than `agi` clocks ago: 1 in protected mode, as Intel says; he measured
  2 in real mode. PUSH, POP, CALL and RET address by ESP, but count as writing it only where it is their operand.
- with `byte_rules`, a byte register that was written exactly two clocks before a memory operand is addressed by a
  register, or just before the whole of it is read. He measured both in real mode.

Prefixes take a clock each before the address is formed, so that one hides one stall: our reading, for want of a
measurement. XLAT never stalls (he measured it); string instructions, as slow as it, are taken to be alike.

The cache is ideal: code and data are always in it, and writes go to a buffer that never is full.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from capstone import CS_AC_WRITE
from capstone import x86_const as x86

from dsp56k.host.clocks.instruction_forms import Timing, string_of
from dsp56k.host.clocks.processor_rules import (
    EarlyOut,
    Hazards,
    Instruction,
    Repeat,
    ThirtyTwoBit,
    has_index,
    memory_operand,
    prefixes,
)
from dsp56k.host.clocks.table import Row, clock_table
from dsp56k.host.clocks.timing_models import BASIC_BUS_CYCLE, Level, State, Step, Write, bus_starts

_CACHE_ACCESS = 1
"""Clocks of a read or write that the table's counts contain: one in the cache."""
_CROSSING = clock_table("i486")["misaligned operand"].clocks.base

_PREFIX_ROW = "prefix (operand size; address size; segment; lock)"
_REP = frozenset(b"\xf2\xf3")

_PORT_REPEATS = ("rep ins", "rep outs")
_NO_ITEM = 5
_SETCC_UNLESS = {"setcc r": 3 - 4, "setcc m": 4 - 3}
_STACK = frozenset(
    {"push", "pop", "call", "lcall", "ret", "retf", "enter", "pushf", "pushfd", "popf", "popfd"}
    | {"pushaw", "pushal", "popaw", "popal"}
)
"""Instructions that address by (E)SP without naming it."""
_UNREPORTED: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("aaa", "aas", "aad", "aam"), frozenset({"ax"})),
    **dict.fromkeys(("daa", "das"), frozenset({"al"})),
    "enter": frozenset({"ebp"}),
}
"""Registers that an instruction writes and Capstone does not report."""
_BYTES = {f"{letter}{half}": f"e{letter}x" for letter in "abcd" for half in "lh"}
_WHOLE = {
    name: f"e{name.removeprefix('e')}"
    for word in ("ax", "bx", "cx", "dx", "si", "di", "bp", "sp")
    for name in (word, f"e{word}")
}


class I486(ThirtyTwoBit):
    """The i486."""

    name = "i486"
    early_out = EarlyOut(start=10, in_memory=0)
    queue = 32

    def surcharge(self, insn: Instruction, table: Mapping[str, Row]) -> int:
        """Return the clocks of prefixes, an index register, an immediate in addition to a displacement."""
        memory = memory_operand(insn)
        extra = _prefixes(insn) * table[_PREFIX_ROW].clocks.base
        if memory is not None and has_index(memory):
            extra += table["ea two registers"].clocks.base
        if memory is not None and insn.disp_size and insn.imm_size:
            extra += table["immediate and displacement together"].clocks.base
        return extra

    def repeat(self, row: Row) -> Repeat:
        """Return the clocks of REP: 5 for no item, except for a port; MOVS takes 13 for one item.

        Other items are equal. Source: notes of the entries.
        """
        start, each = row.clocks.base, row.clocks.per_item
        if row.form in _PORT_REPEATS:
            return Repeat(start, (), each)
        if row.form != "rep movs":
            return Repeat(_NO_ITEM, (start + each - _NO_ITEM,), each)
        one = 13
        return Repeat(_NO_ITEM, (one - _NO_ITEM, start + 2 * each - one), each)

    def unless(self, row: Row) -> int:
        """Return the difference of SETcc, whose entries count a condition that holds (note of the entries)."""
        return _SETCC_UNLESS.get(row.form, 0)

    def hazards(self, insn: Instruction) -> Hazards:
        """Return the causes of its stalls, and of those of the instructions after it."""
        name = insn.insn_name()
        if name == "xlatb":
            return Hazards(_prefixes(insn), bytes_written=frozenset({"eax"}))
        read, written = ({insn.reg_name(register) for register in some} for some in insn.regs_access())
        operands = [operand for operand in insn.operands if operand.type == x86.X86_OP_REG]
        # Capstone does not report the reads of TEST, and a write of the register that BOUND reads.
        read |= {insn.reg_name(operand.reg) for operand in operands if name in ("test", "bound")}
        written = set() if name == "bound" else written | _UNREPORTED.get(name, frozenset())
        whole = {_WHOLE[register] for register in written & _WHOLE.keys()}
        explicit = {_WHOLE.get(insn.reg_name(operand.reg)) for operand in operands if operand.access & CS_AC_WRITE}
        if "esp" not in explicit:
            whole.discard("esp")
        pointers = set() if string_of(insn) else _pointers(insn)
        stack = {"esp"} if name in _STACK else set()
        return Hazards(
            prefixes=_prefixes(insn),
            addressed=frozenset(pointers | stack),
            points=bool(pointers),
            written=frozenset(whole),
            bytes_written=frozenset({_BYTES[register] for register in written & _BYTES.keys()} - whole),
            read_whole=frozenset({_WHOLE[register] for register in read & _WHOLE.keys()} - pointers - stack),
        )


def _prefixes(insn: Instruction) -> int:
    """Return the number of prefixes, except REP."""
    return sum(byte not in _REP for byte in prefixes(insn))


def _pointers(insn: Instruction) -> set[str]:
    """Return the registers of a memory operand."""
    memory = memory_operand(insn)
    if memory is None:
        return set()
    names = [insn.reg_name(register) for register in (memory.base, memory.index) if register]
    return {_WHOLE[name] for name in names if name in _WHOLE}


@dataclass(frozen=True, slots=True)
class Pipeline(Level):
    """Timing model `pipeline`: the table's clocks, and the stalls.

    Attributes:
        agi: clocks from a register's being written to its use in an address without a stall.
        byte_rules: True if byte registers stall, too.
    """

    agi: int = 1
    byte_rules: bool = False

    def execute(self, state: State, timing: Timing) -> Step:
        """Return the stalls and the table's clocks."""
        return self._step(state, timing, timing.clocks)

    def item(self, state: State, timing: Timing) -> Step:
        """One repetition."""
        first = timing.first_items
        clocks = first[state.items] if state.items < len(first) else timing.item
        read_at, write_at = bus_starts(clocks, timing.reads, timing.writes)
        return Step(clocks, read_at, write_at, state._replace(items=min(state.items + 1, len(first))))

    def jump(self, state: State, timing: Timing, target: Timing) -> Step:
        """Return the stalls and the clocks of the taken form; its target does not matter in the cache."""
        return self._step(state, timing, timing.taken or timing.clocks)

    def enter(self, target: Timing) -> Step:
        """Costs nothing."""
        return Step(0, 0, 0, State())

    def data_cycle(self, *, port: bool) -> int:
        """Return the clocks of an access to the cache; an IN or OUT contains a bus cycle."""
        return BASIC_BUS_CYCLE if port else _CACHE_ACCESS

    @property
    def crossing(self) -> int:
        """Clocks of the entry `misaligned operand`."""
        return _CROSSING

    def _step(self, state: State, timing: Timing, clocks: int) -> Step:
        hazards, stalls = timing.hazards, 0
        while self._stalls(state.writes, hazards, hazards.prefixes + stalls):
            stalls += 1
        clocks += stalls
        writes = {write._replace(age=write.age + clocks) for write in state.writes}
        writes |= {Write(register, 0, byte=False) for register in hazards.written}
        writes |= {Write(register, 0, byte=self.byte_rules) for register in hazards.bytes_written}
        read_at, write_at = bus_starts(clocks - stalls, timing.reads, timing.writes)
        matter = tuple(sorted(write for write in writes if write.age < max(self.agi, 2 * write.byte)))
        return Step(clocks, stalls + read_at, stalls + write_at, State(writes=matter))

    def _stalls(self, writes: tuple[Write, ...], hazards: Hazards, passed: int) -> bool:
        """Return True if earlier writes keep an instruction waiting when `passed` clocks of it have passed."""
        for register, age, byte in writes:
            since = age + passed
            if register in hazards.addressed and since < self.agi:
                return True
            if byte and ((hazards.points and since == 1) or (register in hazards.read_whole and since == 0)):
                return True
        return False
