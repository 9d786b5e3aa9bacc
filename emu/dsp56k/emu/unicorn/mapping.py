"""Unicorn's linear byte addresses for the three word spaces of the chip, the mapped ranges, and Unicorn's errors."""

from __future__ import annotations

from collections.abc import Iterator

from dsp56k.emu._core import IO_PAGE
from dsp56k.emu.chip import Dsp56001
from dsp56k.emu.errors import EmulatorError
from dsp56k.emu.memory import WORDS, Memory
from dsp56k.emu.unicorn import constants
from dsp56k.emu.unicorn.constants import SPACES, UC_ERR_ARG, UC_ERR_MAP, WORD_BYTES, address_of

_NAMES = {value: name for name, value in vars(constants).items() if name.startswith("UC_ERR_")}


class UcError(EmulatorError):
    """An invalid call, or an emulation that failed; `errno` is one of the numbers `UC_ERR_...`."""

    def __init__(self, errno: int, reason: str) -> None:
        super().__init__(f"{reason} ({_NAMES[errno]})", errno=errno)
        self.errno = errno


Words = tuple[str, int, int]
"""A space, its first word, and the one after its last."""


class Mapping:
    """Mapped ranges, by space, in order and apart from each other."""

    def __init__(self) -> None:
        self._ranges: dict[str, list[tuple[int, int]]] = {space: [] for space in SPACES}

    def add(self, address: int, size: int) -> None:
        """Map the words that hold these bytes."""
        space, first, end = words_of(address, size)
        ranges = self._ranges[space]
        if any(first < other_end and other < end for other, other_end in ranges):
            raise UcError(UC_ERR_MAP, f"{address:#x} to {address + size - 1:#x} is partly mapped")
        self._ranges[space] = sorted([*ranges, (first, end)])

    def remove(self, address: int, size: int) -> None:
        """Unmap the words that hold these bytes, all of which are mapped."""
        space, first, end = words_of(address, size)
        if not self.holds(space, first, end):
            raise UcError(UC_ERR_MAP, f"{address:#x} to {address + size - 1:#x} is not completely mapped")
        left = []
        for start, stop in self._ranges[space]:
            left += [(start, min(stop, first)), (max(start, end), stop)]
        self._ranges[space] = [(start, stop) for start, stop in left if start < stop]

    def regions(self) -> Iterator[Words]:
        """Yield the mapped words."""
        for space, ranges in self._ranges.items():
            yield from ((space, first, end) for first, end in ranges)

    def holes(self) -> Iterator[Words]:
        """Yield the unmapped ranges, except for the registers of the chip at X:$FFC0 (UM 3-12)."""
        for space, ranges in self._ranges.items():
            before = 0
            for first, end in [*ranges, (IO_PAGE if space == "X" else WORDS, WORDS)]:
                if before < first:
                    yield space, before, first
                before = max(before, end)

    def holds(self, space: str, first: int, end: int) -> bool:
        """Return True if all of these words are mapped."""
        for start, stop in self._ranges[space]:
            if start <= first < stop:
                first = stop
        return first >= end


def words_of(address: int, size: int) -> Words:
    """Return the words that contain `size` bytes starting at an address.

    Raises:
        UcError: There are no bytes, or they are not in one space.
    """
    for space, base in SPACES.items():
        if size > 0 and base <= address and address + size <= base + WORD_BYTES * WORDS:
            return space, (address - base) // WORD_BYTES, -((base - address - size) // WORD_BYTES)
    raise UcError(UC_ERR_ARG, f"{size} bytes from {address:#x} are not within a memory space: {_spaces()}")


def _spaces() -> str:
    return ", ".join(f"{space} is {base:#x} to {address_of(space, WORDS) - 1:#x}" for space, base in SPACES.items())


def memory_of(dsp: Dsp56001, space: str) -> Memory:
    """Return the memory of a space as the DSP's map shows it."""
    return {"P": dsp.p, "X": dsp.x, "Y": dsp.y}[space]
