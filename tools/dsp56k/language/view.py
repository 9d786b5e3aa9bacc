"""A file in an editor with its program, and the lines and names of every file of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from dsp56k.asm.source.files import as_read
from dsp56k.language.analysis import Analysis
from dsp56k.language.project import Project
from dsp56k.language.symbol_index import FileSymbols, names_of
from dsp56k.system.text import decode_lines


class SourceRange(NamedTuple):
    """A range of a line (from 0) in a file."""

    path: Path
    line: int
    first: int
    last: int


class SourceCache:
    """The lines and names of files, which are computed once for each content."""

    def __init__(self) -> None:
        self._lines: dict[Path, tuple[object, Sequence[str]]] = {}
        self._names: dict[Path, FileSymbols] = {}

    def lines(self, path: Path, text: str | None) -> Sequence[str]:
        """Return the lines of an open document, or of a file if `text` is None; empty if it cannot be read."""
        version: object = text
        if text is None:
            try:
                stat = path.stat()
            except OSError:
                return ()
            version = stat.st_mtime_ns, stat.st_size
        known = self._lines.get(path)
        if known is None or known[0] != version:
            known = self._lines[path] = version, text.splitlines() if text is not None else _read(path)
        return known[1]

    def names(self, path: Path, lines: Sequence[str]) -> FileSymbols:
        """Return the names of a file that has these lines."""
        known = self._names.get(path)
        if known is None or known.lines is not lines:
            known = self._names[path] = names_of(lines)
        return known


def _read(path: Path) -> Sequence[str]:
    try:
        return [as_read(line) for line in decode_lines(path.read_bytes(), "latin-1")]
    except OSError:
        return ()


@dataclass(frozen=True)
class View:
    """A file in an editor, its program, and the contents of all open documents.

    A file that is not open has no lines. If the file is in a module, `modules` are the other modules of the program,
    and `missing` those that are not assembled yet.
    """

    path: Path
    lines: Sequence[str]
    analysis: Analysis | None
    texts: Mapping[Path, str]
    project: Project
    modules: Sequence[Analysis] = ()
    missing: Sequence[Path] = ()
    sources: SourceCache = field(default_factory=SourceCache)

    def lines_of(self, path: Path) -> Sequence[str]:
        """Return the lines of a file of the program, from the editor or from the disk; empty if it cannot be read."""
        if path == self.path and self.lines:
            return self.lines
        return self.sources.lines(path, self.texts.get(path))

    def names_of(self, path: Path) -> FileSymbols:
        """Return the names of a file of the program."""
        return self.sources.names(path, self.lines_of(path))

    @property
    def names(self) -> FileSymbols:
        """The names of this file."""
        return self.names_of(self.path)

    @property
    def files(self) -> frozenset[Path]:
        """Every file of the module or program that contains this one, at least this one."""
        return (self.analysis.files if self.analysis is not None else frozenset()) | {self.path}

    def files_with(self, name: str) -> frozenset[Path]:
        """Return the files in which a name can have the same definition as in this file.

        All modules of a program share symbols. Only modules that read the same definition share a macro or a text of
        DEFINE.
        """
        if self.analysis is None or not self.modules:
            return self.files
        if name in self.analysis.externals or self.analysis.symbol(name) is not None:
            return self.files.union(*(module.files for module in self.modules))
        places = ((path, self.names_of(path).places.get(name, ())) for path in self.files)
        defining = {path for path, found in places if any(place.defines for place in found)}
        return self.files.union(*(module.files for module in self.modules if module.files & defining))
