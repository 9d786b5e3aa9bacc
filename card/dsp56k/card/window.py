"""The data path of the PC's memory window: one byte lane of one bank at a time.

Data sheet
==========

Paper 5.3: 24-bit words behind an 8-bit bus, a bank select (P or X), and "the AGU and not the particular PC memory
address determines which DSP external memory byte is selected". Each bank is three byte-wide memories, so a byte write
leaves the other two bytes of the word alone (our decision; any circuit of static RAMs does so).

    bank   0 P, 1 X
    word   0 .. words-1 selects memory; above that none is selected: a read gives the undriven bus, a write is lost
    lane   0 D0-D7, 1 D8-D15, 2 D16-D23

The memory is the one outside the DSP, with its physical addresses: also those words that on-chip memory hides from the
DSP's own programs.
"""

from typing import Protocol


class WordMemory(Protocol):
    """24-bit words by address: what a bank of RAM offers."""

    def __getitem__(self, address: int, /) -> int: ...

    def __setitem__(self, address: int, word: int, /) -> None: ...


class Window:
    """Byte access to the banks, given in the order of the bank select: (P, X); `pull` is the undriven 24-bit bus."""

    def __init__(self, banks: tuple[WordMemory, WordMemory], words: int, pull: int) -> None:
        self._banks = banks
        self._pull = pull
        self.words = words

    def holds(self, word: int) -> bool:
        """Whether this word address selects memory."""
        return word < self.words

    def read(self, bank: int, word: int, lane: int) -> int:
        """One byte, of memory or of the undriven bus."""
        held = self._banks[bank][word] if self.holds(word) else self._pull
        return held >> 8 * lane & 0xFF

    def write(self, bank: int, word: int, lane: int, value: int) -> None:
        """Store one byte; past the bank it is lost."""
        if self.holds(word):
            memory = self._banks[bank]
            shift = 8 * lane
            memory[word] = memory[word] & ~(0xFF << shift) | value << shift
