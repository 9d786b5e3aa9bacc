"""The inputs of a link: modules and libraries of them, and the spans in a module for diagnostics."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsp56k.asm.link.layout import relocation_of
from dsp56k.objects import module as objects
from dsp56k.objects.module import Run, Span, SymbolRecord

OUTSIDE = "GLOBAL"
"""Name in messages of the part outside of all sections."""


@dataclass(frozen=True, slots=True)
class Module:
    """An object file and the name under which messages and the map show it."""

    name: str
    obj: objects.Module

    def section_name(self, number: int) -> str:
        """Return the name of a section by its number."""
        return relocation_of(self.obj).sections[number]

    def span(self, section: str) -> Span:
        """Return a section of the module as a span, without a line."""
        return Span(self.name, 0, 0, 0, "", section or OUTSIDE)

    def word_span(self, run: Run, index: int) -> Span:
        """Return the span of a word of a run: its source line if the module has line entries, else its section."""
        section = self.section_name(run.section)
        source = run.source(index)
        return self.span(section) if source is None else Span(*source, 0, 0, "", section or OUTSIDE)

    def symbol_span(self, symbol: SymbolRecord) -> Span:
        """Return a symbol's span: its definition, the source line of the word at a label, or its section."""
        if symbol.span is not None:
            return replace(symbol.span, section=symbol.section or OUTSIDE)
        # A symbol that the linker computes is not a label: it has no word.
        for run in self.obj.runs if symbol.kind == "label" and not symbol.expression else ():
            index = (symbol.value - run.run_address) * (2 if run.space == "L" else 1)
            here = (run.run_space, run.run_base) == (symbol.space, symbol.base)
            if here and isinstance(index, int) and 0 <= index < len(run.words):
                return replace(self.word_span(run, index), section=symbol.section or OUTSIDE)
        return self.span(symbol.section)


@dataclass(frozen=True, slots=True)
class Library:
    """A library. Only modules are linked that define a symbol that is missing at the library's position."""

    name: str
    modules: tuple[Module, ...]
