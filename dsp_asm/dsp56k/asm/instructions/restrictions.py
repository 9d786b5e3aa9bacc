"""Instruction-sequence restrictions: the rules of `dsp56k.isa`'s restrictions.toml, as the assembler reports them.

A rule names operations, control registers that an instruction writes, and ones that it reads. The stack registers
count as read by the bit instructions that test them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message
from dsp56k.asm.expressions.relocation import relative_address
from dsp56k.isa import ROWS, SEQUENCES, Row
from dsp56k.isa.toml_files import load

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ControlUse:
    """An operation, its effect on the sequence of instructions, and the control registers that it uses.

    `twice` are registers that are source and destination. If `restricts_next`, rules may forbid some instructions
    after it.
    """

    op: str
    sequence: str = "next"
    writes: frozenset[str] = _NONE
    reads: frozenset[str] = _NONE
    twice: frozenset[str] = _NONE
    restricts_next: bool = False


class _Uses(NamedTuple):
    """A set of operations, or of instructions that write or read one of these registers; `but` are exceptions."""

    ops: frozenset[str]
    but: frozenset[str]
    writes: frozenset[str]
    reads: frozenset[str]
    twice: frozenset[str]
    counts: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.ops or self.writes or self.reads or self.twice or self.counts)

    def fit(self, use: ControlUse) -> bool:
        """Return True if an instruction belongs to the set."""
        if use.op in self.ops or use.writes & self.writes or use.reads & self.reads:
            return use.op not in self.but
        return bool(use.twice & self.twice or (use.sequence == "loop" and use.reads & self.counts))


class _Rule(NamedTuple):
    """A forbidden use, the number of words of its instructions, and its message."""

    uses: _Uses
    words: tuple[int, ...]
    message: Message
    after: _Uses

    def forbids(self, use: ControlUse, words: int) -> bool:
        """Return True if an instruction of `words` words breaks the rule."""
        return words in self.words and (not self.uses or self.uses.fit(use))


def _uses(table: dict[str, Any]) -> _Uses:
    def named(*keys: str) -> frozenset[str]:
        return frozenset(name for key in keys for name in table.get(key, ()))

    columns = [column for column in ("repeat", "loop_end") if column in table]
    ops = {row.op for column in columns for row in ROWS if getattr(SEQUENCES[row.sequence], column) == table[column]}
    return _Uses(
        named("ops") - named("silent") | ops,
        named("but"),
        named("writes", "moves_to"),
        named("reads", "moves_from", "jumps_on"),
        named("twice"),
        named("counts"),
    )


class _Rules:
    """The rules by the kind of location where they apply, and the control registers that any of them names."""

    def __init__(self) -> None:
        told = {message.code: message for message in vars(messages).values() if isinstance(message, Message)}
        self.at_end: list[_Rule] = []
        self.near_end: dict[int, list[_Rule]] = {2: [], 1: [], 0: []}
        self.after: list[_Rule] = []
        self.in_vectors: list[_Rule] = []
        self.anywhere: list[_Rule] = []
        self.message: dict[str, Message] = {}
        """Messages of the rules that apply in one kind of location each: call, nested, pointer."""
        named: set[str] = set()
        for table in load("restrictions.toml")["rule"]:
            if "assembler" not in table:
                continue
            words = (table["words"],) if "words" in table else (1, 2)
            rule = _Rule(_uses(table), words, told[table["assembler"]], _uses(table.get("after", {})))
            self._place(table, rule)
            for uses in (rule.uses, rule.after):
                named |= uses.writes | uses.reads | uses.twice | uses.counts
        self.control = frozenset(named)
        self.first_ops = frozenset[str]().union(*(rule.after.ops for rule in self.after))

    def _place(self, table: dict[str, Any], rule: _Rule) -> None:
        if table.get("at") == [0]:
            self.at_end.append(rule)
        elif "at" in table:
            for distance in table["at"]:
                self.near_end[distance].append(rule)
        elif "after" in table:
            self.after.append(rule)
        elif "vector" in table:
            self.in_vectors.append(rule)
        elif "loop" in table or "pointer" in table:
            self.message[table.get("loop", "pointer")] = rule.message
        else:
            self.anywhere.append(rule)


@cache
def _rules() -> _Rules:
    """Return the rules. They are built at the first instruction: importing the assembler does not build them."""
    return _Rules()


def not_ready() -> Message:
    """Return the error for a pointer whose register the instruction before has moved to."""
    return _rules().message["pointer"]


def loop_nesting() -> Message:
    """Return the error for a DO loop that ends with the enclosing one."""
    return _rules().message["nested"]


@cache
def vectors() -> range:
    """Return the addresses of the interrupt vectors."""
    table = load("interrupts.toml")["vectors"]
    return range(table["first"], table["last"] + 1)


def control_use(row: Row, written: Iterable[str], named: list[str]) -> ControlUse:
    """Return the use of an operation that moves to `written` and names the registers `named`."""
    rules = _rules()
    known = rules.control
    control = known.intersection(named)
    writes = control if row.modifies else known.intersection(written)
    reads = control if row.modifies else control - writes
    twice = frozenset(name for name in control if named.count(name) > 1)
    restricts_next = bool(control or writes) or row.op in rules.first_ops
    return ControlUse(row.op, row.sequence, writes, reads, twice, restricts_next)


def after(previous: ControlUse, now: ControlUse, words: int) -> list[Message]:
    """Return the errors of an instruction of `words` words after one that restricts the next."""
    broken = [rule.message for rule in _rules().after if rule.after.fit(previous) and rule.forbids(now, words)]
    return list(dict.fromkeys(broken))


def near_end(now: ControlUse, words: tuple[int, ...], address: int, last: int) -> Message | None:
    """Return the error of an instruction at `address` in a DO loop with the last address `last`."""
    for rule in _rules().near_end.get(last - address, ()):
        if rule.forbids(now, len(words)):
            return rule.message
    if now.sequence == "call" and (relative_address(words[1]) if len(words) > 1 else words[0] & 0xFFF) == last:
        return _rules().message["call"]
    return None


def at_end(now: ControlUse, words: int) -> Message | None:
    """Return the error of an instruction of `words` words at the last address of a DO loop."""
    return next((rule.message for rule in _rules().at_end if rule.forbids(now, words)), None)


def in_vectors(now: ControlUse, words: int) -> Message | None:
    """Return the error of an instruction as part of a fast interrupt (UM A-237)."""
    return next((rule.message for rule in _rules().in_vectors if rule.forbids(now, words)), None)


def alone(now: ControlUse) -> Message | None:
    """Return the error of an instruction in any position."""
    if not (now.writes or now.reads):
        return None
    return next((rule.message for rule in _rules().anywhere if rule.uses.fit(now)), None)
