"""The registers of the serial communication interface, and the modes that they select (UM 11-9 to 11-24)."""

from dataclasses import dataclass
from fractions import Fraction

from reference_model.peripherals.peripheral import Unmodelled
from reference_model.words import bit

SCR, SSR, SCCR, STXA, DATA = 0xFFF0, 0xFFF1, 0xFFF2, 0xFFF3, 0xFFF4
"""X addresses; DATA, DATA + 1 and DATA + 2 are the low, middle and high byte of SRX and STX."""
PINS = 7
"""Port C's pins RXD, TXD, SCLK."""
SCR_BITS = (
    *("WDS0", "WDS1", "WDS2", "SSFTD", "SBK", "WAKE", "RWU", "WOMS"),
    *("RE", "TE", "ILIE", "RIE", "TIE", "TMIE", "", "SCKP"),
)
"""Bits 0 to 15 (UM 11-10); bit 14 reads as zero (UM 11-18)."""
SCR_MASK = 0xBFFF
RWU = 1 << SCR_BITS.index("RWU")
TCM, RCM = 15, 14
SYNCHRONOUS, TEN_BITS, EVEN, ODD, MULTIDROP = 0, 2, 4, 5, 6
"""Word formats (UM 11-12)."""


@dataclass(frozen=True)
class Control:
    """SCR and SCCR taken apart."""

    scr: int
    sccr: int

    def on(self, name: str) -> bool:
        """A bit of SCR."""
        return bool(bit(self.scr, SCR_BITS.index(name)))

    @property
    def format(self) -> int:
        """WDS2-WDS0."""
        return self.scr & 7

    @property
    def synchronous(self) -> bool:
        """Shift register mode, with a gated clock (UM 11-32)."""
        return self.format == SYNCHRONOUS

    @property
    def bits(self) -> int:
        """Bits of a character: start, data, parity or type, stop (UM 11-13)."""
        return {SYNCHRONOUS: 8, TEN_BITS: 10}.get(self.format, 11)

    @property
    def timer_period(self) -> int:
        """Clocks of an asynchronous bit, and of the timer: 64 x (7 SCP + 1) x (CD + 1) (UM 11-22, 11-60)."""
        return 64 * (7 * bit(self.sccr, 13) + 1) * ((self.sccr & 0xFFF) + 1)

    @property
    def internal_bit(self) -> int:
        """Clocks of a bit of the internal clock: an eighth in synchronous mode, which has 2 x its clock, not 16 x."""
        return self.timer_period // (8 if self.synchronous else 1)

    def bit_clocks(self, source: int, external: Fraction | None) -> Fraction | None:
        """Clocks of a bit where TCM or RCM selects the source; None: there is no clock."""
        return external if bit(self.sccr, source) else Fraction(self.internal_bit)

    @property
    def external(self) -> bool:
        """True if the synchronous mode is that of a slave (UM 11-32)."""
        return bool(bit(self.sccr, TCM))

    def check(self) -> None:
        """Refuse settings that are reserved or undefined.

        Raises:
            Unmodelled: Word formats 1, 3 and 7 (UM 11-12); different clock sources in synchronous mode (UM 11-35).
        """
        mixed = self.synchronous and bit(self.sccr, TCM) != bit(self.sccr, RCM)
        if (self.on("TE") or self.on("RE")) and (self.format in (1, 3, 7) or mixed):
            raise Unmodelled(f"SCI with SCR ${self.scr:04X}, SCCR ${self.sccr:04X}")

    def ordered(self, data: int) -> int:
        """A byte as the other end means it, whose least significant bit comes first: SSFTD reverses (UM 11-12)."""
        return int(f"{data:08b}"[::-1], 2) if self.on("SSFTD") else data
