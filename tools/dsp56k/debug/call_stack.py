"""The system stack as a call stack: calls, hardware loops, interrupts (UM 6-15 to 6-17).

An entry contains an address and a status or a count, but not its origin. It is treated as a call or a loop if the
instruction before the address is one, otherwise as an interrupt. The same rule applies to entries that a program writes
itself.
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
    """The origins of stack entries."""

    CALL = "call"
    LOOP = "loop"
    INTERRUPT = "interrupt"


@dataclass(frozen=True)
class Entry:
    """An entry: its location, and the return address; a loop has two locations."""

    kind: Kind
    location: int
    address: int


_FAR = 64
"""Maximum number of words before an address from which instructions are decoded if no start of one is known.

A wrong start is harmless: after a few instructions the decoding is aligned, because most instructions have one word.
"""


def sequence_at(dsp: Dsp56001, address: int) -> tuple[str, int]:
    """Return the control flow of the instruction at a P address ("call", "loop", "repeat", ... or "") and its words."""
    decoded = decode(dsp.p[address & 0xFFFF])
    return ("", 1) if decoded is None else (decoded.parts[0].row.sequence, decoded.words)


def instruction_start(dsp: Dsp56001, lines: Mapping[int, SourceLine], address: int) -> int:
    """Return the P address of the instruction that a word belongs to: one less for the second word of two.

    Memory does not show where instructions begin. They are decoded from the start of a source line before, or else from
    a symbol.
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
    # A symbol at the word itself may name an operand that the program changes.
    before = [at for name, at in symbols.items() if symbols.space_of(name) == "P" and first <= at < address]
    return max(before, default=first)


def entries(dsp: Dsp56001) -> list[Entry]:
    """Return the entries of the system stack, the latest first."""
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
    """Return the number of active calls and interrupts."""
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
    """An active routine, with its current address or the address to which its callee returns."""

    pc: int
    name: str
    interrupted: bool
    """True if an interrupt, not a call, suspended it."""


def frames(dsp: Dsp56001) -> list[Frame]:
    """Return the active routines, the innermost first."""
    pc = dsp.regs.pc
    found = [Frame(pc, dsp.symbols.near(pc) or f"P:${pc:04X}", False)]
    for entry in entries(dsp):
        if entry.kind is not Kind.LOOP:
            name = dsp.symbols.near(entry.address) or f"P:${entry.address:04X}"
            found.append(Frame(entry.address, name, entry.kind is Kind.INTERRUPT))
    return found
