"""The program that is debugged: its words in a chip, its symbols, and its source lines both ways."""

from __future__ import annotations

import bisect
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path

from dsp56k import asm
from dsp56k.debug.errors import DebugError
from dsp56k.emu import Dsp56001, SourceLine
from dsp56k.emu.loader import LoadedFiles, Program, image_of, read_object
from dsp56k.system.sources import find_source, note_if_newer
from dsp56k.system.text import decode_lines

SOURCES = (".asm", ".a56", ".inc", ".src")
"""Suffixes of what is assembled first; all else is an object file."""


@dataclass
class Loaded:
    """A program as it was loaded.

    Attributes:
        path: the file.
        digest: SHA-256 of its words, symbols left out: what a recording belongs to.
        lines: the source line of each P address that has one.
        folders: where source files are looked for before the working directory: the program's folder first.
    """

    path: Path
    digest: str
    lines: Mapping[int, SourceLine]
    folders: Sequence[Path]
    _texts: dict[str, list[str] | None] = field(default_factory=dict)
    _addresses: dict[str, dict[int, list[int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for address, source in sorted(self.lines.items()):
            self._addresses.setdefault(source.file, {}).setdefault(source.line, []).append(address)

    @property
    def files(self) -> list[str]:
        """The source files by the names that the assembler gave them."""
        return list(self._addresses)

    def find(self, name: str) -> Path | None:
        """Where a source file is, by its name in the program."""
        return find_source(name, self.folders)

    def note(self, name: str) -> str | None:
        """Return a note on a source file that was changed after the program was made."""
        path = self.find(name)
        return None if path is None or self.path in (Path(), path) else note_if_newer(path, self.path)

    def text(self, source: SourceLine) -> str | None:
        """The text of a source line; None where the file is not found or has no such line."""
        lines = self.source(source.file)
        return lines[source.line - 1] if lines is not None and 0 < source.line <= len(lines) else None

    def source(self, name: str) -> list[str] | None:
        """The lines of a source file, None if it is not found."""
        if name not in self._texts:
            path = self.find(name)
            # Sources hold the characters of their authors' machines.
            self._texts[name] = None if path is None else decode_lines(path.read_bytes(), "latin-1")
        return self._texts[name]

    def name_of(self, file: str | PathLike[str]) -> str | None:
        """The name in the program of a source file that a user names: by its path, or its last part if that is one."""
        wanted = Path(file)
        for name in self.files:
            if name == fspath(file):
                return name
            found = self.find(name)
            if found is not None and found.resolve() == wanted.resolve():
                return name
        same = [name for name in self.files if Path(name).name == wanted.name]
        return same[0] if len(same) == 1 else None

    def addresses(self, file: str | PathLike[str], line: int) -> tuple[int, list[int]]:
        """The first line at or after `line` that made code, and the addresses where its code begins.

        A line in a macro has an address for each expansion, and a line that made several words the first of them.

        Raises:
            DebugError: no such file in the program, or no code from that line on.
        """
        name = self.name_of(file)
        if name is None:
            raise DebugError(f"the program has no source file {fspath(file)}", field="file", value=fspath(file))
        by_line = self._addresses[name]
        numbers = sorted(by_line)
        index = bisect.bisect_left(numbers, line)
        if index == len(numbers):
            raise DebugError(f"{name} has no code at or after line {line}", field="line", value=line)
        found = by_line[numbers[index]]
        return numbers[index], [at for at in found if at - 1 not in found]


def load(
    dsp: Dsp56001,
    path: str | PathLike[str],
    *,
    form: str | None = None,
    folders: Sequence[str] = (),
    defines: Mapping[str, str] | None = None,
) -> Loaded:
    """Load an object file, or a source, which is assembled, and set PC to its start address, if it has one.

    Args:
        dsp: the chip; nothing is reset.
        path: the file; .asm, .a56, .inc and .src are sources.
        form: the format of an object file, if neither its beginning nor its name shows it.
        folders: where INCLUDE and the debugger look for source files, besides the file's own folder.
        defines: symbols for the assembler, as DEFINE.

    Raises:
        DebugError: the source has errors; `diagnostics`.
        LoadError: no correct object file.
    """
    file = Path(path)
    source = form is None and file.suffix.lower() in SOURCES
    program = _assembled(file, folders, defines or {}) if source else read_object(file, form)
    words = {(block.space, at): word for block in program.blocks for at, word in enumerate(block.words, block.address)}
    dsp.load_words(words)
    dsp.symbols.add(program)
    if not source:
        LoadedFiles().add(str(file), program.blocks)
    if program.start is not None:
        dsp.regs.pc = program.start
    digest = hashlib.sha256(repr((sorted(words.items()), program.start)).encode()).hexdigest()
    lines = {address: source for (space, address), source in program.lines.items() if space == "P"}
    # The names of a program that was just assembled are those of files here.
    here = (Path(),) if source else ()
    return Loaded(file, digest, lines, (*here, file.parent, *map(Path, folders)))


def present(dsp: Dsp56001, folders: Sequence[Path]) -> Loaded:
    """What a chip holds already, with the source lines that came with it; sources are looked for in `folders`."""
    return Loaded(Path(), "", dsp.symbols.lines(), folders)


def _assembled(file: Path, folders: Sequence[str], defines: Mapping[str, str]) -> Program:
    made = asm.assemble_file(file, include_paths=folders, defines=defines)
    if not made.ok:
        raise DebugError(f"{file} has errors: {made.errors}", diagnostics=made.diagnostics)
    return image_of(made)
