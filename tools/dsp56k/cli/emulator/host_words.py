"""A host processor on the command line: words from a file to the DSP's host port, and its own into another."""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.cli.console.errors import InputError
from dsp56k.system.files import read_at_most

if TYPE_CHECKING:
    from dsp56k.emu import Access, Dsp56001

FILE_BYTES = 1 << 24
WORD = re.compile(r"\$?[0-9A-Fa-f]{1,6}")
PBC, HCR, HTX = 0xFFE0, 0xFFE8, 0xFFEB
"""The DSP's side: what port B is, and the host interface from its control to its data (UM 10-2, 10-10)."""
POLL = 0x0AA980
"""JCLR or JSET #n,X:<<$FFE9, the number of the bit left out (UM A-83, A-97)."""


class HostWords:
    """A host that is always ready: it looks at its port after each instruction of the DSP that uses the other side.

    It sends nothing before port B is the host interface: words would be lost.

    Attributes:
        to_send: words that the DSP has not had room for.
        received: words of the DSP, in their order.
    """

    def __init__(self, dsp: Dsp56001, to_send: list[int]) -> None:
        self.to_send = deque(to_send)
        self.received: list[int] = []
        for first, last in ((PBC, PBC), (HCR, HTX)):
            dsp.hooks.on_access(self._met, "X", first, last)

    def _met(self, dsp: Dsp56001, access: Access, by: int) -> None:
        del access, by
        if dsp.x[PBC] & 1:
            self._serve(dsp)

    def _serve(self, dsp: Dsp56001) -> None:
        from dsp56k.emu.peripherals.host_interface import ISR, RXH, RXL, TXH

        rxdf, txde = 1, 2  # of ISR (UM 10-24)
        while dsp.host.peek(ISR) & rxdf:
            self.received.append(int.from_bytes(dsp.host.read(offset) for offset in range(RXH, RXL + 1)))
        while self.to_send and dsp.host.peek(ISR) & txde:
            for offset, byte in enumerate(self.to_send.popleft().to_bytes(3), TXH):
                dsp.host.write(offset, byte)


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
