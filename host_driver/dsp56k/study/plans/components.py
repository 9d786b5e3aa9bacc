"""Components by name: machines, boards, firmware, variants, drivers, programs.

They are searched for among those of the package, then in the study's directory: machines in `machines.toml`, each other
component in a separate file, NAME.toml, or in the directory of its kind (boards/NAME.toml). A component may be `like`
another of its kind and change some of its keys.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any, Literal, cast

import msgspec

from dsp56k.host.compiler import Optimization, compile_to_elf
from dsp56k.host.errors import MachineFileError
from dsp56k.host.machines import DEFAULT_MACHINE, MachineRow, builtin_machines, load_machines, machine_of
from dsp56k.study.errors import StudyError
from dsp56k.study.operations import UserDefinedOperation
from dsp56k.study.schema import BoardFile, DriverFile, FirmwareFile, ProgramFile, Setting, VariantFile
from dsp56k.study.toml_reader import MAX_FILE_BYTES, Document, parse_document, read_document
from dsp56k.system.files import read_at_most
from dsp56k.system.suggestions import unknown

Kind = Literal["machine", "board", "firmware", "variant", "driver", "program"]
FileKind = Kind | Literal["operation"]
MACHINES = "machines.toml"

_FILES: Mapping[Kind, Callable[..., msgspec.Struct]] = {
    "board": BoardFile,
    "firmware": FirmwareFile,
    "variant": VariantFile,
    "driver": DriverFile,
    "program": ProgramFile,
}
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_OF_FILES = ("schema", "about")
"""Keys of a component that are not parameters."""
_HEADERS = (".h", ".inc")
"""Suffixes of files that the user's sources may include."""
_LIKE = "like"
_OPTIONS = "options"
"""A table of further parameters, at the same level as the others."""


class ComponentError(Exception):
    """A component does not exist, or a value is invalid for its `key`; the caller knows the location."""

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.key = key


class Components:
    """The components that a study in `folder` can name; None for a study of the package."""

    def __init__(self, folder: Path | None, machines: Mapping[str, MachineRow] | None = None) -> None:
        self._folder = folder
        self._given = machines or {}
        self._machines: Mapping[str, MachineRow] | None = None
        self.files: dict[Path, bytes] = {}
        """The files of the study's directory that were read, in this order, as they were then."""
        self._elves: dict[tuple[Path, str, str], str] = {}

    def settings(self, kind: Kind, name: str, changes: Mapping[str, Setting] | None = None) -> dict[str, Setting]:
        """Return a component's parameters by full key (`board.bank_words`), some of them changed.

        Raises:
            ComponentError: The component does not exist, or a value is invalid.
            StudyError: Its file is invalid.
        """
        values = self._machine(name, changes or {}) if kind == "machine" else self._part(kind, name, changes or {})
        return {f"{kind}.{key}": value for key, value in values.items()}

    def about(self, kind: Kind, name: str) -> str:
        """Return the description of a component."""
        if kind == "machine":
            row = self.machines[name]
            return f"{row.name}: {row.cpu} at {row.clock_hz / 1e6:g} MHz"
        return str(self._tables(kind, name)[0]["about"])

    def operation(self, name: str) -> UserDefinedOperation:
        """Return a user-defined operation.

        Raises:
            ComponentError: The file does not exist.
            StudyError: The file is invalid.
        """
        return UserDefinedOperation(name, self._document("operation", name))

    def source(self, kind: Kind, file: str) -> Path:
        """Return the source `file` of a component; ComponentError if it is not in the study's directory."""
        if self._folder:
            for candidate in (self._folder / f"{kind}s" / file, self._folder / file):
                if candidate.is_file():
                    if candidate.resolve().is_relative_to(self._folder.resolve()):
                        headers = [
                            other
                            for suffix in _HEADERS
                            for other in sorted(candidate.parent.glob(f"*{suffix}"))
                            if other.is_file()
                        ]
                        self._note(candidate, *headers)
                        return candidate
                    raise ComponentError(f"source {file!r} must be in the study's directory")
        raise ComponentError(f"cannot find source {file!r} in the study's directory")

    def elf(self, name: str, machine: str | None = None, optimize: str | None = None) -> str:
        """Return the ELF file of a program with a source, in base 64, compiled for a machine.

        Raises:
            ComponentError: The program has no source.
            CompileError: The source cannot be compiled.
        """
        settings = self.settings("program", name)
        source = settings.get("program.source")
        if source is None:
            raise ComponentError(f"program {name!r} must have a source")
        path = self.source("program", str(source))
        row = self.machines[machine or DEFAULT_MACHINE]
        # compile_to_elf refuses any other.
        level = cast(Optimization, optimize or settings.get("program.optimize", "2"))
        key = path, row.cpu, level
        if key not in self._elves:
            self._elves[key] = b64encode(compile_to_elf(path, machine=row, optimize=level)).decode()
        return self._elves[key]

    def _machine(self, name: str, changes: Mapping[str, Setting]) -> dict[str, Setting]:
        rows = self.machines
        if name not in rows:
            raise ComponentError(unknown("machine", name, rows))
        try:
            return dict(machine_of(name, {**rows[name].values, **changes}).values if changes else rows[name].values)
        except MachineFileError as error:
            raise ComponentError(str(error).rpartition(": ")[2], error.fields["key"]) from None

    @property
    def machines(self) -> Mapping[str, MachineRow]:
        """The PCs of the package, of the study's directory, and those that were given, by name."""
        if self._machines is None:
            own = self._folder / MACHINES if self._folder else None
            mine = load_machines(own) if own and own.exists() else {}
            if own and mine:
                self._note(own)
            twice = sorted(mine.keys() & builtin_machines().keys())
            if twice:
                raise StudyError(f"{own} has a machine {twice[0]!r}, which is one of the package's, too")
            self._machines = {**builtin_machines(), **mine, **self._given}
        return self._machines

    def _part(self, kind: Kind, name: str, changes: Mapping[str, Setting]) -> dict[str, Setting]:
        tables, document = self._tables(kind, name)
        part = document.convert(_FILES[kind], tables)
        given = msgspec.to_builtins(part)
        values = {key: value for key, value in given.items() if key not in _OF_FILES and value is not None}
        values |= values.pop(_OPTIONS, {})
        for key, value in changes.items():
            if key not in values:
                raise ComponentError(unknown(f"parameter of a {kind}", key, values))
            try:
                changed = {_OPTIONS: {key: value}} if key in tables.get(_OPTIONS, {}) else {key: value}
                document.convert(_FILES[kind], {**tables, **changed})
            except StudyError as error:
                raise ComponentError(str(error).rpartition(f"{key}: ")[2], key) from None
            values[key] = value
        return values

    def _tables(self, kind: Kind, name: str, below: tuple[str, ...] = ()) -> tuple[dict[str, Any], Document]:
        """Return the keys of a component, including those that it inherits by `like`; the document is its own."""
        document = self._document(kind, name)
        tables = dict(document.tables)
        if _LIKE not in tables:
            return tables, document
        other = tables.pop(_LIKE)
        if not isinstance(other, str):
            raise document.refused((_LIKE,), f"must be the name of another {kind}")
        if other in (name, *below):
            raise document.refused((_LIKE,), f"a circle: {' is like '.join((*below, name, other))}")
        try:
            base, _ = self._tables(kind, other, (*below, name))
        except ComponentError as error:
            raise document.refused((_LIKE,), str(error)) from None
        return {**base, **tables}, document

    def _document(self, kind: FileKind, name: str) -> Document:
        if not _NAME.fullmatch(name):
            raise ComponentError(f"the name of a part must consist of letters, digits, '.', '-' and '_', got {name!r}")
        folder = resources.files("dsp56k.study").joinpath(f"{kind}s")
        own = [path for path in self._candidates(kind, name) if path.is_file()]
        file = folder.joinpath(f"{name}.toml")
        if file.is_file():
            if own:
                raise ComponentError(f"{own[0]} has the name of one of the package's {kind}s")
            return parse_document(file.read_text(encoding="utf-8"), f"{kind}s/{name}.toml")
        if not own:
            known = sorted(path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml"))
            beside = f"{name}.toml in the study's directory" if self._folder else ""
            raise ComponentError(unknown(kind, name, known, beside))
        self._note(own[0])
        return read_document(own[0])

    def _note(self, *paths: Path) -> None:
        """Keep the content of files. One that cannot be read is reported where it is used."""
        for path in paths:
            if path not in self.files:
                with suppress(OSError):
                    self.files[path] = read_at_most(path, MAX_FILE_BYTES)

    def _candidates(self, kind: FileKind, name: str) -> tuple[Path, ...]:
        return (self._folder / f"{kind}s" / f"{name}.toml", self._folder / f"{name}.toml") if self._folder else ()
