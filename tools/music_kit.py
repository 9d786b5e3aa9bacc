"""The Music Kit's monitors and unit generators, for tools/compatibility.py, compared with NeXT's publications.

Of a monitor, NeXT's dspmsg wrote equates from its symbols. Of a unit generator, dspwrap took the words from a module
that contains only the macro; three classes with them were published. The others must assemble.
"""

from __future__ import annotations

import itertools
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dsp56k.asm import ObjectFile, assemble, assemble_file

FOLDER = Path("MusicKit")
_MONITORS = Path("Motorola56K/dsp/smsrc")
_MACROS = Path("Motorola56K/dsp/ugsrc")
_EQUATE = re.compile(r"^(\w+)\s+EQU\s+\$([0-9A-Fa-f]+)", re.MULTILINE)
# The equates of this name were written from another monitor's symbols.
_WRITTEN_FROM = {"mkmon_a_turtlebeachms32": "turtlebeachms", "mkmon_a_turtlebeachms": ""}
_PUBLISHED = {
    ("biquad", "x"): "Applications/PhysicalModels/HosePlayer/BiquadUGx.m",
    ("biquad", "y"): "Applications/PhysicalModels/HosePlayer/BiquadUGy.m",
    ("orchloopbegin", ""): "Frameworks/MusicKit/orchloopbeginUGInclude.m",
}
_WORDS = re.compile(r"_dataP\[\] = \{([^}]*)\}")
_ARGUMENT = re.compile(r"(?:\((\w+)\))?(\w+)")
_MACRO = re.compile(r"^(\w+)\s+macro\s", re.MULTILINE | re.IGNORECASE)
# Macros whose comments say that they do not work any more: they use a register that the monitor took over.
_OBSOLETE = frozenset({"osci", "oscs"})


@dataclass(frozen=True)
class Generator:
    """A unit generator macro: its name, and its arguments by the types that its documentation gives dspwrap."""

    name: str
    arguments: tuple[tuple[str, str], ...]

    @property
    def spaces(self) -> int:
        """The number of arguments that are memory spaces: each makes two classes of one macro."""
        return sum(kind == "dspace" for kind, _ in self.arguments)

    def module(self, spaces: str) -> str:
        """Return the source that dspwrap assembles for one choice of memory spaces."""
        chosen = iter(spaces)
        values = []
        for kind, name in self.arguments:
            fixed = {"prefix": "orch", "instance": "1", "literal": name}
            values.append(next(chosen) if kind == "dspace" else fixed.get(kind, "0"))
        return (
            f"{self.name}_ ident 0,0\nASM_SYS set 0\nNO_MESSAGES set 1\n include 'music_macros'\n section USER\n"
            f" {self.name} {','.join(values)}\n endsec\n end\n"
        )


def generator(path: Path) -> Generator | None:
    """Return the macro with the name of its file; None if there is none, or if it has no comment for dspwrap."""
    text = path.read_text("latin-1")
    _, found, rest = text.rpartition("DSPWRAP ARGUMENT INFO")
    if not found or path.stem not in _MACRO.findall(text):
        return None
    lines = itertools.takewhile(str.strip, (line.lstrip(";") for line in rest.split("\n")[1:]))
    _, _, arguments = " ".join(lines).strip().partition(" ")
    return Generator(path.stem, tuple(_ARGUMENT.findall(arguments)))


def rows(root: Path) -> Iterator[tuple[bool, tuple[str, ...]]]:
    """Yield if all is equal, and the first cells of a line: for each monitor, and for the unit generators."""
    yield from _monitors(root / _MONITORS)
    yield from _generators(root)


def _monitors(folder: Path) -> Iterator[tuple[bool, tuple[str, ...]]]:
    for path in sorted(folder.glob("mkmon_A_*.asm")):
        # The Makefile's command: asm56000 -A -B -L -OS,SO
        obj = assemble_file(path, options=("S", "SO"), include_paths=[folder], maclib_paths=[folder])
        words = f"{len(obj.words)} made, none to compare" if obj.ok else f"{obj.errors} errors"
        name = _WRITTEN_FROM.get(path.stem.lower(), path.stem.lower().removeprefix("mkmon_a_"))
        if not name:
            yield obj.ok, (f"MusicKit: {path.stem}", words, "", "no equates")
            continue
        equates = folder / f"sys_memory_map_mkmon_a_{name}.asm"
        symbols = {key.upper(): value for key, value in obj.symbols.items() if isinstance(value, int)}
        pairs = _EQUATE.findall(equates.read_text("latin-1"))
        same = sum(symbols.get(key.upper(), -1) & 0xFFFFFF == int(value, 16) for key, value in pairs)
        yield obj.ok and same == len(pairs), (f"MusicKit: {path.stem}", words, "", str(len(pairs)), str(same))


def _generators(root: Path) -> Iterator[tuple[bool, tuple[str, ...]]]:
    made = assembled = 0
    macros = set()
    for path in sorted((root / _MACROS).glob("*.asm")):
        found = generator(path)
        if found is None or found.name in _OBSOLETE:
            continue
        macros.add(found.name)
        for spaces in map("".join, itertools.product("xy", repeat=found.spaces)):
            obj = _assembled(root, found, spaces)
            made += 1
            assembled += obj.ok
            if published := _PUBLISHED.get((found.name, spaces)):
                yield _compared(obj, f"{found.name} {spaces}".strip(), root / published)
    yield (
        assembled == made,
        (f"MusicKit: {len(macros)} unit generators", f"{assembled} of {made} modules assemble"),
    )


def _assembled(root: Path, found: Generator, spaces: str) -> ObjectFile:
    """Return a unit generator's module. The equates of the monitor's messages are NeXT's as well, and not published."""
    with tempfile.TemporaryDirectory() as empty:
        (Path(empty) / "sys_messages.asm").touch()
        return assemble(
            found.module(spaces),
            name=f"{found.name}.asm",
            include_paths=[empty, root / _MONITORS],
            maclib_paths=[root / _MONITORS, root / _MACROS],
            relative=True,
        )


def _compared(obj: ObjectFile, name: str, published: Path) -> tuple[bool, tuple[str, ...]]:
    """Return if the program words of a module equal those of a class; words that are resolved later are left out."""
    match = _WORDS.search(published.read_text("latin-1"))
    assert match is not None
    wanted = [int(word, 16) for word in match.group(1).split(",")]
    [run] = [run for run in obj.runs if run.space == "P"]
    later = {index for index, _ in run.fixups}
    same = sum(a == b for index, (a, b) in enumerate(zip(run.words, wanted, strict=False)) if index not in later)
    equal = len(run.words) == len(wanted) and same == len(wanted) - len(later)
    words = f"{len(wanted)}, {len(later)} of them relocated"
    return equal, (f"MusicKit: unit generator {name}", words, str(same))
