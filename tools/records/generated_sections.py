"""Generated sections of documents: text between two marks, which is replaced, or compared."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


def replaced(text: str, name: str, made_by: str, lines: Sequence[str]) -> str:
    """Return the text with `lines` between the marks of a name.

    Raises:
        SystemExit: The marks do not exist.
    """
    begin, end = f"<!-- {name}: {made_by} -->", f"<!-- end of {name} -->"
    before, opened, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not opened or not closed:
        raise SystemExit(f"no table {name}: it begins with {begin!r} and ends with {end!r}")
    return "\n".join([before + begin, "", *lines, "", end + after])


def update(document: Path, made_by: str, sections: Mapping[str, Sequence[str]], *, check: bool = False) -> int:
    """Write sections of a document by name, or with `check` only compare them; return 1 if one is stale, otherwise 0.

    `made_by` is the text of the marks, "made by SCRIPT from RECORD", where {} is the name of the section.

    Raises:
        SystemExit: The document has no such section.
    """
    text = document.read_text(encoding="utf-8")
    for name, lines in sections.items():
        text = replaced(text, name, made_by.format(name), lines)
    return settle(document, made_by, text, check=check)


def settle(document: Path, made_by: str, text: str, *, check: bool = False) -> int:
    """Write a whole document, or compare it, as `update`."""
    if text == document.read_text(encoding="utf-8"):
        return 0
    if check:
        script = made_by.removeprefix("made by ").partition(" ")[0]
        sys.stderr.write(f"{document.name}: the tables are stale; run {script}\n")
        return 1
    document.write_text(text, encoding="utf-8")
    return 0
