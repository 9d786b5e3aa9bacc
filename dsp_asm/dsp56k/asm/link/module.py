"""What is linked: modules and libraries of them, and the places in a module that diagnostics point to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsp56k.asm.link.layout import relocation_of
from dsp56k.objects import module as objects
from dsp56k.objects.module import Run, Span, SymbolRecord

OUTSIDE = "GLOBAL"
"""What messages call what stands outside of all sections."""


@dataclass(frozen=True, slots=True)
class Module:
    """An object file and the name under which messages and the map show it."""

    name: str
    obj: objects.Module

    def section_name(self, number: int) -> str:
        """The name of a section by its number."""
        return relocation_of(self.obj).sections[number]

    def span(self, section: str) -> Span:
        """A section of the module, no line of which is known."""
        return Span(self.name, 0, 0, 0, "", section or OUTSIDE)

    def word_span(self, run: Run, index: int) -> Span:
        """A word of a run: its source line, where the module has line entries, else its section."""
        section = self.section_name(run.section)
        source = run.source(index)
        return self.span(section) if source is None else Span(*source, 0, 0, "", section or OUTSIDE)

    def symbol_span(self, symbol: SymbolRecord) -> Span:
        """A symbol: its definition or, of a label in a file, the source line of the word there, else its section."""
        if symbol.span is not None:
            return replace(symbol.span, section=symbol.section or OUTSIDE)
        # What the linker computes is no label: no word stands there.
        for run in self.obj.runs if symbol.kind == "label" and not symbol.expression else ():
            index = (symbol.value - run.run_address) * (2 if run.space == "L" else 1)
            here = (run.run_space, run.run_base) == (symbol.space, symbol.base)
            if here and isinstance(index, int) and 0 <= index < len(run.words):
                return replace(self.word_span(run, index), section=symbol.section or OUTSIDE)
        return self.span(symbol.section)


@dataclass(frozen=True, slots=True)
class Library:
    """Modules of which only those are taken that define what is missing where the library is named."""

    name: str
    modules: tuple[Module, ...]
