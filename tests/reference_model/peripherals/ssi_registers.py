"""The control registers of the synchronous serial interface, and the modes that they select (UM 11-72 to 11-88)."""

from dataclasses import dataclass

from reference_model.words import MASK24, bit

CRA, CRB, STATUS, DATA = 0xFFEC, 0xFFED, 0xFFEE, 0xFFEF
"""X addresses; the time slot register is written at the status register's."""
PINS, SC0 = 0x1F8, 3
"""Port C's pins 3 to 8; SC0 is pin 3, SC1 pin 4."""
CRB_RESTARTS = 0x0E3C
"""MOD, GCK, SYN, SCKD, SCD2-SCD0: bits that only change under reset (UM 11-89)."""
CRB_BITS = (
    *("OF0", "OF1", "SCD0", "SCD1", "SCD2", "SCKD", "SHFD", "FSL0"),
    *("FSL1", "SYN", "GCK", "MOD", "TE", "RE", "TIE", "RIE"),
)
"""Bits 0 to 15 (UM 11-73)."""


@dataclass(frozen=True)
class Control:
    """CRA and CRB taken apart."""

    cra: int
    crb: int

    def on(self, name: str) -> bool:
        """A bit of CRB."""
        return bool(bit(self.crb, CRB_BITS.index(name)))

    @property
    def word_bits(self) -> int:
        """WL1, WL0 (UM 11-72)."""
        return (8, 12, 16, 24)[self.cra >> 13 & 3]

    @property
    def divider(self) -> int:
        """DC4-DC0 plus one: word times in a frame (UM 11-72)."""
        return (self.cra >> 8 & 31) + 1

    @property
    def internal_bit(self) -> int:
        """Oscillator clocks of a bit of the internal clock: 4 x (7 PSR + 1) x (PM + 1) (UM 11-93)."""
        return 4 * (7 * bit(self.cra, 15) + 1) * ((self.cra & 0xFF) + 1)

    @property
    def on_demand(self) -> bool:
        """True if words are sent when they are written: network mode with one word a frame (UM 11-126).

        A continuous clock needs an internal frame sync for it (Table 11-6), a gated clock has it (Table 11-7).
        """
        return self.on("MOD") and self.divider == 1 and (self.on("GCK") or self.on("SCD2"))

    @property
    def input_flags(self) -> int:
        """Which of SC1, SC0 are input flags (UM 11-81)."""
        return (not self.on("SCD0")) + 2 * (not self.on("SCD1")) if self.on("SYN") else 0

    @property
    def output_flags(self) -> int:
        """Which of SC1, SC0 are output flags (UM 11-76)."""
        return self.on("SCD0") + 2 * self.on("SCD1") if self.on("SYN") else 0

    def wire(self, word: int) -> int:
        """Convert a data register's word to that on the wire, first bit highest, or back.

        The bits of a word are at the top of the registers; SHFD sends and receives the lowest of them first (UM 11-83).
        """
        length = self.word_bits
        top = word >> 24 - length
        if self.on("SHFD"):
            top = int(f"{top:0{length}b}"[::-1], 2)
        return top << 24 - length & MASK24
