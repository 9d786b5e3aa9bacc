"""Write the tables of docs/reference/routines.md: calling convention, clocks and words of the library's routines.

`python tools/documents/routine_tables.py` writes the file, `--check` only reports if it is stale. The convention comes
from the sources' headers, the words from a program that includes only the source.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from dsp56k import asm
from dsp56k.lib import SOURCES
from dsp56k.lib.catalogue import Entry, entries
from dsp56k.lib.source_headers import PURPOSE, headers_of
from dsp56k.system.grid import columns, markdown
from generated_files import update_file, with_tables

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "reference" / "routines.md"
SCRIPT = "tools/documents/routine_tables.py"
GROUPS = {
    "fixed_point": "Fixed point",
    "bignum": "Big numbers and RSA",
    "digests": "Digests",
    "ciphers": "Ciphers",
    "des": "DES",
}
"""Headings by the sources' directories."""
ALONE = """RSA_SLIDING             equ     0
        org     p:$200
        include '{}'
"""
"""A program that includes only one source. The parameter leaves out kernels of RSA that few programs need."""


@cache
def words_of(file: str) -> Counter[str]:
    """Return the words in each memory space of a program that includes only this source.

    Raises:
        ValueError: the program does not assemble, or with a warning.
    """
    program = asm.assemble(ALONE.format(file), include_paths=[SOURCES])
    if program.diagnostics:
        raise ValueError(f"{file}: {asm.render_all(program.diagnostics)}")
    return Counter(space for space, _ in program.words)


def tables() -> Iterator[str]:
    """Yield the lines of all tables."""
    for folder, heading in GROUPS.items():
        chosen = {name: entry for name, entry in entries().items() if entry.file.startswith(f"{folder}/")}
        if not chosen:
            continue
        yield f"## {heading}"
        yield ""
        files = dict.fromkeys(entry.file for entry in chosen.values())
        rows = [(f"`{file}`", *(f"{words_of(file)[space]:,}" for space in "PXY")) for file in files]
        yield from markdown(columns("include", "P words", "X words", "Y words"), rows)
        yield ""
        yield from markdown(
            columns("routine", "in", "out", "changes", "clocks"),
            [_convention(name, entry) for name, entry in chosen.items()],
        )
        yield ""


def _convention(name: str, entry: Entry) -> tuple[str, ...]:
    """Return the cells of a routine.

    Raises:
        ValueError: the source has no header for it.
    """
    label = _label(name, entry)
    header = _headers(entry.file).get(label)
    if header is None:
        raise ValueError(f"{entry.file}: no header of {label}")
    called = f"`{name}`" if label == name else f"`{label}` ({name})"
    return called, *(header.get(part, "").rstrip(".") for part in ("In", "Out", "Changes", "Clocks"))


def _label(name: str, entry: Entry) -> str:
    """Return the library's label that a program calls: the entry, or the routine itself behind a program's own code."""
    headers = _headers(entry.file)
    return next(label for label in (entry.entry, name, f"{name}_blocks") if label in headers)


@cache
def _headers(file: str) -> dict[str, dict[str, str]]:
    """Return the headers of all sources in the directory of a file."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted((SOURCES / file).parent.glob("*.asm")):
        found |= headers_of(path.read_text(encoding="ascii"))
    return {label: header for label, header in found.items() if header[PURPOSE]}


def document() -> str:
    """Return the document with regenerated tables."""
    return with_tables(DOCUMENT, SCRIPT, {"routines": ["", *tables()]})


def main() -> int:
    """Return 0 if the document is fresh or was written."""
    return update_file(DOCUMENT, document(), SCRIPT, __doc__)


if __name__ == "__main__":
    sys.exit(main())
