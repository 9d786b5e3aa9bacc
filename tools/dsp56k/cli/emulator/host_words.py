"""A host at the host port on the command line: the words that it sends and takes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.words import words_of

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001

PATIENCE = 100_000_000
"""Clocks after which a program that then waits for its host is taken to wait for good, where nobody set a limit."""


def text_of(words: list[int]) -> bytes:
    """What `--host-in` reads."""
    return "".join(f"{word:06X}\n" for word in words).encode()


def serve(dsp: Dsp56001, host_in: Path | None) -> list[Path]:
    """Let a host send the words of a file and take what comes, if there is one; the files that were read.

    Raises:
        InputError: no words.
        OSError: it cannot be read.
    """
    if host_in is None:
        return []
    dsp.host.send(words_of(host_in))
    return [host_in]
