"""Expressions of a source: the parser with the assembler's functions."""

from __future__ import annotations

from dsp56k.asm.caching import cached_wherever
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.expressions.functions import FUNCTIONS
from dsp56k.asm.expressions.parser import Evaluator, Parser


@cached_wherever
def compile_expression(text: str, column: int, radix: int) -> Evaluator:
    """The evaluator of a whole text; anything after the expression is an error. Raises SourceError; the text stands at
    `column`.
    """
    parser = Parser(text, FUNCTIONS, radix, column)
    evaluator = parser.expression()
    if parser.peek():
        raise parser.error(messages.EXTRA_CHARACTERS, length=len(text) - parser.at)
    return evaluator
