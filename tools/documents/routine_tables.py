"""Write the tables of docs/reference/routines.md: calling convention, clocks and memory of the library's routines.

`python tools/documents/routine_tables.py` writes the file, `--check` only reports if it is stale. The convention comes
from the sources' headers, the words from a program that includes only the source. The symbols that a program can define
are those of `if !@exp(SYMBOL)`, with the comment of their first definition.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
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
_INCLUDE = re.compile(r"^ +include +'(\S+)'", re.MULTILINE)
_DEFAULT = re.compile(r"!@exp\((\w+)\)\n\1 +equ +(\S+) *(?:; (.+))?$", re.MULTILINE)
_MEMORY = re.compile(r"^; Memory: (.+(?:\n;   .+)*)$", re.MULTILINE)
_NAMED = re.compile(r"\b(?:\w*_\w*|(?<=of )\w+)\b(?!\.asm)")
"""Names of other routines in an entry of a header."""


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
        yield from markdown(columns("source", "symbol", "default", "meaning"), _memory(tuple(files)))
        yield ""
        yield from markdown(columns("routine", "task", "in", "out", "changes", "clocks"), _conventions(chosen))
        yield ""


def _memory(files: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the cells of the symbols that a program can define before it includes the files, and of fixed memory.

    Raises:
        ValueError: a symbol has no comment.
    """
    found = dict.fromkeys(source for file in files for source in _included(SOURCES / file))
    for path in found:
        text, name = path.read_text(encoding="ascii"), f"`{path.relative_to(SOURCES)}`"
        for memory in _MEMORY.findall(text):
            yield name, "", "", re.sub(r"\n; +", " ", memory)
        meanings: dict[str, tuple[str, str]] = {}
        for symbol, value, meaning in _DEFAULT.findall(text):
            meanings.setdefault(symbol, (value, meaning))
        for symbol, (value, meaning) in meanings.items():
            if not meaning:
                raise ValueError(f"{path}: no comment on the default of {symbol}")
            yield name, f"`{symbol}`", value, meaning


@cache
def _included(path: Path) -> tuple[Path, ...]:
    """Return a source and all that it includes, at any level."""
    found = {path: None}
    for name in _INCLUDE.findall(path.read_text(encoding="ascii")):
        near = (path.parent / name).resolve()
        found |= dict.fromkeys(_included(near if near.exists() else SOURCES / name))
    return tuple(found)


def _conventions(chosen: Mapping[str, Entry]) -> Iterator[tuple[str, ...]]:
    """Yield the cells of routines, each with those that its header names before it.

    Raises:
        ValueError: a source has no header for its routine.
    """
    labels = {_label(name, entry) for name, entry in chosen.items()}
    for name, entry in chosen.items():
        label, headers = _label(name, entry), _headers(entry.file)
        if label not in headers:
            raise ValueError(f"{entry.file}: no header of {label}")
        for named in _named(label, headers, labels):
            yield _convention(f"`{named}`", headers[named])
        yield _convention(f"`{name}`" if label == name else f"`{label}` ({name})", headers[label])


def _named(label: str, headers: Mapping[str, Mapping[str, str]], known: set[str]) -> Iterator[str]:
    """Yield the routines that a header names and that are not `known` yet, after those that their own headers name."""
    header = headers[label]
    for name in _NAMED.findall(" ".join(header.get(part, "") for part in (PURPOSE, "In", "Out"))):
        if name in headers and name not in known:
            known.add(name)
            yield from _named(name, headers, known)
            yield name


def _convention(called: str, header: Mapping[str, str]) -> tuple[str, ...]:
    """Return the cells of a routine."""
    texts = (header.get(part, "").strip().rstrip(".") for part in (PURPOSE, "In", "Out", "Changes", "Clocks"))
    return called, *(text.replace("|", "\\|") for text in texts)


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
