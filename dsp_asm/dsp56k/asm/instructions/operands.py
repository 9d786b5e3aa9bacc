"""Operands of machine instructions: text to register, addressing mode, address or immediate, with its forced size.

The spellings of registers and addressing modes come from the instruction set's tables; ASM 6.2 lists the signs
`<` (short), `<<` (I/O short), `>` (long) and `#`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.expressions.functions import compile_expression
from dsp56k.asm.expressions.parser import Evaluator
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


# Not frozen, though no code changes one: each would take three times as long to create.
@dataclass(slots=True, eq=False)
class SourceOperand:
    """An operand as written. It is equal only to itself, which makes it a fast key.

    `name` is a register or addressing mode, `register` the number of its address register.
    `evaluate` returns the number of an address or immediate; `column` is the start of its expression.
    """

    kind: OperandKind
    name: str = ""
    register: int = 0
    space: OperandSpace = ""
    force: Force = ""
    negative: bool = False
    evaluate: Evaluator | None = None
    column: int = 0
    length: int = 0

    @property
    def shape(self) -> SourceOperand:
        """Return the operand without its number and column: one object for all equal ones.

        Encodings depend only on it.
        """
        return _shape(self.kind, self.name, self.register, self.space, self.force, self.negative)


@cache
def _shape(
    kind: OperandKind, name: str, register: int, space: OperandSpace, force: Force, negative: bool
) -> SourceOperand:
    return SourceOperand(kind, name, register, space, force, negative)


def _mode_pattern(text: str) -> re.Pattern[str]:
    """Return a regular expression for a mode's spelling: r is a digit; the offset register's may be omitted."""
    pattern = re.escape(text).replace("Rr", "R(?P<r>[0-7])").replace("Nr", "N(?P<n>[0-7])?")
    return re.compile(pattern, re.IGNORECASE)


_MODES = [(name, _mode_pattern(mode.text)) for name, mode in MODES.items() if mode.text]


def parse_operand(text: str, origin: int, column: int, radix: int) -> SourceOperand:
    """Return one operand at a column of the operand text, which begins at `origin` of the statement.

    Raises SourceError.
    """
    if not text:
        raise SourceError(messages.MISSING_OPERAND, origin + column)
    register = _REGISTER_NAMES.get(text) or _REGISTER_NAMES.get(text.upper())
    if register:
        return SourceOperand(REGISTER, register, column=column, length=len(text))
    if text[0] == "#":
        return _number(IMMEDIATE, text, 1, "", origin, column, radix)
    space: OperandSpace = ""
    start = 0
    prefix = _SPACE.match(text)
    if prefix is not None:
        space, start = space_of(prefix.group(1)), prefix.end()
    body = text[start:].strip()
    start = text.find(body, start) if body else len(text)
    if not body:
        raise SourceError(messages.MISSING_OPERAND, origin + column + start)
    if body[0] in "(-":
        mode = _mode(body, space, origin, column + start)
        if mode is not None:
            return mode
        negated = _REGISTER_NAMES.get(body[1:].upper()) if body[0] in "-" else None
        if negated and not space:
            return SourceOperand(REGISTER, negated, negative=True, column=column, length=len(text))
        if _LOOKS_INDIRECT.match(body):
            raise SourceError(messages.MODE_SYNTAX, origin + column + start, len(body), text=body)
    elif body[0] == "+" and not space and (plus := _REGISTER_NAMES.get(body[1:].upper())):
        return SourceOperand(REGISTER, plus, column=column, length=len(text))
    return _number(ADDRESS, text, start, space, origin, column, radix)


def _mode(body: str, space: OperandSpace, origin: int, column: int) -> SourceOperand | None:
    for name, pattern in _MODES:
        match = pattern.fullmatch(body)
        if match is None:
            continue
        groups = match.groupdict()
        if groups.get("n") not in (None, groups["r"]):
            raise SourceError(messages.OFFSET_REGISTER, origin + column + match.start("n") - 1, 2)
        return SourceOperand(MODE, name, int(groups["r"]), space, column=column, length=len(body))
    return None


def _number(
    kind: OperandKind, text: str, start: int, space: OperandSpace, origin: int, column: int, radix: int
) -> SourceOperand:
    """Return an address or immediate: a force sign, then an expression."""
    rest = text[start:]
    force: Force = ""
    if rest.startswith(_FORCE_STARTS):
        force = next(
            sign for sign in _FORCE_SIGNS if rest.startswith(sign) and not (sign == "<<" and kind == IMMEDIATE)
        )
    start += len(force)
    expression = text[start:]
    evaluate = compile_expression(expression, origin + column + start, radix)
    return SourceOperand(kind, "", 0, space, force, False, evaluate, column + start, len(expression) or 1)
