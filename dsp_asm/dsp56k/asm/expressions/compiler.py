"""Expressions of a source: the parser with the assembler's functions."""

from __future__ import annotations

from dsp56k.asm.caching import cached_by_text
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.expressions.functions import FUNCTIONS
from dsp56k.asm.expressions.parser import Evaluator, Parser


@cached_by_text
def compile_expression(text: str, radix: int = 10) -> Evaluator:
    """The evaluator of a whole text; anything after the expression is an error."""
    parser = Parser(text, FUNCTIONS, radix)
    evaluator = parser.expression()
    if parser.peek():
        raise parser.error(messages.EXTRA_CHARACTERS, length=len(text) - parser.at)
    return evaluator
