"""The standard streams of the commands: they accept any text, and their errors name them."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.system.text import clean_text, shown_lines

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

STANDARD_INPUT = Path("/dev/stdin")
STANDARD_OUTPUT = Path("/dev/stdout")
_OUTPUT_NAME = "standard output"
_MAX_BYTES = 16 << 20
"""The assembler's limit for a source file."""


class _Output(io.FileIO):
    """Standard output, unbuffered. Its first error names it; later writes are dropped.

    Otherwise Python would report the error again when it flushes the buffer at exit.
    """

    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor, "wb", closefd=False)
        self._failed = False

    def write(self, data: ReadableBuffer, /) -> int:
        if self._failed:
            return len(memoryview(data))
        try:
            return super().write(data)
        except OSError as error:
            self._failed = True
            raise OSError(error.errno, error.strerror, _OUTPUT_NAME) from error


class _Errors(io.FileIO):
    """Standard error, unbuffered. If it cannot be written (a full disk), only the exit code shows an error.

    Python's own stream would keep the text, fail once more at exit, and replace the exit code by 120.
    """

    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor, "wb", closefd=False)

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(memoryview(data))


class _Nowhere(io.RawIOBase):
    """A stream that drops all writes."""

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        return len(memoryview(data))


class _ClosedOutput(_Nowhere):
    """Standard output that was closed before the command began: the first write fails, later ones are dropped."""

    def __init__(self) -> None:
        super().__init__()
        self._failed = False

    def write(self, data: ReadableBuffer, /) -> int:
        if not self._failed:
            self._failed = True
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), _OUTPUT_NAME)
        return super().write(data)


def prepare_streams() -> None:
    r"""Let the standard streams accept every character, and let their errors name them.

    A character that the encoding lacks appears as \xNN or \uNNNN. Streams that do not belong to the process (those of a
    test) are not replaced.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    if sys.stderr is None:
        # Without a standard error, print() would write to standard output.
        sys.stderr = io.TextIOWrapper(io.BufferedWriter(_Nowhere()), encoding="utf-8")
    elif sys.stderr is sys.__stderr__ and isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.flush()
        sys.stderr = _wrapped(_Errors(sys.stderr.fileno()), sys.stderr)
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(_ClosedOutput()), encoding="utf-8")
    elif sys.stdout is sys.__stdout__ and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.flush()
        sys.stdout = _wrapped(_Output(sys.stdout.fileno()), sys.stdout)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _wrapped(raw: io.FileIO, stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """Return a text stream to `raw` with the settings of `stream`."""
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=stream.encoding,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def standard_input_line() -> str:
    """Return the next line of standard input, "" at its end or at a ^Z. Raises OSError."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
    return clean_text(sys.stdin.readline())


def standard_input() -> bytes:
    """Return all of standard input. Raises OSError, also for more than a source file may have."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
    content = sys.stdin.buffer.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), "standard input")
    return content


def binary_streams() -> tuple[io.BufferedReader, io.BufferedWriter]:
    """Return standard input and output for a server that reads in a thread. Raises OSError if one is closed.

    They are separate from those of sys: Python cannot exit while a thread waits for sys.stdin, and a server may close
    its streams.
    """
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
    try:
        output = sys.stdout.fileno()
    except io.UnsupportedOperation:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), _OUTPUT_NAME) from None
    return io.BufferedReader(io.FileIO(sys.stdin.fileno(), closefd=False)), io.BufferedWriter(_Output(output))


def is_standard_input(path: Path) -> bool:
    """Return True if a source's path means standard input."""
    return path == Path("-")


def is_standard_output(path: Path) -> bool:
    """Return True if an output's path means standard output."""
    return path in (STANDARD_OUTPUT, Path("-"))


def write_output(content: bytes) -> None:
    """Write to standard output after the text printed so far.

    A terminal gets no control characters, whatever the content. A text buffer, which a test uses, gets one letter a
    byte.
    """
    if sys.stdout.isatty():
        sys.stdout.write(shown_lines(content.decode("utf-8", "replace")))
        return
    if not isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.write(content.decode("latin-1"))
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
