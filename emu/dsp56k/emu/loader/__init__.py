"""Object files: LOD and our ELF, read into checked blocks of words."""

from __future__ import annotations

from pathlib import Path

from dsp56k.emu.errors import LoadError
from dsp56k.emu.loader.elf import read_elf
from dsp56k.emu.loader.lod import read_lod
from dsp56k.emu.loader.program import Block, Program

__all__ = ["Block", "Program", "read_object"]

SIZE_LIMIT = 16 * 1024 * 1024
"""Bytes. Three full spaces are under 2 MB in either format."""


def read_object(path: Path) -> Program:
    """Read a .lod or .elf file.

    Raises:
        LoadError: the file cannot be read, has another suffix, or is not a correct object file.
    """
    file = str(path)
    if path.suffix.lower() == ".cld":
        raise LoadError(f"{file}: COFF (.cld) files are not supported; load .lod or .elf", file=file, field="suffix")
    if path.suffix.lower() not in (".lod", ".elf"):
        raise LoadError(f"{file}: an object file ends in .lod or .elf", file=file, field="suffix")
    try:
        # A size can only be trusted after reading: a device or a pipe has none.
        with path.open("rb") as stream:
            data = stream.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise LoadError(f"{file}: {error.strerror or error}", file=file, field="file") from error
    if len(data) > SIZE_LIMIT:
        raise LoadError(f"{file}: larger than {SIZE_LIMIT} bytes", file=file, field="size")
    return read_elf(file, data) if path.suffix.lower() == ".elf" else read_lod(file, data)
