"""Ranges for the emulator's guard: the words that a routine may write, and the initialised words at its call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsp56k.emu import MemoryGuard
from dsp56k.lib.routine.operand import IO_PAGE, SPACE_WORDS, Operand

Range = tuple[str, int, int]
IO_REGISTERS = ("X", IO_PAGE, SPACE_WORDS - 1)
"""The peripherals' registers (UM 3-8)."""


def ranges(words: Iterable[tuple[str, int] | str]) -> list[Range]:
    """Return words of memory as ranges; registers are omitted."""
    found: list[Range] = []
    for space, address in sorted(word for word in words if not isinstance(word, str)):
        if found and found[-1][0] == space and found[-1][2] >= address - 1:
            found[-1] = (space, found[-1][1], address)
        else:
            found.append((space, address, address))
    return found


def _without(space: str, taken: Sequence[Range]) -> list[Range]:
    """Return all of a space except for ranges of it."""
    free, start = [], 0
    for owner, first, last in taken:
        if owner == space:
            if first > start:
                free.append((space, start, first - 1))
            start = last + 1
    return [*free, (space, start, SPACE_WORDS - 1)] if start < SPACE_WORDS else free


def guard_of(
    program: Iterable[tuple[str, int]],
    given: Iterable[Operand],
    reads: Sequence[Range],
    writes: Sequence[Range] | None,
    outputs: Iterable[Operand],
) -> MemoryGuard:
    """Return the guard for a routine.

    Args:
        program: the words of the program.
        given: inputs, and fixed values.
        reads: further words that may be read.
        writes: words that may be written in addition to the outputs; None for all except the code and the chip's
            registers.
        outputs: the outputs.
    """
    loaded = ranges(program)
    put = ranges({location for operand in given for location in operand.locations()})
    if writes is None:
        code = [entry for entry in loaded if entry[0] == "P"]
        writable = [*_without("X", [IO_REGISTERS]), *_without("Y", []), *_without("P", code)]
    else:
        writable = [
            *writes,
            *ranges({location for operand in outputs for location in operand.places[0].locations(operand.shape.words)}),
        ]
    return MemoryGuard([*loaded, *put, *reads, IO_REGISTERS], writable)
