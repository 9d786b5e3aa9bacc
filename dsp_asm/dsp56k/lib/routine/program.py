"""A routine's program: assembled, or read from an object file, and what the emulator wants to know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path

from dsp56k import asm
from dsp56k.asm import ObjectFile
from dsp56k.emu import Symbols
from dsp56k.emu.loader import Program
from dsp56k.lib.errors import AssemblyError, OperandError
from dsp56k.objects.budget import FILE_BYTES
from dsp56k.system.files import read_at_most
from dsp56k.system.text import described

SUFFIXES = (".lod", ".cld", ".elf")
"""Of the files that hold a program."""


def program_of(given: ObjectFile | str | PathLike[str]) -> ObjectFile:
    """An absolute program without errors, from what a caller has: an object file in memory or in a file.

    Raises:
        AssemblyError: it was assembled with errors; field `diagnostics`.
        OperandError: no object file, an unreadable one, one of an unknown suffix, or a module that is yet to be linked.
        ObjectFormatError: a file that is not a whole, correct object file.
    """
    program = given if isinstance(given, ObjectFile) else _read(given)
    if not program.ok:
        raise AssemblyError(asm.render_all(program.diagnostics), diagnostics=program.diagnostics)
    if program.relocation is not None:
        message = f"{program.ident.name} is a relocatable module: dsp56k link makes a program of it"
        raise OperandError(message, name="program", value=program)
    return program


def _read(given: str | PathLike[str]) -> ObjectFile:
    try:
        path = Path(given)
    except TypeError:
        message = f"a program is an ObjectFile or the path of one, not {described(given)}"
        raise OperandError(message, name="program", value=given) from None
    readers = _readers()
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise OperandError(f"{path}: a program's file ends in {', '.join(readers)}", name="program", value=given)
    try:
        return reader(str(path), read_at_most(path, FILE_BYTES))
    except OSError as error:
        raise OperandError(f"{path}: {error.strerror}", name="program", value=given) from error


def _readers() -> Mapping[str, Callable[[str, bytes], ObjectFile]]:
    """Readers of object files by suffix."""
    from dsp56k.asm.formats import read_coff, read_elf, read_lod

    return dict(zip(SUFFIXES, (read_lod, read_coff, read_elf), strict=True))


def symbols_of(program: ObjectFile | Program) -> Symbols:
    """A program's symbols, with their spaces and the source lines of its words."""
    symbols = Symbols()
    symbols.add(program)
    return symbols
