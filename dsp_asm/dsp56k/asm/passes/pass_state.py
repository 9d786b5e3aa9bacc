"""Data that the passes of an assembly share, and the parts of each pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dsp56k.asm.budget import Budget
from dsp56k.asm.diagnostics.model import Message
from dsp56k.asm.listing import ListingStatistics
from dsp56k.asm.passes.listing import Listing
from dsp56k.asm.passes.options import OPTIONS, Options
from dsp56k.asm.passes.report import Report
from dsp56k.asm.program import symbols
from dsp56k.asm.program.output import Output
from dsp56k.asm.program.symbols import SymbolTable
from dsp56k.asm.source.define_symbols import Defines
from dsp56k.asm.source.files import Files, SourceText
from dsp56k.asm.source.lines import LineReader
from dsp56k.asm.source.macros import Macro
from dsp56k.isa.chips import DSP56001
from dsp56k.objects.module import Span


@dataclass
class Session:
    """Data that all passes share: the symbols and the caller's settings.

    `sources` are read one after another; `texts` replace files, by their real paths. `chip` is one of isa.CHIPS.
    """

    sources: tuple[SourceText, ...]
    include_folders: tuple[Path, ...] = ()
    macro_folders: tuple[Path, ...] = ()
    defines: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    relative: bool = False
    chip: str = DSP56001
    budget: Budget = field(default_factory=Budget)
    texts: Mapping[Path, SourceText] = field(default_factory=dict)
    symbols: SymbolTable = field(init=False)
    files: Files = field(init=False)

    def __post_init__(self) -> None:
        self.symbols = SymbolTable(self.budget)
        self.files = Files(self.budget, self.texts)

    @property
    def main(self) -> SourceText:
        """The first source."""
        return self.sources[0]

    def line(self, file: str, number: int) -> str:
        """Return a line of a source that was read, "" for one that was not."""
        text = next((source for source in (*self.sources, *self.files.texts) if source.name == file), None)
        return text.lines[number - 1] if text is not None and 0 < number <= len(text.lines) else ""


class Macros:
    """The macros of a pass (ASM 4.3.2, 5.3), by section and name, and their definitions.

    `tried` are the names, by section, that were searched in libraries.
    """

    def __init__(self, table: SymbolTable) -> None:
        self.known: dict[tuple[str, str], Macro] = {}
        self.places: dict[tuple[str, str], Span] = {}
        self.tried: set[tuple[str, str]] = set()
        self._symbols = table

    def find(self, name: str) -> Macro | None:
        """Return the macro that a name calls here: the section's own, else a global one (ASM 4.3.2)."""
        name = self._symbols.fold(name)
        section = self._symbols.stack[-1].name
        return self.known.get((section, name)) or self.known.get((symbols.GLOBAL, name))

    def purge(self, name: str) -> bool:
        """Remove a macro, which a library may define again; return False if there is none."""
        for section in (self._symbols.section.name, symbols.GLOBAL):
            if self.known.pop((section, self._symbols.fold(name)), None) is not None:
                self.tried.discard((section, name))
                return True
        return False

    def hidden(self, name: str) -> str | None:
        """Return a section that has a private macro of that name."""
        return next((section for section, known in self.known if known == self._symbols.fold(name)), None)


class Workspace:
    """The inputs, outputs and reports of a pass; each pass has its own.

    `nesting` counts the IFs and sections that are open.
    """

    def __init__(self, session: Session, nesting: Callable[[], int]) -> None:
        budget = session.budget
        self.defines = Defines(budget)
        self.reader = LineReader(self.defines, budget)
        self.options: Options = dict(OPTIONS)
        self.output = Output(self._overflow, budget)
        self.locations = self.output.locations
        self.usage = ListingStatistics()
        self.macros = Macros(session.symbols)
        self.listing = Listing(self.reader, self.options, self.locations, budget, nesting)
        self.report = Report(self.reader, self.options, self.listing, budget, session.chip)

    def _overflow(self, kind: Message) -> None:
        """Report the overflow of a counter once: it wraps once for many words."""
        self.report.warn_once(kind)
