"""The built-in functions, @ABS to @XPN (ASM 3.8): how each parses its arguments and what it returns."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol, cast

from dsp56k.asm import catalogue as say
from dsp56k.asm.diagnostics import SourceError
from dsp56k.asm.expressions import Context, Evaluator, FunctionParser, Parser
from dsp56k.asm.relocation import absolute
from dsp56k.asm.strings import parse_string
from dsp56k.asm.values import LONG_MASK, UNKNOWN, WORD_MASK, Value, as_float, fraction


class FunctionContext(Context, Protocol):
    """What functions ask of the pass, beyond what expressions do."""

    def is_defined(self, name: str) -> bool:
        """Whether a symbol has been defined by now."""

    def is_macro(self, name: str) -> bool:
        """Whether a macro of that name can be called here."""

    def counter(self, load: bool) -> Value:
        """The runtime or load location counter, with its space."""

    def counter_type(self, load: bool) -> int:
        """0 for the default counter, 1 for L, 2 for H."""

    def random(self) -> float:
        """The next number of the assembly's own sequence, in [0, 1)."""

    cycle_count: int
    list_level: int

    @property
    def relative(self) -> bool:
        """Whether relocatable addresses are being assigned."""


_SPACE_NUMBER = {"N": 0, "X": 1, "Y": 2, "L": 3, "P": 4}


def _full(context: Context) -> FunctionContext:
    return cast(FunctionContext, context)


def _comma(parser: Parser) -> None:
    if parser.peek() != ",":
        raise parser.error(say.EXPECTED_COMMA)
    parser.at += 1


def _of_numbers(count: int, compute: Callable[..., int | float]) -> FunctionParser:
    """A function of `count` expressions whose result has no memory space."""

    def parse(parser: Parser) -> Evaluator:
        arguments = [parser.expression()]
        for _ in range(count - 1):
            _comma(parser)
            arguments.append(parser.expression())

        def evaluate(context: Context) -> Value:
            values = [argument(context) for argument in arguments]
            absolute(values)
            forward = any(value.forward for value in values)
            try:
                return Value(_guarded(compute, [value.number for value in values]), "N", forward)
            except SourceError:
                if forward and context.tentative:
                    return UNKNOWN
                raise

        return evaluate

    return parse


def _of_reals(count: int, compute: Callable[..., float]) -> FunctionParser:
    """A function of `count` expressions that works on floating point numbers."""
    return _of_numbers(count, lambda *numbers: compute(*map(as_float, numbers)))


def _guarded(compute: Callable[..., int | float], numbers: list[int | float]) -> int | float:
    try:
        result = compute(*numbers)
    except (ValueError, ZeroDivisionError) as error:
        raise SourceError(say.FUNCTION_DOMAIN) from error
    except OverflowError as error:
        raise SourceError(say.FUNCTION_RANGE) from error
    if isinstance(result, float) and not math.isfinite(result):
        raise SourceError(say.FUNCTION_RANGE)
    return result


def _of_list(choose: Callable[[list[float]], float]) -> FunctionParser:
    """@MAX and @MIN: one expression or more, the result floating point."""

    def parse(parser: Parser) -> Evaluator:
        arguments = [parser.expression()]
        while parser.peek() == ",":
            parser.at += 1
            arguments.append(parser.expression())

        def evaluate(context: Context) -> Value:
            values = [argument(context) for argument in arguments]
            absolute(values)
            return Value(choose([as_float(value.number) for value in values]), "N", any(v.forward for v in values))

        return evaluate

    return parse


def _of_nothing(compute: Callable[[FunctionContext], int | float]) -> FunctionParser:
    return lambda parser: lambda context: Value(compute(_full(context)))


def _of_name(compute: Callable[[FunctionContext, str], bool]) -> FunctionParser:
    """@DEF and @MAC: a symbol, which need not exist."""

    def parse(parser: Parser) -> Evaluator:
        name = parser.name()
        return lambda context: Value(int(compute(_full(context), name)))

    return parse


def _letter(parser: Parser, allowed: str) -> str:
    char = parser.peek().upper()
    if not char or char not in allowed:
        raise parser.error(say.FUNCTION_ARGUMENT, allowed=", ".join(allowed))
    parser.at += 1
    return char


def _counter(parser: Parser) -> Evaluator:
    load = _letter(parser, "LR") == "L"
    return lambda context: _full(context).counter(load)


def _counter_type(parser: Parser) -> Evaluator:
    load = _letter(parser, "LR") == "L"
    return lambda context: Value(_full(context).counter_type(load))


def _convert_space(parser: Parser) -> Evaluator:
    space = _letter(parser, "XYLPN")
    _comma(parser)
    argument = parser.expression()

    def evaluate(context: Context) -> Value:
        value = argument(context)
        return Value(value.number, space, value.forward, value.base, value.late)

    return evaluate


def _memory_space(parser: Parser) -> Evaluator:
    argument = parser.expression()

    def evaluate(context: Context) -> Value:
        value = argument(context)
        return Value(_SPACE_NUMBER[value.space], "N", value.forward)

    return evaluate


def _is_integer(parser: Parser) -> Evaluator:
    argument = parser.expression()

    def evaluate(context: Context) -> Value:
        value = argument(context)
        return Value(int(isinstance(value.number, int)), "N", value.forward)

    return evaluate


def _is_expression(parser: Parser) -> Evaluator:
    """@EXP: whether the argument evaluates without an error; one that is not known yet counts as an error."""
    argument = parser.expression()

    def evaluate(context: Context) -> Value:
        try:
            return Value(int(argument(context).known))
        except SourceError:
            return Value(0)

    return evaluate


def _compare(parser: Parser) -> Evaluator:
    parser.skip_blanks()
    first, parser.at = parse_string(parser.text, parser.at)
    _comma(parser)
    parser.skip_blanks()
    second, parser.at = parse_string(parser.text, parser.at)
    result = Value(int(first == second))
    return lambda context: result


def _fraction(bits: int) -> FunctionParser:
    def parse(parser: Parser) -> Evaluator:
        argument = parser.expression()

        def evaluate(context: Context) -> Value:
            value = argument(context)
            absolute([value])
            number, limited = fraction(as_float(value.number), bits)
            if limited and not value.forward:
                context.warn(say.OUTSIDE_FRACTION)
            return Value(number, "N", value.forward)

        return evaluate

    return parse


def _unfraction(bits: int) -> Callable[[int | float], float]:
    """@UNF and @LUN: an integer read as a signed binary fraction."""

    def compute(number: int | float) -> float:
        if isinstance(number, float):
            raise SourceError(say.NOT_INTEGER)
        number &= (1 << bits) - 1
        if number >> (bits - 1):
            number -= 1 << bits
        return number / (1 << (bits - 1))

    return compute


def _long(high: int | float, low: int | float) -> int:
    if isinstance(high, float) or isinstance(low, float):
        raise SourceError(say.NOT_INTEGER)
    return ((high & WORD_MASK) << 24 | low & WORD_MASK) & LONG_MASK


FUNCTIONS: dict[str, FunctionParser] = {
    "ABS": _of_reals(1, abs),
    "ACS": _of_reals(1, math.acos),
    "ASN": _of_reals(1, math.asin),
    "AT2": _of_reals(2, math.atan2),
    "ATN": _of_reals(1, math.atan),
    "CCC": _of_nothing(lambda context: context.cycle_count),
    "CEL": _of_reals(1, lambda x: float(math.ceil(x))),
    "COH": _of_reals(1, math.cosh),
    "COS": _of_reals(1, math.cos),
    "CTR": _counter_type,
    "CVF": _of_reals(1, float),
    "CVI": _of_numbers(1, int),
    "CVS": _convert_space,
    "DEF": _of_name(lambda context, name: context.is_defined(name)),
    "EXP": _is_expression,
    "FLR": _of_reals(1, lambda x: float(math.floor(x))),
    "FRC": _fraction(24),
    "INT": _is_integer,
    "L10": _of_reals(1, math.log10),
    "LCV": _counter,
    "LFR": _fraction(48),
    "LNG": _of_numbers(2, _long),
    "LOG": _of_reals(1, math.log),
    "LST": _of_nothing(lambda context: context.list_level),
    "LUN": _of_numbers(1, _unfraction(48)),
    "MAC": _of_name(lambda context, name: context.is_macro(name)),
    "MAX": _of_list(max),
    "MIN": _of_list(min),
    "MSP": _memory_space,
    "POW": _of_reals(2, math.pow),
    "REL": _of_nothing(lambda context: int(context.relative)),
    "RND": _of_nothing(lambda context: context.random()),
    "SCP": _compare,
    "SGN": _of_numbers(1, lambda x: (x > 0) - (x < 0)),
    "SIN": _of_reals(1, math.sin),
    "SNH": _of_reals(1, math.sinh),
    "SQT": _of_reals(1, math.sqrt),
    "TAN": _of_reals(1, math.tan),
    "TNH": _of_reals(1, math.tanh),
    "UNF": _of_numbers(1, _unfraction(24)),
    "XPN": _of_reals(1, math.exp),
}
