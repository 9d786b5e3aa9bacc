"""The standard streams of the commands."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

STANDARD_INPUT = Path("/dev/stdin")
STANDARD_OUTPUT = Path("/dev/stdout")


def is_standard_output(path: Path) -> bool:
    """Whether an output file stands for standard output."""
    return path in (STANDARD_OUTPUT, Path("-"))


def write_output(content: bytes) -> None:
    """Write to standard output, behind what was printed so far; a string that stands for it gets a letter a byte."""
    if not isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.write(content.decode("latin-1"))
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def take_any_text() -> None:
    r"""Let standard output and error take every character: one that their encoding lacks appears as \xNN or \uNNNN."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def abandon_output() -> None:
    """After the reader of a pipe has gone: let nothing that is still buffered be an error at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
