"""Disassembly with labels and source lines."""

from __future__ import annotations

from dataclasses import dataclass

from dsp56k.asm import disassemble
from dsp56k.debug.call_stack import sequence_at
from dsp56k.debug.program import Loaded
from dsp56k.emu import Dsp56001, SourceLine
from dsp56k.isa import REGISTERS

LAST = 0xFFFF


@dataclass(frozen=True)
class DisassembledLine:
    """An instruction in P memory.

    Attributes:
        address: The address of its first word.
        words: One or two words.
        text: Its assembly text, with single spaces.
        labels: The symbols at its address.
        source: The line that it was assembled from, if it is known.
        source_text: The text of that line, if its file is found.
    """

    address: int
    words: tuple[int, ...]
    text: str
    labels: tuple[str, ...]
    source: SourceLine | None
    source_text: str | None


def line_at(dsp: Dsp56001, loaded: Loaded, address: int) -> DisassembledLine:
    """Return the instruction at an address, valid or not."""

    def name(space: str, at: int) -> str | None:
        return next(iter(dsp.symbols.names(at, space)), None)

    second = dsp.p[address + 1] if address < LAST else 0
    text, count = disassemble(dsp.p[address], second, address, naming=name)
    words = (dsp.p[address], second)[: min(count, LAST + 1 - address)]
    source = loaded.lines.get(address)
    shown = None if source is None else loaded.text(source)
    return DisassembledLine(address, words, " ".join(text.split()), tuple(dsp.symbols.names(address)), source, shown)


def disassembly(dsp: Dsp56001, loaded: Loaded, first: int, count: int) -> list[DisassembledLine]:
    """Return `count` instructions from an address onwards, fewer at the end of memory."""
    lines: list[DisassembledLine] = []
    while len(lines) < count and first <= LAST:
        lines.append(line_at(dsp, loaded, first))
        first += len(lines[-1].words)
    return lines


def disassembly_before(dsp: Dsp56001, loaded: Loaded, end: int, count: int) -> list[DisassembledLine]:
    """Return up to `count` instructions that end just before an address.

    Memory does not show which word begins an instruction: the longest sequence is used that ends at `end`.
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
    """Format the value of a register in hexadecimal, with the digits of its width."""
    digits = -(-REGISTERS[name.upper()].width // 4)
    return f"${value:0{digits}X}"
