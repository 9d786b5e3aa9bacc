"""The serial communication interface, character by character, and its timer (UM 11-8 to 11-64)."""

from collections.abc import Iterable
from fractions import Fraction
from math import floor
from types import MappingProxyType

from reference_model.peripherals.peripheral import Peripheral, Reset
from reference_model.peripherals.ports import PCC
from reference_model.peripherals.sci_receiver import Character, Receiver
from reference_model.peripherals.sci_registers import DATA, PINS, RCM, RWU, SCCR, SCR, SCR_MASK, SSR, STXA, TCM, Control
from reference_model.peripherals.sci_transmitter import Transmitter


class Sci(Peripheral):
    """The registers, and when bit clocks and timer begin. Transmitter and receiver hold the rest."""

    addresses = frozenset((SCR, SSR, SCCR, STXA, DATA, DATA + 1, DATA + 2, PCC))
    vectors = MappingProxyType(
        {
            "sci receive": 0x14,
            "sci receive exception": 0x16,
            "sci transmit": 0x18,
            "sci idle line": 0x1A,
            "sci timer": 0x1C,
        }
    )

    def __init__(self) -> None:
        self.external_bit: Fraction | None = None
        """Clocks of a bit where SCLK is an input; None: no clock."""
        self.receiver = Receiver()
        self.transmitter = Transmitter(self._listen, self._synchronous_word, self._clocked)
        self.control = Control(0, 0)
        self.active = False
        """True if a pin is assigned to the interface; it is in its individual reset otherwise (UM 11-24)."""
        self.timer_pending = False
        self._timeout: int | None = self.control.timer_period
        """Return the clock at which the timer next expires, or None if the oscillator is stopped."""

    def reset(self, kind: Reset, clock: int) -> None:
        """Table 11-1."""
        self.transmitter.clear()
        self.receiver.clear()
        self.timer_pending = False
        self._timeout = None
        if kind is not Reset.STOP:
            self.active = False
            self.receiver.rwu = False
            self._configure(Control(0, 0), clock)
            self._start_clocks(clock)

    def _configure(self, control: Control, clock: int) -> None:
        if self.active:
            control.check()
        switched_on = control.on("RE") and not self.control.on("RE")
        self.control = self.transmitter.control = self.receiver.control = control
        self.transmitter.bit = control.bit_clocks(TCM, self.external_bit)
        self.receiver.bit = control.bit_clocks(RCM, self.external_bit)
        if switched_on and self.active:
            self.receiver.watch(clock)

    def _start_clocks(self, clock: int) -> None:
        """The dividers start again with each write of SCCR (docs/reference/hardware-ambiguities.md)."""
        self.transmitter.origin = Fraction(clock)
        self._timeout = clock + self.control.timer_period

    def restarted(self, clock: int) -> None:
        """The interface starts again at the end of STOP (docs/reference/limitations.md)."""
        self._start_clocks(clock)
        if self.active:
            self._leave_reset(clock)

    def write(self, address: int, word: int, clock: int) -> None:
        before = self.control
        if address == PCC:
            self._give_pins(word & PINS != 0, clock)
        elif address == SCR:
            self._configure(Control(word & SCR_MASK, before.sccr), clock)
            self._enabled(before, word)
        elif address == SCCR:
            self._configure(Control(before.scr, word & 0xFFFF), clock)
            self._start_clocks(clock)
        elif address != SSR:
            low = 8 * max(0, address - DATA)
            self.transmitter.stx = (word >> low & 0xFF, address == STXA)
            self.transmitter.tdre = not self.active
        if self.active:
            self.arrange(clock)

    def _enabled(self, before: Control, word: int) -> None:
        """Bits of SCR whose change does something."""
        self.receiver.rwu = word & RWU != 0
        if self.control.on("TE") and not before.on("TE"):
            self.transmitter.preamble = True
        if self.control.on("SBK") and not before.on("SBK") and self.active:
            self.transmitter.broken = True
        if not self.control.on("TMIE"):
            self.timer_pending = False

    def _give_pins(self, active: bool, clock: int) -> None:
        if active == self.active:
            return
        self.active = active
        self.control.check()
        self.transmitter.clear()
        self.receiver.clear()
        if active:
            self._leave_reset(clock)

    def _leave_reset(self, clock: int) -> None:
        """Transmission begins with a preamble (UM 11-42), reception on a line that carries ones."""
        self.transmitter.preamble = self.control.on("TE")
        if self.control.on("RE"):
            self.receiver.watch(clock)
        self.arrange(clock)

    def arrange(self, clock: int) -> None:
        """After a write, or when the board has more: find what begins next."""
        self.transmitter.arrange(clock)
        self.receiver.arrange(clock)

    def _clocked(self, clock: int) -> Fraction | None:
        """Return the start of the next word of the synchronous mode's external clock: that of each sent word."""
        receiver, transmitter = self.receiver, self.transmitter
        if not receiver.queue:
            return None
        wanted = receiver.queue[0].not_before or 0
        return transmitter.edge(max(clock, wanted - 1))

    def _listen(self) -> None:
        """A synchronous word begins."""
        self.receiver.heard = self.control.on("RE")

    def _synchronous_word(self) -> None:
        """Eight bits were clocked in while eight left; RXD is low when the board sends nothing."""
        queue = self.receiver.queue
        self.receiver.take(queue.popleft() if queue else Character(0))

    def read(self, address: int, clock: int) -> int:
        word = self.peek(address)
        if address == SSR:
            self.receiver.read_status()
        elif DATA <= address <= DATA + 2:
            self.receiver.read_data()
        return word

    def peek(self, address: int) -> int:
        """UM 11-10; SRX appears in the low, middle or high byte (UM 11-22)."""
        if address == SCR:
            return self.control.scr & ~RWU | (RWU if self.receiver.rwu else 0)
        if address == SCCR:
            return self.control.sccr
        if address == SSR:
            return self._status()
        return 0 if address == STXA else self.receiver.srx << 8 * (address - DATA)

    def _status(self) -> int:
        receiver, transmitter = self.receiver, self.transmitter
        errors = [name in receiver.errors for name in ("FE", "PE", "OR")]
        flags = [receiver.r8, *errors, receiver.idle, receiver.rdrf, transmitter.tdre, transmitter.trne]
        return sum(flag << 7 - place for place, flag in enumerate(flags))

    def requests(self) -> Iterable[str]:
        """UM 11-26."""
        if self.control.on("RIE") and self.receiver.rdrf:
            yield "sci receive exception" if self.receiver.errors else "sci receive"
        if self.control.on("TIE") and self.transmitter.tdre:
            yield "sci transmit"
        if self.control.on("ILIE") and self.receiver.idle_request:
            yield "sci idle line"
        if self.timer_pending:
            yield "sci timer"

    def acknowledged(self, source: str) -> None:
        """Idle line and timer are cleared when they are accepted (UM 11-17, 11-18)."""
        if source == "sci idle line":
            self.receiver.idle_request = False
        elif source == "sci timer":
            self.timer_pending = False

    def advance(self, clock: int) -> None:
        while True:
            times = [self._timeout, self.transmitter.due, self.receiver.due]
            due = min((time for time in times if time is not None), default=None)
            if due is None or floor(due) > clock:
                return
            if due == self._timeout:
                # A timeout counts while TMIE is set (docs/reference/hardware-ambiguities.md).
                self.timer_pending = self.timer_pending or self.control.on("TMIE")
                self._timeout = floor(due) + self.control.timer_period
            elif due == self.transmitter.due:
                self.transmitter.event()
            else:
                self.receiver.event(floor(due))
