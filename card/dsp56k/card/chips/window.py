"""The data path of the PC's memory window: one byte lane of one bank at a time.

Data sheet
==========

Paper 5.3: 24-bit words behind an 8-bit bus, a bank select (P or X), and "the AGU and not the particular PC memory
address determines which DSP external memory byte is selected". Each bank is three byte-wide memories, so a byte write
does not change the other two bytes of the word (our decision; any circuit of static RAMs does so).

    bank   0 P, 1 X
    word   0 .. words-1 selects memory; above that none is selected: a read gives the undriven bus, a write is lost
    lane   0 D0-D7, 1 D8-D15, 2 D16-D23

The memory is external to the DSP and has physical addresses, including the words that internal memory hides from the
DSP's own programs.
"""

from collections.abc import Sequence
from typing import Protocol, overload


class WordMemory(Protocol):
    """24-bit words by address: the interface of a bank of RAM."""

    @overload
    def __getitem__(self, address: int, /) -> int: ...
    @overload
    def __getitem__(self, address: slice, /) -> list[int]: ...

    @overload
    def __setitem__(self, address: int, word: int, /) -> None: ...
    @overload
    def __setitem__(self, address: slice, words: list[int], /) -> None: ...


Places = Sequence[tuple[int, int]]
"""Bytes as (word, lane), at words that do not decrease and leave none out."""


class Window:
    """Byte access to the banks, given in the order of the bank select: (P, X); `pull` is the undriven 24-bit bus."""

    def __init__(self, banks: tuple[WordMemory, WordMemory], words: int, pull: int) -> None:
        self._banks = banks
        self._pull = pull
        self.words = words

    def holds(self, word: int) -> bool:
        """Return True if this word address selects memory."""
        return word < self.words

    def read(self, bank: int, word: int, lane: int) -> int:
        """Return one byte of memory, or of the undriven bus."""
        return _byte(self._banks[bank][word] if self.holds(word) else self._pull, lane)

    def write(self, bank: int, word: int, lane: int, value: int) -> None:
        """Store one byte; past the bank it is lost."""
        if self.holds(word):
            memory = self._banks[bank]
            memory[word] = _with_byte(memory[word], lane, value)

    def read_row(self, bank: int, places: Places) -> bytes:
        """Return the bytes at `places`, all of which are in the bank."""
        words = _span(places)
        held = self._banks[bank][words]
        return bytes([_byte(held[word - words.start], lane) for word, lane in places])

    def write_row(self, bank: int, places: Places, values: bytes) -> None:
        """Store a byte at each of `places`, all of which are in the bank."""
        words = _span(places)
        held = self._banks[bank][words]
        for (word, lane), value in zip(places, values, strict=True):
            held[word - words.start] = _with_byte(held[word - words.start], lane, value)
        self._banks[bank][words] = held


def _byte(word: int, lane: int) -> int:
    return word >> 8 * lane & 0xFF


def _with_byte(word: int, lane: int, value: int) -> int:
    return word & ~(0xFF << 8 * lane) | value << 8 * lane


def _span(places: Places) -> slice:
    return slice(places[0][0], places[-1][0] + 1)
