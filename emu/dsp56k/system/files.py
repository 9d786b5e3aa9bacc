"""Files: read up to a limit, and written atomically. Every file that dsp56k writes is written here.

The content goes into a temporary file in the target's directory, which is created exclusively, follows no link and has
a short unique name; then a rename puts it into the target's position. Whatever fails or is interrupted, a reader sees
the old file or the new one, and no temporary file remains; only SIGKILL may leave one (`.dsp56k-` and 16 digits). A
power failure is the file system's responsibility.

A target that is a symbolic link remains one: the file that it leads to is replaced. That file keeps its permission
bits, a new one has those of the umask; its owner is the writer, and other hard links keep the old content. Devices and
pipes cannot be replaced: content is appended to them.
"""

from __future__ import annotations

import errno
import os
import signal
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_PREFIX = ".dsp56k-"
_RANDOM_BYTES = 8
_PERMISSIONS = 0o777
_NEW_FILE = 0o666
"""Permission bits of a new file, before the umask."""
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_NEW |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""Flags of a temporary file: created exclusively; for bytes, following no link, if the system has a flag for that."""
_NO_NAME = "not a file name"
_STREAMS = ("/dev/stdin", "/dev/stdout", "/dev/stderr")
_STREAM_FOLDERS = ("/dev/fd", "/proc/self/fd")


def read_at_most(path: Path, most: int, *, waiting: bool = True) -> bytes:
    """Return the bytes of a file of at most `most` bytes. A device or a pipe has no size; it is read up to that.

    Unless `waiting`, contents that are not available yet (as of /proc/kmsg) are an error, too (EAGAIN).

    Raises:
        OSError: The file cannot be read, is larger (EFBIG), or its name is invalid (EINVAL); with the path.
    """

    def opened(name: str, flags: int) -> int:
        return os.open(name, flags | (0 if waiting else getattr(os, "O_NONBLOCK", 0)))

    with _named(path):
        try:
            with open(path, "rb", opener=opened) as stream:
                content: bytes | None = stream.read(most + 1)
        except ValueError as error:
            # A NUL, or letters that the encoding of file names lacks.
            raise OSError(errno.EINVAL, _NO_NAME) from error
        if content is None:
            raise OSError(errno.EAGAIN, "no data available yet")
        if len(content) > most:
            raise OSError(errno.EFBIG, f"larger than {most} bytes")
    return content


Content = bytes | Iterable[bytes]
"""The content of a file, whole or in pieces; pieces are taken when they are written."""


def write_whole(files: Mapping[Path, Content], first: Callable[[], None] | None = None) -> None:
    """Write `files`, all of them or, as far as possible, none.

    All temporary files are complete before the first is renamed, and SIGINT, SIGTERM and SIGHUP wait until the last one
    is. So only a rename that fails although the directory could be written to (a directory has taken the target's name
    meanwhile) separates files that belong together; the error names the file, and those before it in `files` are new.

    Args:
        files: Content by path.
        first: Called when all temporary files are complete; if it raises, nothing is replaced. Signals do not wait for
            it, nor for devices and pipes, whose readers may be slow.

    Raises:
        OSError: A file cannot be written; the error names it. Nothing was replaced, except in the case above.
    """
    targets = {path: _target(path) for path in files}
    temporaries: dict[Path, Path] = {}
    try:
        with _ending_waits() as before:
            for path, target in targets.items():
                if not target.is_device:
                    _write_temporary(path, target, files[path], temporaries)
            if first is not None or any(target.is_device for target in targets.values()):
                with _as_it_was(before):
                    _write_devices(files, targets)
                    if first is not None:
                        first()
            for path in list(temporaries):
                with _named(path):
                    temporaries[path].replace(targets[path].path)
                del temporaries[path]
    finally:
        with _ending_waits():
            for temporary in temporaries.values():
                with suppress(OSError):
                    temporary.unlink()


@contextmanager
def usable(folder: Path) -> Iterator[None]:
    """Find out whether files can be made in `folder` before the work of the block, not after it.

    The folder is made, with those above it, if it does not exist; if the block fails, folders made here go again.

    Raises:
        OSError: with the folder's name: it cannot be made, or no file in it.
    """
    import tempfile

    made: list[Path] = []
    try:
        for part in (*reversed(folder.parents), folder):
            with _named(folder), suppress(FileExistsError):
                part.mkdir()
                made.append(part)
        with _named(folder):
            probe, name = tempfile.mkstemp(prefix=_PREFIX, dir=folder)
            os.close(probe)
            Path(name).unlink()
        yield
    except BaseException:
        for part in reversed(made):
            with suppress(OSError):
                part.rmdir()
        raise


@dataclass(frozen=True)
class _Target:
    """The target of a path. `mode` is that of the existing file, None if there is none."""

    path: Path
    mode: int | None
    is_device: bool


def _target(path: Path) -> _Target:
    """Follow the links of a path, and reject a target that can be neither replaced nor appended to."""
    if b"\0" in _encoded(path):
        raise OSError(errno.EINVAL, _NO_NAME, str(path))
    if str(path) in _STREAMS or str(path.parent) in _STREAM_FOLDERS:
        return _Target(path, None, is_device=True)
    # Path.resolve() has no OSError for links that lead back to themselves.
    target = Path(os.path.realpath(path))
    with _named(path):
        try:
            status = target.lstat()
        except FileNotFoundError:
            return _Target(target, None, is_device=False)
        if stat.S_ISLNK(status.st_mode):
            # Only a link that leads back to itself is left.
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if stat.S_ISDIR(status.st_mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if stat.S_ISREG(status.st_mode) and not os.access(target, os.W_OK):
            # Renaming requires the permission of the directory, not of the file.
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    return _Target(target, status.st_mode & _PERMISSIONS, is_device=not stat.S_ISREG(status.st_mode))


def _encoded(path: Path) -> bytes:
    try:
        return os.fsencode(path)
    except UnicodeEncodeError as error:
        raise OSError(errno.EINVAL, _NO_NAME, str(path)) from error


def _write_temporary(path: Path, target: _Target, content: Content, temporaries: dict[Path, Path]) -> None:
    """Write the temporary file of a target; it enters `temporaries` before it exists, so that it is removed."""
    with _named(path):
        temporary = target.path.parent / f"{_PREFIX}{os.urandom(_RANDOM_BYTES).hex()}"
        temporaries[path] = temporary
        descriptor = os.open(temporary, _NEW, _NEW_FILE if target.mode is None else target.mode)
        with os.fdopen(descriptor, "wb") as stream:
            if target.mode is not None and hasattr(os, "fchmod"):
                # The umask may have taken bits away. Windows has neither.
                os.fchmod(descriptor, target.mode)
            stream.writelines(_pieces(content))


def _pieces(content: Content) -> Iterable[bytes]:
    return (content,) if isinstance(content, bytes) else content


def _write_devices(files: Mapping[Path, Content], targets: Mapping[Path, _Target]) -> None:
    for path, target in targets.items():
        if target.is_device:
            with _named(path), target.path.open("ab") as device:
                device.writelines(_pieces(files[path]))


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let an OSError name the requested file, not a temporary file or the target of a link."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


@contextmanager
def _ending_waits() -> Iterator[set[int]]:
    """Let the signals that end a program wait for the end of the block; yields those that waited before.

    Windows has no word for it: there ^C may come between two renames.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield set()
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield {*before}
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _as_it_was(before: set[int]) -> Iterator[None]:
    """Do not let signals wait in this block, within `_ending_waits`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    inside = signal.pthread_sigmask(signal.SIG_SETMASK, before)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, inside)
