"""Link expressions (ASM F.4): assembler expressions with `{ }`, `[ ]` and the operators `@`, `#` and `:`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol, cast

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.expressions.functions import FUNCTIONS
from dsp56k.asm.expressions.parser import Context, Evaluator, Parser
from dsp56k.asm.expressions.relocation import LONG_BITS
from dsp56k.asm.expressions.values import Value, compatible, fraction
from dsp56k.asm.memoize import cached_by_text
from dsp56k.objects.budget import LONGEST_EXPRESSION
from dsp56k.objects.word_sizes import NO_SPACE, SPACE_CODES

_OPERAND = re.compile(r"-?(?:\$[0-9A-Fa-f]{1,16}|[0-9]{1,7})")
_SPACES = {code: space for space, code in SPACE_CODES.items()}
# ASM F.4.2.4: the permitted values by size in bits; 0 is a word.
_RANGES = {
    0: (-(1 << 23), (1 << 24) - 1), 12: (0, 4095), 8: (-128, 255), 6: (0, 63), 5: (0, 31), -6: (0xFFC0, 0xFFFF),
    LONG_BITS: (-(1 << 47), (1 << 48) - 1),
}  # fmt: skip
_DEEPEST = 60
"""Maximum nesting of brackets in a link expression."""


class LinkContext(Context, Protocol):
    """The view of link expressions, in addition to that of the assembler's."""

    def relocated(self, offset: Value, code: int | None) -> Value:
        """Return the address of an offset from the base with a code, or from the word's address if that is None."""

    def field_too_small(self, value: int, bits: int) -> None:
        """Report a value that does not fit into its field."""

    def outside_fraction(self) -> None:
        """Report a floating point value that is not a fraction: the nearest one is taken."""


def _linking(context: Context) -> LinkContext:
    # The linker evaluates the results of its parser, and only in its contexts.
    return cast(LinkContext, context)


class _LinkParser(Parser):
    """The assembler's parser with the linker's brackets and operators."""

    def term(self) -> Evaluator:
        """See Parser."""
        char = self.peek()
        if char == "{":
            evaluate = self._bracket("}")
        elif char == "[":
            evaluate = self._address(self._bracket("]"))
        else:
            evaluate = super().term()
        checks: list[_Check] = []
        while (char := self.text[self.at : self.at + 1]) and char in "@#":
            self.at += 1
            checks.append((_space if char == "@" else _size)(self._operand()))
        return _checked(evaluate, checks) if checks else evaluate

    def _bracket(self, closing: str) -> Evaluator:
        self.at += 1
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error(messages.EXPRESSION_TOO_DEEP)
        inner = self.expression()
        self.depth -= 1
        if self.peek() != closing:
            raise self.error(messages.MISSING_PARENTHESIS)
        self.at += 1
        return inner

    def _address(self, offset: Evaluator) -> Evaluator:
        code: int | None = None
        if self.text[self.at : self.at + 1] == ":":
            self.at += 1
            code = self._operand()
        return lambda context: _linking(context).relocated(offset(context), code)

    def _operand(self) -> int:
        text = self.take(_OPERAND)
        if text is None:
            raise self.error(messages.MISSING_EXPRESSION)
        sign = -1 if text.startswith("-") else 1
        digits = text.lstrip("-")
        return sign * (int(digits[1:], 16) if digits.startswith("$") else int(digits))


_Check = Callable[[Context, Value], Value]
"""An operator after a term."""


def _checked(evaluate: Evaluator, checks: list[_Check]) -> Evaluator:
    """Return a term with its operators, one after the other: they do not nest, however many there are."""

    def checked(context: Context) -> Value:
        value = evaluate(context)
        for check in checks:
            value = check(context, value)
        return value

    return checked


def _space(code: int) -> _Check:
    """Return the check of the `@` operator: the value must belong to the memory space."""
    wanted = _SPACES.get(code, NO_SPACE)

    def check(context: Context, value: Value) -> Value:
        # 0 permits everything: an immediate may be an address of any space.
        if wanted != NO_SPACE and value.space != wanted and not compatible(value.space, wanted):
            context.space_mismatch(value.space, wanted, 0)
        return value

    return check


def _size(bits: int) -> _Check:
    """Return the check of the `#` operator: the size of the value; floating point becomes a fraction (ASM F.4)."""
    low, high = _RANGES.get(bits, _RANGES[0])

    def check(context: Context, value: Value) -> Value:
        number = value.number
        if isinstance(number, float):
            long = bits == LONG_BITS
            # As in the assembler, fractions in L memory are truncated.
            number, limited = fraction(number, LONG_BITS if long else 24, rounded=not long)
            if limited:
                _linking(context).outside_fraction()
        if not low <= number <= high:
            _linking(context).field_too_small(number, abs(bits) or 24)
        return Value(number, value.space)

    return check


@cached_by_text
def compile_link_expression(text: str) -> Callable[[Context], Value]:
    """Return the evaluator of a link expression. Raises SourceError if it cannot be read."""
    if len(text) > LONGEST_EXPRESSION:
        raise SourceError(messages.EXPRESSION_TOO_DEEP)
    parser = _LinkParser(text, FUNCTIONS)
    evaluate = parser.expression()
    if parser.peek():
        raise parser.error(messages.EXTRA_CHARACTERS, length=len(text) - parser.at)
    return evaluate
