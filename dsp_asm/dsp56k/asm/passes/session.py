"""What all passes of an assembly share."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from dsp56k.asm.budget import Budget
from dsp56k.asm.program.symbols import SymbolTable
from dsp56k.asm.source.files import Files
from dsp56k.asm.source.text import SourceText


@dataclass
class Session:
    """The symbols, and what the caller asked for; `sources` are read one after another."""

    sources: tuple[SourceText, ...]
    include_folders: tuple[Path, ...] = ()
    macro_folders: tuple[Path, ...] = ()
    defines: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    relative: bool = False
    budget: Budget = field(default_factory=Budget)
    symbols: SymbolTable = field(init=False)
    files: Files = field(init=False)

    def __post_init__(self) -> None:
        self.symbols = SymbolTable(self.budget)
        self.files = Files(self.budget)

    @property
    def main(self) -> SourceText:
        """The first source."""
        return self.sources[0]
