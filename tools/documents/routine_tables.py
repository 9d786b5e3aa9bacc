"""Write the tables of docs/reference/routines.md: calling convention, clocks and words of the library's routines.

`python tools/documents/routine_tables.py` writes the file, `--check` only reports if it is stale. The convention comes
from the sources' headers, the words from a program that includes only the source.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from dsp56k import asm
from dsp56k.lib import SOURCES
from dsp56k.lib.catalogue import Entry, entries
from dsp56k.lib.source_headers import PURPOSE, headers_of
from dsp56k.system.files import write_whole
from dsp56k.system.grid import columns, markdown

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "reference" / "routines.md"
BEGIN = "<!-- routines: made by tools/documents/routine_tables.py -->\n"
END = "<!-- end of routines -->\n"
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
    """Return the document with regenerated tables.

    Raises:
        ValueError: it has no marks.
    """
    head, opened, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
    _, closed, tail = rest.partition(END)
    if not opened or not closed:
        raise ValueError(f"{DOCUMENT.name}: the marks of the tables are missing")
    return "".join((head, opened, "\n", *(f"{line}\n" for line in tables()), closed, tail))


def main() -> int:
    """Return 0 if the document is fresh or was written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if the document is stale")
    check = parser.parse_args().check
    made = document()
    if made == DOCUMENT.read_text(encoding="utf-8"):
        return 0
    if check:
        sys.stderr.write(f"{DOCUMENT.name}: stale; run tools/documents/routine_tables.py\n")
        return 1
    write_whole({DOCUMENT: made.encode("utf-8")})
    return 0


if __name__ == "__main__":
    sys.exit(main())
