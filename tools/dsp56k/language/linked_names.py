"""Diagnostics of the names that the modules of a program share: names that none defines, and names that two define."""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.asm import Diagnostic
from dsp56k.asm.link import Library, Module, link, messages
from dsp56k.language.analysis import Analysis

# Errors that do not depend on the addresses of sections, which the project file does not have.
_CODES = frozenset(kind.code for kind in (messages.UNRESOLVED, messages.MULTIPLE, messages.LOCAL_TWICE))


def link_names(modules: Sequence[Analysis], others: Sequence[Module | Library]) -> list[Diagnostic]:
    """Return the linker's diagnostics of the names of modules; `others` are object modules and libraries.

    Return none if a module has an error, because any of its names may be missing.
    """
    if not all(module.obj.ok for module in modules):
        return []
    inputs = [Module(str(module.root), module.obj) for module in modules]
    return [entry for entry in link([*inputs, *others]).obj.diagnostics if entry.code in _CODES]
