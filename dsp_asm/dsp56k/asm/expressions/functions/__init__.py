"""The built-in functions, @ABS to @XPN (ASM 3.8), in the groups of the later manuals, and the table that finds them."""

from __future__ import annotations

from dsp56k.asm.expressions.functions.assembly import FUNCTIONS as ASSEMBLY
from dsp56k.asm.expressions.functions.conversion import FUNCTIONS as CONVERSION
from dsp56k.asm.expressions.functions.mathematics import FUNCTIONS as MATHEMATICS
from dsp56k.asm.expressions.functions.text import FUNCTIONS as TEXT
from dsp56k.asm.expressions.parser import FunctionTable

FUNCTIONS = FunctionTable(
    {**MATHEMATICS, **CONVERSION, **TEXT, **ASSEMBLY},
    # As in the example of IF (ASM chapter 6).
    bare=frozenset({"CCC", "LST", "MXP", "REL", "RND"}),
)
