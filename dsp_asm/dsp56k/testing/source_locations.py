"""Source locations of a chip's instructions: address, text, symbol, source line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from dsp56k.asm import ObjectFile, disassemble
from dsp56k.emu import Dsp56001, SourceLine, Symbols
from dsp56k.lib.algorithms import CIPHERS
from dsp56k.lib.ciphers import aes, sha1
from dsp56k.lib.ciphers.des import TRIPLE_DES_COMMANDS
from dsp56k.lib.image import own_program
from dsp56k.lib.library_runner import PAIR_PROGRAM, PROGRAM, WIDE_PROGRAM
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.routine.program import symbols_of
from dsp56k.lib.tables import SOURCES

_AROUND = 16
"""Words of P memory before and after an address by which a program is recognised."""
_ALIKE = 0.75
"""Minimum fraction of these words that must be the program's.

A program may have replaced some, as triple DES does in the loops over blocks.
"""


@dataclass(frozen=True)
class InstructionLocation:
    """An instruction: its P address, text, the symbol at or before it, its source line."""

    pc: int
    text: str
    symbol: str | None
    source: SourceLine | None

    def __str__(self) -> str:
        symbol = f" <{self.symbol}>" if self.symbol else ""
        return f"P:${self.pc:04X}{symbol} `{self.text}`" + (f" ({self.file}:{self.line})" if self.source else "")

    @property
    def line(self) -> int | None:
        """The line of the source file."""
        return None if self.source is None else self.source.line

    @property
    def file(self) -> str:
        """The source file, relative to the library's sources if it is one of them; "" if it is unknown."""
        if self.source is None:
            return ""
        path = Path(self.source.file)
        return str(path.relative_to(SOURCES)) if path.is_relative_to(SOURCES) else self.source.file


def current_location(dsp: Dsp56001, symbols: Symbols | None = None) -> InstructionLocation:
    """Return the instruction at a chip's PC, as `location_at`."""
    return location_at(dsp, dsp.regs.pc, symbols)


def location_at(dsp: Dsp56001, pc: int, symbols: Symbols | None = None) -> InstructionLocation:
    """Return the instruction at an address, with names from `symbols` or from the library's program there."""
    text, _ = disassemble(dsp.p[pc], dsp.p[(pc + 1) % len(dsp.p)], pc)
    names = symbols if symbols is not None else library_symbols(dsp, pc)
    return InstructionLocation(pc, " ".join(text.split()), names.near(pc), names.line(pc))


def library_symbols(dsp: Dsp56001, pc: int) -> Symbols:
    """Return the symbols of the library's program whose words surround an address, by the largest number of matches."""
    around = range(max(0, pc - _AROUND), min(len(dsp.p), pc + _AROUND))
    most, found = _ALIKE, dsp.symbols
    for program, symbols in _programs():
        known = [address for address in around if ("P", address) in program.words]
        alike = sum(program.words["P", address] == dsp.p[address] for address in known)
        if program.words.get(("P", pc)) == dsp.p[pc] and alike > most * len(known):
            most, found = alike / len(known), symbols
    return found


def _programs() -> Iterator[tuple[ObjectFile, Symbols]]:
    return (_program(number) for number in range(len(_LIBRARY)))


@cache
def _program(number: int) -> tuple[ObjectFile, Symbols]:
    program = _LIBRARY[number]()
    return program, symbols_of(program)


_LIBRARY: tuple[Callable[[], ObjectFile], ...] = (
    *(partial(assembled, source) for source in (PROGRAM, WIDE_PROGRAM, PAIR_PROGRAM)),
    own_program,
    partial(own_program, TRIPLE_DES_COMMANDS),
    partial(own_program, "ciphers.asm"),
    aes.program,
    sha1.program,
    *(partial(assembled, cipher.source, **cipher.defines(name)) for cipher in CIPHERS for name in cipher.variants),
)
"""The programs that the library's functions run."""
