"""Candidates: the encodings of the instruction table that the operands of an instruction fit.

They depend only on the shapes of the operands, not on their numbers, and are computed once for equal shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.instructions import fields
from dsp56k.asm.instructions.fields import Field
from dsp56k.asm.instructions.operands import ABSOLUTE, ADDRESS, IMMEDIATE, Shape, SourceOperand
from dsp56k.asm.instructions.side_effects import Facts, facts_of
from dsp56k.asm.instructions.templates import ALU, CONTROL, MOVES, Match, Template, fit, match_field
from dsp56k.isa import CHIPS, MODES, OperandValue, Row, clocks


def _most_operands(tables: Iterable[Sequence[Template]]) -> int:
    """Return the largest number of operands in the table."""
    return max(
        sum(pattern.operands for field in template.fields for pattern in field)
        for templates in tables
        for template in templates
    )


_CHIPS = {name: templates[0].row.chip for name, templates in (CONTROL | ALU).items()}
MNEMONICS_OF = MappingProxyType(
    {
        chip: frozenset(name for name, first in _CHIPS.items() if first in CHIPS[: at + 1])
        for at, chip in enumerate(CHIPS)
    }
)
"""Every mnemonic of each chip, in upper case."""
MNEMONICS = MNEMONICS_OF[CHIPS[0]]
"""Every mnemonic of the DSP56001, in upper case."""

_MOST_OPERANDS = max(
    _most_operands(CONTROL.values()),
    _most_operands(ALU.values()) + _most_operands([MOVES]),
)

Source = Sequence[Sequence[SourceOperand]]
"""The fields of an instruction's operands."""


class Encoded(NamedTuple):
    """An instruction's words and its clocks without wait states (None for WAIT and STOP).

    With `mistakes` in its numbers the words take the instruction's space, so that the next ones keep their
    address.
    """

    words: tuple[int, ...]
    clocks: int | None
    facts: Facts
    mistakes: tuple[SourceError, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """One encoding of the operands: the first word without the numbers, and the fields of the numbers."""

    word: int
    words: int
    clocks: int | None
    fields: tuple[Field, ...]
    facts: Facts


Shapes = tuple[tuple[Shape, ...], ...]
"""The fields of operands without their numbers."""


def shapes_of(source: Source) -> Shapes:
    """Return the shapes of operands."""
    return tuple([tuple([operand.shape for operand in field]) for field in source])


def candidates(mnemonic: str, shapes: Shapes) -> tuple[Candidate, ...]:
    """Every encoding of a mnemonic that the shapes of the operands fit, shortest first."""
    return _fitting(mnemonic, shapes) if sum(map(len, shapes)) <= _MOST_OPERANDS else ()


@lru_cache(maxsize=20_000)
def _fitting(mnemonic: str, source: Shapes) -> tuple[Candidate, ...]:
    found: list[Candidate | None] = []
    for template in CONTROL.get(mnemonic, ()):
        match = _match(template, source)
        if match is not None:
            found.append(_candidate([match]))
    for operation in ALU.get(mnemonic, ()):
        own = len(operation.fields)
        match = _operation(operation, source[:own])
        # An operation without operands consists only of its moves, so there must be one.
        if match is None or (not own and not source):
            continue
        before = sum(map(len, source[:own]))
        for move in _moves(source[own:]):
            moved = move._replace(numbers=[(at, number + before) for at, number in move.numbers])
            found.append(_candidate([moved, match]))
    return tuple(sorted(filter(None, found), key=lambda candidate: candidate.words))


@lru_cache(maxsize=20_000)
def _operation(template: Template, source: Shapes) -> Match | None:
    """Return the match of the operands with an operation. It is cached: the same ones occur with many moves."""
    return _match(template, source)


@lru_cache(maxsize=20_000)
def _moves(source: Shapes) -> tuple[Match, ...]:
    """Return the moves that the operands after an operation fit.

    Of two fields either may come first: the Music Kit writes Y: before X: moves, and register moves before both.
    """
    found = _moves_in_order(source)
    if found or len(source) != 2:
        return found
    first, second = map(len, source)
    return tuple(
        move._replace(
            numbers=[(at, number + first if number < second else number - second) for at, number in move.numbers]
        )
        for move in _moves_in_order((source[1], source[0]))
    )


def _moves_in_order(source: Shapes) -> tuple[Match, ...]:
    return tuple(filter(None, (_match(move, source) for move in MOVES)))


def _match(template: Template, source: Shapes) -> Match | None:
    """Return the match of the operands with a template, with numbers counted from the first in `source`, or None."""
    if len(source) != len(template.fields):
        return None
    values: dict[int, OperandValue | None] = dict(template.preset)
    numbers: list[tuple[int, int]] = []
    first = 0
    for patterns, operands in zip(template.fields, source, strict=True):
        paired = list(match_field(patterns, operands))
        if not paired:
            return None
        at = first
        for pattern, group in paired:
            fitted = fit(pattern, group)
            if fitted is None:
                return None
            values.update(fitted)
            if group[0].kind in (ADDRESS, IMMEDIATE) and pattern.at >= 0:
                numbers.append((pattern.at, at))
            at += len(group)
        first += len(operands)
    row = template.row
    complete: list[OperandValue] = []
    for index, operand in enumerate(row.operands):
        value = values[index]
        complete.append(operand.kind.base if value is None else value)
    return Match(template, complete, numbers)


@lru_cache(maxsize=20_000)
def _bits(row: Row, values: tuple[OperandValue, ...]) -> int | None:
    """Return an encoding's bits of the first word. It is cached: a move occurs with many operations."""
    return row.encode(values)


def _candidate(matches: list[Match]) -> Candidate | None:
    """Return the encoding of a control instruction, or of a move and an operation; None if shared letters disagree."""
    word = 0
    taken: list[Field] = []
    terms = {"ea": 0}
    for template, values, numbers in matches:
        part = _bits(template.row, tuple(values))
        if part is None:
            return None
        word |= part
        for value in values:
            if isinstance(value, tuple):
                terms["ea"] += MODES[value[0]].clocks
        taken += [fields.field(template.row, at, source, values) for at, source in numbers]
    first = matches[0].template.row
    cost = clocks(first.cycles, **terms)
    if len(matches) == 2:
        cost = clocks(matches[1].template.row.cycles, mv=cost or 0)
    words = first.words + any(value == (ABSOLUTE, 0) for value in matches[0].values)
    return Candidate(word, words, cost, tuple(taken), facts_of(matches))
