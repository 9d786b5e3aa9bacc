"""Reading and writing of object files for the commands; content and suffix select the format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.streams import is_standard_input, standard_input
from dsp56k.isa.errors import Dsp56kError
from dsp56k.objects import Budget, readers
from dsp56k.objects import budget as limits
from dsp56k.objects import module as objects
from dsp56k.objects.binary_reader import UnknownFormatError
from dsp56k.system.files import read_at_most

if TYPE_CHECKING:
    from dsp56k.asm.formats import LibraryMember, LodStyle
    from dsp56k.asm.link import Library, Module

_LIBRARY = b"dsp56k library"
_OWN_SECTIONS = 16
WRITTEN = ("lod", "cld", "elf", "s", "planes", "hex", "p56")
"""Formats that `object_files` writes."""


class FileError(Dsp56kError):
    """A file cannot be read or written in the required format; `path`."""


def read_bytes(path: Path) -> bytes:
    """Return the content of a file. Raises OSError if it cannot be read or exceeds the maximum size."""
    return read_at_most(path, limits.FILE_BYTES)


def read_object_file(path: Path, form: str | None = None) -> objects.Module:
    """Return the module of an object file of any known format; - is standard input.

    `form` is the name of the format, if a caller has given it. Raises OSError, or Dsp56kError if the file is damaged.
    """
    if is_standard_input(path):
        try:
            return readers.read_content("stdin", standard_input(), form)
        except UnknownFormatError as error:
            message = "standard input is not a COFF, ELF or LOD file; select its format with --from FORMAT"
            raise FileError(message, path="-") from error
    return readers.read_object(path, form)


def read_input(path: Path) -> Module | Library:
    """Return an input of the linker: a module, or a library."""
    from dsp56k.asm.formats import read_library
    from dsp56k.asm.link import Module

    data = read_bytes(path)
    if not data.startswith(_LIBRARY):
        return Module(str(path), read_object_file(path))
    return read_modules(path, read_library(str(path), data))


def read_modules(path: Path, members: Sequence[LibraryMember]) -> Library:
    """Return the modules of a library, which share one size limit. Raises Dsp56kError."""
    from dsp56k.asm.link import Library, Module

    budget = Budget()
    names = [(f"{path}({member.name})", member.data) for member in members]
    return Library(str(path), tuple(Module(name, readers.read_module(name, data, budget)) for name, data in names))


def object_files(obj: objects.Module, output: Path, form: str, style: LodStyle | None = None) -> dict[Path, bytes]:
    """Return the files of an absolute object file in a format; byte planes of S-records are several files."""
    from dsp56k.asm import formats

    if obj.relocation is not None and form != "cln":
        raise FileError(
            f"cannot write {output}: a relocatable module cannot be converted to {form}; link it first",
            path=str(output),
        )
    _check_readable(obj, output)
    if form == "planes":
        return {output.with_suffix(suffix): text.encode() for suffix, text in formats.srec_planes(obj).items()}
    if form in ("cld", "cln"):
        content = formats.coff_bytes(obj)
    elif form == "lod":
        content = formats.lod_text(obj, style or formats.CLDLOD).encode("latin-1", "replace")
    elif form == "elf":
        content = formats.elf_bytes(obj)
    elif form == "hex":
        content = formats.intel_hex_text(obj).encode()
    elif form == "p56":
        content = formats.p56_bytes(obj)
    else:
        content = formats.srec_text(obj).encode()
    if len(content) > limits.FILE_BYTES:
        raise FileError(f"cannot write {output}: it would be larger than {limits.FILE_BYTES} bytes", path=str(output))
    return {output: content}


def _check_readable(obj: objects.Module, output: Path) -> None:
    """Raise FileError if no reader would accept the file: writers have the size limit of the readers."""
    budget = Budget()
    expressions = [text for run in obj.runs for _, text in run.fixups]
    expressions += [symbol.expression for symbol in obj.symbol_table if symbol.expression]
    if obj.relocation is not None:
        expressions += [obj.relocation.start, *(text for _, text in obj.relocation.overlays.values())]
    amounts = {
        limits.WORDS: sum(len(run.words) for run in obj.runs),
        # A block of L memory is one of X and one of Y in some formats, and some formats add a few sections.
        limits.SECTIONS: sum(2 if run.space == "L" else 1 for run in obj.runs) + _OWN_SECTIONS,
        limits.SYMBOLS: len(obj.symbol_table),
        limits.NAMES: sum(len(symbol.name) for symbol in obj.symbol_table),
        limits.TEXT: sum(map(len, obj.comments)),
        limits.EXPRESSIONS: sum(map(len, expressions)) + limits.EXPRESSION_COST * len(expressions),
    }
    for limit, amount in amounts.items():
        if not budget.spend(limit, amount):
            raise FileError(f"cannot write {output}: more than {limit.most} {limit.what} in total", path=str(output))
    if any(len(text) > limits.LONGEST_EXPRESSION for text in expressions):
        message = f"cannot write {output}: a link expression is longer than {limits.LONGEST_EXPRESSION} characters"
        raise FileError(message, path=str(output))
    if len(obj.ident.name) > limits.LONGEST_NAME:
        message = f"cannot write {output}: the module's name is longer than {limits.LONGEST_NAME} characters"
        raise FileError(message, path=str(output))
