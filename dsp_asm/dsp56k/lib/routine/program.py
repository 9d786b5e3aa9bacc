"""A routine's program, assembled or read from an object file, and its symbols for the emulator."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from dsp56k import asm
from dsp56k.asm import ObjectFile
from dsp56k.emu import Symbols
from dsp56k.emu.loader import Program
from dsp56k.lib.errors import AssemblyError, OperandError
from dsp56k.objects.binary_reader import UnknownFormatError
from dsp56k.objects.module import Module
from dsp56k.objects.readers import read_object
from dsp56k.system.text import described


def program_of(given: Module | str | PathLike[str]) -> Module:
    """Return an absolute program without errors, from a module in memory or an object file.

    Raises:
        AssemblyError: it was assembled with errors; field `diagnostics`.
        OperandError: no object file, an unreadable one, one of an unknown format, or a module that is yet to be linked.
        ObjectFormatError: a file that is not a complete, valid object file.
    """
    program = given if isinstance(given, Module) else _read(given)
    if isinstance(program, ObjectFile) and not program.ok:
        raise AssemblyError(asm.render_all(program.diagnostics), diagnostics=program.diagnostics)
    if program.relocation is not None:
        message = f"cannot load {program.ident.name}: it is a relocatable module; link it first (dsp56k link)"
        raise OperandError(message, name="program", value=program)
    return program


def _read(given: str | PathLike[str]) -> Module:
    try:
        path = Path(given)
    except TypeError:
        message = f"a program must be an ObjectFile or the path of one, got {described(given)}"
        raise OperandError(message, name="program", value=given) from None
    try:
        return read_object(path)
    except UnknownFormatError as error:
        raise OperandError(error.message, name="program", value=given) from error
    except OSError as error:
        raise OperandError(f"{path}: {error.strerror}", name="program", value=given) from error


def symbols_of(program: Module | Program) -> Symbols:
    """Return a program's symbols, with their spaces and the source lines of its words."""
    symbols = Symbols()
    symbols.add(program)
    return symbols
