"""Assemble and link real programs with their command lines, and compare the output with that of Motorola's tools.

    python tools/compatibility.py alefn=PATH azcam-vattspec=PATH azcam-mont4k=PATH MusicKit=PATH ...

Each PATH is a checkout of a repository named in docs/records/compatibility.md; the others are not compared. Nothing is
fetched, and files are written only in a temporary directory. Prints a line for each program of compatibility.toml:
words in the expected file, equal words, equal symbols, equality of the LOD text except for the tool's version, and
equal lines of the listings of version 6.3.0 (.ls) except for banners. The exit code is 1 if any word, or any file
compared as a whole, differs.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import itertools
import operator
import os
import re
import shutil
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import music_kit
from dsp56k.asm.formats import read_lod
from dsp56k.cli.motorola.asm56000 import assemble_command
from dsp56k.cli.motorola.cldlod import convert
from dsp56k.cli.motorola.dsplnk import link_command, old_link_command
from dsp56k.cli.motorola.srec import convert as convert_to_srec
from dsp56k.objects.module import Module
from dsp56k.system.grid import columns, markdown, markdown_row

COMMANDS = {
    "asm56000": assemble_command,
    "cldlod": convert,
    "dsplnk": link_command,
    "lnk56000": old_link_command,
    "srec": convert_to_srec,
}

COLUMNS = columns("program", "words", "equal", "symbols", "equal", "LOD text", "listing lines equal")
PROGRAMS = Path(__file__).with_suffix(".toml")
_LISTING = re.compile(r"-l(\S+\.ls)\b")
_HEX_BYTE = re.compile(r"\b0x([0-9A-Fa-f]{2})\b")
_LATER = re.compile(r"(?m)^(\w*)[ \t]+(INC|DEC)[ \t]+([AB])\b")
_LATER_WORDS = {"INC A": 8, "INC B": 9, "DEC A": 10, "DEC B": 11}
_SHORT_EXPONENT = re.compile(r"(?m)(E[+-])(?=\d\d$)")
_BANNER = re.compile(r"^.*  Page \d+$")


@dataclass(frozen=True)
class Program:
    """A program of compatibility.toml, whose header comment explains the fields."""

    repository: str
    name: str
    folder: str
    commands: Sequence[str]
    made: str = ""
    expected: str = ""
    files: Sequence[str] = ()
    edits: Sequence[tuple[str, str, str]] = ()
    listings: Sequence[str] = ()
    later: Sequence[str] = ()


@dataclass(frozen=True)
class Built:
    """The output of a program's commands: the LOD text, the files, and the listings, by name."""

    text: str
    files: dict[str, bytes]
    listings: dict[str, str]


class CommandFailedError(Exception):
    """A command of a program failed: its messages."""


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Change the current directory in a block."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def build(program: Program, root: Path) -> Built:
    """Run a program's commands in a copy of the checkout. Raises CommandFailedError."""
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary) / "copy"
        shutil.copytree(root, copy, ignore=shutil.ignore_patterns(".git"))
        for name, pattern, replacement in program.edits:
            path = copy / name
            path.write_text(re.sub(pattern, replacement, path.read_text("latin-1")), "latin-1", newline="")
        for name in program.later:
            path = copy / program.folder / name
            path.write_text(_LATER.sub(_as_word, path.read_text("latin-1")), "latin-1", newline="")
        with inside(copy / program.folder):
            for name in program.files:
                Path(name).unlink()
            listings = program.listings or _LISTING.findall(" ".join(program.commands))
            output = ""
            for command in program.commands:
                output = run(command)
            if program.made:
                output = Path(program.made).read_bytes().decode("latin-1")
            return Built(
                output,
                {name: Path(name).read_bytes() for name in program.files},
                {name: Path(name).read_bytes().decode("latin-1") for name in listings},
            )


def _as_word(match: re.Match[str]) -> str:
    label, operation, accumulator = match.groups()
    return f"{label}\tDC\t{_LATER_WORDS[f'{operation} {accumulator}']}"


def run(command: str) -> str:
    """Run a line of a build script; return its output, which also goes to the file after >.

    Raises CommandFailedError.
    """
    line, _, target = command.partition(">")
    name, *arguments = line.split()
    captured = io.StringIO()
    with contextlib.redirect_stdout(captured), contextlib.redirect_stderr(io.StringIO()):
        code = COMMANDS[name.lower().partition(".")[0]](arguments)
    output = captured.getvalue()
    if code:
        raise CommandFailedError(f"{command}: {output}")
    if target:
        Path(target.strip()).write_text(output, "latin-1")
    return output


def compare(made: str, expected: str) -> dict[str, object]:
    """Compare words by (space, address), symbols by (space, name), and the text without the tool's version."""
    mine, theirs = _read(made), _read(expected)
    words, wanted = mine.words, theirs.words
    symbols = Counter((symbol.space, symbol.name, symbol.value) for symbol in mine.symbol_table)
    wanted_symbols = Counter((symbol.space, symbol.name, symbol.value) for symbol in theirs.symbol_table)
    return {
        "words": len(wanted),
        "same": sum(words.get(key) == word for key, word in wanted.items()),
        "more": len(words.keys() - wanted.keys()),
        "symbols": wanted_symbols.total(),
        "same symbols": (symbols & wanted_symbols).total(),
        "text": _without_version(made) == _without_version(expected),
    }


def compare_array(made: str, expected: str) -> dict[str, object]:
    """Compare the words in their order with the bytes of a C array, three a word."""
    mine = [word for run in _read(made).runs for word in run.words]
    numbers = bytes(int(digits, 16) for digits in _HEX_BYTE.findall(expected))
    wanted = [int.from_bytes(numbers[at : at + 3], "big") for at in range(0, len(numbers), 3)]
    return {
        "words": len(wanted),
        "same": sum(map(operator.eq, mine, wanted)),
        "more": max(0, len(mine) - len(wanted)),
        "symbols": 0,
        "same symbols": 0,
    }


def _read(text: str) -> Module:
    return read_lod("lod", text.encode("latin-1"))


def _without_version(text: str) -> list[str]:
    """Return the lines without the version in the first, and with exponents of three digits (two under Unix)."""
    lines = _SHORT_EXPONENT.sub(r"\g<1>0", text.replace("\r", "").rstrip("\x1a")).split("\n")
    lines[0] = " ".join(lines[0].split()[:6])
    return lines


def compare_listings(listings: dict[str, str], folder: Path) -> str:
    """Return how many lines of the listings are equal, of how many."""
    same = count = 0
    for name, made in listings.items():
        mine, theirs = _lines(made), _lines((folder / name).read_bytes().decode("latin-1"))
        blocks = difflib.SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks()
        same += sum(block.size for block in blocks)
        count += len(theirs)
    return f"{'all' if same == count else same} of {count}" if count else ""


def _lines(text: str) -> list[str]:
    return [_BANNER.sub("banner", line) for line in text.replace("\r", "").split("\n")]


def row(program: Program, root: Path) -> tuple[bool, tuple[str, ...]]:
    """Return if all words, or all files, are equal, and the first cells of a line of the table."""
    label = f"{program.repository}: {program.name}"
    try:
        built = build(program, root)
    except CommandFailedError as error:
        return False, (label, f"not built: {str(error).splitlines()[0]}")
    folder = root / program.folder
    if program.files:
        same = sum((folder / name).read_bytes() == content for name, content in built.files.items())
        return same == len(program.files), (label, f"{len(program.files)} files", str(same))
    published = (folder / program.expected).read_bytes().decode("latin-1")
    result = (compare_array if program.expected.endswith(".c") else compare)(built.text, published)
    equal = result["words"] == result["same"] and not result["more"]
    text = "" if "text" not in result else "equal" if result["text"] else "differs"
    words = str(result["words"]), "all" if equal else str(result["same"])
    symbols = str(result["symbols"] or ""), str(result["same symbols"] or "")
    return equal, (label, *words, *symbols, text, compare_listings(built.listings, folder))


def main(arguments: Sequence[str]) -> int:
    """Compare the programs of the checkouts given; 0 if everything is equal."""
    roots = {name: Path(path).resolve() for name, _, path in (text.partition("=") for text in arguments) if path}
    if not roots:
        print(__doc__)
        return 2
    print(*markdown(COLUMNS, ()), sep="\n")
    programs = [Program(**table) for table in tomllib.loads(PROGRAMS.read_text())["program"]]
    of_programs = (row(program, roots[program.repository]) for program in programs if program.repository in roots)
    of_the_music_kit = music_kit.rows(roots["MusicKit"] / music_kit.FOLDER) if "MusicKit" in roots else ()
    wrong = 0
    for equal, cells in itertools.chain(of_programs, of_the_music_kit):
        wrong += not equal
        print(markdown_row((*cells, *[""] * (len(COLUMNS) - len(cells)))), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
