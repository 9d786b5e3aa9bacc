"""Templates: the parsed syntax of the instruction table, which is compared with parsed operands.

A syntax is fields between spaces, operands between commas, {kind:letters} for variable parts; fields.toml explains
the kinds. This module matches each *class* of kind with operands; it does not depend on instructions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dsp56k.asm.instructions.operands import ABSOLUTE, ADDRESS, IMMEDIATE, MODE, REGISTER, Shape
from dsp56k.isa import ALU_ROWS, CONTROL_ROWS, DSP56002_ROWS, MOVE_ROWS, Kind, OperandValue, Row

_PLACEHOLDER = re.compile(r"\{[^}]*\}")
# "#" for an immediate; a memory space, fixed or a separate placeholder; the operand itself.
_OPERAND = re.compile(r"(#?)(?:(\{space:\w\}|[XYLP]):)?(.*)")
# The force sign that is implied for a number of a class.
_FORCES = {"aa": "<", "pp": "<<", "address": "<", "unsigned": "<", "word": ">", "target": ">", "loop_end": ">"}


@dataclass(frozen=True, slots=True)
class Pattern:
    """One operand of a syntax.

    `space` is a letter, "" for none, or None if the row operand number `space_at` selects it; `literal` a
    register; `at` the row operand (into `row.operands`) of the operand itself; `sign_at` that of a sign before it.
    """

    immediate: bool
    space: str | None
    space_at: int
    literal: str
    at: int
    sign_at: int
    kind: Kind | None

    @property
    def operands(self) -> int:
        """Number of operands of the source for this one: a product has two factors."""
        return 2 if self.kind is not None and self.kind.cls == "product" else 1


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A row with its fields of patterns; `preset` are the row operands that the mnemonic fixes (the condition)."""

    row: Row
    fields: tuple[tuple[Pattern, ...], ...]
    preset: tuple[tuple[int, OperandValue], ...] = ()


class Match(NamedTuple):
    """A template that operands fit, with the values of its operands.

    `numbers` are (row operand, number of the source's operand) whose value depends on a number.
    """

    template: Template
    values: list[OperandValue]
    numbers: list[tuple[int, int]]


def _patterns(row: Row) -> tuple[tuple[Pattern, ...], ...]:
    """Return the fields of the syntax. Operands are numbered through mnemonic and syntax."""
    at = len(_PLACEHOLDER.findall(row.mnemonic))
    fields = []
    for field in row.syntax.split():
        patterns = []
        for text in field.split(","):
            count = len(_PLACEHOLDER.findall(text))
            patterns.append(_pattern(row, text, list(range(at, at + count))))
            at += count
        fields.append(tuple(patterns))
    return tuple(fields)


def _pattern(row: Row, text: str, numbers: list[int]) -> Pattern:
    match = _OPERAND.fullmatch(text)
    assert match is not None
    sign, prefix, body = match.groups()
    space: str | None = prefix or ""
    space_at = sign_at = at = -1
    if prefix and prefix.startswith("{"):
        space, space_at = None, numbers.pop(0)
    literal = "" if numbers else body
    if len(numbers) > 1:
        sign_at = numbers.pop(0)
    if numbers:
        at = numbers[0]
    return Pattern(bool(sign), space, space_at, literal, at, sign_at, row.operands[at].kind if at >= 0 else None)


def match_field(patterns: Sequence[Pattern], operands: Sequence[Shape]) -> Iterator[tuple[Pattern, Sequence[Shape]]]:
    """Pair the patterns of a field with its operands; yield nothing if their numbers differ."""
    if sum(pattern.operands for pattern in patterns) != len(operands):
        return
    at = 0
    for pattern in patterns:
        yield pattern, operands[at : at + pattern.operands]
        at += pattern.operands


def fit(pattern: Pattern, operands: Sequence[Shape]) -> dict[int, OperandValue | None] | None:
    """Return the values of a pattern's operands, or None if they do not fit; a value is None if a number decides it."""
    operand = operands[0]
    if len(operands) == 2:
        return _fit_product(pattern, operands)
    if operand.negative or pattern.immediate != (operand.kind == IMMEDIATE):
        return None
    values: dict[int, OperandValue | None] = {}
    if pattern.space is None:
        values[pattern.space_at] = operand.space
        if operand.space not in ("X", "Y"):
            return None
    elif pattern.space != operand.space and not (_is_program(pattern) and operand.space == "P"):
        return None
    if pattern.kind is None:
        return values if operand.kind == REGISTER and operand.name == pattern.literal else None
    fitted = _fit_kind(pattern.kind, operand)
    if fitted is None:
        return None
    values[pattern.at] = fitted[0]
    return values


def _is_program(pattern: Pattern) -> bool:
    """Return True if the operand is in P memory: jumps address it implicitly (ASM 3.3).

    An address that is only updated belongs to no memory.
    """
    kind = pattern.kind
    if pattern.space or kind is None:
        return False
    return kind.cls in ("address", "target", "loop_end") or (kind.cls == "ea" and ABSOLUTE in kind.modes)


def _fit_product(pattern: Pattern, operands: Sequence[Shape]) -> dict[int, OperandValue | None] | None:
    first, second = operands
    if first.kind != REGISTER or second.kind != REGISTER or second.negative or pattern.kind is None:
        return None
    names = f"{first.name},{second.name}"
    if names not in pattern.kind.values and f"{second.name},{first.name}" not in pattern.kind.values:
        return None
    return {pattern.sign_at: "-" if first.negative else "", pattern.at: names}


def _fit_kind(kind: Kind, operand: Shape) -> tuple[OperandValue | None] | None:
    """Return the value of an operand in a kind, as (value,).

    The value is (None,) if its number decides, None if the operand is not of the kind.
    """
    cls = kind.cls
    if cls == "register":
        fits = operand.kind == REGISTER and operand.name in kind.values
        return (operand.name,) if fits else None
    if cls in ("ea", "other_ea"):
        if operand.kind == MODE:
            return ((operand.name, operand.register),) if operand.name in kind.modes else None
        fits = operand.kind == ADDRESS and ABSOLUTE in kind.modes and operand.force in ("", ">")
        return ((ABSOLUTE, 0),) if fits else None
    if operand.kind not in (ADDRESS, IMMEDIATE):
        return None
    return (None,) if operand.force in ("", _FORCES.get(cls)) else None


def _control() -> dict[str, list[Template]]:
    """Return templates by mnemonic; a condition in the mnemonic creates one for each of its names.

    No mnemonic has forms that only a later chip has.
    """
    table: dict[str, list[Template]] = {}
    for row in CONTROL_ROWS + DSP56002_ROWS:
        fields = _patterns(row)
        match = _PLACEHOLDER.search(row.mnemonic)
        if match is None:
            table.setdefault(row.mnemonic, []).append(Template(row, fields))
            continue
        kind = row.operands[0].kind
        for name in (*filter(None, kind.values), *kind.aliases):
            mnemonic = row.mnemonic.replace(match.group(), name)
            table.setdefault(mnemonic, []).append(Template(row, fields, ((0, name),)))
    return table


def _alu() -> dict[str, list[Template]]:
    table: dict[str, list[Template]] = {}
    for row in ALU_ROWS:
        table.setdefault(row.mnemonic, []).append(Template(row, _patterns(row)))
    return table


CONTROL = _control()
ALU = _alu()
MOVES = [Template(row, _patterns(row)) for row in MOVE_ROWS]
