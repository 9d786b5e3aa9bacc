"""The debugged program: its words in a chip, its symbols, and the mapping between addresses and source lines."""

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
"""Suffixes of sources, which are assembled first; other files are object files."""


@dataclass
class Loaded:
    """A program as it was loaded.

    Attributes:
        path: The file.
        digest: SHA-256 of its words without symbols; a recording belongs to it.
        lines: The source line of each P address that has one.
        folders: Directories that are searched for sources, the program's first; the working directory is the last.
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
        """Return the path of a source file, by its name in the program."""
        return find_source(name, self.folders)

    def note(self, name: str) -> str | None:
        """Return a note on a source file that is newer than the program."""
        path = self.find(name)
        return None if path is None or self.path in (Path(), path) else note_if_newer(path, self.path)

    def text(self, source: SourceLine) -> str | None:
        """Return the text of a source line; None if the file is not found or has no such line."""
        lines = self.source(source.file)
        return lines[source.line - 1] if lines is not None and 0 < source.line <= len(lines) else None

    def source(self, name: str) -> list[str] | None:
        """Return the lines of a source file, or None if it is not found."""
        if name not in self._texts:
            path = self.find(name)
            # Sources contain the characters of their authors' computers.
            self._texts[name] = None if path is None else decode_lines(path.read_bytes(), "latin-1")
        return self._texts[name]

    def name_of(self, file: str | PathLike[str]) -> str | None:
        """Return the program's name of a source file, by its path, or by its last component if that is unique."""
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
        """Return the first line at or after `line` that has code, and the addresses at which its code begins.

        A line in a macro has an address for each expansion; of a line with several words only the first address counts.

        Raises:
            DebugError: The file is not in the program, or has no code from that line onwards.
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
        dsp: The chip; it is not reset.
        path: The file; .asm, .a56, .inc and .src are sources.
        form: The format of an object file, if neither its content nor its name shows it.
        folders: Directories for INCLUDE and for the debugger's sources, in addition to the file's directory.
        defines: Symbols for the assembler, as DEFINE.

    Raises:
        DebugError: The source has errors; `diagnostics`.
        LoadError: The object file is invalid.
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
    # The source names of a program that was just assembled are files of this computer.
    here = (Path(),) if source else ()
    return Loaded(file, digest, lines, (*here, file.parent, *map(Path, folders)))


def loaded_program(dsp: Dsp56001, folders: Sequence[Path]) -> Loaded:
    """Return the program that a chip contains, with its source lines; sources are searched for in `folders`."""
    return Loaded(Path(), "", dsp.symbols.lines(), folders)


def _assembled(file: Path, folders: Sequence[str], defines: Mapping[str, str]) -> Program:
    made = asm.assemble_file(file, include_paths=folders, defines=defines)
    if not made.ok:
        raise DebugError(f"{file} has errors: {made.errors}", diagnostics=made.diagnostics)
    return image_of(made)
