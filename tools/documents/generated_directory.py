"""A directory of documents that a script generates completely."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path


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
