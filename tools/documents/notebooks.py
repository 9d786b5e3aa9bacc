"""Makes Jupyter notebooks of two pages of the gallery; --check only says whether they are fresh.

python tools/documents/notebooks.py

Files become `%%writefile` cells, sessions `!` cells, Python blocks code cells. Output is left out: a notebook makes it.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
PAGES = ("biquad", "montgomery")
_BLOCK = re.compile(r"^```(\S+) ?(\S*)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
_PICTURE = re.compile(r"^!\[[^\]]*\]\([\w-]+\.svg\)\n", re.MULTILINE)
_LINK = re.compile(r"\]\((?!https?:)([^)]+)\)")


def cell(kind: str, text: str, number: int) -> dict[str, Any]:
    """Return a cell of a notebook."""
    made: dict[str, Any] = {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": text.strip("\n").splitlines(keepends=True),
    }
    return made if kind == "markdown" else made | {"execution_count": None, "outputs": []}


def code(language: str, title: str, body: str) -> str:
    """Return the code of a block, or nothing if it shows output."""
    if title:
        return f"%%writefile {title}\n{body}"
    if language == "console":
        commands = re.findall(r"^\$ ((?:.*\\\n)*.*)", body, re.MULTILINE)
        return "\n".join(f"!{command}" for command in commands)
    return body if language == "python" else ""


def notebook(page: str) -> str:
    """Return the notebook of a page as JSON."""
    cells: list[dict[str, Any]] = []

    def add(kind: str, text: str) -> None:
        if text.strip():
            cells.append(cell(kind, text, len(cells)))

    # Links are relative to the directory of notebooks; the notebook draws the picture.
    text = _LINK.sub(lambda link: f"](../{link[1]})", _PICTURE.sub("", page))
    end = 0
    for block in _BLOCK.finditer(text):
        add("markdown", text[end : block.start()])
        add("code", code(*block.groups()))
        end = block.end()
    add("markdown", text[end:])
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n"


def main() -> int:
    """Return 0 if the notebooks are fresh or were written, 1 if --check finds a stale one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if a notebook is stale")
    check = parser.parse_args().check
    stale = False
    for name in PAGES:
        path = GALLERY / "notebooks" / f"{name}.ipynb"
        made = notebook((GALLERY / f"{name}.md").read_text(encoding="utf-8"))
        if not path.exists() or path.read_text(encoding="utf-8") != made:
            stale = True
            if check:
                sys.stderr.write(f"{path.name} is stale: run tools/documents/notebooks.py\n")
            else:
                path.write_text(made, encoding="utf-8")
    return int(stale and check)


if __name__ == "__main__":
    sys.exit(main())
