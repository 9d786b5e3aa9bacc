"""The files that an assembly reads besides its sources: each is read once, each folder listed once, in all passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import Budget
from dsp56k.asm.source.text import SourceText, find, from_file, listing, without_case


class Files:
    """What INCLUDE, MACLIB and the macro libraries find."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._texts: dict[Path, SourceText] = {}
        self._listings: dict[Path, Mapping[str, str]] = {}

    def find(self, name: str, folders: Sequence[Path | None]) -> Path | None:
        """The file of that name: see `source.find`."""
        self._budget.work -= costs.FOLDER * len(folders)
        return find(name, folders, self._listed)

    def folder(self, name: str, bases: Sequence[Path]) -> Path | None:
        """The folder of that name beneath one of several others."""
        self._budget.work -= costs.FOLDER * len(bases)
        found = (without_case(base, name, folder=True, listed=self._listed) for base in bases)
        return next(filter(None, found), None)

    def read(self, path: Path) -> SourceText:
        """The text of a file. Raises FatalSourceError."""
        text = self._texts.get(path)
        if text is None:
            text = self._texts[path] = from_file(path, waiting=False)
            characters = sum(map(len, text.lines))
            self._budget.work -= characters // costs.FILE_CHARACTERS + len(text.lines)
            self._budget.kept -= characters + len(text.lines) * costs.LINE_KEPT
        return text

    def _listed(self, folder: Path) -> Mapping[str, str]:
        """See source.Listing."""
        names = self._listings.get(folder)
        if names is None:
            names = self._listings[folder] = listing(folder)
            self._budget.work -= len(names)
            self._budget.kept -= len(names) * costs.REFERENCE
        return names
