"""Mathematical functions: all are floating point except for @SGN (ASM 3.8)."""

from __future__ import annotations

import math
import sys

from dsp56k.asm.expressions.functions.arguments import of_nothing, of_numbers, of_reals
from dsp56k.asm.expressions.parser import FunctionParser

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
}
