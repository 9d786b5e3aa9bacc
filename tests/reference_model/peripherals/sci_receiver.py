"""The receiver of the serial communication interface: characters, the idle line, wake-up (UM 11-15 to 11-23)."""

from collections import deque
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from reference_model.peripherals.sci_registers import EVEN, MULTIDROP, ODD, Control
from reference_model.words import bit

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Character:
    """A character on RXD, as a sender of least significant bits first means it."""

    data: int
    address: bool = False
    """The ninth bit of multidrop."""
    bad_parity: bool = False
    bad_stop: bool = False
    """The stop bit is missing."""
    not_before: int | None = None
    """The clock from which it is sent; None: as soon as the receiver listens."""

    def line(self, control: Control) -> list[int]:
        """The bits on the line, from the start bit to the stop bit (UM 11-13)."""
        bits = [0, *(bit(self.data, number) for number in range(8))]
        if control.format == MULTIDROP:
            bits.append(int(self.address))
        elif control.format in (EVEN, ODD):
            bits.append((sum(bits) + (control.format == ODD) + self.bad_parity) & 1)
        return [*bits, int(not self.bad_stop)]


class Receiver:
    """Data register, errors, and the state of the line. Times are oscillator clocks."""

    def __init__(self) -> None:
        self.queue: deque[Character] = deque()
        """Characters that the board sends."""
        self.control = Control(0, 0)
        self.bit: Fraction | None = None
        """Clocks of a bit; None: no clock."""
        self.srx = 0
        self.rwu = False
        """RWU, which the hardware clears (UM 11-15)."""
        self.clear()

    def clear(self) -> None:
        """Every reset (Table 11-1)."""
        self.rdrf = self.idle = self.r8 = False
        self.errors: set[str] = set()
        """The flags OR, PE and FE that are set."""
        self._seen: set[str] = set()
        """Errors that a read of SSR has shown: the next read of SRX clears those (UM 11-19)."""
        self.idle_request = False
        """The idle line interrupt, latched until it is accepted (UM 11-26)."""
        self._armed = False
        """True if a start bit has arrived since the last idle line interrupt (UM 11-17)."""
        self._character = Character(0)
        """The character on the line, or the last one."""
        self.heard = False
        """True if it is received: RE, sampled at its beginning (UM 11-16)."""
        self._begin: int | None = None
        """Return the clock at which the next character begins."""
        self._sample: int | None = None
        """Return the clock at which the last bit of the current character is sampled."""
        self._idle: int | None = None
        """Return the clock after ten or eleven ones."""
        self._free = 0
        """Until when the line is taken."""

    # Accesses of the DSP.

    def read_status(self) -> None:
        """A read of SSR."""
        self._seen = set(self.errors)

    def read_data(self) -> None:
        """A read of SRX."""
        self.rdrf = False
        self.errors -= self._seen
        self._seen = set()

    def watch(self, clock: int) -> None:
        """RE was set: a character's time of ones from now on is an idle line (hardware-ambiguities.md)."""
        if self.bit is not None and not self.control.synchronous:
            self._idle = floor(clock + self.control.bits * self.bit)

    def arrange(self, clock: int) -> None:
        """After a write of the DSP: find when the board's next character begins; some wait for the receiver."""
        if self.control.synchronous or self.bit is None or self._sample is not None:
            return
        wanted = self.queue[0].not_before if self.queue else None
        waits = not self.queue or (wanted is None and not self.control.on("RE"))
        self._begin = None if waits else max(self._free, clock + 1, wanted or 0)

    # What happens on the line.

    @property
    def due(self) -> int | None:
        """The next event."""
        return min((time for time in (self._begin, self._sample, self._idle) if time is not None), default=None)

    def event(self, clock: int) -> None:
        """Do what happens at this clock."""
        if self._idle == clock:
            self._idle = None
            self._line_idle()
        elif self._sample == clock:
            self._sample = None
            self.take(self._character)
            self.arrange(clock)
        else:
            self._begin = None
            self._start_bit(clock)

    def _start_bit(self, clock: int) -> None:
        """IDLE is cleared (UM 11-19); the line is idle again some ones after the last zero of this character."""
        assert self.bit is not None
        self._character = self.queue.popleft()
        self.heard = self.control.on("RE")
        length = self.control.bits
        self._free = floor(clock + length * self.bit)
        self._sample = floor(clock + (length - HALF) * self.bit)
        if self.heard:
            line = self._character.line(self.control)
            last_zero = max(place for place, level in enumerate(line) if level == 0)
            self._idle = floor(clock + (last_zero + 1 + length - HALF) * self.bit)
            self.idle, self._armed = False, True

    def _line_idle(self) -> None:
        """Ten or eleven ones (UM 11-19): wake-up (UM 11-15), and once for each idle state the interrupt (UM 11-53)."""
        self.idle = True
        if not self.control.on("WAKE"):
            self.rwu = False
        self.idle_request = self.idle_request or self._armed
        self._armed = False

    def take(self, character: Character) -> None:
        """The last bit was sampled: the byte goes to SRX with its errors (UM 11-19, 11-20)."""
        if not self.heard or self._asleep(character):
            return
        if self.rdrf:
            # An overrun has priority over the other errors (UM 11-19).
            self.errors = {"OR"}
        elif "FE" not in self.errors:
            self.srx, self.rdrf = self.control.ordered(character.data), True
            if self.control.format == MULTIDROP:
                self.r8 = character.address
            if character.bad_parity and self.control.format in (EVEN, ODD):
                self.errors.add("PE")
            if character.bad_stop and not self.control.synchronous:
                self.errors.add("FE")

    def _asleep(self, character: Character) -> bool:
        """Return True if the receiver continues to sleep: RWU is set and this is not its address (UM 11-15)."""
        if not self.rwu or self.control.synchronous:
            return False
        # The last data bit on the line, where there is no ninth.
        address = character.address if self.control.format == MULTIDROP else bool(character.data >> 7)
        self.rwu = not (self.control.on("WAKE") and address)
        return self.rwu
