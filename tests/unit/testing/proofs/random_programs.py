"""Random straight-line programs and states for the tests of followers."""

from __future__ import annotations

import random

from dsp56k.emu import Dsp56001
from dsp56k.isa import decode

START = 0x100
WORDS = 60
DATA = 256
_EXCLUDED = frozenset(("Illegal", "Swi", "Wait", "Stop", "Reset", "Rti", "Enddo"))
_COMMON = (0x20, 0x21, 0x22, 0x44, 0x46, 0x54, 0x56, 0x5C, 0x48, 0x4A, 0x40, 0xF0, 0xE1, 0xC2, 0x10, 0x08, 0x18)
"""High bytes of common parallel moves: of all words, most are moves of two words."""


def random_chip(chance: random.Random) -> Dsp56001:
    """Return a chip with a program that no instruction leaves, and with random data in memory and registers."""
    dsp = Dsp56001()
    words: list[int] = []
    while len(words) < WORDS:
        word = chance.randrange(1 << 24)
        if chance.random() < 0.6:
            word = chance.choice(_COMMON) << 16 | word & 0xFFFF
        decoded = decode(word)
        if decoded is None:
            continue
        row = decoded.parts[0].row
        if len(decoded.parts) == 1 and (row.op in _EXCLUDED or row.sequence != "next"):
            continue
        words += [word, chance.randrange(1 << 24)][: decoded.words]
    dsp.p[START : START + len(words)] = words
    for memory in (dsp.x, dsp.y):
        memory[0:DATA] = [chance.randrange(1 << 24) for _ in range(DATA)]
    for name in ("a", "b"):
        dsp.regs[name] = chance.choice((chance.randrange(1 << 56), chance.randrange(1 << 48), 1 << 55, (1 << 55) - 1))
    for name in ("x0", "x1", "y0", "y1"):
        dsp.regs[name] = chance.choice((0, 1 << 23, (1 << 23) - 1, chance.randrange(1 << 24)))
    for number in range(8):
        dsp.regs[f"r{number}"], dsp.regs[f"n{number}"] = chance.randrange(DATA), chance.randrange(DATA)
    dsp.regs.sr = chance.randrange(128) | chance.choice((0, 0x400, 0x800))
    dsp.regs.sp, dsp.regs.pc = 0, START
    return dsp
