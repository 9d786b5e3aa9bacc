"""Mathematical functions: floating point but for @SGN (ASM 3.8)."""

from __future__ import annotations

import math
from collections.abc import Callable

from dsp56k.asm.expressions import Context, Evaluator, FunctionParser, Parser
from dsp56k.asm.functions.parsing import of_nothing, of_numbers, of_reals
from dsp56k.asm.relocation import absolute
from dsp56k.asm.values import Value, as_float


def _of_list(choose: Callable[[list[float]], float]) -> FunctionParser:
    """@MAX and @MIN: one expression or more."""

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


FUNCTIONS: dict[str, FunctionParser] = {
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
    "MAX": _of_list(max),
    "MIN": _of_list(min),
    "POW": of_reals(2, math.pow),
    "RND": of_nothing(lambda context: context.random()),
    "SGN": of_numbers(1, lambda x: (x > 0) - (x < 0), relative=True),
    "SIN": of_reals(1, math.sin),
    "SNH": of_reals(1, math.sinh),
    "SQT": of_reals(1, math.sqrt),
    "TAN": of_reals(1, math.tan),
    "TNH": of_reals(1, math.tanh),
    "XPN": of_reals(1, math.exp),
}
