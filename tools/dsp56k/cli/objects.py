"""Object files in and out for the commands: by their content and suffix, whatever the format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.streams import is_standard_input, standard_input
from dsp56k.isa.errors import Dsp56kError
from dsp56k.objects import Budget
from dsp56k.objects import budget as limits
from dsp56k.system.files import read_at_most
from dsp56k.system.text import decode_text

if TYPE_CHECKING:
    from dsp56k.asm import ObjectFile
    from dsp56k.asm.formats import LibraryMember, LodStyle
    from dsp56k.asm.link import Library, Module

_COFF_MAGIC = b"\0\0\x02"
_ELF_MAGIC = b"\x7fELF"
_LIBRARY = b"dsp56k library"
_LOD_START = "_START"
_LNK_RECORD = "\n_SECTION"
_BEGINNING = 4096
"""Bytes in which a link file has its first section."""
_SOURCES = (".asm", ".inc")
_OWN_SECTIONS = 16
WRITTEN = ("lod", "cld", "elf", "s", "planes", "hex", "p56")
"""Formats that `object_files` writes."""


class FileError(Dsp56kError):
    """A file that cannot be taken for, or written as, what it should be; `path`."""


def read_bytes(path: Path) -> bytes:
    """A file's bytes. Raises OSError where it cannot be read or is larger than any that is."""
    return read_at_most(path, limits.FILE_BYTES)


def read_object_file(path: Path) -> ObjectFile:
    """An object file of any format that is known, - for standard input. Raises Dsp56kError for one that is damaged."""
    from dsp56k.asm.formats import read_coff, read_lnk

    if is_standard_input(path):
        return _piped()
    suffix = path.suffix.lower()
    data = read_bytes(path)
    if data.startswith(_LIBRARY):
        raise FileError(f"{path} is a library: dsp56k lib list shows its modules", path=str(path))
    if suffix in _SOURCES:
        raise FileError(f"{path} is a source: dsp56k asm makes an object file of it", path=str(path))
    # A block of Y memory begins a P56 file with the bytes of COFF's magic number.
    if suffix in (".cld", ".cln") or (data.startswith(_COFF_MAGIC) and suffix != ".p56"):
        return read_coff(str(path), data)
    if suffix == ".lnk" or _LNK_RECORD in _beginning(data):
        return read_lnk(str(path), data)
    return _absolute(path, data)


def _piped() -> ObjectFile:
    """An object file on standard input, whose beginning has to tell its format."""
    from dsp56k.asm.formats import read_coff, read_elf, read_lnk, read_lod

    data, name = standard_input(), "stdin"
    if data.startswith(_COFF_MAGIC):
        return read_coff(name, data)
    if data.startswith(_ELF_MAGIC):
        return read_elf(name, data)
    if (text := _beginning(data)).lstrip().startswith(_LOD_START):
        return (read_lnk if _LNK_RECORD in text else read_lod)(name, data)
    raise FileError("standard input is no COFF, ELF or LOD file", path="-")


def _beginning(data: bytes) -> str:
    return decode_text(data[:_BEGINNING], "latin-1")


def _absolute(path: Path, data: bytes) -> ObjectFile:
    """The formats without relocation, through the emulator's checked readers."""
    from dsp56k.asm.formats import read_elf, read_lod
    from dsp56k.asm.objectfile import Ident, ObjectFile, Run, SymbolRecord
    from dsp56k.objects.machine import NO_SPACE, space_of

    if path.suffix.lower() == ".lod":
        return read_lod(str(path), data)
    if data.startswith(_ELF_MAGIC):
        return read_elf(str(path), data)
    from dsp56k.emu.loader import read_object

    program = read_object(path)
    blocks = [(space_of(block.space), block.address, block.words) for block in program.blocks]
    runs = [Run(space, address, space, address, "", words) for space, address, words in blocks]
    table = [
        SymbolRecord(name, value, space_of(program.spaces.get(name, NO_SPACE)), "equ", "", None, False)
        for name, value in program.symbols.items()
    ]
    return ObjectFile(Ident(path.stem, from_file=True), [*runs], table, [], program.start)


def read_input(path: Path) -> Module | Library:
    """A linker's input: a module, or a library."""
    from dsp56k.asm.formats import read_library
    from dsp56k.asm.link import Module

    data = read_bytes(path)
    if not data.startswith(_LIBRARY):
        return Module(str(path), read_object_file(path))
    return read_modules(path, read_library(str(path), data))


def read_modules(path: Path, members: Sequence[LibraryMember]) -> Library:
    """The modules of a library, which have one budget. Raises Dsp56kError."""
    from dsp56k.asm.link import Library, Module

    budget = Budget()
    names = [(f"{path}({member.name})", member.data) for member in members]
    return Library(str(path), tuple(Module(name, read_module(name, data, budget)) for name, data in names))


def read_module(name: str, data: bytes, budget: Budget | None = None) -> ObjectFile:
    """A library's module: COFF, else a link file of the tools before. Raises Dsp56kError for what is neither."""
    from dsp56k.asm.formats import read_coff, read_lnk

    return (read_coff if data.startswith(_COFF_MAGIC) else read_lnk)(name, data, budget)


def object_files(obj: ObjectFile, output: Path, form: str, style: LodStyle | None = None) -> dict[Path, bytes]:
    """The files that hold an absolute object file in a format; several for the planes of S-records."""
    from dsp56k.asm import formats

    if obj.relocation is not None and form != "cln":
        raise FileError(
            f"{output}: a relocatable module has to be linked before it can be written as {form}", path=str(output)
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
        raise FileError(f"{output}: not written: it would be larger than {limits.FILE_BYTES} bytes", path=str(output))
    return {output: content}


def _check_readable(obj: ObjectFile, output: Path) -> None:
    """Raise FileError for what no reader takes: the budget of a file is that of its writer, too."""
    budget = Budget()
    expressions = [text for run in obj.runs for _, text in run.fixups]
    expressions += [symbol.expression for symbol in obj.symbol_table if symbol.expression]
    if obj.relocation is not None:
        expressions += [obj.relocation.start, *(text for _, text in obj.relocation.overlays.values())]
    amounts = {
        limits.WORDS: sum(len(run.words) for run in obj.runs),
        # A block of L memory is one of X and one of Y in some formats, and some have a few sections of their own.
        limits.SECTIONS: sum(2 if run.space == "L" else 1 for run in obj.runs) + _OWN_SECTIONS,
        limits.SYMBOLS: len(obj.symbol_table),
        limits.NAMES: sum(len(symbol.name) for symbol in obj.symbol_table),
        limits.TEXT: sum(map(len, obj.comments)),
        limits.EXPRESSIONS: sum(map(len, expressions)) + limits.EXPRESSION_COST * len(expressions),
    }
    for limit, amount in amounts.items():
        if not budget.spend(limit, amount):
            raise FileError(f"{output}: not written: more than {limit.most} {limit.what} in all", path=str(output))
    if any(len(text) > limits.LONGEST_EXPRESSION for text in expressions):
        message = f"{output}: not written: a link expression is longer than {limits.LONGEST_EXPRESSION} characters"
        raise FileError(message, path=str(output))
    if len(obj.ident.name) > limits.LONGEST_NAME:
        message = f"{output}: not written: the module's name is longer than {limits.LONGEST_NAME} characters"
        raise FileError(message, path=str(output))
