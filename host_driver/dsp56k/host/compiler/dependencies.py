"""Check of the files that a source reads: they must be in the sources' directories."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from dsp56k.host.errors import CompileError
from dsp56k.host.program import MAX_FILE_BYTES
from dsp56k.system.files import read_at_most

_NAME = re.compile(r"(?:\\[ #]|\$\$|\S)+")
_SPECIAL = re.compile(r"[ #$]")
_ESCAPED = re.compile(r"\\([ #])|\$(\$)")
_INCLUDE = re.compile(r"^[ \t]*%[ \t]*include\b[ \t]*(?:\"([^\"\n]+)\"|'([^'\n]+)')?", re.MULTILINE | re.IGNORECASE)


def check_dependencies(
    rule: Path,
    directory: Path,
    folders: Sequence[Path],
    path: str,
    as_named: Callable[[str], str],
    unread: Collection[str] = (),
) -> None:
    """Refuse a source that has read a file outside of `folders`.

    Args:
        rule: the file with the rule for `make` that a compiler wrote.
        directory: the compiler's working directory.
        folders: real paths of directories.
        path: the source, for messages.
        as_named: replaces the compiler's names of files by the caller's.
        unread: names that the rule has and that are not checked.

    Raises:
        CompileError: with the file that it reads.
    """
    text = os.fsdecode(rule.read_bytes()).replace("\\\n", " ")
    for name in unread:
        if "\n" in name:
            # The tools write a line feed as it is, which elsewhere ends a name.
            text = text.replace(_SPECIAL.sub(_escape, name), "")
    for name in _NAME.findall(text.partition(": ")[2]):
        read = _ESCAPED.sub(r"\1\2", name)
        if read not in unread:
            _check(as_named(read), directory / read, folders, path)


def _escape(special: re.Match[str]) -> str:
    return "$$" if special[0] == "$" else f"\\{special[0]}"


def check_includes(path: Path, folders: Sequence[Path]) -> None:
    """Refuse a NASM source that includes a file outside of `folders`, before NASM opens it.

    NASM's own rule for `make` omits included files when it assembles, and without assembling it refuses EQU
    symbols in conditions.

    Raises:
        CompileError: with the file; or a name is not in quotes.
    """
    waiting, known = [path], {path.resolve()}
    while waiting:
        source = waiting.pop()
        text = os.fsdecode(read_at_most(source, MAX_FILE_BYTES)).replace("\\\n", "")
        for found in _INCLUDE.finditer(text):
            name = found[1] or found[2]
            if name is None:
                line = text.count("\n", 0, found.start()) + 1
                message = f"{source}:{line}: the name of an included file must be in quotes"
                raise CompileError(message, path=str(path))
            for candidate in (Path(name), *(folder / name for folder in folders)):
                if candidate.is_file():
                    real = _check(name, candidate, folders, str(path))
                    if real not in known:
                        known.add(real)
                        waiting.append(real)
                    break


def _check(name: str, file: Path, folders: Sequence[Path], path: str) -> Path:
    """Return the file itself if it is in one of `folders`."""
    real = file.resolve()
    if not any(real.is_relative_to(folder) for folder in folders):
        raise CompileError(f"{path}: includes {name}, which is not in a directory of the sources", path=path)
    return real
