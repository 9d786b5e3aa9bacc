"""Words of the host port on the command line: those of a file to the DSP, and its own into another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.errors import InputError
from dsp56k.system.files import read_at_most

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001

FILE_BYTES = 1 << 24
WORD = re.compile(r"\$?[0-9A-Fa-f]{1,6}")
POLL = 0x0AA980
"""JCLR or JSET #n,X:<<$FFE9, the number of the bit left out (UM A-83, A-97)."""


def words_of(file: Path) -> list[int]:
    """The words of a file: up to six hexadecimal digits each, with blanks or line ends between, comments after ;.

    Raises:
        InputError: what is no word, with file and line.
    """
    words = []
    for number, line in enumerate(read_at_most(file, FILE_BYTES).decode("latin-1").splitlines(), 1):
        for text in line.partition(";")[0].split():
            if not WORD.fullmatch(text):
                raise InputError(f"{file}:{number}: {text!r} is no word of up to six hexadecimal digits")
            words.append(int(text.removeprefix("$"), 16))
    return words


def text_of(words: list[int]) -> bytes:
    """What `words_of` reads."""
    return "".join(f"{word:06X}\n" for word in words).encode()


def polls(dsp: Dsp56001) -> bool:
    """Whether the program waits for the host by jumping to itself until a bit of HSR changes."""
    pc = dsp.regs.pc
    return dsp.p[pc] & ~0x3F == POLL and dsp.p[pc + 1 & 0xFFFF] == pc
