"""`dsplib`: the librarian (ASM, librarian 2.3)."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.motorola.options import OK, UsageError, run, with_extension
from dsp56k.isa.errors import Dsp56kError

if TYPE_CHECKING:
    from dsp56k.asm.formats import LibraryMember

USAGE = """usage: dsplib [option] library[.lib] [file ...]
  -a  add modules        -c  create a library    -d  delete modules     -l  list the modules
  -r  replace modules    -u  add or replace (the default)               -x  extract modules
example: dsplib -c fftlib fft16.cln fft512.cln"""
_OPTIONS = "acdlruvx"


class LibraryError(Dsp56kError):
    """A module that is, or is not, in a library; `library`, `module`."""


def main() -> int:
    """Entry point of `dsplib`."""
    return run("dsplib", USAGE, library_command)


def library_command(arguments: Sequence[str]) -> int:
    """Do what the option says; the exit code."""
    words = list(arguments)
    option = "u"
    if words[0].startswith("-"):
        option = words.pop(0)[1:].lower()
        if len(option) != 1 or option not in _OPTIONS:
            raise UsageError(f"unknown option -{option}")
    if option == "v":
        print("dsplib of dsp56k")
        return OK
    if not words:
        raise UsageError("no library")
    manage(option, with_extension(words[0], ".lib"), [Path(word.replace("\\", "/")) for word in words[1:]])
    return OK


def manage(option: str, library: Path, files: list[Path]) -> None:
    """Change, list or unpack a library. Raises LibraryError, ObjectFormatError, OSError; nothing is written then."""
    from dsp56k.asm.formats import library_bytes, read_library
    from dsp56k.cli.objects import read_bytes
    from dsp56k.cli.output import write_whole

    if option == "c":
        if library.exists():
            raise LibraryError(f"{library} exists already", library=str(library))
        members: list[LibraryMember] = []
    elif option == "u" and not library.exists():
        members = []
    else:
        members = read_library(str(library), read_bytes(library))
    if option == "l":
        for member in members:
            when = datetime.datetime.fromtimestamp(min(member.time, 1 << 34), tz=datetime.UTC)
            print(f"{member.name:<24}{len(member.data):>10}  {when:%Y-%m-%d %H:%M:%S}")
        return
    if option == "x":
        wanted = [path.name for path in files] or [member.name for member in members]
        found = {member.name: member.data for member in members}
        for name in wanted:
            if name not in found:
                raise LibraryError(f"{library} has no module {name}", library=str(library), module=name)
        write_whole({Path(name): found[name] for name in wanted})
        return
    for path in files:
        members = _changed(option, library, members, path)
    write_whole({library: library_bytes(members)})


def _changed(option: str, library: Path, members: list[LibraryMember], path: Path) -> list[LibraryMember]:
    """The members after one file was added, replaced or deleted."""
    from dsp56k.asm.formats import LibraryMember
    from dsp56k.cli.objects import read_bytes, read_object_file

    at = next((number for number, member in enumerate(members) if member.name == path.name), None)
    if at is None and option in "rd":
        raise LibraryError(f"{library} has no module {path.name}", library=str(library), module=path.name)
    if at is not None and option in "ac":
        raise LibraryError(f"{library} has a module {path.name} already", library=str(library), module=path.name)
    if option == "d":
        return [member for member in members if member.name != path.name]
    # A module that cannot be linked does not go in.
    read_object_file(path)
    member = LibraryMember(path.name, read_bytes(path), int(path.stat().st_mtime))
    return [*members, member] if at is None else [*members[:at], member, *members[at + 1 :]]
