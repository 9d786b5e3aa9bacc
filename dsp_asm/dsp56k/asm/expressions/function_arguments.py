"""Parsers of the functions' arguments, and the functions' view of the pass."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol, cast

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.expressions.parser import Context, Evaluator, FunctionParser, Parser
from dsp56k.asm.expressions.relocation import absolute
from dsp56k.asm.expressions.values import UNKNOWN, Value, as_float
from dsp56k.asm.source.strings import parse_string
from dsp56k.objects.word_sizes import NO_SPACE


class FunctionContext(Context, Protocol):
    """The functions' view of the pass, in addition to that of expressions."""

    def is_defined(self, name: str) -> bool:
        """Return True if a symbol has been defined before the current line."""

    def is_replaced(self, name: str) -> bool:
        """Return True if a name is a DEFINE symbol in effect here."""

    def is_macro(self, name: str) -> bool:
        """Return True if a macro of that name can be called here."""

    def counter(self, load: bool) -> Value:
        """Return the runtime or load location counter, with its space."""

    def counter_type(self, load: bool) -> int:
        """Return 0 for the default counter, 1 for L, 2 for H."""

    def random(self) -> float:
        """Return the next number of the assembly's sequence, in [0, 1)."""

    def macro_arguments(self) -> tuple[tuple[str, ...], list[str]] | None:
        """Return dummy and actual arguments of the macro being expanded, None outside macros."""

    cycle_count: int
    list_level: int

    @property
    def relative(self) -> bool:
        """True if relocatable addresses are being assigned."""


def full(context: Context) -> FunctionContext:
    """Return the pass, of which expressions see only a part.

    Raises SourceError in those of the linker, which has none.
    """
    if not context.assembling:
        raise SourceError(messages.FUNCTION_OF_SOURCE)
    # Only a pass assembles, and it has all of these methods.
    return cast(FunctionContext, context)


def comma(parser: Parser) -> None:
    """Move over the comma between two arguments. Raises SourceError."""
    if parser.peek() != ",":
        raise parser.error(messages.EXPECTED_COMMA)
    parser.at += 1


def string(parser: Parser) -> str:
    """Return a string argument. Raises SourceError."""
    parser.skip_blanks()
    text, parser.at = parse_string(parser.text, parser.at, parser.column)
    return text


def letter(parser: Parser, allowed: str) -> str:
    """Return an argument that is one of the allowed letters, in upper case. Raises SourceError."""
    char = parser.peek().upper()
    if not char or char not in allowed:
        raise parser.error(messages.FUNCTION_ARGUMENT, allowed=", ".join(allowed))
    parser.at += 1
    return char


def of_numbers(
    count: int, compute: Callable[..., int | float], *, least: int | None = None, relative: bool = False
) -> FunctionParser:
    """Return the parser of a function of `count` expressions, at least `least` of them; its result has no memory space.

    If it accepts `relative` expressions, it computes with their offsets.
    """

    def parse(parser: Parser) -> Evaluator:
        arguments = [parser.expression()]
        while len(arguments) < count and (len(arguments) < (least or count) or parser.peek() == ","):
            comma(parser)
            arguments.append(parser.expression())

        def evaluate(context: Context) -> Value:
            values = [argument(context) for argument in arguments]
            absolute([value for value in values if not relative or value.base is None])
            forward = any(value.forward for value in values)
            try:
                return Value(_guarded(compute, [value.number for value in values]), NO_SPACE, forward)
            except SourceError:
                if forward and context.tentative:
                    return UNKNOWN
                raise

        return evaluate

    return parse


def of_reals(count: int, compute: Callable[..., float], *, least: int | None = None) -> FunctionParser:
    """Return the parser of a function of expressions in floating point."""
    return of_numbers(count, lambda *numbers: compute(*map(as_float, numbers)), least=least)


def of_integers(count: int, compute: Callable[..., int | float], *, least: int | None = None) -> FunctionParser:
    """Return the parser of a function of expressions that must be integers."""

    def checked(*numbers: int | float) -> int | float:
        if any(isinstance(number, float) for number in numbers):
            raise SourceError(messages.NOT_INTEGER)
        return compute(*numbers)

    return of_numbers(count, checked, least=least)


def of_nothing(compute: Callable[[FunctionContext], int | float]) -> FunctionParser:
    """Return the parser of a function without arguments."""
    return lambda parser: lambda context: Value(compute(full(context)))


def _guarded(compute: Callable[..., int | float], numbers: list[int | float]) -> int | float:
    try:
        result = compute(*numbers)
    except (ValueError, ZeroDivisionError) as error:
        raise SourceError(messages.FUNCTION_DOMAIN) from error
    except OverflowError as error:
        raise SourceError(messages.FUNCTION_RANGE) from error
    if isinstance(result, float) and not math.isfinite(result):
        raise SourceError(messages.FUNCTION_RANGE)
    return result
