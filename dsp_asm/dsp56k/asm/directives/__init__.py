"""The directives, in the groups of ASM 6.3, and the table that finds them by name."""

from __future__ import annotations

from dsp56k.asm.directives import assembly, conditional, data, listing, macro, objects, structured, symbol
from dsp56k.asm.passes import Directive

DIRECTIVES: dict[str, Directive] = {
    **assembly.DIRECTIVES,
    **symbol.DIRECTIVES,
    **data.DIRECTIVES,
    **listing.DIRECTIVES,
    **objects.DIRECTIVES,
    **macro.DIRECTIVES,
    **conditional.DIRECTIVES,
    **structured.DIRECTIVES,
}
