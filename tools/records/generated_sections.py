"""Generated sections of documents: text between two marks, which is replaced, or compared."""

from __future__ import annotations

import sys
from collections.abc import Sequence
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


def settle(document: Path, text: str, check: bool, remedy: str) -> int:
    """Write the document, or with `check` only report; return 0 if it is fresh now, 1 if it is stale."""
    if text == document.read_text(encoding="utf-8"):
        return 0
    if check:
        sys.stderr.write(f"{document.name}: the tables are stale; {remedy}\n")
        return 1
    document.write_text(text, encoding="utf-8")
    return 0
