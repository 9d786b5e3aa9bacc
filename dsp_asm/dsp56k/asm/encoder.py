"""Encoding: an instruction's operands to words, by the rows of the instruction set.

Which rows can hold the operands depends on their shapes alone and is worked out once for a text (`prepare`). Which of
those is taken depends on the numbers: the first whose short fields hold them, for the rows stand in order of length.
A number not known when it is met takes the long form (ASM 6.2, `<` and `#<`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from dsp56k.asm import catalogue as say
from dsp56k.asm import fields
from dsp56k.asm.diagnostics import Kind, SourceError
from dsp56k.asm.fields import Field
from dsp56k.asm.operands import ABSOLUTE, ADDRESS, IMMEDIATE, SHORT_FORCES, Operand, parse_operand
from dsp56k.asm.relocation import LinkWord
from dsp56k.asm.sequence import Facts, facts
from dsp56k.asm.statements import Statement
from dsp56k.asm.strings import split_commas, split_fields
from dsp56k.asm.templates import ALU, CONTROL, MOVES, Template, fit, match_field
from dsp56k.asm.values import Value as Number
from dsp56k.isa import KINDS, MODES, Row, Value, clocks, later_mnemonics
from dsp56k.isa.tables import load

if TYPE_CHECKING:
    from dsp56k.asm.passes import Pass

_EXCHANGES = load("assembler.toml")
_QUIET: dict[str, list[str]] = _EXCHANGES["quiet"]
_WARNED: dict[str, list[str]] = _EXCHANGES["warned"]
_MIDDLE: dict[str, Any] = _EXCHANGES["middle"]

MNEMONICS = frozenset(CONTROL) | frozenset(ALU)
"""Every mnemonic, in upper case."""

_FORCE_DROPPED: dict[tuple[str, str], Kind] = {
    (ADDRESS, "<"): say.SHORT_CANNOT_BE_FORCED,
    (ADDRESS, "<<"): say.IO_SHORT_CANNOT_BE_FORCED,
    (ADDRESS, ">"): say.LONG_CANNOT_BE_FORCED,
    (IMMEDIATE, "<"): say.SHORT_IMMEDIATE_CANNOT_BE_FORCED,
    (IMMEDIATE, ">"): say.LONG_IMMEDIATE_CANNOT_BE_FORCED,
}


@dataclass(frozen=True, slots=True)
class Encoded:
    """An instruction's words and its clocks without wait states (None for WAIT and STOP)."""

    words: tuple[int, ...]
    clocks: int | None
    facts: Facts


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to encode the operands: the first word without the numbers, and the fields that they go to."""

    word: int
    words: int
    clocks: int | None
    fields: tuple[Field, ...]
    facts: Facts


Source = Sequence[Sequence[Operand]]
"""The fields of an instruction's operands."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """All ways to encode a text, shortest first; `constant` where the first of them holds no numbers."""

    mnemonic: str
    source: Source
    operands: tuple[Operand, ...]
    candidates: tuple[Candidate, ...]
    constant: Encoded | None
    warnings: tuple[tuple[Kind, int, dict[str, str]], ...]

    def longer(self) -> tuple[tuple[Operand, ...], tuple[Candidate, ...]]:
        """What forced short forms leave out: the operands without their force, and the encodings with more words."""
        relaxed = [_without_force(field) for field in self.source]
        found = _candidates(self.mnemonic, relaxed)
        least = self.candidates[0].words
        return _flat(relaxed), tuple(candidate for candidate in found if candidate.words > least)


_CONDITIONS = frozenset(KINDS["cc"].values) | frozenset(KINDS["cc"].aliases)
# The operands that have a short and a long form.
_SIZED = (ADDRESS, IMMEDIATE)
# The most numbers in an instruction: the bit, the address and the target of JSET and its like.
_MOST_NUMBERS = 3
_prepared: dict[tuple[str, str, int, str], Prepared] = {}
_MAX_PREPARED = 50_000


def later_chip(mnemonic: str) -> str | None:
    """The later chip that has a mnemonic unknown here, or None."""
    for name, chip in later_mnemonics().items():
        word, _, variants = name.partition(" ")[0].partition("(")
        stem = word.removesuffix("cc")
        if stem != word:
            if mnemonic.startswith(stem) and mnemonic.removeprefix(stem) in _CONDITIONS:
                return chip
        elif mnemonic in {word + variant.upper() for variant in variants.rstrip(")").split(",")}:
            return chip
    return None


def encode(assembly: Pass, parts: Statement) -> Encoded:
    """The words of an instruction at the present location. Raises SourceError."""
    key = (parts.key, parts.operands, assembly.radix, assembly.force)
    prepared = _prepared.get(key)
    if prepared is None:
        try:
            prepared = _prepare(parts, assembly.radix, assembly.force)
        except SourceError as error:
            raise error.moved(parts.operands_column) from None
        if len(_prepared) >= _MAX_PREPARED:
            _prepared.clear()
        _prepared[key] = prepared
    if prepared.constant is not None and not prepared.warnings:
        return prepared.constant
    for kind, at, values in prepared.warnings:
        assembly.warn_at(kind, parts.operands_column + at, 1, **values)
    if prepared.constant is not None:
        return prepared.constant
    try:
        return _choose(assembly, prepared, parts.operands_column)
    except SourceError as error:
        raise error.moved(parts.operands_column) from None


# ---- shapes -------------------------------------------------------------------------------------------------------


def _prepare(parts: Statement, radix: int, force: str) -> Prepared:
    source: Source = [_field(field, at, radix) for field, at in split_fields(parts.operands)]
    key = parts.key
    exchanges: list[tuple[str, Kind | None]] = [(key, None)]
    exchanges += [(name, None) for name in _QUIET.get(key, ())]
    exchanges += [(name, say.OTHER_ENCODING) for name in _WARNED.get(key, ())]
    for forced in _forced(source, force) if force else ():
        for mnemonic, kind in exchanges:
            if kind is None and (candidates := _candidates(mnemonic, forced)):
                return _result(mnemonic, forced, candidates, [])
    for dropped in (False, True):
        written = [_without_force(field) for field in source] if dropped else source
        for mnemonic, kind in exchanges:
            candidates = _candidates(mnemonic, written)
            if candidates:
                warnings = _dropped(source) if dropped else []
                if kind is not None:
                    warnings.append((kind, 0, {"name": mnemonic}))
                return _result(mnemonic, written, candidates, warnings)
        if not any(operand.force for field in source for operand in field):
            break
    if source and key in _MIDDLE["operations"]:
        written = [_whole_accumulator(source[0]), *source[1:]]
        if candidates := _candidates(key, written):
            return _result(key, written, candidates, [])
    raise _no_form(parts, source)


@lru_cache(maxsize=20_000)
def _field(text: str, at: int, radix: int) -> tuple[Operand, ...]:
    """The operands of a field, which stands at an offset of the operand text."""
    return tuple(parse_operand(part, at + offset, radix) for part, offset in split_commas(text))


def _flat(source: Source) -> tuple[Operand, ...]:
    return tuple(operand for field in source for operand in field)


def _whole_accumulator(field: Sequence[Operand]) -> list[Operand]:
    """The operands with the last one, if it is the middle part of an accumulator, named as the whole."""
    return [*field[:-1], replace(field[-1], name=_MIDDLE["names"].get(field[-1].name, field[-1].name))]


def _result(
    mnemonic: str,
    source: Source,
    candidates: tuple[Candidate, ...],
    warnings: list[tuple[Kind, int, dict[str, str]]],
) -> Prepared:
    constant = None
    if not candidates[0].fields:
        constant = Encoded((candidates[0].word,), candidates[0].clocks, candidates[0].facts)
    return Prepared(mnemonic, source, _flat(source), candidates, constant, tuple(warnings))


def _forced(source: Source, force: str) -> Iterator[Source]:
    """The operands with FORCE's operator at all those without one, then at fewer of them."""
    free = [id(operand) for field in source for operand in field if not operand.force and operand.kind in _SIZED]
    if len(free) > _MOST_NUMBERS:
        # No row takes them, and there are too many ways to choose among them.
        return
    for count in range(len(free), 0, -1):
        for chosen in combinations(free, count):
            yield [
                [replace(operand, force=force) if id(operand) in chosen else operand for operand in field]
                for field in source
            ]


def _without_force(field: Sequence[Operand]) -> list[Operand]:
    return [replace(operand, force="") if operand.force else operand for operand in field]


def _dropped(source: Source) -> list[tuple[Kind, int, dict[str, str]]]:
    return [
        (_FORCE_DROPPED[operand.kind, operand.force], operand.column, {})
        for field in source
        for operand in field
        if operand.force
    ]


Shapes = tuple[tuple[Operand, ...], ...]
Matched = tuple[list[Value], list[tuple[int, int]]]
MatchedMove = tuple[Template, list[Value], list[tuple[int, int]]]


def _candidates(mnemonic: str, source: Source) -> tuple[Candidate, ...]:
    """Every encoding of a mnemonic that the shapes of the operands fit, shortest first."""
    shapes = tuple(tuple(operand.shape for operand in field) for field in source)
    return _fitting(mnemonic, shapes)


@lru_cache(maxsize=20_000)
def _fitting(mnemonic: str, source: Shapes) -> tuple[Candidate, ...]:
    found: list[Candidate | None] = []
    for template in CONTROL.get(mnemonic, ()):
        matched = _match(template, source, 0)
        if matched is not None:
            found.append(_candidate([(template, *matched)]))
    for operation in ALU.get(mnemonic, ()):
        own = len(operation.fields)
        matched = _operation(operation, source[:own])
        # An operation without operands is nothing but its moves, so there must be one.
        if matched is None or (not own and not source):
            continue
        before = sum(map(len, source[:own]))
        for move, values, numbers in _moves(source[own:]):
            moved = (move, values, [(at, number + before) for at, number in numbers])
            found.append(_candidate([moved, (operation, *matched)]))
    return tuple(sorted(filter(None, found), key=lambda candidate: candidate.words))


@lru_cache(maxsize=20_000)
def _operation(template: Template, source: Shapes) -> Matched | None:
    """How the operands fit an operation row, as `_match` gives it."""
    return _match(template, source, 0)


@lru_cache(maxsize=20_000)
def _moves(source: Shapes) -> tuple[MatchedMove, ...]:
    """The move rows that the operands behind an operation fit, with what `_match` gives.

    Of two fields either may come first: the Music Kit writes Y: before X: moves, and register moves before both.
    """
    found = _moves_in_order(source)
    if found or len(source) != 2:
        return found
    first, second = map(len, source)
    return tuple(
        (move, values, [(at, number + first if number < second else number - second) for at, number in numbers])
        for move, values, numbers in _moves_in_order((source[1], source[0]))
    )


def _moves_in_order(source: Shapes) -> tuple[MatchedMove, ...]:
    matches = ((move, _match(move, source, 0)) for move in MOVES)
    return tuple((move, *matched) for move, matched in matches if matched is not None)


def _match(template: Template, source: Shapes, first: int) -> Matched | None:
    """The row operands' values, and (row operand, number of the source's operand) where a number decides.

    None if the shapes don't fit. `first` is the number of the first operand in `source`.
    """
    if len(source) != len(template.fields):
        return None
    values: dict[int, Value | None] = dict(template.preset)
    numbers: list[tuple[int, int]] = []
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
    complete: list[Value] = []
    for index, operand in enumerate(row.operands):
        value = values[index]
        complete.append(operand.kind.base if value is None else value)
    return complete, numbers


@lru_cache(maxsize=20_000)
def _bits(row: Row, values: tuple[Value, ...]) -> int | None:
    """A row's bits of the first word: those of a move stand beside one operation after another."""
    return row.encode(values)


def _candidate(matches: list[tuple[Template, list[Value], list[tuple[int, int]]]]) -> Candidate | None:
    """The encoding of one control row, or of a move row and an operation row; None if shared letters disagree."""
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
    first = matches[0][0].row
    cost = clocks(first.cycles, **terms)
    if len(matches) == 2:
        cost = clocks(matches[1][0].row.cycles, mv=cost or 0)
    words = first.words + any(value == (ABSOLUTE, 0) for value in matches[0][1])
    return Candidate(word, words, cost, tuple(taken), facts(matches))


# ---- numbers ------------------------------------------------------------------------------------------------------


def _choose(assembly: Pass, prepared: Prepared, column: int) -> Encoded:
    """Encode with the first candidate whose fields hold the numbers."""
    operands = prepared.operands
    numbers = [_evaluate(assembly, operand) for operand in operands]
    chosen = _first(prepared.candidates, numbers, operands)
    if chosen is None and any(operand.force in SHORT_FORCES for operand in operands):
        # A number that is known not to fit the form forced upon it gets the long one (ASM D.3).
        unforced, longer = prepared.longer()
        chosen = _first(longer, numbers, unforced)
        if chosen is not None:
            operands = unforced
            _warn_of_substitution(assembly, prepared.operands, column)
    if chosen is None:
        chosen = prepared.candidates[0]
    word, second = chosen.word, 0
    late: list[str] = []
    for field in chosen.fields:
        bits = field.deposit(assembly, numbers[field.source], operands[field.source], column)
        if field.in_second_word:
            second = bits
        elif isinstance(bits, LinkWord):
            late.append(bits.expression)
        else:
            word |= bits
    if late:
        word = LinkWord(word, f"(${word:06X}|{'|'.join(late)})")
    return Encoded((word,) if chosen.words == 1 else (word, second), chosen.clocks, chosen.facts)


_NONE = Number(0)


def _evaluate(assembly: Pass, operand: Operand) -> Number:
    if operand.evaluate is None:
        return _NONE
    try:
        return operand.evaluate(assembly)
    except SourceError as error:
        raise error.moved(operand.column) from None


def _first(candidates: Sequence[Candidate], numbers: list[Number], operands: Sequence[Operand]) -> Candidate | None:
    for candidate in candidates:
        if all(field.holds(numbers[field.source], operands[field.source]) for field in candidate.fields):
            return candidate
    return None


def _warn_of_substitution(assembly: Pass, operands: Sequence[Operand], column: int) -> None:
    for operand in operands:
        if operand.force in SHORT_FORCES:
            kind = {
                (ADDRESS, "<"): say.SHORT_SUBSTITUTED,
                (ADDRESS, "<<"): say.IO_SHORT_SUBSTITUTED,
                (IMMEDIATE, "<"): say.IMMEDIATE_SUBSTITUTED,
            }[operand.kind, operand.force]
            assembly.warn_at(kind, column + operand.column, operand.length)


def _no_form(parts: Statement, source: Source) -> SourceError:
    """Why no row of a mnemonic takes the operands."""
    key = parts.key
    templates = [*CONTROL.get(key, ()), *ALU.get(key, ())]
    most = max(len(template.fields) + (2 if key in ALU else 0) for template in templates)
    least = min(len(template.fields) for template in templates)
    if len(source) > most:
        first = source[most][0]
        return SourceError(say.TOO_MANY_FIELDS, first.column, first.length, name=key)
    if len(source) < max(least, 1 if key in ALU else 0):
        return SourceError(say.TOO_FEW_FIELDS, None, 1, name=key)
    length = len(parts.operands)
    error = SourceError(say.NO_FORM, 0, max(1, length), name=key)
    forms = [_readable(template) for template in templates if template.row.syntax]
    if forms:
        more = " ..." if len(forms) > _SHOWN_FORMS else ""
        moves = " and parallel moves" if key in ALU else ""
        error.notes = (f"{key} takes {'; '.join(forms[:_SHOWN_FORMS])}{more}{moves}",)
    error.notes += tuple(
        f"{name} is an instruction of the {chip}; the DSP56001 does not have it"
        for name, chip in later_mnemonics().items()
        if name.startswith(f"{key} ")
    )
    return error


_SHOWN_FORMS = 6


def _readable(template: Template) -> str:
    """A row's syntax for a person: <kind> in place of {kind:letters}."""
    text = template.row.syntax
    for operand in template.row.operands:
        letters = f":{operand.letters}" if operand.letters else ""
        text = text.replace(f"{{{operand.kind.name}{letters}}}", f"<{operand.kind.name}>")
    return text
