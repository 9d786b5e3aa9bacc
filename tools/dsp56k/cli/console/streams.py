"""The standard streams of the commands: any text can be written to them, and their errors have a name."""

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
_MOST_BYTES = 16 << 20
"""As many as the assembler takes of a file."""


class _Output(io.FileIO):
    """Standard output, unbuffered. Its first error names it; what is written after that goes nowhere.

    So the error is said once, and what is still buffered is no second one at the end.
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
    """Standard error, unbuffered. Where nothing can be written (a full disk), an error shows in the exit code alone.

    Python's own stream would keep the text and fail once more at the end, with an exit code of its own (120).
    """

    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor, "wb", closefd=False)

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(memoryview(data))


class _Nowhere(io.RawIOBase):
    """What is written here is dropped."""

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        return len(memoryview(data))


class _ClosedOutput(_Nowhere):
    """Standard output that was closed before the command began: an error, once."""

    def __init__(self) -> None:
        super().__init__()
        self._failed = False

    def write(self, data: ReadableBuffer, /) -> int:
        if not self._failed:
            self._failed = True
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), _OUTPUT_NAME)
        return super().write(data)


def prepare_streams() -> None:
    r"""Let the standard streams take every character, and let their errors have a name.

    A character that their encoding lacks appears as \xNN or \uNNNN. Streams that are not the process's own (a test's)
    stay where they are.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    if sys.stderr is None:
        # print() would take standard output instead.
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
    """Text to `raw`, in the way of `stream`."""
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
    """All of standard input, as far as a file may be long. Raises OSError."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
    content = sys.stdin.buffer.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), "standard input")
    return content


def binary_streams() -> tuple[io.BufferedReader, io.BufferedWriter]:
    """Return standard input and output for a server that reads in a thread. Raises OSError if one is closed.

    They are not those of sys: Python cannot end while a thread waits for sys.stdin's, and a server may close its own.
    """
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
    try:
        output = sys.stdout.fileno()
    except io.UnsupportedOperation:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), _OUTPUT_NAME) from None
    return io.BufferedReader(io.FileIO(sys.stdin.fileno(), closefd=False)), io.BufferedWriter(_Output(output))


def is_standard_input(path: Path) -> bool:
    """Whether a source stands for standard input."""
    return path == Path("-")


def is_standard_output(path: Path) -> bool:
    """Whether an output file stands for standard output."""
    return path in (STANDARD_OUTPUT, Path("-"))


def write_output(content: bytes) -> None:
    """Write to standard output, after what was printed so far; a string that stands for it gets a letter a byte.

    A terminal gets no control characters, whatever the content.
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
