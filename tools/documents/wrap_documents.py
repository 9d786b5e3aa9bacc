"""Fills the prose of the documents to lines of 120 characters; with --check only reports the others.

Tables, headings, fenced blocks and comments stay as they are. Scripts that make documents call `wrapped`.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[2]
WIDTH = 120
PARTS = ("contributing", "explanation", "gallery", "guides", "records", "reference", "tutorials")
"""Directories of docs."""
_KEPT = re.compile(r"#|\||<!--|>|\s*$")
_ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])(\s+)(?=\S)")
_WOULD_BEGIN_ANOTHER = re.compile(r"([-*+]|\d+[.)]|#+)(\s|$)|[|>]|```")


def documents() -> list[Path]:
    """Return the documents that are written by hand."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "tests").glob("*/README.md")]
    found += [path for directory in PARTS for path in (ROOT / "docs" / directory).glob("*.md")]
    return sorted(path for path in found if not path.read_text(encoding="utf-8").startswith("<!-- Made"))


def wrapped(text: str) -> str:
    """Return a document with its prose filled."""
    lines: list[str] = []
    for number, part in enumerate(re.split(r"^(```.*?^```[^\S\n]*\n)", text, flags=re.DOTALL | re.MULTILINE)):
        lines += part.splitlines() if number % 2 else _prose(part.splitlines())
    return "\n".join(lines) + "\n"


def _prose(lines: list[str]) -> Iterator[str]:
    for kept, run in groupby(lines, key=lambda line: _KEPT.match(line) is not None):
        if kept:
            yield from run
        else:
            for paragraph in _paragraphs(list(run)):
                yield from _filled(paragraph)


def _paragraphs(lines: list[str]) -> Iterator[list[str]]:
    """Yield paragraphs, cut before an item of a list."""
    begun = 0
    for number, line in enumerate(lines):
        if number > begun and _ITEM.match(line):
            yield lines[begun:number]
            begun = number
    yield lines[begun:]


def _filled(lines: list[str]) -> list[str]:
    item = _ITEM.match(lines[0])
    first = item[0] if item else lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    words = " ".join([lines[0][len(first) :], *lines[1:]]).split()
    # A word that would begin an item, a heading or a table at the start of a line stays with the one before it.
    glued = [words[0]]
    for word in words[1:]:
        if _WOULD_BEGIN_ANOTHER.match(word):
            glued[-1] += f"\0{word}"
        else:
            glued.append(word)
    filler = textwrap.TextWrapper(
        width=WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in filler.wrap(" ".join(glued))]


def main() -> int:
    """Return 0 if all documents are filled now, 1 if --check finds one that is not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if a document is not filled")
    check = parser.parse_args().check
    stale = False
    for path in documents():
        text = path.read_text(encoding="utf-8")
        filled = wrapped(text)
        if check and filled != text:
            sys.stderr.write(f"{path.relative_to(ROOT)}: run tools/documents/wrap_documents.py\n")
            stale = True
        elif filled != text:
            path.write_text(filled, encoding="utf-8")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
