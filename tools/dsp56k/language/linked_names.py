"""The names that the modules of a program share: those that no module defines, and those that two define."""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.asm import Diagnostic
from dsp56k.asm.link import Library, Module, link, messages
from dsp56k.language.analysis import Analysis

# The linker's findings that do not depend on addresses: the project file does not have those of sections.
_CODES = frozenset(kind.code for kind in (messages.UNRESOLVED, messages.MULTIPLE, messages.LOCAL_TWICE))


def link_names(modules: Sequence[Analysis], others: Sequence[Module | Library]) -> list[Diagnostic]:
    """Return the linker's findings about the names of modules; `others` are object modules and libraries.

    An erroneous module may lack any name, so that there are no findings.
    """
    if not all(module.obj.ok for module in modules):
        return []
    inputs = [Module(str(module.root), module.obj) for module in modules]
    return [entry for entry in link([*inputs, *others]).obj.diagnostics if entry.code in _CODES]
