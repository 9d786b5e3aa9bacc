"""IDT7201, a FIFO of 512 words between two sides that know nothing of each other's time.

Data sheet
==========

IDT7201LA/7202LA, "CMOS asynchronous FIFO", 512 x 9 and 1024 x 9 (the family goes on to 4096 x 9). Dual-port RAM with a
counter for either side: no address, no clock. The ninth bit is not used on this board.

    W   a rising edge stores D; while FF is asserted further writes are inhibited
    R   a falling edge brings the oldest word to Q; while EF is asserted further reads are inhibited, and Q floats
    FF  full: as many writes more than reads as there are words
    EF  empty
    HF  half full: asserted with the write after which more than half of the words are taken, until half or fewer are
    RS  reset: both counters to zero, so EF asserted, FF and HF not; the RAM keeps its content out of reach

Expansion (XI, XO) and retransmission (FL/RT) are tied off. Access times of 12 to 80 ns are shorter than any cycle here.
"""

from collections import deque

from dsp56k.emu.timeline import Time

FAMILY = (512, 1024, 2048, 4096)
"""Words of the 7201 to the 7204: firmware and driver move 256 bytes where any of them is half full, or is not."""
WORDS = FAMILY[0]


class Idt7201:
    """The FIFO; flags are levels, True being asserted."""

    def __init__(self, words: int = WORDS) -> None:
        self.words = words
        self._content: deque[int] = deque()

    def reset(self, now: Time) -> None:
        """Reset both counters (RS)."""
        self._content.clear()

    def write(self, value: int) -> bool:
        """Write a byte (W with D); return True if it was stored: a full FIFO does not store it."""
        if len(self._content) >= self.words:
            return False
        self._content.append(value)
        return True

    def read(self) -> int | None:
        """Read the oldest byte (R); return None if the FIFO is empty."""
        return self._content.popleft() if self._content else None

    @property
    def empty(self) -> bool:
        """EF."""
        return not self._content

    @property
    def full(self) -> bool:
        """FF."""
        return len(self._content) >= self.words

    @property
    def half_full(self) -> bool:
        """HF."""
        return len(self._content) > self.words // 2
