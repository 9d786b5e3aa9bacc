"""What a debugger shows of a program: instructions with labels and source, what the next one costs."""

from __future__ import annotations

from dataclasses import dataclass

from dsp56k.asm import disassemble
from dsp56k.debug.frames import sequence_at
from dsp56k.debug.program import Loaded
from dsp56k.emu import Dsp56001, SourceLine
from dsp56k.isa import REGISTERS

LAST = 0xFFFF


@dataclass(frozen=True)
class Line:
    """An instruction in P memory.

    Attributes:
        address: of its first word.
        words: one or two.
        text: in assembly language, blanks single.
        labels: the symbols at its address.
        source: the line that made it, if that is known.
        source_text: that line's text, if its file is found.
    """

    address: int
    words: tuple[int, ...]
    text: str
    labels: tuple[str, ...]
    source: SourceLine | None
    source_text: str | None


def line_at(dsp: Dsp56001, loaded: Loaded, address: int) -> Line:
    """The instruction at an address, whatever lies there."""

    def name(space: str, at: int) -> str | None:
        return next(iter(dsp.symbols.names(at, space)), None)

    second = dsp.p[address + 1] if address < LAST else 0
    text, count = disassemble(dsp.p[address], second, address, naming=name)
    words = (dsp.p[address], second)[: min(count, LAST + 1 - address)]
    source = loaded.lines.get(address)
    shown = None if source is None else loaded.text(source)
    return Line(address, words, " ".join(text.split()), tuple(dsp.symbols.names(address)), source, shown)


def disassembly(dsp: Dsp56001, loaded: Loaded, first: int, count: int) -> list[Line]:
    """So many instructions from an address on; fewer at the end of memory."""
    lines: list[Line] = []
    while len(lines) < count and first <= LAST:
        lines.append(line_at(dsp, loaded, first))
        first += len(lines[-1].words)
    return lines


def disassembly_before(dsp: Dsp56001, loaded: Loaded, end: int, count: int) -> list[Line]:
    """Return up to `count` instructions that end just before an address.

    Memory does not tell which word begins an instruction: the longest way back is taken that comes out at `end`.
    """
    words = {end: 0}
    first = end
    for address in range(end - 1, max(end - 2 * count, 0) - 1, -1):
        length = sequence_at(dsp, address)[1]
        if address + length in words:
            words[address] = length
            first = address
    lines = []
    while first < end:
        lines.append(first)
        first += words[first]
    return [line_at(dsp, loaded, address) for address in lines[len(lines) - min(count, len(lines)) :]]


def register_text(name: str, value: int) -> str:
    """The value of a register in hexadecimal, as wide as the register."""
    digits = -(-REGISTERS[name.upper()].width // 4)
    return f"${value:0{digits}X}"
