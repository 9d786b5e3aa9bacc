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

from dataclasses import dataclass
from typing import Protocol

LANES = 3


class WordMemory(Protocol):
    """24-bit words by address: the interface of a bank of RAM."""

    def __getitem__(self, address: int, /) -> int: ...

    def __setitem__(self, address: int, word: int, /) -> None: ...

    def octets(self, address: int, count: int, /) -> bytes:
        """Return words as bytes, lane 0 first."""

    def set_octets(self, address: int, octets: bytearray, /) -> None:
        """Store words that are given as bytes, lane 0 first."""


@dataclass(frozen=True, slots=True)
class Row:
    """Bytes of a bank, in the order of accesses: the first at `lane` of `word`, each `step` bytes after the last."""

    word: int
    lane: int
    step: int
    count: int

    @property
    def words(self) -> int:
        """The number of words that have a byte of it."""
        return (self.lane + (self.count - 1) * self.step) // LANES + 1

    @property
    def octets(self) -> slice:
        """Its bytes among those of the words."""
        return slice(self.lane, self.lane + (self.count - 1) * self.step + 1, self.step)


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
        return (self._banks[bank][word] if self.holds(word) else self._pull) >> 8 * lane & 0xFF

    def write(self, bank: int, word: int, lane: int, value: int) -> None:
        """Store one byte; past the bank it is lost."""
        if self.holds(word):
            memory = self._banks[bank]
            memory[word] = memory[word] & ~(0xFF << 8 * lane) | value << 8 * lane

    def row(self, word: int, lane: int, step: int, most: int) -> Row:
        """Return the bytes from a lane on, at most `most`, as far as the bank holds them; there may be none."""
        left = (self.words - word) * LANES - lane
        return Row(word, lane, step, max(min(most, -(-left // step)), 0))

    def read_row(self, bank: int, row: Row) -> bytes:
        """Return the bytes at some lanes, one or more."""
        return self._banks[bank].octets(row.word, row.words)[row.octets]

    def write_row(self, bank: int, row: Row, values: bytes) -> None:
        """Store the bytes at some lanes, one or more."""
        held = bytearray(self._banks[bank].octets(row.word, row.words))
        held[row.octets] = values
        self._banks[bank].set_octets(row.word, held)
