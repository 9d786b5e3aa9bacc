"""Encoding: an instruction's operands to words, by the instruction table.

The candidates follow from the shapes of the operands (candidate_forms.py, encodings.py). The choice among them
depends on the numbers: the first whose short fields can hold them, because candidates are in order of length. A number
not known when it is met takes the long form (ASM 6.2, `<` and `#<`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import Budget
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Advice, SourceError
from dsp56k.asm.diagnostics.suggestions import later_form, later_note
from dsp56k.asm.expressions.parser import Context
from dsp56k.asm.expressions.relocation import LinkWord, whole
from dsp56k.asm.expressions.values import UNKNOWN, Value
from dsp56k.asm.instructions.candidate_forms import CandidateForms, forms
from dsp56k.asm.instructions.encodings import MNEMONICS, MNEMONICS_OF, Candidate, Encoded
from dsp56k.asm.instructions.fields import FieldContext
from dsp56k.asm.instructions.operands import ADDRESS, IMMEDIATE, SHORT_FORCES, Force, SourceOperand
from dsp56k.asm.source.statements import Statement

__all__ = ["MNEMONICS", "MNEMONICS_OF", "Encoded", "encode"]

_NONE = Value(0)
_SUBSTITUTED = {
    (ADDRESS, "<"): messages.SHORT_SUBSTITUTED,
    (ADDRESS, "<<"): messages.IO_SHORT_SUBSTITUTED,
    (IMMEDIATE, "<"): messages.IMMEDIATE_SUBSTITUTED,
}


class EncodingContext(FieldContext, Context, Protocol):
    """The encoder's view of the pass: the radix, and the forcing operator of operands without one (FORCE)."""

    budget: Budget
    radix: int
    force: Force


def encode(assembly: EncodingContext, parts: Statement) -> Encoded:
    """Return the words of an instruction at the current location. Raises SourceError if no form determines its size."""
    try:
        known = forms(parts.operands, parts.operands_column, parts.key, assembly.radix, assembly.force)
    except SourceError as error:
        assembly.budget.work -= costs.REFUSAL
        error.later = later_form(parts.key, parts.operands)
        error.advice = error.advice if error.advice.notes else Advice(later_note(error.later))
        raise
    if known.constant is not None and not known.warnings:
        return known.constant
    for kind, at, length, values in known.warnings:
        assembly.warn_at(kind, parts.operands_column + at, length, **values)
    if known.constant is not None:
        return known.constant
    return _choose(assembly, known, parts.operands_column)


def _choose(assembly: EncodingContext, known: CandidateForms, column: int) -> Encoded:
    """Encode with the first candidate whose fields can hold the numbers."""
    operands = known.operands
    # By operand; errors that follow from another one are omitted.
    mistakes: dict[int, SourceError] = {}
    numbers = [
        _evaluate(assembly, operand, column, mistakes, number) if operand.evaluate is not None else _NONE
        for number, operand in enumerate(operands)
    ]
    chosen = _first(known.candidates, numbers, operands)
    if chosen is None and any(operand.shape.force in SHORT_FORCES for operand in operands):
        # A number that is known not to fit its forced form gets the long one (ASM D.3).
        unforced, longer = known.longer()
        chosen = _first(longer, numbers, unforced)
        if chosen is not None:
            operands = unforced
            _warn_of_substitution(assembly, known, numbers, column)
    if chosen is None:
        # The longest form has the best message; of several with the same length, the first.
        chosen = max(known.candidates, key=lambda candidate: candidate.words)
    word, second = chosen.word, 0
    late: list[str] = []
    for field in chosen.fields:
        source = field.source
        try:
            bits = field.deposit(assembly, numbers[source], operands[source], column)
        except SourceError as error:
            mistakes.setdefault(source, error)
            continue
        if field.in_second_word:
            second = bits
        elif isinstance(bits, LinkWord):
            late.append(bits.expression)
        else:
            word |= bits
    if late:
        word = LinkWord(word, f"(${word:06X}|{'|'.join(late)})")
    words = (word,) if chosen.words == 1 else (word, second)
    sorted_mistakes = tuple(mistakes[at] for at in sorted(mistakes)) if mistakes else ()
    return Encoded(words, chosen.clocks, chosen.facts, sorted_mistakes)


def _evaluate(
    assembly: EncodingContext, operand: SourceOperand, column: int, mistakes: dict[int, SourceError], number: int
) -> Value:
    """Return the number of an operand that has one; after an error it counts as not known yet, as in the first pass."""
    assert operand.evaluate is not None
    assembly.expression_column = at = column + operand.column
    assembly.budget.work -= costs.CHARACTER * operand.length
    try:
        return whole(operand.evaluate(assembly), at)
    except SourceError as error:
        mistakes[number] = error
        return UNKNOWN


def _first(
    candidates: Sequence[Candidate], numbers: list[Value], operands: Sequence[SourceOperand]
) -> Candidate | None:
    for candidate in candidates:
        for field in candidate.fields:
            if not field.holds(numbers[field.source], operands[field.source]):
                break
        else:
            return candidate
    return None


def _warn_of_substitution(assembly: EncodingContext, known: CandidateForms, numbers: list[Value], column: int) -> None:
    for field in known.candidates[0].fields:
        operand = known.operands[field.source]
        shape = operand.shape
        if shape.force in SHORT_FORCES and not field.holds(numbers[field.source], operand):
            assembly.warn_at(_SUBSTITUTED[shape.kind, shape.force], column + operand.column, operand.length)
