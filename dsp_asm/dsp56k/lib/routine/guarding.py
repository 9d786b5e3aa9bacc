"""What a routine may write, and what holds something when it is called, as ranges for the emulator's guard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsp56k.emu import MemoryGuard
from dsp56k.lib.routine.operand import IO_PAGE, SPACE_WORDS, Operand

Range = tuple[str, int, int]
IO_REGISTERS = ("X", IO_PAGE, SPACE_WORDS - 1)
"""The peripherals' registers (UM 3-8)."""


def ranges(words: Iterable[tuple[str, int] | str]) -> list[Range]:
    """Words of memory as ranges; registers are left out."""
    found: list[Range] = []
    for space, address in sorted(word for word in words if not isinstance(word, str)):
        if found and found[-1][0] == space and found[-1][2] >= address - 1:
            found[-1] = (space, found[-1][1], address)
        else:
            found.append((space, address, address))
    return found


def _without(space: str, taken: Sequence[Range]) -> list[Range]:
    """All of a space but ranges of it."""
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
    """The guard for a routine.

    Args:
        program: the words of the program.
        given: inputs, and what is fixed.
        reads: what may be read besides.
        writes: what may be written besides the outputs; None for all but the code and the chip's own registers.
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
