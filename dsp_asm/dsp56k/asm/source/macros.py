r"""Macros: bodies, arguments, and the text operators \\ ? % " (ASM chapter 5).

A body line is parsed once, when it is defined, into literal text and argument positions; an expansion puts it
together again. The values of ? and % are read line by line, because a SET in the same macro may change them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import MAX_LINE, Budget
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.source.strings import end_of_code, is_string, split_commas, unquoted, whole_string
from dsp56k.objects.word_sizes import WORD_MASK

# The relevant pieces of a body line: a dummy's name in @ARG, which stays, backslashes, words, the value operators and
# the string operator.
_PIECE = re.compile(
    r"(?P<asked>@ARG\('\w+'\))|(?P<slashes>\\+)|(?P<word>[A-Za-z0-9_]+)|(?P<value>[?%])|(?P<quote>\")", re.IGNORECASE
)
_WORD_AFTER = re.compile(r"\\?([A-Za-z_][A-Za-z0-9_]*)")
_ARGUMENTS_END = re.compile(r"(?<![,\s])[ \t]+(?!\s*,)")
# Notations of other assemblers (asm56k, QDSP, Devpac) for numbered arguments, and for the expansion's number. A binary
# constant begins with %\ (ASM 5.5.3).
_NUMBERS = "123456789@"
_NUMBERED = re.compile(rf"(?<!%)\\[{_NUMBERS}]")
# "The ? operator can only be applied to symbols with integer values in the range -32768 to 32767" (ASM 5.5.2).
_VALUE_RANGE = range(-32768, 32768)

LookupNumber = Callable[[str], int | float | None]


@dataclass(frozen=True, slots=True)
class BodyLine:
    """A line of a macro or DUP body as written in the source, and its location."""

    text: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class _Argument:
    """The position of a dummy argument; `operator` is "", "?" or "%"."""

    index: int
    operator: str = ""


@dataclass(frozen=True, slots=True)
class _Symbol:
    """A ? or % before a name that is not a dummy argument."""

    operator: str
    name: str


_Part = str | _Argument | _Symbol


class Macro:
    """A macro: its name, dummy arguments and body.

    `numbered` is the index of the body line, and the column in it, where a macro without dummy arguments first has an
    argument by number. That is an error, but the arguments are inserted, so that it is the only one.
    """

    def __init__(self, name: str, dummies: Sequence[str], body: Sequence[BodyLine]) -> None:
        self.name = name
        self.dummies = tuple(dummies)
        self.body = tuple(body)
        places = {dummy: index for index, dummy in enumerate(self.dummies)}
        self.numbered = None if dummies else _numbered(self.body)
        numbers = "" if self.numbered is None else _NUMBERS
        self._parts = [_take_apart(line.text, places, numbers) for line in self.body]

    def line(self, index: int, arguments: Sequence[str], lookup: LookupNumber, budget: Budget) -> str:
        """Return body line `index` with its arguments inserted. Raises SourceError if ? or % finds no integer."""
        parts = self._parts[index]
        if isinstance(parts, str):
            return parts
        pieces: list[str] = []
        for part in parts:
            if isinstance(part, str):
                pieces.append(part)
            elif isinstance(part, _Argument):
                text = arguments[part.index] if part.index < len(arguments) else ""
                pieces.append(_value(text, part.operator, lookup, required=True) if part.operator else text)
            else:
                pieces.append(_value(part.name, part.operator, lookup, required=False))
        text = "".join(pieces)
        # Text that is too long for a line is refused anyway.
        budget.work -= costs.SUBSTITUTED * min(len(text), MAX_LINE)
        return text


def _numbered(body: Sequence[BodyLine]) -> tuple[int, int] | None:
    """Return the first line and column with an argument by number, outside strings and comments."""
    for index, line in enumerate(body):
        if "\\" in line.text and (found := _NUMBERED.search(unquoted(line.text), 0, end_of_code(line.text))):
            return index, found.start()
    return None


def numbered_arguments(arguments: Sequence[str], expansion: int) -> list[str]:
    """Return the arguments of a call by number, and the number of the expansion after them."""
    last = len(_NUMBERS) - 1
    return [*arguments[:last], *[""] * (last - len(arguments)), str(expansion)]


def _take_apart(text: str, places: dict[str, int], numbers: str) -> str | list[_Part]:
    """Return literal text and argument positions of a body line; a plain string if nothing is to be replaced.

    One backslash joins and disappears; two become one, which an inner DUPC or macro will read. A body without dummy
    arguments keeps its backslashes, except around ? and %.
    """
    parts: list[_Part] = []
    literal: list[str] = []
    at = 0

    def place(part: _Part) -> None:
        if literal:
            parts.append("".join(literal))
            literal.clear()
        parts.append(part)

    while (match := _PIECE.search(text, at)) is not None:
        literal.append(text[at : match.start()])
        at = match.end()
        piece = match.group()
        if match["word"]:
            if piece in places:
                place(_Argument(places[piece]))
            else:
                literal.append(piece)
        elif match["asked"]:
            literal.append(piece)
        elif match["slashes"] and numbers and text[at : at + 1] in tuple(numbers):
            place(_Argument(numbers.index(text[at])))
            at += 1
        elif match["quote"]:
            literal.append("'")
        elif match["slashes"]:
            escaped = text[at : at + 1] == '"' and len(piece) % 2
            if escaped:
                at += 1
            joins_value = text[at : at + 1] in ("?", "%")
            kept = piece if not places and not escaped and not joins_value else "\\" * (len(piece) // 2)
            literal.append(kept + ('"' if escaped else ""))
        else:
            at = _operator(text, match, places, place, literal)
    literal.append(text[at:])
    if not parts:
        return "".join(literal)
    place("")
    return parts


def _operator(
    text: str, match: re.Match[str], places: dict[str, int], place: Callable[[_Part], None], literal: list[str]
) -> int:
    """Process a ? or %: return the offset after it and its operand.

    A % between operands is the modulus operator, and stays.
    """
    operator, at = match.group(), match.end()
    before = text[match.start() - 1 : match.start()]
    word = _WORD_AFTER.match(text, at)
    is_modulus = operator == "%" and (before.isalnum() or before in ("_", ")"))
    # %1010 is a binary constant, and %\ begins one, whatever follows: a dummy's digits, too (ASM 5.5.3).
    is_binary = operator == "%" and text.startswith("\\", at)
    if word is None or is_modulus or is_binary:
        literal.append(operator)
        return at + is_binary
    name, end = word.group(1), word.end()
    place(_Argument(places[name], operator) if name in places else _Symbol(operator, name))
    # One backslash after the name only ends it, in a body that keeps its backslashes, too.
    return end + (text.startswith("\\", end) and not text.startswith("\\\\", end))


def _value(text: str, operator: str, lookup: LookupNumber, *, required: bool) -> str:
    """Return the replacement of ?text or %text; unchanged if `text` is not a symbol and need not be one."""
    number = lookup(text)
    if number is None and not required:
        return operator + text
    if not isinstance(number, int) or number not in _VALUE_RANGE:
        raise SourceError(messages.VALUE_SUBSTITUTION, operator=operator, name=text)
    return str(number) if operator == "?" else f"{number & WORD_MASK:X}"


def parse_arguments(text: str) -> list[str]:
    """Return the arguments of a call: text between commas, quotes around a complete argument removed (ASM 5.4)."""
    if not text:
        return []
    return [whole_string(part) if is_string(part) else part for part, _ in split_commas(text, parentheses=False)]


def argument_text(operands: str) -> str:
    """Return the argument field of a call: up to the first space outside quotes; spaces around a comma belong to it."""
    end = _ARGUMENTS_END.search(unquoted(operands))
    return operands[: end.start()] if end is not None else operands
