"""Writes docs/reference/diagnostics: a page for each group of diagnostics and an index, from the tables of
dsp56k.language.catalogue.

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
from page_folder import settle_folder
from wrap_documents import wrapped

FOLDER = Path(__file__).parents[2] / "docs" / "reference" / "diagnostics"
WARNING = "<!-- Made by tools/documents/diagnostic_pages.py from tools/dsp56k/language/catalogue: change that. -->"


def said(entry: Page) -> str:
    """The first diagnostic of the code that the example causes, without the folder that the example lay in."""
    if entry.work or entry.kept:
        return ""
    first = next((each for each in examples.example_diagnostics(entry) if each.code == entry.message.code), None)
    # Where a control file lay is another folder each time.
    return "" if first is None or entry.control else render(first)


def section(entry: Page) -> list[str]:
    """A diagnostic on its page."""
    kind = entry.message
    lines = [f"## {kind.code}", "", f"{kind.severity.value.capitalize()}: *{escaped(entry.sentence)}*", ""]
    if entry.printed:
        lines += ["```text", *entry.printed.split("\n")]
        if output := said(entry):
            # A path through a macro that calls itself is long.
            lines += ["", *output.split("\n")[:8]]
        lines += ["```", ""]
    help_text = f" ({kind.help})" if kind.help and kind.help.rstrip(".") not in entry.cure else ""
    return [*lines, escaped(f"{entry.cure}{help_text}"), ""]


def escaped(text: str) -> str:
    """Text in which Markdown sees no sign of its own."""
    return "".join(f"\\{letter}" if letter in "*_`<>|" else letter for letter in text)


def pages() -> dict[str, str]:
    """Every page by its file name."""
    made = {}
    index = [
        WARNING,
        "",
        "# Diagnostics",
        "",
        "What the assembler (A) and the linker (L) may say. `dsp56k explain CODE`",
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
    """0 if the pages are fresh or were written."""
    return settle_folder(FOLDER, pages(), "tools/documents/diagnostic_pages.py", __doc__)


if __name__ == "__main__":
    sys.exit(main())
