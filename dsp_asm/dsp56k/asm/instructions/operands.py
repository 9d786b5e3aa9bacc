"""Operands of machine instructions: text to register, addressing mode, address or immediate, with its forced size.

The spellings of registers and addressing modes come from the instruction set's tables; ASM 6.2 lists the signs
`<` (short), `<<` (I/O short), `>` (long) and `#`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, NamedTuple

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.expressions.functions import parse_expression
from dsp56k.asm.expressions.parser import Evaluator
from dsp56k.asm.memoize import cached_wherever
from dsp56k.isa import MODES, REGISTERS
from dsp56k.objects.word_sizes import Space, space_of

OperandKind = Literal["register", "mode", "address", "immediate"]
REGISTER: OperandKind = "register"
MODE: OperandKind = "mode"
ADDRESS: OperandKind = "address"
IMMEDIATE: OperandKind = "immediate"
OperandSpace = Space | Literal[""]
"""The memory space before an operand, if present."""
Force = Literal["", "<", "<<", ">"]
"""The sign that forces a size: none, short, I/O short, long (ASM 6.2)."""
ABSOLUTE = "Absolute"
SHORT_FORCES: tuple[Force, ...] = ("<", "<<")

# The longest one first, which immediates do not have.
_FORCE_SIGNS: tuple[Force, ...] = ("<<", "<", ">")
_FORCE_STARTS = ("<", ">")
_SPACE = re.compile(r"([XYLP])[ \t]*:", re.IGNORECASE)
_REGISTER_NAMES = {spelling: name for name in REGISTERS for spelling in (name, name.lower())}
# Text that resembles an addressing mode, for a better error than the expression parser's.
_LOOKS_INDIRECT = re.compile(r"-?\([RN][0-7]", re.IGNORECASE)


class Shape(NamedTuple):
    """An operand without its number and column: the encodings of an instruction depend only on it.

    `name` is a register or addressing mode, `register` the number of its address register.
    """

    kind: OperandKind
    name: str = ""
    register: int = 0
    space: OperandSpace = ""
    force: Force = ""
    negative: bool = False


# Not frozen, though no code changes one: each would take three times as long to create.
@dataclass(slots=True, eq=False)
class SourceOperand:
    """An operand as written. It is equal only to itself: an instruction may have two of the same text.

    `evaluate` returns the number of an address or immediate; `column` is the start of its expression.
    """

    shape: Shape
    evaluate: Evaluator | None
    column: int
    length: int

    def reshaped(self, **changes: Any) -> SourceOperand:
        """Return the operand with another shape: `changes` are fields of it."""
        return replace(self, shape=self.shape._replace(**changes))


def _mode_pattern(text: str) -> re.Pattern[str]:
    """Return a regular expression for a mode's spelling: r is a digit; the offset register's may be omitted."""
    pattern = re.escape(text).replace("Rr", "R(?P<r>[0-7])").replace("Nr", "N(?P<n>[0-7])?")
    return re.compile(pattern, re.IGNORECASE)


_MODES = [(name, _mode_pattern(mode.text)) for name, mode in MODES.items() if mode.text]


def parse_operand(text: str, origin: int, column: int, radix: int) -> SourceOperand:
    """Return one operand at a column of the operand text, which begins at `origin` of the statement.

    Raises SourceError.
    """
    shape, evaluate, start, length = _parse(text, origin + column, radix)
    return SourceOperand(shape, evaluate, column + start, length)


@cached_wherever
def _parse(text: str, column: int, radix: int) -> tuple[Shape, Evaluator | None, int, int]:
    """Return the shape of an operand at a column, and its number with its offset and length, as in SourceOperand."""
    if not text:
        raise SourceError(messages.MISSING_OPERAND, column)
    register = _REGISTER_NAMES.get(text) or _REGISTER_NAMES.get(text.upper())
    if register:
        return Shape(REGISTER, register), None, 0, len(text)
    if text[0] == "#":
        return _number(IMMEDIATE, text, 1, "", column, radix)
    space: OperandSpace = ""
    start = 0
    prefix = _SPACE.match(text)
    if prefix is not None:
        space, start = space_of(prefix.group(1)), prefix.end()
    body = text[start:].strip()
    start = text.find(body, start) if body else len(text)
    if not body:
        raise SourceError(messages.MISSING_OPERAND, column + start)
    if body[0] in "(-":
        mode = _mode(body, space, column + start)
        if mode is not None:
            return mode, None, start, len(body)
        negated = _REGISTER_NAMES.get(body[1:].upper()) if body[0] in "-" else None
        if negated and not space:
            return Shape(REGISTER, negated, negative=True), None, 0, len(text)
        if _LOOKS_INDIRECT.match(body):
            raise SourceError(messages.MODE_SYNTAX, column + start, len(body), text=body)
    elif body[0] == "+" and not space and (plus := _REGISTER_NAMES.get(body[1:].upper())):
        return Shape(REGISTER, plus), None, 0, len(text)
    return _number(ADDRESS, text, start, space, column, radix)


def _mode(body: str, space: OperandSpace, column: int) -> Shape | None:
    for name, pattern in _MODES:
        match = pattern.fullmatch(body)
        if match is None:
            continue
        groups = match.groupdict()
        if groups.get("n") not in (None, groups["r"]):
            raise SourceError(messages.OFFSET_REGISTER, column + match.start("n") - 1, 2)
        return Shape(MODE, name, int(groups["r"]), space)
    return None


def _number(
    kind: OperandKind, text: str, start: int, space: OperandSpace, column: int, radix: int
) -> tuple[Shape, Evaluator | None, int, int]:
    """Return an address or immediate: a force sign, then an expression."""
    rest = text[start:]
    force: Force = ""
    if rest.startswith(_FORCE_STARTS):
        force = next(
            sign for sign in _FORCE_SIGNS if rest.startswith(sign) and not (sign == "<<" and kind == IMMEDIATE)
        )
    start += len(force)
    expression = text[start:]
    evaluate = parse_expression(expression, column + start, radix)
    return _sized(kind, space, force), evaluate, start, len(expression) or 1


@cache
def _sized(kind: OperandKind, space: OperandSpace, force: Force) -> Shape:
    """Return the shape of an address or immediate: one object for many operands, which saves memory."""
    return Shape(kind, space=space, force=force)
