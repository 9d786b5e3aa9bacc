"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from dsp56k.cli.streams import is_standard_output, write_output
from dsp56k.isa.errors import Dsp56kError


class OverwriteError(Dsp56kError):
    """An output that would replace an input or another output; `path`."""


def write_apart(outputs: Iterable[Mapping[Path, bytes]], inputs: Iterable[Path]) -> None:
    """Write the files of all outputs, as `write_whole`. Raises OverwriteError too; nothing is written then."""
    taken = {path.resolve() for path in inputs}
    files: dict[Path, bytes] = {}
    for path, content in (item for output in outputs for item in output.items()):
        target = path.resolve()
        if target in taken:
            raise OverwriteError(f"{path} would replace an input or another output", path=str(path))
        # A device takes as many outputs as there are.
        if target.is_file() or not target.exists():
            taken.add(target)
        files[path] = files.get(path, b"") + content
    write_whole(files)


def write_whole(files: dict[Path, bytes]) -> None:
    """Write all of `files`, each by renaming a finished temporary: no reader and no error ever leaves half a file.

    All temporaries are complete before the first one replaces its target.

    Raises:
        OSError: with the target's name; nothing was replaced then, unless a rename itself failed.
    """
    finished: list[tuple[Path, Path]] = []
    try:
        for path, content in files.items():
            target = path.resolve()
            if target.is_dir():
                raise IsADirectoryError(errno.EISDIR, "is a directory", str(path))
            if target.is_file() and not os.access(target, os.W_OK):
                # Renaming asks the folder for its permission, not the file.
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            if is_standard_output(path):
                write_output(content)
                continue
            if path.is_relative_to("/dev") or (target.exists() and not target.is_file()):
                # A device cannot be replaced, only written.
                with path.open("ab") as device:
                    device.write(content)
                continue
            temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
            finished.append((temporary, target))
            try:
                temporary.write_bytes(content)
            except OSError as error:
                raise type(error)(error.errno, error.strerror, str(path)) from error
        for temporary, target in finished:
            temporary.replace(target)
    finally:
        for temporary, _ in finished:
            temporary.unlink(missing_ok=True)
