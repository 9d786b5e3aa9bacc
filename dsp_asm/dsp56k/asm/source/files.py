"""Source files: reading, the habits of DOS (CRLF, ^Z, names in any case, no extension), and the search of INCLUDE.

ASM 2.1 and appendix H.3.3 describe the text; INCLUDE and MACLIB (chapter 6) the search.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import MAX_FILE_BYTES, MAX_FILE_LINES, Budget
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import FatalSourceError
from dsp56k.system.files import read_at_most
from dsp56k.system.text import clean_text, decode_text

SUPPLIED = Path(__file__).parents[1] / "include"
"""The folder of the files that come with the assembler; INCLUDE looks there last."""
_NOT_TEXT = re.compile(r"[\x00-\x06\x0e-\x19\x1b-\x1f]")
_COMMENT = re.compile(r";[^\n]*")
# Form feeds divide a source into pages; elsewhere they are white space.
_PAGE_BREAK = re.compile(r"^[\f\v]+", re.MULTILINE)
# In comments DOS shows these as symbols, such as arrows and faces.
_GRAPHICS: dict[int, str] = dict.fromkeys([*range(1, 7), *range(0x0E, 0x1A), *range(0x1B, 0x20)], " ")


@dataclass(frozen=True, slots=True)
class SourceText:
    """The lines of one source: `name` as diagnostics show it, `folder` the first directory of its INCLUDEs."""

    name: str
    folder: Path | None
    lines: tuple[str, ...]


def from_text(name: str, text: str, folder: Path | None = None) -> SourceText:
    """Return the source in a string. Raises FatalSourceError if it is not text, or too much of it."""
    if len(text) > MAX_FILE_BYTES:
        raise FatalSourceError(messages.FILE_TOO_LARGE, name=name, limit=MAX_FILE_BYTES, what="bytes")
    text = clean_text(text)
    if "\f" in text or "\v" in text:
        text = _PAGE_BREAK.sub("", text).replace("\f", " ").replace("\v", " ")
    if _NOT_TEXT.search(text):
        text = _COMMENT.sub(lambda comment: comment.group().translate(_GRAPHICS), text)
    if bad := _NOT_TEXT.search(text):
        line = text.count("\n", 0, bad.start()) + 1
        raise FatalSourceError(messages.NOT_TEXT, name=name, line=line, byte=ord(bad.group()))
    if text.count("\n") > MAX_FILE_LINES:
        raise FatalSourceError(messages.FILE_TOO_LARGE, name=name, limit=MAX_FILE_LINES, what="lines")
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return SourceText(name, folder, tuple(lines))


def from_file(path: Path, *, waiting: bool = True) -> SourceText:
    """Return the source in a file; its bytes are characters of Latin-1, so that 8-bit comments survive.

    Unless `waiting`, a file whose contents are not available yet (such as /proc/kmsg) counts as unreadable. Raises
    FatalSourceError.
    """
    try:
        data = read_at_most(path, MAX_FILE_BYTES, waiting=waiting)
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise FatalSourceError(messages.FILE_TOO_LARGE, name=path, limit=MAX_FILE_BYTES, what="bytes") from error
        raise FatalSourceError(messages.CANNOT_READ, name=path, reason=error.strerror) from error
    return from_text(str(path), decode_text(data, "latin-1"), path.parent)


def as_read(text: str) -> str:
    """Return text of a source as an editor shows it: bytes that were read as Latin-1 may be UTF-8."""
    if text.isascii():
        return text
    try:
        return text.encode("latin-1").decode()
    except UnicodeError:
        return text


Listing = Callable[[Path], Mapping[str, str]]
"""The names of a directory's files, by their lower-case form. Raises OSError."""


def listing(folder: Path) -> Mapping[str, str]:
    """List a directory (see Listing): of names that differ only in case the first one counts."""
    return {name.lower(): name for name in sorted((entry.name for entry in folder.iterdir()), reverse=True)}


def find(name: str, folders: Sequence[Path | None], listed: Listing = listing) -> Path | None:
    """Return the file of an INCLUDE or MACLIB, from the first directory that has it.

    The name is tried as written and with its case ignored. A name without an extension gets .asm (ASM chapter 6,
    INCLUDE); backslashes separate directories as slashes do.
    """
    name = name.strip().replace("\\", "/")
    if not name:
        return None
    for folder in folders:
        base = folder if folder is not None else Path()
        for candidate in _spellings(name):
            if (found := without_case(base, candidate, listed=listed)) is not None:
                return found
    return None


def _spellings(name: str) -> Iterator[str]:
    """Yield the names to try: with .asm if there is no extension, then as written (ASM 1.4)."""
    last = name.rpartition("/")[2]
    if "." not in last:
        yield name + ".asm"
    yield name


def without_case(base: Path, name: str, *, folder: bool = False, listed: Listing = listing) -> Path | None:
    """Return `base`/`name` if it is a file (or a directory), else the same with each part's case ignored."""
    wanted = Path.is_dir if folder else Path.is_file
    exact = base / name
    try:
        if wanted(exact):
            return exact
        here = Path("/") if name.startswith("/") else base
        for part in name.split("/"):
            if part in ("", "."):
                continue
            if part == "..":
                here = here / ".."
                continue
            match = listed(here).get(part.lower())
            if match is None:
                return None
            here = here / match
        return here if wanted(here) else None
    except OSError:
        return None


class Files:
    """The files of INCLUDE, MACLIB and the macro libraries; `given` has texts that replace files, by real path."""

    def __init__(self, budget: Budget, given: Mapping[Path, SourceText] | None = None) -> None:
        self._budget = budget
        self._given = given or {}
        self._texts: dict[Path, SourceText] = {}
        self._listings: dict[Path, Mapping[str, str]] = {}

    def find(self, name: str, folders: Sequence[Path | None]) -> Path | None:
        """Return the file of that name: see `find`."""
        self._budget.work -= costs.FOLDER * len(folders)
        return find(name, folders, self._listed)

    def folder(self, name: str, bases: Sequence[Path]) -> Path | None:
        """Return the directory of that name below one of several others."""
        self._budget.work -= costs.FOLDER * len(bases)
        found = (without_case(base, name, folder=True, listed=self._listed) for base in bases)
        return next(filter(None, found), None)

    def read(self, path: Path) -> SourceText:
        """Return the text of a file. Raises FatalSourceError."""
        text = self._texts.get(path)
        if text is None:
            given = self._given.get(Path(os.path.realpath(path))) if self._given else None
            text = self._texts[path] = given or from_file(path, waiting=False)
            characters = sum(map(len, text.lines))
            self._budget.work -= characters // costs.FILE_CHARACTERS + len(text.lines)
            self._budget.kept -= characters + len(text.lines) * costs.LINE_KEPT
        return text

    @property
    def read_so_far(self) -> tuple[Path, ...]:
        """Return the files that were read."""
        return tuple(self._texts)

    @property
    def texts(self) -> tuple[SourceText, ...]:
        """Return the texts of these files."""
        return tuple(self._texts.values())

    def _listed(self, folder: Path) -> Mapping[str, str]:
        """List a directory (see Listing)."""
        names = self._listings.get(folder)
        if names is None:
            names = self._listings[folder] = listing(folder)
            self._budget.work -= len(names)
            self._budget.kept -= len(names) * costs.REFERENCE
        return names
