"""Which documents there are."""

from __future__ import annotations

import re
from pathlib import Path

from wrap_documents import PARTS

ROOT = Path(__file__).parents[2]
ISA_PAGES = sorted((ROOT / "docs" / "reference" / "isa").glob("*.md"))
"""Made by tools/documents/isa_pages.py."""
DIAGNOSTIC_PAGES = sorted((ROOT / "docs" / "reference" / "diagnostics").glob("*.md"))
"""Made by tools/documents/diagnostic_pages.py; tests/unit/language runs their examples."""
DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *(path for part in PARTS for path in sorted((ROOT / "docs" / part).glob("*.md"))),
    ROOT / "docs" / "site" / "index.md",
    *ISA_PAGES,
    *DIAGNOSTIC_PAGES,
]
RECIPES = ROOT / "docs" / "contributing" / "recipes.md"
"""Followed by tests/recipes."""
NOTHING_RUNS_IN = {
    "CHANGELOG.md",
    "SECURITY.md",
    "docs/README.md",
    "docs/gallery/README.md",
    "docs/records/README.md",
    "docs/records/ciphers.md",
    "docs/records/compatibility.md",
    "docs/records/crossover.md",
    "docs/records/host-clocks.md",
    "docs/records/library.md",
    "docs/records/mutation.md",
    "docs/records/packets.md",
    "docs/records/short-des.md",
    "docs/reference/compiled-instructions.md",
    "docs/reference/limitations.md",
}
"""Documents without a block that a test runs or checks, in addition to the pages of docs/reference/isa."""


def name_of(document: Path) -> str:
    """A document's path from the top of the checkout."""
    return document.relative_to(ROOT).as_posix()


def prose_of(document: Path) -> str:
    """A document without its fenced blocks; their lines are empty, so that line numbers stay."""
    text = document.read_text(encoding="utf-8")
    return re.sub(r"^```.*?^```$", lambda block: "\n" * block[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE)
