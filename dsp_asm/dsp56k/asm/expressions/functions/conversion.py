"""Conversion functions (ASM 3.8); FLD and RVB are of the versions from 5 on."""

from __future__ import annotations

from collections.abc import Callable

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.expressions.functions.arguments import comma, letter, of_integers, of_numbers, of_reals
from dsp56k.asm.expressions.parser import Context, Evaluator, FunctionParser, Parser
from dsp56k.asm.expressions.relocation import absolute
from dsp56k.asm.expressions.values import Value, as_float, fraction
from dsp56k.objects.word_sizes import LONG_MASK, NO_SPACE, WORD_BITS, WORD_MASK, space_of


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


FUNCTIONS: dict[str, FunctionParser] = {
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
}
