"""Which reader takes a file, by its suffix."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dsp56k.emu.errors import LoadError
from dsp56k.emu.loader.coff import read_coff
from dsp56k.emu.loader.elf import read_elf
from dsp56k.emu.loader.hexfiles import read_intel_hex, read_p56, read_planes, read_space_srec, read_srec
from dsp56k.emu.loader.lod import read_lod
from dsp56k.emu.loader.program import Program
from dsp56k.objects.budget import FILE_BYTES
from dsp56k.system.files import read_at_most

READERS: dict[str, Callable[[str, bytes], Program]] = {
    ".lod": read_lod,
    ".elf": read_elf,
    ".cld": read_coff,
    ".s": read_srec,
    ".s19": read_srec,
    ".srec": read_srec,
    ".p": read_space_srec,
    ".x": read_space_srec,
    ".y": read_space_srec,
    ".hex": read_intel_hex,
    ".p56": read_p56,
}
PLANES = {f".{space}{plane}": space.upper() for space in "pxy" for plane in range(3)}
"""S-record files of one byte of the words, by suffix."""

MODULES = (".cln", ".lnk")
"""Suffixes of what the linker reads."""
SOURCE = ".asm"


def read_object(path: Path) -> Program:
    """Read an object file by its suffix; any of the three files .p0 .p1 .p2 stands for all of them.

    Raises:
        LoadError: the file cannot be read, has another suffix, or is not a correct object file.
    """
    file = str(path)
    suffix = path.suffix.lower()
    if suffix in PLANES:
        first, second, third = (_read(path.with_suffix(f"{path.suffix[:2]}{plane}")) for plane in range(3))
        return read_planes(file, PLANES[suffix], (first, second, third))
    reader = READERS.get(suffix)
    if suffix in MODULES:
        raise LoadError(f"{file}: a module has no addresses before it is linked", file=file, field="suffix")
    if suffix == SOURCE:
        raise LoadError(f"{file}: a source has to be assembled first: dsp56k asm {file}", file=file, field="suffix")
    if reader is None:
        raise LoadError(f"{file}: an object file ends in {', '.join(READERS)} or .p0", file=file, field="suffix")
    return reader(file, _read(path))


def _read(path: Path) -> bytes:
    """The bytes of a file that is not too large."""
    file = str(path)
    try:
        return read_at_most(path, FILE_BYTES)
    except OSError as error:
        raise LoadError(f"{file}: {error.strerror}", file=file, field="file") from error
