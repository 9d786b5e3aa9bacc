"""Expressions of a source: the parser with the assembler's functions."""

from __future__ import annotations

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.expressions.functions.assembly import FUNCTIONS as ASSEMBLY
from dsp56k.asm.expressions.functions.conversion import FUNCTIONS as CONVERSION
from dsp56k.asm.expressions.functions.mathematics import FUNCTIONS as MATHEMATICS
from dsp56k.asm.expressions.functions.text import FUNCTIONS as TEXT
from dsp56k.asm.expressions.parser import Evaluator, FunctionTable, Parser
from dsp56k.asm.memoize import cached_wherever

FUNCTIONS = FunctionTable(
    {**MATHEMATICS, **CONVERSION, **TEXT, **ASSEMBLY},
    # As in the example of IF (ASM chapter 6).
    bare=frozenset({"CCC", "LST", "MXP", "REL", "RND"}),
)
"""The built-in functions, @ABS to @XPN (ASM 3.8)."""


@cached_wherever
def compile_expression(text: str, column: int, radix: int) -> Evaluator:
    """Return the evaluator of a whole text at `column`.

    Anything after the expression is an error. Raises SourceError.
    """
    parser = Parser(text, FUNCTIONS, radix, column)
    evaluator = parser.expression()
    if parser.peek():
        raise parser.error(messages.EXTRA_CHARACTERS, length=len(text) - parser.at)
    return evaluator
