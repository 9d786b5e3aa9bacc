"""Functions of strings and macros: SCP and MAC (ASM 3.8); LEN, POS, ARG, CNT and MXP are of the versions from 5 on."""

from __future__ import annotations

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.expressions.functions.arguments import comma, full, of_nothing, string
from dsp56k.asm.expressions.parser import Context, Evaluator, FunctionParser, Parser
from dsp56k.asm.expressions.values import Value
from dsp56k.asm.source.strings import QUOTES


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


def _argument(parser: Parser) -> Evaluator:
    """Parse @ARG('dummy') or @ARG(number): 1 if the macro call has that argument; the first one is number 1."""
    at = parser.at
    named = parser.peek() in QUOTES
    name = string(parser) if named else ""
    number = parser.expression() if not named else None

    def evaluate(context: Context) -> Value:
        expansion = full(context).macro_arguments()
        if expansion is None:
            context.warn_within(messages.NO_EXPANSION, at, 1)
            return Value(0)
        dummies, arguments = expansion
        place = dummies.index(name) if name in dummies else -1
        if number is not None:
            place = int(number(context).number) - 1
        return Value(int(0 <= place < len(arguments) and arguments[place] != ""))

    return evaluate


def _count(parser: Parser) -> Evaluator:
    at = parser.at

    def evaluate(context: Context) -> Value:
        expansion = full(context).macro_arguments()
        if expansion is None:
            context.warn_within(messages.NO_EXPANSION, at, 1)
            return Value(0)
        return Value(len(expansion[1]))

    return evaluate


def _is_macro(parser: Parser) -> Evaluator:
    name = parser.name()
    return lambda context: Value(int(full(context).is_macro(name)))


FUNCTIONS: dict[str, FunctionParser] = {
    "ARG": _argument,
    "CNT": _count,
    "LEN": _length,
    "MAC": _is_macro,
    "MXP": of_nothing(lambda context: int(context.macro_arguments() is not None)),
    "POS": _position,
    "SCP": _compare,
}
