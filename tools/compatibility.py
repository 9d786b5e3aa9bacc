"""Assemble and link real programs with their own command lines, and compare with what Motorola's tools made of them.

    python tools/compatibility.py alefn=PATH azcam-vattspec=PATH azcam-mont4k=PATH MusicKit=PATH

Each PATH is a checkout of the repository named in docs/compatibility.md; those left out are not compared. Nothing is
fetched, and nothing is written but in a temporary folder. Prints a line for each program: words in the expected file,
words that are the same, symbols that are the same, whether the LOD text is the same but for the tool's version, and how
many lines of the listings of version 6.3.0 (.ls) are the same, the banners aside.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dsp56k.asm import assemble_file
from dsp56k.asm.formats import read_lod
from dsp56k.asm.objectfile import ObjectFile
from dsp56k.cli.motorola.asm56000 import assemble_command
from dsp56k.cli.motorola.cldlod import convert
from dsp56k.cli.motorola.dsplnk import link_command, old_link_command

COMMANDS = {"asm56000": assemble_command, "dsplnk": link_command, "lnk56000": old_link_command, "cldlod": convert}


@dataclass(frozen=True)
class Program:
    """A program: where it lies, the commands that build it, its expected LOD, and edits of sources made first.

    `edits` are (file, regular expression, replacement): what docs/compatibility.md explains.
    """

    repository: str
    name: str
    folder: str
    commands: tuple[str, ...]
    made: str
    expected: str
    edits: tuple[tuple[str, str, str], ...] = ()


def _utility(number: int, repository: str) -> Program:
    return Program(
        repository,
        f"util{number}",
        "support/dspcode/dsputility",
        (
            f"asm56000 -b -lutilboot{number}.ls utilboot{number}.asm",
            f"asm56000 -b -lutil{number}.ls -d DOWNLOAD HOST -d POWER R6 util{number}.asm",
            f"dsplnk -b util{number}.cld -v utilboot{number}.cln util{number}.cln",
            f"cldlod util{number}.cld",
        ),
        f"util{number}.out",
        f"util{number}.lod",
    )


def _card(name: str, folder: str, source: str = "", options: str = "") -> Program:
    command = f"asm56000 -a -b{name}.new.lod {options} -i../../leonid -l {source or name}.asm"
    return Program("alefn", name, f"source/{folder}", (command,), f"{name}.new.lod", f"{name}.lod")


_LINK = (
    *(f"asm56000 -b -i../../leonid -l {name}.asm" for name in ("recoder", "synt", "coder", "speech")),
    "lnk56000 -c -brecoder.new.lod -mrecoder.map -rrecoder.mem recoder synt coder speech",
)
_OLD_LEONID = ("leonid/leonid.asm", r"(?m)^\torg\t[pxy]:user_.*$", "")
PROGRAMS = (
    _card("nochange", "nochange"),
    _card("spy", "spy"),
    _card("bandpass", "bandpass"),
    _card("fsk", "fsk"),
    _card("qrm", "qrmqrn", "qrmqrn", "-dnotch '1'"),
    _card("qrn", "qrmqrn", "qrmqrn", "-dnotch '0'"),
    _card("g3ruh", "pam"),
    Program("alefn", "recoder", "source/lpc", _LINK, "recoder.new.lod", "recoder.lod", (_OLD_LEONID,)),
    Program(
        "alefn",
        "recoder, two immediates long",
        "source/lpc",
        _LINK,
        "recoder.new.lod",
        "recoder.lod",
        (
            _OLD_LEONID,
            ("leonid/leonid.asm", r"#\(outputs", "#>(outputs"),
            ("source/lpc/synt.asm", r"#0\.9375", "#>0.9375"),
        ),
    ),
    _utility(2, "azcam-vattspec"),
    Program(
        "azcam-vattspec",
        "tim2",
        "support/dspcode/dsptiming",
        (
            "asm56000 -b -ltim2_boot.ls tim2_boot.asm",
            "asm56000 -b -ltim2.ls -d DOWNLOAD HOST tim2.asm",
            "dsplnk -b tim2.cld -v tim2_boot.cln tim2.cln",
            "cldlod tim2.cld",
        ),
        "tim2.out",
        "tim2.lod",
    ),
    _utility(3, "azcam-mont4k"),
)
_MONITORS = "MusicKit/Motorola56K/dsp/smsrc"
_EQUATE = re.compile(r"^(\w+)\s+EQU\s+\$([0-9A-Fa-f]+)", re.MULTILINE)


_LISTING = re.compile(r"-l(\S+\.ls)\b")
_BANNER = re.compile(r"^.*  Page \d+$")


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def build(program: Program, root: Path) -> tuple[str, str, dict[str, str]]:
    """Run a program's commands in a copy of the checkout.

    Returns the LOD text, the messages of the first command that fails, and the listings by name.
    """
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary) / "copy"
        tops = {Path(program.folder).parts[0], "leonid"}
        for top in tops:
            if (root / top).is_dir():
                shutil.copytree(root / top, copy / top)
        for name, pattern, replacement in program.edits:
            path = copy / name
            path.write_text(re.sub(pattern, replacement, path.read_text("latin-1")), "latin-1", newline="")
        folder = copy / program.folder
        output = ""
        with _inside(folder):
            for command in program.commands:
                name, *arguments = command.split()
                captured = io.StringIO()
                with contextlib.redirect_stdout(captured):
                    code = COMMANDS[name](arguments)
                if code:
                    return "", f"{command}: {captured.getvalue()}", {}
                output = captured.getvalue()
            if not program.commands[-1].startswith("cldlod"):
                output = Path(program.made).read_bytes().decode("latin-1")
            names = _LISTING.findall(" ".join(program.commands))
            listings = {name: Path(name).read_bytes().decode("latin-1") for name in names}
        return output, "", listings


def compare(made: str, expected: str) -> dict[str, object]:
    """Words by (space, address), symbols by (space, name), and the text without the tool's version."""
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


def _read(text: str) -> ObjectFile:
    return read_lod("lod", text.encode("latin-1"))


def _without_version(text: str) -> list[str]:
    lines = text.replace("\r", "").rstrip("\x1a").split("\n")
    lines[0] = " ".join(lines[0].split()[:6])
    return lines


def compare_listings(listings: dict[str, str], folder: Path) -> str:
    """How many lines of the listings are the same, of how many."""
    same = count = 0
    for name, made in listings.items():
        mine, theirs = _lines(made), _lines((folder / name).read_bytes().decode("latin-1"))
        blocks = difflib.SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks()
        same += sum(block.size for block in blocks)
        count += len(theirs)
    return f"{'all' if same == count else same} of {count}" if count else ""


def _lines(text: str) -> list[str]:
    return [_BANNER.sub("banner", line.rstrip()) for line in text.split("\n")]


def main(arguments: Sequence[str]) -> int:
    """Compare the programs of the checkouts given; 0 if all words are equal."""
    roots = dict(argument.split("=", 1) for argument in arguments if "=" in argument)
    if not roots:
        print(__doc__)
        return 2
    print("| program | words | equal | symbols | equal | LOD text | listing lines equal |")
    print("|---|---|---|---|---|---|---|")
    wrong = 0
    for program in PROGRAMS:
        if program.repository not in roots:
            continue
        root = Path(roots[program.repository]).resolve()
        label = f"{program.repository}: {program.name}"
        made, messages, listings = build(program, root)
        if messages:
            print(f"| {label} | not built: {messages.splitlines()[0]} | | | | | |")
            wrong += 1
            continue
        expected = (root / program.folder / program.expected).read_bytes().decode("latin-1")
        result = compare(made, expected)
        equal = result["words"] == result["same"] and not result["more"]
        wrong += not equal
        print(
            f"| {label} | {result['words']} | {result['same'] if not equal else 'all'} | {result['symbols']} |"
            f" {result['same symbols']} | {'equal' if result['text'] else 'differs'} |"
            f" {compare_listings(listings, root / program.folder)} |"
        )
    if "MusicKit" in roots:
        wrong += _monitors(Path(roots["MusicKit"]).resolve())
    return 1 if wrong else 0


def _monitors(root: Path) -> int:
    """The Music Kit's monitors against the equates that NeXT wrote from the symbols of the real ones."""
    wrong = 0
    with _inside(root / _MONITORS):
        for path in sorted(Path().glob("mkmon_A_*.asm")):
            equates = Path(f"sys_memory_map_{path.stem.lower()}.asm")
            if not equates.is_file():
                continue
            # The Makefile's command: asm56000 -A -B -L -OS,SO
            obj = assemble_file(path, options=("S", "SO"))
            symbols = {name.upper(): value for name, value in obj.symbols.items() if isinstance(value, int)}
            pairs = _EQUATE.findall(equates.read_bytes().decode("latin-1"))
            same = sum(symbols.get(name.upper(), -1) & 0xFFFFFF == int(value, 16) for name, value in pairs)
            wrong += same != len(pairs) or not obj.ok
            words = len(obj.words) if obj.ok else f"{obj.errors} errors"
            print(f"| MusicKit: {path.stem} | {words} made, none to compare | | {len(pairs)} | {same} | | |")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
