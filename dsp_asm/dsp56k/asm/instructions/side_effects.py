"""Effects of an instruction on the adjacent ones, for the checks of hazard_checks.py.

Facts come only from the instruction table: the destination of a field is its last operand, an addressing mode uses its
address register.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message
from dsp56k.asm.instructions.operands import ABSOLUTE
from dsp56k.asm.instructions.restrictions import ControlUse, alone, control_use
from dsp56k.asm.instructions.templates import Match, Template
from dsp56k.isa import KINDS, MODES, REGISTERS, OperandValue

_ADDRESS_REGISTERS = frozenset(KINDS["agu_reg"].values) | {
    name for name in REGISTERS if name[0] == "M" and name[1:].isdigit()
}
# The mode that calculates no address, and so does not use the modifier register (UM table 5-1).
_NO_UPDATE = "(Rr)"
_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Facts:
    """Effects of an instruction on the adjacent ones.

    `control` is its operation with the control registers that it uses. `sets` are the address, offset and modifier
    registers it writes by a move; `points` those that its addressing modes use; `loads` is the register of `sets` that
    an immediate goes to; `changes` are `sets` with the address registers that its addressing modes may update;
    `problem` is an error of the instruction itself.
    """

    control: ControlUse
    sets: frozenset[str] = _NONE
    points: frozenset[str] = _NONE
    problem: Message | None = None
    loads: str = ""
    changes: frozenset[str] = _NONE

    @property
    def op(self) -> str:
        """Name of the operation in the instruction table."""
        return self.control.op

    @property
    def sequence(self) -> str:
        """Effect on the sequence of instructions, named as in the instruction table."""
        return self.control.sequence


def facts_of(matches: Sequence[Match]) -> Facts:
    """Return the facts of one control instruction, or of a move and an operation."""
    written: list[str] = []
    points: set[str] = set()
    for template, values, _ in matches:
        if not template.row.compares:
            written += _destinations(template, values)
        for value in values:
            if isinstance(value, tuple) and value[0] != ABSOLUTE:
                mode, number = value
                points.add(f"R{number}")
                if MODES[mode].text != _NO_UPDATE:
                    points.add(f"M{number}")
                if "N" in MODES[mode].text:
                    points.add(f"N{number}")
    sets = frozenset(written) & _ADDRESS_REGISTERS
    named = [name for template, values, _ in matches for name in _registers(template, values)]
    used = control_use(matches[-1][0].row, written, named)
    problem = messages.DUPLICATE_DESTINATION if _overlap(written) else None
    loads = next((name for template, values, _ in matches for name in _loaded(template, values) if name in sets), "")
    changes = sets.union(name for name in points if name[0] == "R")
    return Facts(used, sets, frozenset(points), alone(used) or problem, loads, changes)


def _registers(template: Template, values: list[OperandValue]) -> Iterable[str]:
    """Yield the registers among the operands; a condition may have the name of one."""
    for operand, value in zip(template.row.operands, values, strict=True):
        if operand.kind.cls == "register" and isinstance(value, str):
            yield value


def _loaded(template: Template, values: list[OperandValue]) -> Iterable[str]:
    """Yield the registers that an immediate is loaded to."""
    for patterns in template.fields:
        if len(patterns) > 1 and patterns[0].immediate and patterns[-1].at >= 0:
            value = values[patterns[-1].at]
            if isinstance(value, str):
                yield value


def _destinations(template: Template, values: list[OperandValue]) -> Iterable[str]:
    """Yield the registers that the fields of an operation or a move write."""
    for patterns in template.fields:
        last = patterns[-1]
        # The bit instructions name their register last too, but are not moves; a single operand of theirs is a source.
        if len(patterns) < 2 and template.row.table != "alu":
            continue
        first = patterns[0].kind
        if first is not None and first.name == "bit":
            continue
        if last.literal:
            yield last.literal
        elif last.kind is not None and last.kind.cls == "register" and not last.space and last.at >= 0:
            value = values[last.at]
            if isinstance(value, str):
                yield value


@lru_cache(maxsize=64)
def _parts(register: str) -> frozenset[str]:
    """Return the registers that a register consists of."""
    parts = REGISTERS[register].parts if register in REGISTERS else ()
    return frozenset().union(*map(_parts, parts)) if parts else frozenset({register})


def _overlap(written: list[str]) -> bool:
    """Return True if two of the registers share a part."""
    taken: set[str] = set()
    for register in written:
        parts = _parts(register)
        if taken & parts:
            return True
        taken |= parts
    return False
