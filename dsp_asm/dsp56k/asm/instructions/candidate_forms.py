"""Candidate forms of an instruction's text, before its numbers are known.

ASM56000 replaces some mnemonics, drops force operators that no form has, and FORCE adds them (ASM 6.2, D.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message
from dsp56k.asm.instructions.encodings import Candidate, Encoded, Source, candidates, shapes_of
from dsp56k.asm.instructions.operand_errors import operand_error
from dsp56k.asm.instructions.operands import ADDRESS, IMMEDIATE, Force, SourceOperand, parse_operand
from dsp56k.asm.memoize import cached_wherever
from dsp56k.asm.source.strings import split_commas, split_fields
from dsp56k.isa.toml_files import load

_EXCHANGES = load("assembler.toml")
_QUIET: dict[str, list[str]] = _EXCHANGES["quiet"]
_WARNED: dict[str, list[str]] = _EXCHANGES["warned"]
_MIDDLE: dict[str, Any] = _EXCHANGES["middle"]

_FORCE_DROPPED: dict[tuple[str, str], Message] = {
    (ADDRESS, "<"): messages.SHORT_CANNOT_BE_FORCED,
    (ADDRESS, "<<"): messages.IO_SHORT_CANNOT_BE_FORCED,
    (ADDRESS, ">"): messages.LONG_CANNOT_BE_FORCED,
    (IMMEDIATE, "<"): messages.SHORT_IMMEDIATE_CANNOT_BE_FORCED,
    (IMMEDIATE, ">"): messages.LONG_IMMEDIATE_CANNOT_BE_FORCED,
}
# The operands that have a short and a long form.
_SIZED = (ADDRESS, IMMEDIATE)
# The maximum of numbers in an instruction: the bit, the address and the target of JSET, JCLR, JSSET and JSCLR.
_MOST_NUMBERS = 3


FormWarning = tuple[Message, int, int, dict[str, str]]
"""A warning: message, offset in the operands, number of characters, and the message's fields."""


class CandidateForms(NamedTuple):
    """All encodings of a text, shortest first; `constant` if the first of them has no numbers."""

    mnemonic: str
    source: Source
    operands: tuple[SourceOperand, ...]
    candidates: tuple[Candidate, ...]
    constant: Encoded | None
    warnings: tuple[FormWarning, ...]

    def longer(self) -> tuple[tuple[SourceOperand, ...], tuple[Candidate, ...]]:
        """Forms without the forced short sizes: the operands without their force, and the encodings with more words."""
        relaxed = [_without_force(field, field) for field in self.source]
        found = candidates(self.mnemonic, shapes_of(relaxed))
        least = self.candidates[0].words
        return _flat(relaxed), tuple(candidate for candidate in found if candidate.words > least)


@cached_wherever
def forms(operands: str, column: int, key: str, radix: int, force: Force) -> CandidateForms:
    """Return the forms of operands, at a column, after a mnemonic; `force` is FORCE's operator.

    Raises SourceError if there are none.
    """
    source: Source = [
        [parse_operand(part, column, at + offset, radix) for part, offset in split_commas(field)]
        for field, at in split_fields(operands)
    ]
    exchanges = _exchanges(key)
    for forced in _forced(source, force) if force else ():
        shapes = shapes_of(forced)
        for mnemonic, kind in exchanges:
            if kind is None and (found := candidates(mnemonic, shapes)):
                return _result(mnemonic, forced, found, [])
    for dropped in _dropped(source):
        written = [_without_force(field, dropped) for field in source] if dropped else source
        shapes = shapes_of(written)
        for mnemonic, kind in exchanges:
            found = candidates(mnemonic, shapes)
            if found:
                warnings = _warnings(source, dropped) if dropped else []
                if kind is not None:
                    warnings.append((kind, 0, len(operands), {"name": mnemonic}))
                return _result(mnemonic, written, found, warnings)
    if source and key in _MIDDLE["operations"]:
        written = [_whole_accumulator(source[0]), *source[1:]]
        if found := candidates(key, shapes_of(written)):
            return _result(key, written, found, [])
    raise operand_error(key, operands, column, source, [mnemonic for mnemonic, kind in exchanges if kind is None])


@cache
def _exchanges(key: str) -> list[tuple[str, Message | None]]:
    """Return a mnemonic and those that may replace it, each with the warning of its use."""
    return [
        (key, None),
        *((name, None) for name in _QUIET.get(key, ())),
        *((name, messages.OTHER_ENCODING) for name in _WARNED.get(key, ())),
    ]


def _flat(source: Source) -> tuple[SourceOperand, ...]:
    return tuple([operand for field in source for operand in field])


def _whole_accumulator(field: Sequence[SourceOperand]) -> list[SourceOperand]:
    """Return the operands; a last one that is the middle part of an accumulator is replaced by the accumulator."""
    name = field[-1].shape.name
    return [*field[:-1], field[-1].reshaped(name=_MIDDLE["names"].get(name, name))]


def _result(
    mnemonic: str,
    source: Source,
    found: tuple[Candidate, ...],
    warnings: list[FormWarning],
) -> CandidateForms:
    constant = None
    if not found[0].fields:
        constant = Encoded((found[0].word,), found[0].clocks, found[0].facts)
    return CandidateForms(mnemonic, source, _flat(source), found, constant, tuple(warnings))


def _forced(source: Source, force: Force) -> Iterator[Source]:
    """Yield the operands with FORCE's operator at all those without one, then at fewer of them."""
    free = [id(one) for field in source for one in field if not one.shape.force and one.shape.kind in _SIZED]
    if len(free) > _MOST_NUMBERS:
        # No form has them, and there are too many combinations to choose from.
        return
    for count in range(len(free), 0, -1):
        for chosen in combinations(free, count):
            yield [
                [operand.reshaped(force=force) if id(operand) in chosen else operand for operand in field]
                for field in source
            ]


def _without_force(field: Sequence[SourceOperand], dropped: Sequence[SourceOperand]) -> list[SourceOperand]:
    return [operand.reshaped(force="") if operand in dropped else operand for operand in field]


def _dropped(source: Source) -> Iterator[Sequence[SourceOperand]]:
    """Yield the operands whose force may have to be dropped: first none, finally all.

    The last operand comes first (ASM D.3: of two I/O short addresses the second becomes long).
    """
    yield ()
    forced = [operand for field in reversed(source) for operand in reversed(field) if operand.shape.force]
    # No form has more numbers, and there would be too many combinations to choose from.
    for count in range(1, len(forced) + 1 if len(forced) <= _MOST_NUMBERS else 1):
        yield from combinations(forced, count)


def _warnings(source: Source, dropped: Sequence[SourceOperand]) -> list[FormWarning]:
    kept = {operand.shape.force for operand in _flat(source) if operand not in dropped}
    warnings: list[FormWarning] = []
    for operand in _flat(source):
        if operand in dropped:
            force = operand.shape.force
            twice = force == "<<" and force in kept
            kind = messages.IO_SHORT_TWICE if twice else _FORCE_DROPPED[operand.shape.kind, force]
            sign = len(force)
            warnings.append((kind, operand.column - sign, operand.length + sign, {}))
    return warnings
