"""The built-in functions of expressions, @ABS to @XPN (ASM 3.8), and the parser with them.

FLD, RVB, LEN, POS, ARG, CNT and MXP are of the versions from 5 on. The mathematical functions are in floating point
except for @SGN.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.expressions.function_arguments import (
    comma,
    full,
    letter,
    of_integers,
    of_nothing,
    of_numbers,
    of_reals,
    string,
)
from dsp56k.asm.expressions.parser import Context, Evaluator, FunctionParser, FunctionTable, Parser
from dsp56k.asm.expressions.relocation import absolute, is_external, whole
from dsp56k.asm.expressions.values import Value, as_float, fraction
from dsp56k.asm.memoize import cached_wherever
from dsp56k.asm.source.strings import QUOTES, matching_parenthesis
from dsp56k.objects.word_sizes import (
    LONG_MASK,
    NO_SPACE,
    SPACE_CODES,
    WORD_BITS,
    WORD_MASK,
    space_of,
)

# ---- symbols, expressions, location counters, the state of the assembler ----


def _counter(parser: Parser) -> Evaluator:
    load = letter(parser, "LR") == "L"
    return lambda context: full(context).counter(load)


def _counter_type(parser: Parser) -> Evaluator:
    load = letter(parser, "LR") == "L"
    return lambda context: Value(full(context).counter_type(load))


def _is_defined(parser: Parser) -> Evaluator:
    """Parse @DEF: a symbol, which need not exist; in quotes one of DEFINE (1996 manual)."""
    if parser.peek() in ("'", '"'):
        replaced = string(parser)
        return lambda context: Value(int(full(context).is_replaced(replaced)))
    name = parser.name()
    return lambda context: Value(int(full(context).is_defined(name)))


def _is_expression(parser: Parser) -> Evaluator:
    """Parse @EXP: 1 if the argument evaluates without an error; an unknown value counts as an error.

    A relative value is not an error, because only the linker needs more.
    """
    start, depth = parser.at, parser.depth
    try:
        argument = parser.expression()
        malformed = parser.peek() != ")"
    except SourceError:
        malformed = True
    if malformed:
        end = matching_parenthesis(parser.text, start)
        if end is not None:
            parser.at, parser.depth = end, depth
        return lambda context: Value(0)

    def evaluate(context: Context) -> Value:
        try:
            value = whole(argument(context), context.expression_column)
        except SourceError:
            return Value(0)
        return Value(int(not value.forward and not is_external(value)))

    return evaluate


def _is_integer(parser: Parser) -> Evaluator:
    argument = parser.expression()

    def evaluate(context: Context) -> Value:
        value = argument(context)
        return Value(int(isinstance(value.number, int)), NO_SPACE, value.forward)

    return evaluate


def _memory_space(parser: Parser) -> Evaluator:
    argument = parser.expression()

    def evaluate(context: Context) -> Value:
        value = argument(context)
        return Value(SPACE_CODES[value.space], NO_SPACE, value.forward)

    return evaluate


# ---- conversions ----


def _convert_space(parser: Parser) -> Evaluator:
    space = space_of(letter(parser, "XYLPN"))
    comma(parser)
    argument = parser.expression()

    def evaluate(context: Context) -> Value:
        value = argument(context)
        return Value(value.number, space, value.forward, value.base, value.late)

    return evaluate


def _field(base: int, value: int, width: int, start: int = 0) -> int:
    """Return @FLD: `base` with the low `width` bits of `value` instead of its bits starting at bit `start`."""
    if min(base, value, width, start) < 0 or max(width, start, width + start) > WORD_BITS:
        raise ValueError
    mask = (1 << width) - 1
    return base & ~(mask << start) | (value & mask) << start


def _fraction(bits: int) -> FunctionParser:
    def parse(parser: Parser) -> Evaluator:
        at = parser.at
        argument = parser.expression()
        length = parser.at - at

        def evaluate(context: Context) -> Value:
            value = argument(context)
            absolute([value])
            number, limited = fraction(as_float(value.number), bits)
            if limited and not value.forward:
                context.warn_within(messages.OUTSIDE_FRACTION, at, length)
            return Value(number, NO_SPACE, value.forward)

        return evaluate

    return parse


def _long(high: int, low: int) -> int:
    return ((high & WORD_MASK) << WORD_BITS | low & WORD_MASK) & LONG_MASK


def _reversed(number: int, bits: int = WORD_BITS) -> int:
    """Return @RVB: the low `bits` bits in reverse order."""
    if not 0 < bits <= WORD_BITS:
        raise SourceError(messages.FUNCTION_DOMAIN)
    return int(f"{number & (1 << bits) - 1:0{bits}b}"[::-1], 2)


def _unfraction(bits: int) -> Callable[[int], float]:
    """Return the function @UNF or @LUN: an integer read as a signed binary fraction."""

    def compute(number: int) -> float:
        number &= (1 << bits) - 1
        if number >> (bits - 1):
            number -= 1 << bits
        return number / (1 << (bits - 1))

    return compute


# ---- strings and macros ----


def _compare(parser: Parser) -> Evaluator:
    first = string(parser)
    comma(parser)
    result = Value(int(first == string(parser)))
    return lambda context: result


def _length(parser: Parser) -> Evaluator:
    result = Value(len(string(parser)))
    return lambda context: result


def _position(parser: Parser) -> Evaluator:
    """Parse @POS(string, part[, start]): counted from 0; the length of the string if the part is not found."""
    text = string(parser)
    comma(parser)
    part = string(parser)
    start: Evaluator | None = None
    if parser.peek() == ",":
        parser.at += 1
        start = parser.expression()

    def evaluate(context: Context) -> Value:
        first = start(context).number if start is not None else 0
        if isinstance(first, float) or not 0 <= first <= len(text):
            raise parser.error(messages.FUNCTION_DOMAIN)
        at = text.find(part, first)
        return Value(at if at >= 0 else len(text))

    return evaluate


def _expansion(context: Context, at: int) -> tuple[tuple[str, ...], list[str]]:
    """Return dummies and arguments of the macro that is being expanded; none outside of macros, with a warning."""
    expansion = full(context).macro_arguments()
    if expansion is None:
        context.warn_within(messages.NO_EXPANSION, at, 1)
        return (), []
    return expansion


def _argument(parser: Parser) -> Evaluator:
    """Parse @ARG('dummy') or @ARG(number): 1 if the macro call has that argument; the first one is number 1."""
    at = parser.at
    named = parser.peek() in QUOTES
    name = string(parser) if named else ""
    number = parser.expression() if not named else None

    def evaluate(context: Context) -> Value:
        dummies, arguments = _expansion(context, at)
        place = dummies.index(name) if name in dummies else -1
        if number is not None:
            place = int(number(context).number) - 1
        return Value(int(0 <= place < len(arguments) and arguments[place] != ""))

    return evaluate


def _count(parser: Parser) -> Evaluator:
    at = parser.at
    return lambda context: Value(len(_expansion(context, at)[1]))


def _is_macro(parser: Parser) -> Evaluator:
    name = parser.name()
    return lambda context: Value(int(full(context).is_macro(name)))


FUNCTIONS = FunctionTable(
    {
        "ABS": of_reals(1, abs),
        "ACS": of_reals(1, math.acos),
        "ASN": of_reals(1, math.asin),
        "AT2": of_reals(2, math.atan2),
        "ATN": of_reals(1, math.atan),
        "CEL": of_reals(1, lambda x: float(math.ceil(x))),
        "COH": of_reals(1, math.cosh),
        "COS": of_reals(1, math.cos),
        "FLR": of_reals(1, lambda x: float(math.floor(x))),
        "L10": of_reals(1, math.log10),
        "LOG": of_reals(1, math.log),
        "MAX": of_reals(sys.maxsize, lambda *numbers: max(numbers), least=1),
        "MIN": of_reals(sys.maxsize, lambda *numbers: min(numbers), least=1),
        "POW": of_reals(2, math.pow),
        "RND": of_nothing(lambda context: context.random()),
        "SGN": of_numbers(1, lambda x: (x > 0) - (x < 0), relative=True),
        "SIN": of_reals(1, math.sin),
        "SNH": of_reals(1, math.sinh),
        "SQT": of_reals(1, math.sqrt),
        "TAN": of_reals(1, math.tan),
        "TNH": of_reals(1, math.tanh),
        "XPN": of_reals(1, math.exp),
        "CVF": of_reals(1, float),
        "CVI": of_numbers(1, int),
        "CVS": _convert_space,
        "FLD": of_integers(4, _field, least=3),
        "FRC": _fraction(24),
        "LFR": _fraction(48),
        "LNG": of_integers(2, _long),
        "LUN": of_integers(1, _unfraction(48)),
        "RVB": of_integers(2, _reversed, least=1),
        "UNF": of_integers(1, _unfraction(24)),
        "ARG": _argument,
        "CNT": _count,
        "LEN": _length,
        "MAC": _is_macro,
        "MXP": of_nothing(lambda context: int(context.macro_arguments() is not None)),
        "POS": _position,
        "SCP": _compare,
        "CCC": of_nothing(lambda context: context.cycle_count),
        "CTR": _counter_type,
        "DEF": _is_defined,
        "EXP": _is_expression,
        "INT": _is_integer,
        "LCV": _counter,
        "LST": of_nothing(lambda context: context.list_level),
        "MSP": _memory_space,
        "REL": of_nothing(lambda context: int(context.relative)),
    },
    # As in the example of IF (ASM chapter 6).
    bare=frozenset({"CCC", "LST", "MXP", "REL", "RND"}),
)
"""The built-in functions by name."""


def parse_expression(text: str, column: int, radix: int) -> Evaluator:
    """Return the evaluator of a whole text at `column`.

    Anything after the expression is an error. Raises SourceError.
    """
    parser = Parser(text, FUNCTIONS, radix, column)
    evaluator = parser.expression()
    if parser.peek():
        raise parser.error(messages.EXTRA_CHARACTERS, length=len(text) - parser.at)
    return evaluator


compile_expression = cached_wherever(parse_expression)
"""`parse_expression` with cached results."""
