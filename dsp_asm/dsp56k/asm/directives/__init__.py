"""The directives, in the groups of ASM 6.3, and the table that finds them by name."""

from __future__ import annotations

from dsp56k.asm.directives.assembly import DIRECTIVES as ASSEMBLY
from dsp56k.asm.directives.conditional import DIRECTIVES as CONDITIONAL
from dsp56k.asm.directives.data import DIRECTIVES as DATA
from dsp56k.asm.directives.listing import DIRECTIVES as LISTING
from dsp56k.asm.directives.macro import DIRECTIVES as MACRO
from dsp56k.asm.directives.objects import DIRECTIVES as OBJECTS
from dsp56k.asm.directives.structured import DIRECTIVES as STRUCTURED
from dsp56k.asm.directives.symbol import DIRECTIVES as SYMBOL
from dsp56k.asm.passes.assembly_pass import Directive

DIRECTIVES: dict[str, Directive] = {
    **ASSEMBLY,
    **SYMBOL,
    **DATA,
    **LISTING,
    **OBJECTS,
    **MACRO,
    **CONDITIONAL,
    **STRUCTURED,
}
