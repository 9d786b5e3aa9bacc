"""What may not stand near what: the rules of `dsp56k.isa`'s restrictions.toml, as the assembler reports them.

A rule names operations, control registers that an instruction writes, and ones that it reads. The stack registers
count as read by the bit instructions that test them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message
from dsp56k.asm.expressions.relocation import near_number
from dsp56k.isa import ROWS, SEQUENCES, Row
from dsp56k.isa.tables import load

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Access:
    """An operation, what it does to the sequence of instructions, and the control registers that it uses.

    `twice` are registers that are source and destination.
    """

    op: str
    sequence: str = "next"
    writes: frozenset[str] = _NONE
    reads: frozenset[str] = _NONE
    twice: frozenset[str] = _NONE


NO_ACCESS = Access("")


@dataclass(frozen=True, slots=True)
class _Uses:
    """One of these operations, or an instruction that writes or reads one of these registers; `but` are left out."""

    ops: frozenset[str]
    but: frozenset[str]
    writes: frozenset[str]
    reads: frozenset[str]
    twice: frozenset[str]
    counts: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.ops or self.writes or self.reads or self.twice or self.counts)

    def fit(self, access: Access) -> bool:
        """Whether an instruction is one of those."""
        if access.op in self.ops or access.writes & self.writes or access.reads & self.reads:
            return access.op not in self.but
        return bool(access.twice & self.twice or (access.sequence == "loop" and access.reads & self.counts))


@dataclass(frozen=True, slots=True)
class _Rule:
    """What is forbidden, to instructions of so many words, and how the assembler says so."""

    uses: _Uses
    words: tuple[int, ...]
    message: Message
    after: _Uses

    def forbids(self, access: Access, words: int) -> bool:
        """Whether an instruction of so many words breaks the rule, where it holds."""
        return words in self.words and (not self.uses or self.uses.fit(access))


def _uses(table: dict[str, Any]) -> _Uses:
    def named(*keys: str) -> frozenset[str]:
        return frozenset(name for key in keys for name in table.get(key, ()))

    columns = [column for column in ("repeat", "loop_end") if column in table]
    ops = {row.op for row in ROWS for column in columns if getattr(SEQUENCES[row.sequence], column) == table[column]}
    return _Uses(
        named("ops") - named("silent") | ops,
        named("but"),
        named("writes", "moves_to"),
        named("reads", "moves_from", "jumps_on"),
        named("twice"),
        named("counts"),
    )


_MESSAGES = {message.code: message for message in vars(messages).values() if isinstance(message, Message)}
_TABLES: list[dict[str, Any]] = [table for table in load("restrictions.toml")["rule"] if "assembler" in table]
_WHERE = {"at", "after", "vector", "loop", "pointer"}


def _rules(where: str, value: object = None) -> Iterator[tuple[dict[str, Any], _Rule]]:
    """The rules that hold at a sort of place, or anywhere (""); each with its table."""
    for table in _TABLES:
        if (where in table if where else not _WHERE & table.keys()) and value in (None, table.get(where)):
            words = (table["words"],) if "words" in table else (1, 2)
            yield table, _Rule(_uses(table), words, _MESSAGES[table["assembler"]], _uses(table.get("after", {})))


_AT_END = [rule for _, rule in _rules("at", [0])]
_NEAR_END = {
    distance: [rule for table, rule in _rules("at") if distance in table["at"] and table["at"] != [0]]
    for distance in (2, 1, 0)
}
_AFTER = [rule for _, rule in _rules("after")]
_FIRST_OPS = frozenset[str]().union(*(rule.after.ops for rule in _AFTER))
_IN_VECTORS = [rule for _, rule in _rules("vector")]
_ANYWHERE = [rule for _, rule in _rules("")]
((_, _CALL),) = _rules("loop", "call")
((_, _NESTED),) = _rules("loop", "nested")
((_, _POINTER),) = _rules("pointer")
LOOP_NESTING, NOT_READY = _NESTED.message, _POINTER.message
_USES = [_uses(rule) for table in _TABLES for rule in (table, table.get("after", {}))]
_CONTROL = frozenset[str]().union(*(uses.writes | uses.reads | uses.twice | uses.counts for uses in _USES))
_VECTORS = load("interrupts.toml")["vectors"]
VECTORS = range(_VECTORS["first"], _VECTORS["last"] + 1)


def access(row: Row, written: Iterable[str], named: list[str]) -> Access:
    """The access of a row's operation that moves to `written` and names the registers `named`."""
    control = _CONTROL.intersection(named)
    writes = control if row.modifies else _CONTROL.intersection(written)
    reads = control if row.modifies else control - writes
    twice = frozenset(name for name in control if named.count(name) > 1)
    return Access(row.op, row.sequence, writes, reads, twice)


def after(previous: Access, now: Access, words: int) -> list[Message]:
    """What is wrong with an instruction of so many words after another."""
    if not (previous.writes or previous.reads or previous.op in _FIRST_OPS):
        return []
    broken = [rule.message for rule in _AFTER if rule.after.fit(previous) and rule.forbids(now, words)]
    return list(dict.fromkeys(broken))


def near_end(now: Access, words: tuple[int, ...], address: int, last: int) -> Message | None:
    """What is wrong with an instruction at `address` in a DO loop with the last address `last`."""
    for rule in _NEAR_END.get(last - address, ()):
        if rule.forbids(now, len(words)):
            return rule.message
    if now.sequence == "call" and (near_number(words[1]) if len(words) > 1 else words[0] & 0xFFF) == last:
        return _CALL.message
    return None


def at_end(now: Access, words: int) -> Message | None:
    """What is wrong with an instruction of so many words at the last address of a DO loop."""
    return next((rule.message for rule in _AT_END if rule.forbids(now, words)), None)


def in_vectors(now: Access, words: int) -> Message | None:
    """What is wrong with an instruction as part of a fast interrupt (UM A-237)."""
    return next((rule.message for rule in _IN_VECTORS if rule.forbids(now, words)), None)


def alone(now: Access) -> Message | None:
    """What is wrong with an instruction wherever it stands."""
    if not (now.writes or now.reads):
        return None
    return next((rule.message for rule in _ANYWHERE if rule.uses.fit(now)), None)
