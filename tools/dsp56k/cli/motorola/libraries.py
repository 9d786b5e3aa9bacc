"""Libraries of modules for `dsp56k lib` and `dsplib` (ASM, librarian 2)."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.motorola.file_names import module_file
from dsp56k.cli.objects import read_bytes, read_modules
from dsp56k.isa.errors import Dsp56kError
from dsp56k.objects.budget import FILE_BYTES
from dsp56k.objects.readers import read_module
from dsp56k.system.files import write_whole
from dsp56k.system.locks import locked
from dsp56k.system.text import shown

if TYPE_CHECKING:
    from dsp56k.asm.formats import LibraryMember

ADD, CREATE, DELETE, REPLACE, UPDATE = "acdru"
"""The letters of the librarian's changes."""
_NEEDS_FILES = {ADD: "add", DELETE: "delete"}


class LibraryError(Dsp56kError):
    """A library cannot be changed or unpacked; `library`."""


def members_of(library: Path) -> list[LibraryMember]:
    """Return the modules of a library. Raises ObjectFormatError, FileError, OSError."""
    from dsp56k.asm.formats import read_library

    return read_library(str(library), read_bytes(library))


def member_line(member: LibraryMember) -> str:
    """Return a line of the librarian's list: name, bytes, date."""
    when = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(seconds=member.time)
    return f"{shown(member.name):<24}{len(member.data):>10}  {when:%Y-%m-%d %H:%M:%S}"


def change(option: str, library: Path, files: Sequence[Path]) -> list[str]:
    """Create or change a library, and return warnings of modules that were left out.

    Concurrent changes wait for one another. Raises LibraryError, ObjectFormatError, FileError, OSError; then nothing is
    written.
    """
    if option in _NEEDS_FILES and not files:
        raise LibraryError(f"{_NEEDS_FILES[option]} requires explicit module names", library=str(library))
    with locked(library):
        if option == CREATE and library.exists():
            raise LibraryError(f"library file already exists: {library}", library=str(library))
        fresh = option == CREATE or (option == UPDATE and not library.exists())
        members = [] if fresh else members_of(library)
        warnings: list[str] = []
        done: set[str] = set()
        for path in files:
            warning = "duplicate module name" if _key(path.name) in done else _change_one(option, members, path)
            done.add(_key(path.name))
            if warning:
                warnings.append(f"{path.name}: {warning}")
        write_whole({library: _readable(library, members)})
    return warnings


def extract(library: Path, files: Sequence[Path], *, force: bool = False) -> list[str]:
    """Unpack all or the named modules into the current directory, together or not at all.

    Without `force` no file with other content is replaced. Returns warnings of modules that were left out.

    Raises LibraryError, ObjectFormatError, FileError, OSError; then nothing is written.
    """
    members = members_of(library)
    warnings = []
    wanted = {_key(path.name) for path in files}
    present = {_key(member.name) for member in members}
    warnings += [f"{path.name}: not in library" for path in files if _key(path.name) not in present]
    written: dict[str, LibraryMember] = {}
    for member in members:
        if files and _key(member.name) not in wanted:
            continue
        # Many file systems treat names that differ by case as the same name.
        other = written.setdefault(member.name.lower(), member)
        if other is not member:
            warnings.append(f"cannot extract {member.name}: another module has the name {other.name}")
    for member in written.values():
        _check_replaceable(library, member, force=force)
    write_whole({Path(member.name): member.data for member in written.values()})
    return warnings


def _check_replaceable(library: Path, member: LibraryMember, *, force: bool) -> None:
    """Raise LibraryError if a module's file would replace a file without `force`."""
    path = Path(member.name)
    if path.is_symlink():
        raise LibraryError(f"cannot extract to {path}: it is a symbolic link", library=str(library))
    same = path.is_file() and path.stat().st_size == len(member.data) and path.read_bytes() == member.data
    if same or not path.exists():
        return
    if not (force and path.is_file()):
        raise LibraryError(
            f"cannot extract to {path}: it exists and has other content; move it away, or use "
            "dsp56k lib extract --force",
            library=str(library),
        )


def _readable(library: Path, members: Sequence[LibraryMember]) -> bytes:
    """Return the content of a library that every command can read again. Raises LibraryError."""
    from dsp56k.asm.formats import library_bytes, read_library

    content = library_bytes(members)
    if len(content) > FILE_BYTES:
        raise LibraryError(f"cannot write {library}: it would be larger than {FILE_BYTES} bytes", library=str(library))
    try:
        read_modules(library, read_library("the new library", content))
    except Dsp56kError as error:
        raise LibraryError(f"cannot write {library}: {error}", library=str(library)) from error
    return content


def _key(name: str) -> str:
    """Return the name by which a module is found: in any case, with .cln, .lnk or no extension."""
    path = Path(name)
    return (path.stem if path.suffix.lower() in (".cln", ".lnk") else path.name).lower()


def _change_one(option: str, members: list[LibraryMember], path: Path) -> str:
    """Add, replace or delete a file; return a warning if that is impossible."""
    from dsp56k.asm.formats import LibraryMember
    from dsp56k.asm.formats.library import TIMES

    at = next((number for number, member in enumerate(members) if _key(member.name) == _key(path.name)), None)
    if at is None and option in (REPLACE, DELETE):
        return "not in library"
    if at is not None and option in (ADD, CREATE):
        return "already in library"
    if option == DELETE:
        assert at is not None  # checked above
        del members[at]
        return ""
    file = module_file(path)
    if not file.is_file():
        return "cannot open module file"
    name, data = path.name if path.suffix else file.name, read_bytes(file)
    if "\n" in name:
        raise LibraryError(f"a module cannot be called {name!r}", library=name)
    # A module that cannot be linked is not added.
    read_module(str(file), data)
    earliest, latest = TIMES
    member = LibraryMember(name, data, min(max(int(file.stat().st_mtime), earliest), latest))
    if at is None:
        members.append(member)
    else:
        members[at] = member
    return ""
