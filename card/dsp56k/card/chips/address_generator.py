"""The card's address generator: it walks the PC's byte accesses through the DSP's 24-bit words.

Data sheet
==========

Paper 5.3: "an address generation unit with a PC-loadable counter that indexes through the bytes of a 24-bit DSP word
and then from word to word", and "a load mode that indicates whether [it] is to index DSP words in low-medium-high byte
order or low byte only". Register offsets and the counter's width are our decision.

    offset  register  access  reset  bits
    0       AGLOW     r/w     $00    word address, bits 7-0
    1       AGHIGH    r/w     $00    word address, bits 15-8; a write also zeroes the byte phase

The 16-bit counter needs no bank extension: a bank has at most 32K words. Two bits of byte phase choose the byte lane:
0 low (D0-D7), 1 middle (D8-D15), 2 high (D16-D23). In low-byte-only mode the lane is always 0.

    strobe, low-middle-high   phase 0 -> 1 -> 2 -> 0; the counter advances as the phase returns to 0
    strobe, low byte only     phase becomes 0; the counter advances

The counter counts from $FFFF to $0000. It does not know how large the bank is: an address past the bank selects no
memory (docs/reference/card.md, COUNTER_PAST_BANK), and counting goes on.
"""

from dsp56k.card.parts.register import Field, Register, Source
from dsp56k.emu.device import UntimedDevice
from dsp56k.emu.timeline import Time

AGLOW = Register(
    "AGLOW",
    0,
    "r/w",
    0x00,
    "address generator, low half; takes effect at once, keeps the byte phase",
    fields=(Field("A7-A0", 7, 0, "word address, bits 7-0", Source.PAPER),),
)
AGHIGH = Register(
    "AGHIGH",
    1,
    "r/w",
    0x00,
    "address generator, high half; a write also zeroes the byte phase",
    fields=(Field("A15-A8", 7, 0, "word address, bits 15-8", Source.PAPER),),
)
REGISTERS = (AGLOW, AGHIGH)

LANES = 3
COUNTER_MASK = 0xFFFF


class AddressGenerator(UntimedDevice):
    """The loadable counter with its byte phase; `offset` 0 and 1 are AGLOW and AGHIGH."""

    def __init__(self) -> None:
        self._word = 0
        self._phase = 0
        self.low_only = False
        """The load mode pin: True for low byte only."""

    @property
    def word(self) -> int:
        """Word address on the counter's outputs, 16 bits."""
        return self._word

    @property
    def phase(self) -> int:
        """The stored byte phase, 0-2, whatever the load mode."""
        return self._phase

    @property
    def lane(self) -> int:
        """Selected byte lane: 0 low, 1 middle, 2 high."""
        return 0 if self.low_only else self._phase

    def strobe(self) -> None:
        """Step to the next byte. This is the end of one window access."""
        self.strobes(1)

    def strobes(self, count: int) -> None:
        """Apply `count` strobes, one or more."""
        if self.low_only:
            self._word, self._phase = self._word + count & COUNTER_MASK, 0
        else:
            words, self._phase = divmod(self._phase + count, LANES)
            self._word = self._word + words & COUNTER_MASK

    def reset(self, now: Time) -> None:
        """Clear counter and phase."""
        del now
        self._word = 0
        self._phase = 0

    def read(self, offset: int, now: Time) -> int:
        """Return one half of the counter."""
        del now
        return self._word & 0xFF if offset == AGLOW.offset else self._word >> 8

    def write(self, offset: int, value: int, now: Time) -> None:
        """Load one half of the counter with an 8-bit value."""
        del now
        if offset == AGLOW.offset:
            self._word = self._word & 0xFF00 | value
        else:
            self._word = value << 8 | self._word & 0xFF
            self._phase = 0
