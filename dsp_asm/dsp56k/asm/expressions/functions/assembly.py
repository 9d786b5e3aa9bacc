"""Functions about symbols, expressions, location counters and the assembler's state (ASM 3.8)."""

from __future__ import annotations

from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.expressions.functions.arguments import full, letter, of_nothing, string
from dsp56k.asm.expressions.parser import Context, Evaluator, FunctionParser, Parser
from dsp56k.asm.expressions.relocation import is_external, whole
from dsp56k.asm.expressions.values import Value
from dsp56k.asm.source.strings import matching_parenthesis
from dsp56k.objects.word_sizes import NO_SPACE, SPACE_CODES


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


FUNCTIONS: dict[str, FunctionParser] = {
    "CCC": of_nothing(lambda context: context.cycle_count),
    "CTR": _counter_type,
    "DEF": _is_defined,
    "EXP": _is_expression,
    "INT": _is_integer,
    "LCV": _counter,
    "LST": of_nothing(lambda context: context.list_level),
    "MSP": _memory_space,
    "REL": of_nothing(lambda context: int(context.relative)),
}
