"""The transmitter of the serial communication interface: characters, preambles and breaks (UM 11-16 to 11-24)."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from reference_model.peripherals.sci_registers import MULTIDROP, Control

START_DELAY = 2
"""Bits between the next bit clock and the first bit of a character that is written to STX (UM 11-23)."""
EMPTY = Fraction(9, 8)
"""Bits from the begin of the start bit to TDRE: two sixteenths into the first data bit (UM 11-19)."""
SYNCHRONOUS_STEPS = {
    "empty": Fraction(3, 2),
    "last call": Fraction(13, 2),
    "sample": Fraction(15, 2),
    "end": Fraction(8),
}
"""In synchronous mode, bits until TDRE in the middle of bit 1 (UM 11-19), until the middle of bit 6, from which on the
next byte cannot follow without a gap (Figure 11-20), until the last bit is received, and to the end."""


@dataclass
class SciSent:
    """An output on TXD: the clock at the end of its last bit, DATA, PREAMBLE or BREAK, the byte, the ninth bit."""

    clock: int
    kind: str
    data: int
    address: bool


class Transmitter:
    """Data register, shift register and the queue before the data. Times are oscillator clocks."""

    def __init__(
        self, listen: Callable[[], None], sample: Callable[[], None], clocked: Callable[[int], Fraction | None]
    ) -> None:
        """The rest of the interface.

        Args:
            listen: a synchronous word begins.
            sample: it is complete.
            clocked: when an external clock's next word begins, after a clock.
        """
        self._listen, self._sample, self._clocked = listen, sample, clocked
        self.control = Control(0, 0)
        self.bit: Fraction | None = None
        """Clocks of a bit; None: no clock."""
        self.origin = Fraction(0)
        """A clock at which a bit begins."""
        self.stx, self.shift = (0, False), (0, False)
        """Data register and shift register: the byte, and the address bit of multidrop."""
        self.sent: list[SciSent] = []
        self.clear()

    def clear(self) -> None:
        """Every reset (Table 11-1)."""
        self.tdre = True
        self.preamble = self.broken = False
        """A preamble, a break that waits; the latter also when SBK is clear again (UM 11-14)."""
        self.kind: str | None = None
        """The current or next output: DATA, PREAMBLE, BREAK, or CLOCKS that only the receiver needs."""
        self.begin: Fraction | None = None
        """Clock at which the next output begins, or None if there is none or it has begun."""
        self.pace = Fraction(0)
        """Clocks of a bit as it was chosen: SCCR may change meanwhile (docs/reference/limitations.md)."""
        self.steps: deque[tuple[Fraction, str]] = deque()
        """The next event of the current character, and its clock."""
        self.follows = True
        """True if STX was written early enough to be sent without a gap (Figure 11-20)."""

    @property
    def trne(self) -> bool:
        """True if no byte or other output is waiting or being sent (UM 11-18)."""
        return self.tdre and self.kind in (None, "CLOCKS")

    def edge(self, clock: int) -> Fraction:
        """The first bit clock after a clock."""
        assert self.bit is not None
        return self.origin + ceil((clock + 1 - self.origin) / self.bit) * self.bit

    def arrange(self, clock: int) -> None:
        """Select the next output of an idle transmitter after a write of the DSP, unless that has happened already."""
        if self.begin is not None and not self.control.on("TE") and self.kind != "CLOCKS":
            self.kind = self.begin = None
        if self.kind is not None or self.bit is None:
            return
        self.follows = True
        if self.control.synchronous and self.control.external:
            self._choose_clocked(self._clocked(clock))
            return
        self.kind = self._choice()
        if self.kind is not None:
            self._begin_behind(clock, START_DELAY if self.kind == "DATA" else 0)

    def _begin_behind(self, clock: int, delay: int) -> None:
        """Begin with a bit clock after a clock."""
        assert self.bit is not None
        self.pace = self.bit
        self.begin = self.edge(clock) + delay * self.bit

    def _choice(self) -> str | None:
        """Preambles go before breaks, breaks before data (UM 11-24); without frames there are data only."""
        if not self.control.on("TE"):
            return None
        if self.preamble and not self.control.synchronous:
            self.preamble = False
            return "PREAMBLE"
        if (self.broken or self.control.on("SBK")) and not self.control.synchronous:
            self.broken = False
            return "BREAK"
        return None if self.tdre else "DATA"

    def _choose_clocked(self, begin: Fraction | None) -> None:
        """Eight bits of an external clock, whether or not there is anything to send."""
        self.begin = begin
        if begin is not None:
            assert self.bit is not None
            self.kind, self.pace = "DATA" if self.control.on("TE") else "CLOCKS", self.bit

    @property
    def due(self) -> Fraction | None:
        """The next event."""
        return self.steps[0][0] if self.steps else self.begin

    def event(self) -> None:
        """Do what happens by now."""
        if self.begin is not None:
            self._start(self.begin)
            return
        clock, step = self.steps.popleft()
        if step == "empty":
            self.shift, self.tdre = self.stx, True
        elif step == "last call":
            self.follows = not self.tdre
        elif step == "sample":
            self._sample()
        else:
            self._end(clock)

    def _start(self, clock: Fraction) -> None:
        """The first bit begins. Clocked from outside without a new byte, the previous one leaves again (UM 11-35)."""
        self.begin = None
        steps = SYNCHRONOUS_STEPS if self.control.synchronous else {"empty": EMPTY, "end": Fraction(self.control.bits)}
        fresh = self.kind == "DATA" and self.follows
        for step, bits in steps.items():
            if fresh or step != "empty":
                # A byte that is written in the middle of bit 6 is in time: only one "after" it is late (Figure 11-20).
                self.steps.append((clock + bits * self.pace + (step == "last call"), step))
        if self.control.synchronous:
            self._listen()

    def _end(self, clock: Fraction) -> None:
        """The last bit has left; the next character begins with a bit clock at this time, or later."""
        before, self.kind = self.kind, None
        data, address = self.shift
        if before == "DATA":
            ninth = address and self.control.format == MULTIDROP
            self.sent.append(SciSent(floor(clock), before, self.control.ordered(data), ninth))
        elif before in ("PREAMBLE", "BREAK"):
            self.sent.append(SciSent(floor(clock), before, 0xFF if before == "PREAMBLE" else 0, False))
        if self.bit is None:
            return
        if self.control.synchronous and self.control.external:
            self._choose_clocked(self._clocked(floor(clock) - 1))
            self.follows = self.follows or self.begin is None or floor(self.begin) != floor(clock)
            return
        self.kind = self._choice()
        if self.kind is not None:
            self._begin_behind(floor(clock) - 1, self._gap(before))
            self.follows = True

    def _gap(self, before: str | None) -> int:
        """Return the number of bits between the last output and the next."""
        if self.control.synchronous:
            return 0 if self.follows else START_DELAY
        # At least one high bit after a break, so that the start bit is seen (UM 11-14).
        return int(before == "BREAK" and self.kind == "DATA")
