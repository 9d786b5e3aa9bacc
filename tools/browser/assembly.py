"""Assemble the program of the page. Pyodide runs this module in the page's worker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from dsp56k.asm import Diagnostic, ObjectFile, assemble, render
from dsp56k.language.catalogue.diagnostic_pages import GROUPS, page, text

NAME = "program.asm"
SPACES = "XYP"
LIBRARY = Path(__file__).with_name("library")
"""The sources of dsp56k.lib, for INCLUDE."""


def assemble_page(source: str) -> str:
    """Return the program of a source and its diagnostics as JSON."""
    program = assemble(source, name=NAME, include_paths=[LIBRARY])
    return json.dumps(
        {
            "ok": program.ok,
            "start": program.start or 0,
            "words": [(SPACES.index(space), address, word) for (space, address), word in program.words.items()],
            "lines": list(_lines(program)),
            "symbols": {name: value for name, value in program.symbols.items() if isinstance(value, int)},
            "diagnostics": [_shown(diagnostic) for diagnostic in program.diagnostics],
        }
    )


def _lines(program: ObjectFile) -> Iterator[tuple[int, str, int]]:
    """Yield the runtime address, source file and line of each program word."""
    for run in program.runs:
        if run.run_space == "P":
            ends = [first for first, _, _ in run.lines[1:]] + [len(run.words)]
            for (first, file, line), end in zip(run.lines, ends, strict=False):
                for offset in range(first, end):
                    yield run.run_address + offset, Path(file).name, line


def _shown(diagnostic: Diagnostic) -> dict[str, object]:
    """Return a diagnostic, its explanation, and the address of its page below docs/reference."""
    code, span = diagnostic.code, diagnostic.span
    return {
        "code": code,
        "error": diagnostic.is_error,
        "line": span.line if span is not None and span.file == NAME else 0,
        "text": render(diagnostic),
        "explanation": text(page(code)),
        "page": f"diagnostics/{GROUPS[code[:3]][0]}.html#{code.lower()}",
    }
