"""File names of Motorola's command lines with the habits of DOS: backslashes, any case, no extension, devices."""

from __future__ import annotations

import os
from pathlib import Path

from dsp56k.cli.console.streams import STANDARD_INPUT, STANDARD_OUTPUT
from dsp56k.cli.motorola.commands import UsageError

_NULL, _CONSOLE = ("nul", "nul:"), ("con", "con:", "-")
"""DOS names of the null device and the console, and the common name of the standard streams."""
_MODULES = {".lnk": (".cln",), ".cln": (".lnk",)}


def is_device(word: str) -> bool:
    """Return True if a word names a device."""
    return word.lower() in (*_NULL, *_CONSOLE)


def path_of(name: str, console: Path = STANDARD_INPUT) -> Path:
    """Return the path of a name with backslashes or slashes, or of a device.

    `console` is the path for the console. Raises UsageError.
    """
    if name.lower() in _NULL:
        return Path(os.devnull)
    if "\0" in name:
        raise UsageError(f"{name!r} is not a file name")
    return console if name.lower() in _CONSOLE else Path(name.replace("\\", "/"))


def with_extension(name: str, extension: str, console: Path = STANDARD_INPUT) -> Path:
    """Return a path, with the default extension if it has none; devices get none.

    Raises UsageError.
    """
    path = path_of(name, console)
    if path.name in ("", ".."):
        raise UsageError(f"{name!r} is not a file name")
    # /dev/stdout may be a link to a file.
    device = path.is_relative_to("/dev") or (path.exists() and not path.is_file() and not path.is_dir())
    if path.suffix or not extension or device:
        return path
    return path.with_suffix(extension)


def existing(path: Path) -> Path:
    """Return the file whose name matches in any case, or the path itself if there is none."""
    from dsp56k.asm.source.files import without_case

    return without_case(Path(), str(path)) or path


def module_file(path: Path) -> Path:
    """Return the file of a module: without an extension .cln, or .lnk if only that exists.

    A build script for the tools before COFF names a .lnk that our assembler has written as .cln. Raises UsageError.
    """
    path = with_extension(str(path), "")
    suffixes = (".cln", ".lnk") if not path.suffix else (path.suffix, *_MODULES.get(path.suffix.lower(), ()))
    found = (existing(path.with_suffix(suffix)) for suffix in suffixes)
    return next((file for file in found if file.is_file()), path.with_suffix(suffixes[0]))


def existing_folder(path: Path) -> Path:
    """Return the directory whose name matches in any case, or the path itself if there is none."""
    from dsp56k.asm.source.files import without_case

    return without_case(Path(), str(path), folder=True) or path


def written(name: str, extension: str) -> Path:
    """Return the path of an output: a file whose name matches in any case, else a new one."""
    path = existing(with_extension(name, extension, STANDARD_OUTPUT))
    return existing_folder(path.parent) / path.name


def named_after(name: str, extension: str) -> Path:
    """Return the path of an output without a name: the input's name, in the current directory.

    The following commands of a script expect it there.
    """
    return written(path_of(name).with_suffix(extension).name, extension)
