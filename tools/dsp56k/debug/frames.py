"""What lies on the system stack: calls, hardware loops, interrupts (UM 6-15 to 6-17).

An entry holds an address and a status or a count, not who made it. It is taken for a call or a loop if the instruction
before the address is one, for an interrupt otherwise. What a program moves there by itself is named by the same rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from dsp56k.emu import Dsp56001, SourceLine
from dsp56k.isa import decode

SP_MASK = 0xF
"""The pointer in SP; the bits above are flags (UM 6-16)."""


class Kind(Enum):
    """What an entry of the stack was made by."""

    CALL = "call"
    LOOP = "loop"
    INTERRUPT = "interrupt"


@dataclass(frozen=True)
class Entry:
    """An entry: its location, and the address where the program goes on when it is left; a loop has two locations."""

    kind: Kind
    location: int
    address: int


_FAR = 64
"""Words before an address at which instructions are counted without a known beginning. A wrong beginning is harmless:
after a few instructions the count is right, as most words are an instruction of one word."""


def sequence_at(dsp: Dsp56001, address: int) -> tuple[str, int]:
    """What the instruction at a P address does to the flow ("call", "loop", "repeat", ... or "") and its words."""
    decoded = decode(dsp.p[address & 0xFFFF])
    return ("", 1) if decoded is None else (decoded.parts[0].row.sequence, decoded.words)


def instruction_start(dsp: Dsp56001, lines: Mapping[int, SourceLine], address: int) -> int:
    """Return the P address of the instruction that a word is part of: one less for the second word of two.

    Memory does not tell where instructions begin: they are counted from a place before, which is the beginning of a
    source line, or else a symbol.
    """
    start = _known_start(dsp, lines, address)
    while (end := start + sequence_at(dsp, start)[1]) <= address:
        start = end
    return start


def _known_start(dsp: Dsp56001, lines: Mapping[int, SourceLine], address: int) -> int:
    first = max(address - _FAR, 0)
    for at in range(address, first - 1, -1):
        if at in lines and lines.get(at - 1) != lines[at]:
            return at
    symbols = dsp.symbols
    # A symbol of the word itself may name an operand that the program changes.
    before = [at for name, at in symbols.items() if symbols.space_of(name) == "P" and first <= at < address]
    return max(before, default=first)


def entries(dsp: Dsp56001) -> list[Entry]:
    """The entries of the system stack, newest first."""
    found = []
    location = dsp.regs.sp & SP_MASK
    while location > 0:
        address, _ = dsp.stack[location]
        kind = _kind(dsp, address)
        if kind is Kind.LOOP:
            location -= 1
        found.append(Entry(kind, location, address))
        location -= 1
    return found


def depth(dsp: Dsp56001) -> int:
    """How many calls and interrupts are under way."""
    return sum(entry.kind is not Kind.LOOP for entry in entries(dsp))


def _kind(dsp: Dsp56001, address: int) -> Kind:
    for words in (1, 2):
        sequence, length = sequence_at(dsp, address - words)
        if length == words and sequence == "call":
            return Kind.CALL
        if length == words and sequence == "loop":
            return Kind.LOOP
    return Kind.INTERRUPT


@dataclass(frozen=True)
class Frame:
    """A routine that is under way: where it stands, or goes on when what it called returns."""

    pc: int
    name: str
    interrupted: bool
    """Whether an interrupt, and no call, made it wait."""


def frames(dsp: Dsp56001) -> list[Frame]:
    """The routines under way, the innermost first."""
    pc = dsp.regs.pc
    found = [Frame(pc, dsp.symbols.near(pc) or f"P:${pc:04X}", False)]
    for entry in entries(dsp):
        if entry.kind is not Kind.LOOP:
            name = dsp.symbols.near(entry.address) or f"P:${entry.address:04X}"
            found.append(Frame(entry.address, name, entry.kind is Kind.INTERRUPT))
    return found
