"""The object file: the result of an assembly for loaders, writers (formats/) and people."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsp56k.asm.diagnostics.model import Diagnostic
from dsp56k.asm.listing import ListingLine, ListingSettings, ListingStatistics
from dsp56k.objects.module import Module


@dataclass(repr=False)
class ObjectFile(Module):
    """The result of an assembly. `ok` is False if any error was found; the words must not be used then."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    listing: list[ListingLine] = field(default_factory=list)
    listing_settings: ListingSettings = field(default_factory=ListingSettings)
    warnings: int = 0
    usage: ListingStatistics = field(default_factory=ListingStatistics)

    def __repr__(self) -> str:
        """Return a summary on one line."""
        return f"{super().__repr__()[:-1]}, errors {self.errors}, warnings {self.warnings}>"
