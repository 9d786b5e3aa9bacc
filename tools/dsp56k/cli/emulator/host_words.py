"""A host at the host port on the command line: who sends words and takes them, and whether the program waits for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.words import words_of

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001

PATIENCE = 100_000_000
"""Clocks after which a program that then waits for its host is taken to wait for good, where nobody set a limit."""
POLL = 0x0AA980
"""JCLR or JSET #n,X:<<$FFE9, the number of the bit left out (UM A-83, A-97)."""


def text_of(words: list[int]) -> bytes:
    """What `--host-in` reads."""
    return "".join(f"{word:06X}\n" for word in words).encode()


def polls(dsp: Dsp56001) -> bool:
    """Whether the program waits for the host by jumping to itself until a bit of HSR changes."""
    pc = dsp.regs.pc
    return dsp.p[pc] & ~0x3F == POLL and dsp.p[pc + 1 & 0xFFFF] == pc


def waiting(dsp: Dsp56001, *, served: bool) -> list[str]:
    """A line that says so, and whether there is a host; none if it does not wait."""
    nobody = "" if served else ", which nobody serves: --host-in"
    return [f"the program waits for the host port{nobody}"] if polls(dsp) else []


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
