"""Locks that keep concurrent runs from losing one another's changes."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

fcntl: Any
"""None on Windows, which has no such module."""
try:
    fcntl = import_module("fcntl")
except ModuleNotFoundError:
    fcntl = None


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other process is in a block of this kind for a file of the same directory.

    Read a file, change it and write it with `write_whole` inside: no other process's change comes between. The lock is
    on the directory of the file (behind symbolic links), not on the file, which a rename replaces; it leaves no file
    and ends with the process. It does not nest. Windows does not lock directories: there an empty file in the system's
    temporary directory is locked instead, and remains.

    Raises:
        OSError: The directory does not exist or cannot be locked; with the path.
    """
    folder = Path(os.path.realpath(path)).parent
    try:
        descriptor = _opened(folder)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        try:
            _lock(descriptor)
        except OSError as error:
            raise OSError(error.errno, f"cannot lock the directory: {error.strerror}", str(path)) from error
        yield
    finally:
        os.close(descriptor)


def _opened(folder: Path) -> int:
    """Open the file or directory that is locked for a directory."""
    if fcntl is not None:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    import tempfile
    from hashlib import sha256

    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    name = f"dsp56k-{sha256(os.fsencode(folder)).hexdigest()}.lock"
    return os.open(Path(tempfile.gettempdir()) / name, os.O_RDWR | os.O_CREAT)


def _lock(descriptor: int) -> None:
    """Wait for the lock; it ends with the descriptor."""
    if fcntl is not None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        return
    msvcrt: Any = import_module("msvcrt")
    waiting = True
    while waiting:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
            waiting = False
        except OSError as error:
            # Ten tries, one a second, are over.
            if error.errno != errno.EDEADLK:
                raise
