"""`dsplib`: the librarian (ASM, librarian 2.3), from the command line or, without arguments, from standard input."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.motorola.options import (
    BAD_USAGE,
    OK,
    WRONG_INPUT,
    UsageError,
    module_file,
    path_of,
    report,
    run,
    written,
)
from dsp56k.cli.streams import take_any_text
from dsp56k.isa.errors import Dsp56kError

if TYPE_CHECKING:
    from dsp56k.asm.formats import LibraryMember

USAGE = """usage: dsplib [option] library[.lib] [file ...]
  -a  add modules        -c  create a library    -d  delete modules     -l  list the modules
  -r  replace modules    -u  add or replace (the default)               -v  show the version
  -x  extract modules
Without arguments, commands are read from standard input: add, create and so on, then the library and the files.
example: dsplib -c fftlib fft16.cln fft512.cln"""
COMMANDS = {
    "add": "a", "create": "c", "delete": "d", "list": "l", "replace": "r", "update": "u", "version": "v",
    "extract": "x", "help": "?", "quit": "q", "exit": "q",
}  # fmt: skip
_PROMPT = "dsplib> "
_NEEDS_FILES = {"a": "add", "d": "delete"}


class LibraryError(Dsp56kError):
    """A library that cannot be changed as asked; `library`."""


def main() -> int:
    """Entry point of `dsplib`."""
    if len(sys.argv) < 2:
        take_any_text()
        return interactive()
    return run("dsplib", USAGE, library_command)


def interactive() -> int:
    """Commands from standard input, one a line; the exit code tells whether all were done (ASM, librarian 2.3)."""
    code = OK
    prompt = _PROMPT if sys.stdin.isatty() else ""
    while True:
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        words = line.split()
        found = sorted({letter for name, letter in COMMANDS.items() if words and name.startswith(words[0].lower())})
        if not line or found == ["q"]:
            return code
        if words[:1] == ["?"] or found == ["?"]:
            print(USAGE)
        elif len(found) == 1:
            code = max(code, report("dsplib", USAGE, library_command, [f"-{found[0]}", *words[1:]]))
        elif words:
            print("ambiguous command" if found else "invalid command")
            code = WRONG_INPUT


def library_command(arguments: Sequence[str]) -> int:
    """Do what the option says; the exit code."""
    words = list(arguments)
    option, code = "u", OK
    if words[0].startswith("-"):
        option = words.pop(0)[1:].lower()
        if option not in COMMANDS.values() or option in "?q":
            # The manual goes on as if -u had been given (librarian B.2).
            print(f"unknown option -{option}")
            option, code = "u", BAD_USAGE
    if option == "v":
        from importlib.metadata import version

        print(f"dsplib of dsp56k {version('dsp56k')}")
        return OK
    if not words:
        raise UsageError("argument missing: a library")
    warnings = manage(option, written(words[0], ".lib"), [path_of(word) for word in words[1:]])
    for warning in warnings:
        print(f"warning: {warning}")
    return max(code, WRONG_INPUT if warnings else OK)


def manage(option: str, library: Path, files: list[Path]) -> list[str]:
    """Change, list or unpack a library; returns warnings of modules that were left out.

    Raises LibraryError, ObjectFormatError, OSError; nothing is written then.
    """
    from dsp56k.asm.formats import library_bytes, read_library
    from dsp56k.cli.objects import read_bytes
    from dsp56k.system.files import write_whole

    if option in _NEEDS_FILES and not files:
        raise LibraryError(f"{_NEEDS_FILES[option]} requires explicit module names", library=str(library))
    if option == "c":
        if library.exists():
            raise LibraryError(f"library file already exists: {library}", library=str(library))
        members: list[LibraryMember] = []
    elif option == "u" and not library.exists():
        members = []
    else:
        members = read_library(str(library), read_bytes(library))
    if option == "l":
        for member in members:
            when = datetime.datetime.fromtimestamp(min(member.time, 1 << 34), tz=datetime.UTC)
            print(f"{member.name:<24}{len(member.data):>10}  {when:%Y-%m-%d %H:%M:%S}")
        return []
    warnings: list[str] = []
    if option == "x":
        found = {_key(Path(member.name)): member for member in members}
        wanted = [_key(path) for path in files] or list(found)
        warnings = [f"{path.name}: not in library" for path in files if _key(path) not in found]
        write_whole({Path(found[name].name): found[name].data for name in wanted if name in found})
        return warnings
    done: set[str] = set()
    for path in files:
        warning = "duplicate module name" if _key(path) in done else _change(option, members, path)
        done.add(_key(path))
        if warning:
            warnings.append(f"{path.name}: {warning}")
    write_whole({library: library_bytes(members)})
    return warnings


def _key(path: Path) -> str:
    """The name under which a module is looked for: in any case, with .cln, .lnk or no extension."""
    return (path.stem if path.suffix.lower() in (".cln", ".lnk") else path.name).lower()


def _change(option: str, members: list[LibraryMember], path: Path) -> str:
    """Add, replace or delete a file; returns a warning where it cannot be."""
    from dsp56k.asm.formats import LibraryMember
    from dsp56k.cli.objects import read_bytes, read_module

    at = next((number for number, member in enumerate(members) if _key(Path(member.name)) == _key(path)), None)
    if at is None and option in "rd":
        return "not in library"
    if at is not None and option in "ac":
        return "already in library"
    if option == "d":
        assert at is not None  # asked above
        del members[at]
        return ""
    file = module_file(path)
    if not file.is_file():
        return "cannot open module file"
    name, data = path.name if path.suffix else file.name, read_bytes(file)
    if "\n" in name:
        raise LibraryError(f"a module cannot be called {name!r}", library=name)
    # A module that cannot be linked does not go in.
    read_module(str(file), data)
    member = LibraryMember(name, data, int(file.stat().st_mtime))
    if at is None:
        members.append(member)
    else:
        members[at] = member
    return ""
