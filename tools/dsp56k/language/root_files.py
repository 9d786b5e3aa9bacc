"""The root of a file whose program has not been assembled yet: a source near it that includes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from dsp56k.system.files import read_at_most
from dsp56k.system.text import decode_text

_MOST_FILES = 200
_MOST_BYTES = 1 << 20
_ENDING = ".asm"


def find_including_source(path: Path) -> Path | None:
    """Return the first source by name, in a file's directory or the parent, that includes the file."""
    named = re.escape(path.name)
    if path.suffix.lower() == _ENDING:
        named = f"{re.escape(path.stem)}({re.escape(_ENDING)})?"
    statement = re.compile(rf"^[ \t]+include[ \t]+['\"]([^'\"\n]*[/\\])?{named}['\"]", re.IGNORECASE | re.MULTILINE)
    return next((source for source in _sources(path) if statement.search(_read(source))), None)


def _sources(path: Path) -> Iterator[Path]:
    """Yield the sources near a file, without itself."""
    for folder in (path.parent, path.parent.parent):
        try:
            found = sorted(entry for entry in folder.iterdir() if entry.suffix.lower() == _ENDING)[:_MOST_FILES]
        except OSError:
            continue
        yield from (source for source in found if source != path and source.is_file())


def _read(path: Path) -> str:
    """Return the text of a source, "" if it cannot be read; bytes that are not UTF-8 match those of a file name."""
    try:
        return decode_text(read_at_most(path, _MOST_BYTES, waiting=False), "utf-8", "surrogateescape")
    except OSError:
        return ""
