"""Files that a script generates completely, directories of them, and the generated tables of other documents."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path


def with_tables(document: Path, script: str, tables: Mapping[str, Iterable[str]]) -> str:
    """Return the text of a document with other lines between the marks of each table.

    Raises:
        ValueError: The marks of a table are missing.
    """
    text = document.read_text(encoding="utf-8")
    for name, rows in tables.items():
        begin, end = f"<!-- {name}: made by {script} -->\n", f"<!-- end of {name} -->"
        before, opened, rest = text.partition(begin)
        _, closed, after = rest.partition(end)
        if not opened or not closed:
            raise ValueError(f"{document.name}: the marks of the table '{name}' are missing")
        text = "".join((before, begin, *(f"{row}\n" for row in rows), end, after))
    return text


def update_file(file: Path, text: str, script: str, about: str | None) -> int:
    """Write a file, or with --check only name it if it is stale.

    Args:
        file: The file.
        text: Its text.
        script: The script, for the message about a stale file.
        about: The script's description.

    Returns:
        0 if the file is fresh or was written.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if the file is stale")
    if not parser.parse_args().check:
        file.write_text(text, encoding="utf-8")
        return 0
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return 0
    sys.stderr.write(f"{file}: stale; run {script}\n")
    return 1


def update_directory(folder: Path, made: Mapping[str, str], script: str, about: str | None) -> int:
    """Write stale pages and remove obsolete ones, or with --check only name them.

    Args:
        folder: The directory of the pages, which contains nothing else.
        made: The pages' texts by name.
        script: The script, for the message about stale pages.
        about: The script's description.

    Returns:
        0 if the pages are fresh or were written.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a page is stale")
    check = parser.parse_args().check
    folder.mkdir(parents=True, exist_ok=True)
    left_over = {path.name for path in folder.glob("*.md")} - made.keys()
    stale = [name for name, text in made.items() if not (folder / name).exists() or (folder / name).read_text() != text]
    if check:
        for name in (*stale, *left_over):
            sys.stderr.write(f"docs/{folder.name}/{name}: stale; run {script}\n")
        return 1 if stale or left_over else 0
    for name in stale:
        (folder / name).write_text(made[name])
    for name in left_over:
        (folder / name).unlink()
    return 0
