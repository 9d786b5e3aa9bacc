"""Assembly of the sources that tests name; errors fail the test."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from dsp56k.asm import ObjectFile, assemble, assemble_file, render_all
from dsp56k.lib.routine import Routine

_ASSEMBLY = ("defines", "include_paths")
"""Arguments of a routine's declaration that are passed to the assembler."""
_OBJECT_FILES = (".lod", ".cld", ".elf")


def source_of(source: str | Path, folder: Path) -> str | Path:
    """Return text that contains a line feed; otherwise the path of a file next to the test."""
    return source if isinstance(source, str) and "\n" in source else from_here(folder / source)


def from_here(path: Path) -> Path:
    """Return a path relative to the current directory if it is below it, for short messages."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def assembled_or_failed(source: str | Path, folder: Path, settings: Mapping[str, Any]) -> ObjectFile:
    """Return the object file of a source as of `source_of`; errors fail the test with all diagnostics."""
    __tracebackhide__ = True
    found = source_of(source, folder)
    program = assemble(found, **settings) if isinstance(found, str) else assemble_file(found, **settings)
    if not program.ok:
        pytest.fail(f"the source does not assemble\n{render_all(program.diagnostics)}")
    return program


def routine_or_failed(source: str | Path, entry: str | int, folder: Path, declared: Mapping[str, Any]) -> Routine:
    """Return a routine of a source as of `source_of`, or of an object file; errors fail the test."""
    __tracebackhide__ = True
    found = source_of(source, folder)
    if isinstance(found, Path) and found.suffix.lower() in _OBJECT_FILES:
        return Routine.from_program(found, entry, **declared)
    settings = {name: value for name, value in declared.items() if name in _ASSEMBLY}
    rest = {name: value for name, value in declared.items() if name not in _ASSEMBLY}
    return Routine.from_program(assembled_or_failed(source, folder, settings), entry, **rest)
