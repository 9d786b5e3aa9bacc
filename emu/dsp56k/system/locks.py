"""Locks that keep concurrent runs from losing one another's changes."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other process is in a block of this kind for a file of the same folder.

    Read a file, change it and write it with `write_whole` inside: no other process's change comes between. The lock is
    on the folder that holds the file (behind symbolic links), not on the file, which a rename replaces; it leaves
    nothing behind and ends with the process. It does not nest.

    Raises:
        OSError: with the path: there is no such folder, or it cannot be locked.
    """
    folder = Path(os.path.realpath(path)).parent
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        except OSError as error:
            raise OSError(error.errno, f"the folder cannot be locked: {error.strerror}", str(path)) from error
        yield
    finally:
        os.close(descriptor)
