"""The built-in functions, @ABS to @XPN (ASM 3.8), in the groups of the later manuals, and the table that finds them."""

from __future__ import annotations

from dsp56k.asm.expressions import FunctionParser
from dsp56k.asm.functions.assembly import FUNCTIONS as ASSEMBLY
from dsp56k.asm.functions.conversion import FUNCTIONS as CONVERSION
from dsp56k.asm.functions.mathematics import FUNCTIONS as MATHEMATICS
from dsp56k.asm.functions.text import FUNCTIONS as TEXT

FUNCTIONS: dict[str, FunctionParser] = {**MATHEMATICS, **CONVERSION, **TEXT, **ASSEMBLY}

WITHOUT_ARGUMENTS = frozenset({"CCC", "LST", "MXP", "REL", "RND"})
"""Functions whose empty parentheses may be left out, as in the example of IF (ASM chapter 6)."""
