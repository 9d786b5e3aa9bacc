"""The settings of sources: those of a command or an editor, and those of the project file `dsp56k.toml`.

A *module* is a source that is assembled for the linker. The project file names the modules of a program, and the
directories and symbols that they need; its paths are relative to its directory. An error in it is a problem with its
line and key, and the rest of the file still applies.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from dsp56k.asm import Diagnostic, Severity, Span
from dsp56k.isa import CHIPS, DSP56001
from dsp56k.system.files import read_at_most
from dsp56k.system.suggestions import unknown
from dsp56k.system.text import decode_text, described, shown

FILE_NAME = "dsp56k.toml"
_MAX_BYTES = 1 << 20
_ERROR_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")
_KEY = re.compile(r"\s*([\w\"'.-]+\s*=|\[[^]]*\]\s*(#.*)?$)")
_FILES, _FOLDERS = ("modules", "libraries"), ("include_paths", "maclib_paths")
KEYS = (*_FILES, *_FOLDERS, "defines", "options", "chip")


def real(path: str | Path) -> Path:
    """Return a path with all links resolved, by which documents are identified."""
    return Path(os.path.realpath(path))


@dataclass(frozen=True)
class Project:
    """Assembly options of a source, as the arguments of `dsp56k asm`."""

    include_paths: tuple[Path, ...] = ()
    maclib_paths: tuple[Path, ...] = ()
    defines: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    relative: bool = False
    chip: str = DSP56001


@dataclass(frozen=True)
class ProjectFile:
    """A project file: `modules` and `libraries` are real paths of sources and of object files."""

    path: Path
    project: Project
    modules: tuple[Path, ...] = ()
    libraries: tuple[Path, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    text: str = ""

    def problem(self, key: str, message: str, value: str = "", *, last: bool = False) -> Diagnostic:
        """Return an error at a key, or at the first or last string of its value that ends with `value`."""
        lines = self.text.splitlines()
        begins = re.compile(rf"\s*\[?\s*([\"']?)(?P<key>{re.escape(key)})\1\s*[]=.]")
        at = next(((number, match) for number, line in enumerate(lines) if (match := begins.match(line))), None)
        line, column, length = (at[0], at[1].start("key"), len(key)) if at is not None else (0, 0, 1)
        if value:
            quoted = re.compile(rf"([\"'])(?:(?!\1).)*{re.escape(value)}\1")
            below = takewhile(lambda entry: entry[0] == line or not _KEY.match(entry[1]), enumerate(lines[line:], line))
            written = [(number, *match.span()) for number, text in below for match in quoted.finditer(text)]
            if written:
                line, column, end = written[-1 if last else 0]
                length = end - column
        text = lines[line] if line < len(lines) else ""
        return _problem(self.path, text, line + 1, column + 1, message, length)

    def settings_of(self, source: Path) -> Project:
        """Return the settings of a source to which the file applies: a module is assembled for the linker."""
        return replace(self.project, relative=True) if source in self.modules else self.project


def find_project_file(source: Path) -> Path | None:
    """Return the project file in the directory of a source, or in the nearest one above it."""
    return next((found for folder in source.parents if _is_file(found := folder / FILE_NAME)), None)


def _is_file(path: Path) -> bool:
    """Return True if a path is that of a file; a name that is too long is not one."""
    return os.path.isfile(path)  # noqa: PTH113 (Path.is_file raises an error for such a name)


def read_project_file(path: Path, given: Project) -> ProjectFile:
    """Return the contents of a project file; its settings extend `given`, whose symbols take precedence."""
    try:
        text = decode_text(read_at_most(path, _MAX_BYTES))
        table = tomllib.loads(text)
    except OSError as error:
        return ProjectFile(path, given, problems=(_problem(path, "", 1, 1, f"cannot read: {error.strerror}"),))
    except RecursionError:
        return ProjectFile(path, given, problems=(_problem(path, "", 1, 1, "the tables are nested too deeply"),))
    except ValueError as error:
        place = _ERROR_PLACE.search(str(error))
        line, column = (int(place[1]), int(place[2])) if place is not None else (1, 1)
        message = f"not TOML: {_ERROR_PLACE.sub('', str(error))}"
        return ProjectFile(path, given, problems=(_problem(path, "", line, column, message),))
    return _Reader(path, text).read(table, given)


def _problem(path: Path, text: str, line: int, column: int, message: str, length: int = 1) -> Diagnostic:
    return Diagnostic("", Severity.ERROR, message, Span(str(path), line, column, length, text))


def _place(problem: Diagnostic) -> tuple[int, int]:
    return (problem.span.line, problem.span.column) if problem.span is not None else (0, 0)


class _Reader:
    """Reads the keys of a project file, and stores a problem for each wrong one."""

    def __init__(self, path: Path, text: str) -> None:
        self.file = ProjectFile(path, Project(), text=text)
        self.folder = path.parent
        self.problems: list[Diagnostic] = []

    def read(self, table: Mapping[str, Any], given: Project) -> ProjectFile:
        for key in table.keys() - set(KEYS):
            self.report(key, unknown("key", key, KEYS))
        modules, libraries = (tuple(self.files(key, table.get(key, []))) for key in _FILES)
        include_paths, maclib_paths = (tuple(self.folders(key, table.get(key, []))) for key in _FOLDERS)
        project = replace(
            given,
            include_paths=(*given.include_paths, *include_paths),
            maclib_paths=(*given.maclib_paths, *maclib_paths),
            defines={**self.defines(table.get("defines", {})), **given.defines},
            options=(*given.options, *(text for text, _ in self.strings("options", table.get("options", [])))),
            chip=self.chip(table.get("chip", given.chip)),
        )
        problems = sorted(self.problems, key=_place)
        return replace(self.file, project=project, modules=modules, libraries=libraries, problems=tuple(problems))

    def strings(self, key: str, value: Any) -> Iterator[tuple[str, str]]:
        """Yield the strings of a list, each with its name in messages."""
        if not isinstance(value, list):
            self.report(key, f"{key} must be a list of strings, got {described(value)}")
            return
        for index, text in enumerate(value):
            name = f"{key}[{index}]"
            if isinstance(text, str) and text and "\0" not in text:
                yield text, name
            else:
                self.report(key, f"{name} must be a string that is not empty, got {described(text)}")

    def files(self, key: str, value: Any) -> Iterator[Path]:
        found: set[Path] = set()
        for text, name in self.strings(key, value):
            path = real(self.folder / text)
            if not _is_file(path):
                self.report(key, f"{name} must be a file, got {described(text)}, which does not exist", text)
            elif key == "modules" and find_project_file(path) != self.file.path:
                # A source has the settings of its nearest project file.
                limits = f"in this directory or below, down to the next {FILE_NAME}"
                self.report(key, f"{name} must be {limits}, got {described(text)}", text)
            elif path in found:
                self.report(key, f"{name} must be another file, got {described(text)} again", text, last=True)
            else:
                found.add(path)
                yield path

    def folders(self, key: str, value: Any) -> Iterator[Path]:
        for text, name in self.strings(key, value):
            path = self.folder / text
            if os.path.isdir(path):  # noqa: PTH112 (as in `_is_file`)
                yield path
            else:
                self.report(key, f"{name} must be a directory, got {described(text)}", text)

    def defines(self, value: Any) -> dict[str, str]:
        if not isinstance(value, dict):
            self.report("defines", f"defines must be a table of names and texts, got {described(value)}")
            return {}
        found = {}
        for name, text in value.items():
            if isinstance(text, str) or type(text) is int:
                found[name] = str(text)
            else:
                self.report(name, f"defines.{shown(name)} must be a string or an integer, got {described(text)}")
        return found

    def chip(self, value: Any) -> str:
        if value in CHIPS:
            return str(value)
        self.report("chip", f"chip must be {' or '.join(CHIPS)}, got {described(value)}")
        return DSP56001

    def report(self, key: str, message: str, value: str = "", *, last: bool = False) -> None:
        """Store a problem at a key, or at a string of its value."""
        self.problems.append(self.file.problem(key, message, value, last=last))


_MOST_FILES = 200
_MOST_BYTES = 1 << 20
_ENDING = ".asm"


def find_including_source(path: Path) -> Path | None:
    """Return the first source by name, in a file's directory or the parent, that includes the file."""
    named = re.escape(path.name)
    if path.suffix.lower() == _ENDING:
        named = f"{re.escape(path.stem)}({re.escape(_ENDING)})?"
    statement = re.compile(rf"^[ \t]+include[ \t]+['\"]([^'\"\n]*[/\\])?{named}['\"]", re.IGNORECASE | re.MULTILINE)
    return next((source for source in _sources(path) if statement.search(_read(source))), None)


def _sources(path: Path) -> Iterator[Path]:
    """Yield the sources near a file, without itself."""
    for folder in (path.parent, path.parent.parent):
        try:
            found = sorted(entry for entry in folder.iterdir() if entry.suffix.lower() == _ENDING)[:_MOST_FILES]
        except OSError:
            continue
        yield from (source for source in found if source != path and source.is_file())


def _read(path: Path) -> str:
    """Return the text of a source, "" if it cannot be read; bytes that are not UTF-8 match those of a file name."""
    try:
        return decode_text(read_at_most(path, _MOST_BYTES, waiting=False), "utf-8", "surrogateescape")
    except OSError:
        return ""
