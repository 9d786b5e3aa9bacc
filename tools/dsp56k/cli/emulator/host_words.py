"""A host at the host port on the command line: the words that it sends and receives."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.word_files import words_of

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001

PATIENCE = 100_000_000
"""Clocks after which a program that waits for its host is assumed to wait forever, if no limit was set."""


def serve(dsp: Dsp56001, host_in: Path | None) -> list[Path]:
    """Let a host send the words of a file, if any, and receive the DSP's words; return the files that were read.

    Raises:
        InputError: The file contains invalid words.
        OSError: The file cannot be read.
    """
    if host_in is None:
        return []
    dsp.host.send(words_of(host_in))
    return [host_in]
