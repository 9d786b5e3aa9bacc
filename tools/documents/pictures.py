"""Draws the pictures of documents again, which their Python blocks save.

python tools/documents/pictures.py docs/gallery/*.md

The test of the documents runs the same blocks and compares.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
_PICTURE = re.compile(r"!\[[^\]]*\]\(([\w-]+\.svg)\)")


def pictures(markdown: str) -> list[str]:
    """Return the names of the pictures next to a document."""
    return _PICTURE.findall(markdown)


def settle_style() -> None:
    """Make Matplotlib draw the same bytes in each run, with text as text."""
    import matplotlib as mpl

    os.environ["SOURCE_DATE_EPOCH"] = "0"
    mpl.use("Agg")
    mpl.rcParams.update({"svg.hashsalt": "dsp56k", "svg.fonttype": "none", "figure.figsize": (7, 3), "font.size": 9})
    mpl.rcParams.update({"figure.constrained_layout.use": True, "axes.grid": True, "grid.alpha": 0.3})


def main() -> int:
    """Run the blocks of each document and keep the pictures that they save."""
    sys.path.insert(0, str(ROOT / "tests"))
    from docs.blocks import run_blocks

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", type=Path, nargs="+")
    for document in [path.resolve() for path in parser.parse_args().documents]:
        with tempfile.TemporaryDirectory() as directory:
            os.chdir(directory)
            run_blocks(document, Path(directory), ROOT / "Makefile")
            for picture in pictures(document.read_text(encoding="utf-8")):
                shutil.copy(Path(directory) / picture, document.parent / picture)
            os.chdir(ROOT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
