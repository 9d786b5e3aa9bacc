"""What may not stand near what: the instruction sequences of UM A-232 to A-238 and A-65, from rules in
`assembler.toml`.

A rule names operations, control registers that an instruction writes, and ones that it reads. The stack registers
count as read by the bit instructions that test them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message
from dsp56k.asm.expressions.relocation import near_number
from dsp56k.isa.tables import load

_RULES: dict[str, Any] = load("assembler.toml")["restrictions"]
_CONTROL = frozenset(_RULES["registers"])
_CHANGING_BITS = frozenset(_RULES["changing_bits"])
CALLS = frozenset(_RULES["calls"])
_NONE: frozenset[str] = frozenset()
# Restrictions reach back two words from a loop's last address.
_REACH = 2


@dataclass(frozen=True, slots=True)
class Access:
    """An operation, and the control registers that it writes and reads."""

    op: str
    writes: frozenset[str] = _NONE
    reads: frozenset[str] = _NONE


NO_ACCESS = Access("")


@dataclass(frozen=True, slots=True)
class _Rule:
    """What is forbidden somewhere: any of these operations, writes or reads; `but` names operations left out."""

    ops: frozenset[str]
    writes: frozenset[str]
    reads: frozenset[str]
    but: frozenset[str]

    def forbids(self, access: Access) -> bool:
        """Whether an instruction breaks the rule."""
        if access.op in self.but:
            return False
        return access.op in self.ops or bool(access.writes & self.writes) or bool(access.reads & self.reads)


def _rule(table: dict[str, list[str]]) -> _Rule:
    return _Rule(*(frozenset(table.get(name, ())) for name in ("ops", "writes", "reads", "but")))


_NEAR_END = _rule(_RULES["near_end"])
_NEAR_END_WIDE = _rule(_RULES["near_end_two_words"])
_BEFORE_END = _rule(_RULES["before_end_one_word"])
_BEFORE_END_WIDE = _rule(_RULES["before_end_two_words"])
_VECTORS = _rule(_RULES["vectors"])
_BEFORE = {op: _rule(table) for op, table in _RULES["before"].items()}
_AFTER = [(_rule(table["first"]), _rule(table["then"])) for table in _RULES["after"]]
VECTORS = range(_RULES["first_vector"], _RULES["last_vector"] + 1)


def access(op: str, written: Iterable[str], named: Iterable[str]) -> Access:
    """The access of an operation that moves to `written` and names the registers `named`."""
    control = _CONTROL.intersection(named)
    writes = control if op in _CHANGING_BITS else _CONTROL.intersection(written)
    reads = control if op in _CHANGING_BITS else control - writes
    return Access(op, writes, reads)


def after(previous: Access, now: Access) -> Message | None:
    """What is wrong with an instruction behind another."""
    rule = _BEFORE.get(now.op)
    if rule is not None and rule.forbids(previous):
        return messages.AFTER_CONTROL_REGISTER
    if any(first.forbids(previous) and then.forbids(now) for first, then in _AFTER):
        return messages.AFTER_CONTROL_REGISTER
    return None


def near_end(now: Access, words: tuple[int, ...], address: int, last: int) -> Message | None:
    """What is wrong with an instruction at `address` in a DO loop with the last address `last`."""
    distance = last - address
    wide = len(words) > 1
    if 0 <= distance <= _REACH and (_NEAR_END.forbids(now) or (wide and _NEAR_END_WIDE.forbids(now))):
        return messages.NEAR_LOOP_END
    if distance == 1 and (_BEFORE_END_WIDE if wide else _BEFORE_END).forbids(now):
        return messages.BEFORE_LOOP_END
    if now.op in CALLS and (near_number(words[1]) if wide else words[0] & 0xFFF) == last:
        return messages.CALLS_LOOP_END
    return None


def in_vectors(now: Access) -> bool:
    """Whether an instruction cannot be part of a fast interrupt (UM A-237)."""
    return _VECTORS.forbids(now)
