"""Expressions: a text is parsed once to a function of the context, which passes and macros evaluate repeatedly.

ASM chapter 3. The precedence (ASM 3.7) is Motorola's own: the bitwise operators bind tighter than shifts, and AND, OR
and exclusive OR are on one level, as do the two logical operators.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from dsp56k.asm.budget import MAX_EXPRESSION_NESTING
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Advice, Message, SourceError
from dsp56k.asm.diagnostics.suggestions import reserved_word
from dsp56k.asm.expressions.relocation import binary, unary
from dsp56k.asm.expressions.values import UNKNOWN, Value
from dsp56k.asm.source.strings import parse_string, string_number
from dsp56k.objects.word_sizes import Space


class Context(Protocol):
    """An expression's view of the pass that evaluates it.

    While `tentative`, a forward value's number is provisional, and errors of it are not reported yet. Only a
    pass over a source is `assembling`, and has functions about it. `expression_column` is the
    column of the expression in the statement.
    """

    tentative: bool
    assembling: bool
    expression_column: int

    def lookup(self, name: str, *, outer: bool = False) -> Value:
        """Return the value of a symbol; `outer` ignores the macro's local labels (the ^ operator)."""

    def location(self) -> Value:
        """Return the runtime location counter, with its space."""

    def warn_within(self, kind: Message, at: int, length: int, **values: object) -> None:
        """Report a warning about text[at] of the expression."""

    def space_mismatch(self, left: Space, right: Space, at: int) -> None:
        """Report incompatible memory spaces of the operands of the operator text[at]."""


Evaluator = Callable[[Context], Value]
FunctionParser = Callable[["Parser"], Evaluator]
"""Parses a function's arguments: it starts after the parenthesis, and returns an evaluator (functions/)."""


class FunctionTable(NamedTuple):
    """Functions by name, and those whose empty parentheses may be left out."""

    parsers: Mapping[str, FunctionParser]
    bare: frozenset[str] = frozenset()


# From the weakest to the strongest (ASM 3.7).
_LEVELS = {
    "&&": 1, "||": 1,
    "<": 2, ">": 2, "==": 2, "<=": 2, ">=": 2, "!=": 2,
    "<<": 3, ">>": 3,
    "&": 4, "|": 4, "^": 4,
    "+": 5, "-": 5,
    "*": 6, "/": 6, "%": 6,
}  # fmt: skip
_OPERATOR = re.compile(r"[ \t]*(<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^<>])")
_BLANK = (" ", "\t")
_BLANKS = re.compile(r"[ \t]*")
_NAME = re.compile(r"_?[A-Za-z][A-Za-z0-9_]*|_[A-Za-z0-9_]+")
_HEX = re.compile(r"[0-9A-Fa-f]+")
_BINARY = re.compile(r"[01]+")
_DECIMAL = re.compile(r"[0-9]+")
# A decimal point or an exponent makes it floating point (ASM 3.5.1); where the radix is 16, E is a digit.
_POINT = re.compile(r"(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_FLOAT = re.compile(_POINT.pattern + r"|[0-9]+[eE][-+]?[0-9]+")
# By radix: the pattern of a constant without a prefix, and the message if it does not match (ASM D.4).
_DEFAULT = {
    2: (_FLOAT, _BINARY, messages.BINARY_EXPECTED),
    8: (_FLOAT, re.compile(r"[0-7]+"), messages.DECIMAL_EXPECTED),
    10: (_FLOAT, _DECIMAL, messages.DECIMAL_EXPECTED),
    16: (_POINT, re.compile(r"[0-9][0-9A-Fa-f]*"), messages.HEX_EXPECTED),
}


class Parser:
    """A cursor over the text of an expression at `column` of the statement."""

    def __init__(self, text: str, functions: FunctionTable, radix: int = 10, column: int = 0) -> None:
        self.text = text
        self.column = column
        self._functions = functions
        self.at = 0
        self.radix = radix
        self.depth = 0

    def error(self, kind: Message, at: int | None = None, length: int = 1, **values: object) -> SourceError:
        """Return an error at the cursor, or at text[at]."""
        return SourceError(kind, self.column + (self.at if at is None else at), length, **values)

    def skip_blanks(self) -> None:
        """Move over blanks and tabs."""
        match = _BLANKS.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def peek(self) -> str:
        """Return the next character that is not blank, or an empty string at the end."""
        char = self.text[self.at : self.at + 1]
        if char in _BLANK:
            self.skip_blanks()
            char = self.text[self.at : self.at + 1]
        return char

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """Return the text that `pattern` matches at the cursor, and move the cursor after it."""
        match = pattern.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match.group()

    def expression(self, level: int = 1) -> Evaluator:
        """Parse an expression whose operators all bind at least as tightly as `level`."""
        self.depth += 1
        if self.depth > MAX_EXPRESSION_NESTING:
            raise self.error(messages.EXPRESSION_TOO_DEEP)
        first = self.term()
        rest: list[tuple[str, Evaluator, int]] = []
        while (match := _OPERATOR.match(self.text, self.at)) is not None:
            operator = match.group(1)
            strength = _LEVELS[operator]
            if strength < level:
                break
            self.at = match.end()
            rest.append((operator, self.expression(strength + 1), match.start(1)))
        self.depth -= 1
        return _chain(first, rest) if rest else first

    def term(self) -> Evaluator:
        """Parse a constant, symbol, function, parenthesis or string, with its unary operators."""
        char = self.peek()
        at = self.at
        if (char.isalpha() or char == "_") and (name := self.take(_NAME)) is not None:
            return _Reference(name, at, False).evaluate
        if (number := self._number(char)) is not None:
            return Value(number).evaluate
        if char in ("+", "-", "~", "!"):
            self.at += 1
            self.depth += 1
            if self.depth > MAX_EXPRESSION_NESTING:
                raise self.error(messages.EXPRESSION_TOO_DEEP)
            operand = self.term()
            self.depth -= 1
            return _unary(char, operand)
        if char == "(":
            self.at += 1
            inner = self.expression()
            if self.peek() != ")":
                raise self.error(messages.MISSING_PARENTHESIS)
            self.at += 1
            return inner
        if char == "*":
            self.at += 1
            return lambda context: context.location()
        if char == "^":
            self.at += 1
            return _Reference(self.name(), at + 1, True).evaluate
        if char == "@":
            return self._function()
        if char in ("'", '"'):
            string, self.at = parse_string(self.text, at, self.column)
            return _string_value(string, at, self.at - at)
        if not char or char in "),":
            raise self.error(messages.MISSING_EXPRESSION, at)
        raise self.error(messages.UNEXPECTED_CHARACTER, at, char=char)

    def name(self) -> str:
        """Return the symbol name at the cursor."""
        self.skip_blanks()
        name = self.take(_NAME)
        if name is None:
            raise self.error(messages.BAD_SYMBOL_START)
        return name

    def _number(self, char: str) -> int | float | None:
        at = self.at
        if char == "$":
            self.at += 1
            return self._digits(_HEX, 16, messages.HEX_EXPECTED)
        if char == "%":
            self.at += 1
            return self._digits(_BINARY, 2, messages.BINARY_EXPECTED)
        if char == "`":
            self.at += 1
            return self._digits(_DECIMAL, 10, messages.DECIMAL_EXPECTED)
        if not char.isdigit() and char != ".":
            return None
        floats, digits, expected = _DEFAULT[self.radix]
        floating = self.take(floats)
        if floating is None and char != ".":
            return self._digits(digits, self.radix, expected)
        if floating is None or self.text[self.at : self.at + 1] == "." or self._within_word():
            raise self.error(messages.FLOAT_EXPECTED)
        if math.isinf(number := float(floating)):
            raise self.error(messages.ARITHMETIC, at, len(floating))
        return number

    def _within_word(self) -> bool:
        following = self.text[self.at : self.at + 1]
        return following.isalnum() or following == "_"

    def _digits(self, pattern: re.Pattern[str], base: int, expected: Message) -> int:
        at = self.at
        digits = self.take(pattern)
        if digits is None or self._within_word():
            raise self.error(messages.FLOAT_EXPECTED if base == 10 and self.peek() in ("e", "E") else expected)
        # Digits are counted first: int() of a very long decimal is slow, and refused by Python beyond 4300 digits.
        if len(digits) > 64 or (number := int(digits, base)) >= 1 << 48:
            raise self.error(messages.CONSTANT_TOO_LARGE, at, len(digits))
        return number

    def _function(self) -> Evaluator:
        at = self.at
        self.at += 1
        name = self.take(_NAME) or ""
        parse = self._functions.parsers.get(name.upper())
        if parse is None:
            error = self.error(messages.UNKNOWN_FUNCTION, at, len(name) + 1, name=name)
            notes, near = reserved_word(name, self._functions.parsers)
            error.advice = Advice(notes, near and f"@{near}")
            raise error
        if self.text[self.at : self.at + 1] == "(":
            self.at += 1
            evaluate = parse(self)
            if self.peek() != ")":
                raise self.error(messages.FUNCTION_ARGUMENTS, name=name.upper())
            self.at += 1
        elif name.upper() in self._functions.bare:
            evaluate = parse(self)
        else:
            raise self.error(messages.FUNCTION_PARENTHESIS, name=name.upper())

        def located(context: Context) -> Value:
            try:
                return evaluate(context)
            except SourceError as error:
                raise error.placed(context.expression_column + at, len(name) + 1) from None

        return located


class _Reference:
    """The symbol at text[at]. There are many, and an object takes a third of the memory of a closure."""

    __slots__ = ("at", "name", "outer")

    def __init__(self, name: str, at: int, outer: bool) -> None:
        self.name = name
        self.at = at
        self.outer = outer

    def evaluate(self, context: Context) -> Value:
        try:
            return context.lookup(self.name, outer=self.outer)
        except SourceError as error:
            raise error.placed(context.expression_column + self.at, len(self.name)) from None


def _unary(operator: str, operand: Evaluator) -> Evaluator:
    def evaluate(context: Context) -> Value:
        value = operand(context)
        try:
            return unary(operator, value)
        except SourceError as error:
            raise error.placed(context.expression_column, 1) from None

    return evaluate


def _chain(first: Evaluator, rest: list[tuple[str, Evaluator, int]]) -> Evaluator:
    """Return the evaluator of operators from left to right, as a loop: recursion would be too deep for a long line."""

    def evaluate(context: Context) -> Value:
        value = first(context)
        for operator, right, at in rest:
            operand = right(context)
            try:
                value = binary(operator, value, operand, context, at)
            except SourceError as error:
                if context.tentative and (value.forward or operand.forward):
                    value = UNKNOWN
                    continue
                raise error.placed(context.expression_column + at, 1) from None
        return value

    return evaluate


def _string_value(string: str, at: int, length: int) -> Evaluator:
    value = Value(string_number(string))
    if len(string) <= 4:
        return value.evaluate

    def truncated(context: Context) -> Value:
        context.warn_within(messages.STRING_TRUNCATED, at, length)
        return value

    return truncated
