"""The selection of a file's reader: by the caller's format, then by its first bytes, then by the suffix of its name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dsp56k.objects.binary_reader import ObjectFormatError, UnknownFormatError
from dsp56k.objects.budget import FILE_BYTES, Budget
from dsp56k.objects.formats import FORMATS, PLANES
from dsp56k.objects.module import Module
from dsp56k.objects.readers.coff_module import read_coff
from dsp56k.objects.readers.elf import read_elf
from dsp56k.objects.readers.hexfiles import read_intel_hex, read_p56, read_planes, read_space_srec, read_srec
from dsp56k.objects.readers.lnk import read_lnk
from dsp56k.objects.readers.lod import read_lod
from dsp56k.objects.word_sizes import Space
from dsp56k.system.files import read_at_most
from dsp56k.system.text import decode_text

_COFF_MAGIC = b"\0\0\x02"
_ELF_MAGIC = b"\x7fELF"
_LIBRARY = b"dsp56k library"
_LOD_START = "_START"
_LNK_RECORD = "\n_SECTION"
_BEGINNING = 4096
"""Bytes that contain the first section of a link file."""


def _read_load_or_link(file: str, data: bytes) -> Module:
    """Read a LOD file, or a link file, because both have the same beginning."""
    return (read_lnk if _LNK_RECORD in _beginning(data) else read_lod)(file, data)


READERS: dict[str, Callable[[str, bytes], Module]] = {
    "lod": _read_load_or_link,
    "elf": read_elf,
    "cld": read_coff,
    "cln": read_coff,
    "lnk": read_lnk,
    "s": read_srec,
    "s19": read_srec,
    "srec": read_srec,
    "p": read_space_srec,
    "x": read_space_srec,
    "y": read_space_srec,
    "hex": read_intel_hex,
    "p56": read_p56,
}
"""By the names of formats (dsp56k.objects.formats)."""
_SPACES: dict[str, Space] = {"p": "P", "x": "X", "y": "Y"}
_SOURCES = ("asm", "a56", "inc", "src")


def read_object(path: Path, form: str | None = None) -> Module:
    """Read an object file. Each of the files .p0 .p1 .p2 selects all three.

    Args:
        path: Path of the file.
        form: One of FORMATS, or None for the format that its first bytes or its name determine.

    Raises:
        ObjectFormatError: The file is not a valid object file of that format, or its format is unknown.
        OSError: The file cannot be read or is too large.
    """
    suffix = path.suffix.lower().removeprefix(".")
    if form is None and suffix in PLANES:
        first, second, third = (_read(path.with_suffix(f"{path.suffix[:2]}{plane}")) for plane in range(3))
        return read_planes(str(path), _SPACES[suffix[0]], (first, second, third))
    return read_content(str(path), _read(path), form, suffix)


def read_content(file: str, data: bytes, form: str | None = None, suffix: str = "") -> Module:
    """Read the content of an object file. `suffix` is that of its name. Raises ObjectFormatError."""
    form = form or _format_of(data, suffix)
    if form is not None:
        if form not in READERS:
            problem = f"a format of object files must be one of {', '.join(FORMATS)}, got {form!r}"
            raise UnknownFormatError(problem, file=file, field="format")
        return READERS[form](file, data)
    if data.startswith(_LIBRARY):
        problem = "cannot load a library: dsp56k link links its modules, dsp56k lib list shows them"
    elif suffix in _SOURCES:
        problem = f"cannot load a source file: assemble it first (dsp56k asm {file})"
    else:
        suffixes = ", ".join(f".{name}" for name in FORMATS)
        problem = f"the extension must be {suffixes} or .p0; select the format of other files with --from FORMAT"
    raise UnknownFormatError(f"{file}: {problem}", file=file, field="suffix")


def read_module(name: str, data: bytes, budget: Budget | None = None) -> Module:
    """Read a library's module: COFF, or a link file of older tools. Raises ObjectFormatError."""
    if data.startswith(_COFF_MAGIC):
        return read_coff(name, data, budget)
    try:
        return read_lnk(name, data, budget)
    except ObjectFormatError as error:
        if _LNK_RECORD in _beginning(data):
            raise
        problem = f"{name}: a module must be a COFF file (.cln) or a link file (.lnk)"
        raise UnknownFormatError(problem, file=name, field="format") from error


def _format_of(data: bytes, suffix: str) -> str | None:
    """Return the format of a file, or None if neither its first bytes nor its suffix determine it."""
    if data.startswith(_LIBRARY) or suffix in _SOURCES:
        return None
    if data.startswith(_ELF_MAGIC):
        return "elf"
    # A block of Y memory begins a P56 file with the bytes of COFF's magic number.
    if data.startswith(_COFF_MAGIC) and suffix != "p56":
        return "cld"
    if suffix in READERS:
        return suffix
    return "lod" if _beginning(data).lstrip().startswith(_LOD_START) else None


def _beginning(data: bytes) -> str:
    return decode_text(data[:_BEGINNING], "latin-1")


def _read(path: Path) -> bytes:
    return read_at_most(path, FILE_BYTES)
