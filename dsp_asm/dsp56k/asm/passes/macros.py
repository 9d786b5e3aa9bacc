"""The macros that a pass knows (ASM 4.3.2, 5.3)."""

from __future__ import annotations

from dsp56k.asm.diagnostics.model import Span
from dsp56k.asm.program import symbols
from dsp56k.asm.program.symbols import SymbolTable
from dsp56k.asm.source.macros import Macro


class Macros:
    """Macros by section and name, and where they are defined. `tried` are the names by section that were looked for in
    libraries.
    """

    def __init__(self, table: SymbolTable) -> None:
        self.known: dict[tuple[str, str], Macro] = {}
        self.places: dict[tuple[str, str], Span] = {}
        self.tried: set[tuple[str, str]] = set()
        self._symbols = table

    def find(self, name: str) -> Macro | None:
        """The macro that can be called by a name here: the section's own, else a global one (ASM 4.3.2)."""
        name = self._symbols.fold(name)
        section = self._symbols.stack[-1].name
        return self.known.get((section, name)) or self.known.get((symbols.GLOBAL, name))

    def purge(self, name: str) -> bool:
        """Forget a macro, which a library may define again; False if there is none."""
        for section in (self._symbols.section.name, symbols.GLOBAL):
            if self.known.pop((section, self._symbols.fold(name)), None) is not None:
                self.tried.discard((section, name))
                return True
        return False

    def hidden(self, name: str) -> str | None:
        """A section that keeps a macro of that name to itself."""
        return next((section for section, known in self.known if known == self._symbols.fold(name)), None)
