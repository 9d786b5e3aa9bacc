"""Writes docs/reference/diagnostics from the tables of dsp56k.language.catalogue: a page for each group, and an index.

With --check nothing is written: exit code 1 if a page differs, is missing or is left over.
"""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path

from dsp56k.asm import render
from dsp56k.language.catalogue import examples
from dsp56k.language.catalogue.diagnostic_pages import GROUPS, Page, kinds, page
from dsp56k.system.grid import columns, markdown
from generated_files import update_directory
from wrap_documents import wrapped

FOLDER = Path(__file__).parents[2] / "docs" / "reference" / "diagnostics"
WARNING = "<!-- Made by tools/documents/diagnostic_pages.py from tools/dsp56k/language/catalogue: change that. -->"


def said(entry: Page) -> str:
    """Return the first diagnostic of the code that the example causes, without the example's directory."""
    if entry.work or entry.kept:
        return ""
    first = next((each for each in examples.example_diagnostics(entry) if each.code == entry.message.code), None)
    # The directory of a control file is another one each time.
    return "" if first is None or entry.control else render(first)


def section(entry: Page) -> list[str]:
    """Return the section of a diagnostic."""
    kind = entry.message
    lines = [f"## {kind.code}", "", f"{kind.severity.value.capitalize()}: *{escaped(entry.sentence)}*", ""]
    if entry.printed:
        lines += ["```text", *entry.printed.split("\n")]
        if output := said(entry):
            # The expansion trace of a macro that calls itself is long.
            lines += ["", *output.split("\n")[:8]]
        lines += ["```", ""]
    help_text = f" ({kind.help})" if kind.help and kind.help.rstrip(".") not in entry.cure else ""
    return [*lines, escaped(f"{entry.cure}{help_text}"), ""]


def escaped(text: str) -> str:
    """Return text in which Markdown has no markup."""
    return "".join(f"\\{letter}" if letter in "*_`<>|" else letter for letter in text)


def pages() -> dict[str, str]:
    """Return every page by its file name."""
    made = {}
    index = [
        WARNING,
        "",
        "# Diagnostics",
        "",
        "The messages of the assembler (A) and the linker (L). `dsp56k explain CODE`",
    ]
    index += ["shows the same at a terminal.", ""]
    rows = []
    for (name, title), codes in groupby(kinds(), key=lambda code: GROUPS[code[:3]]):
        text = [WARNING, "", f"# {title}", ""]
        for entry in map(page, codes):
            text += section(entry)
            code, severity = entry.message.code, entry.message.severity.value
            rows.append((f"[{code}]({name}.md#{code.lower()})", severity, escaped(entry.sentence)))
        made[f"{name}.md"] = "\n".join(text)
    made["README.md"] = "\n".join([*index, *markdown(columns("code", "severity", "message"), rows), ""])
    return {name: wrapped(text).rstrip("\n") + "\n" for name, text in made.items()}


def main() -> int:
    """Return 0 if the pages are fresh or were written."""
    return update_directory(FOLDER, pages(), "tools/documents/diagnostic_pages.py", __doc__)


if __name__ == "__main__":
    sys.exit(main())
