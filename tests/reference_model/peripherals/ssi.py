"""The synchronous serial interface, word by word (UM 11-64 to 11-137).

Data change at the positive edge of the bit clock and are sampled at the negative one (UM 11-66, 11-68): the flags of
the transmitter change as a slot begins, those of the receiver at the negative edge of its last bit.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from types import MappingProxyType

from reference_model.peripherals.peripheral import Peripheral, Reset
from reference_model.peripherals.ports import PCC, Drive, PortC
from reference_model.peripherals.ssi_frames import Section, Sort, SsiBoard, follows, receiver, transmitter
from reference_model.peripherals.ssi_registers import CRA, CRB, CRB_RESTARTS, DATA, PINS, SC0, STATUS, Control


@dataclass
class Sent:
    """A slot on STD: the clock of its last negative edge, its number, its word or None where three-stated, OF1:OF0."""

    clock: int
    slot: int
    word: int | None
    flags: int


class Ssi(Peripheral):
    """The interface. `sent` contains the outputs on STD, `board` the external inputs."""

    addresses = frozenset((CRA, CRB, STATUS, DATA, PCC))
    vectors = MappingProxyType(
        {
            "ssi receive": 0x0C,
            "ssi receive exception": 0x0E,
            "ssi transmit": 0x10,
            "ssi transmit exception": 0x12,
        }
    )

    def __init__(self, port: PortC) -> None:
        self._port = port
        self.board = SsiBoard()
        self.sent: list[Sent] = []
        self.control = Control(0, 0)
        self.tx = self.rx = 0
        self.output_flags = 0
        """OF1:OF0 as driven; they stay until a frame or slot brings others (UM 11-134)."""
        self.active = False
        """True if a pin is assigned to the interface; it is in its individual reset otherwise (UM 11-87)."""
        self._clear()

    def _clear(self) -> None:
        """The effect of every reset on the status register; CRA, CRB, RX and TX are not affected (Table 11-8)."""
        self.rdf = self.roe = self.tue = self.rfs = self.tfs = False
        self.tde = True
        self.input_flags = self._flags_at_start = 0
        self._muted = False
        """True if the time slot register was written last, and not TX."""
        self._seen = {"roe": False, "tue": False}
        """Errors that a read of the status register has shown: RX or TX clears those (UM 11-82)."""
        self._transmitter: Section | None = None
        self._receiver: Section | None = None
        self._receiving = False
        """True if RE was set when the transmitter's slot began; the slot can clock a receiver as well."""
        self._leaving: int | None = None
        """The word of TX that is in the shift register; None: STD is three-stated."""

    def reset(self, kind: Reset, clock: int) -> None:
        """Table 11-8. The pins go back to port C with a hardware or software reset only."""
        if kind is not Reset.STOP:
            self.control = Control(0, 0)
            self.active = False
        self._clear()

    def restarted(self, clock: int) -> None:
        """The interface starts again at the end of STOP (docs/reference/limitations.md)."""
        self._start(clock)
        self.wake(clock)

    def _start(self, clock: int) -> None:
        """Start the bit clocks; the first frame begins one bit later (docs/reference/hardware-ambiguities.md)."""
        self._transmitter = self._receiver = None
        self.input_flags &= self.control.input_flags
        if self.active:
            self._transmitter = transmitter(self.control, self.board, clock)
            self._receiver = receiver(self.control, self.board, clock)

    # Registers of the DSP.

    def write(self, address: int, word: int, clock: int) -> None:
        if address == PCC:
            self._give_pins(word & PINS != 0, clock)
        elif address in (CRA, CRB):
            self._configure(address, word & 0xFFFF, clock)
        else:
            self._fill(None if address == STATUS else word)
        self.wake(clock)

    def _give_pins(self, active: bool, clock: int) -> None:
        if active == self.active:
            return
        self.active = active
        if active:
            self._start(clock)
        else:
            self._clear()

    def _configure(self, address: int, word: int, clock: int) -> None:
        before = self.control
        self.control = Control(word, before.crb) if address == CRA else Control(before.cra, word)
        if before.cra != self.control.cra or (before.crb ^ self.control.crb) & CRB_RESTARTS:
            self._start(clock)
        # Once disabled, each half waits for the next frame (UM 11-79, 11-122, 11-126).
        if self._transmitter is not None and not self.control.on("TE"):
            self._transmitter.enabled = False
        if self._receiver is not None and not self.control.on("RE"):
            self._receiver.enabled = False

    def _fill(self, word: int | None) -> None:
        """A write of TX, or of the time slot register (None). In reset no flag changes (hardware-ambiguities.md)."""
        if word is not None:
            self.tx = word
        if not self.active:
            return
        self._muted = word is None
        self.tde = False
        if self._seen["tue"]:
            self.tue = self._seen["tue"] = False

    def read(self, address: int, clock: int) -> int:
        word = self.peek(address)
        if address == STATUS:
            self._seen = {"roe": self.roe, "tue": self.tue}
        elif address == DATA:
            self.rdf = False
            if self._seen["roe"]:
                self.roe = self._seen["roe"] = False
        return word

    def peek(self, address: int) -> int:
        """UM 11-73; IF1 and IF0 read as zero unless their pins are inputs of the synchronous mode (UM 11-81)."""
        if address in (CRA, CRB):
            return self.control.cra if address == CRA else self.control.crb
        if address == DATA:
            return self.rx
        flags = (self.rdf, self.tde, self.roe, self.tue, self.rfs, self.tfs)
        status = sum(flag << 7 - place for place, flag in enumerate(flags))
        return status | self.input_flags & self.control.input_flags

    def requests(self) -> Iterable[str]:
        """UM 11-80: an error does not interrupt, it changes the vector."""
        if self.control.on("RIE") and self.rdf:
            yield "ssi receive exception" if self.roe else "ssi receive"
        if self.control.on("TIE") and self.tde:
            yield "ssi transmit exception" if self.tue else "ssi transmit"

    def pins(self) -> Drive:
        """SC1 and SC0 as output flags, where they are given to the interface."""
        return self.control.output_flags << SC0 & self._port.control, self.output_flags << SC0

    # What happens at the bit clocks.

    def advance(self, clock: int) -> None:
        while True:
            sections = [one for one in (self._transmitter, self._receiver) if one is not None]
            events = [(one.due, one) for one in sections if one.due is not None and floor(one.due) <= clock]
            if not events:
                return
            _, section = min(events, key=lambda event: event[0])
            if section.end is None:
                self._slot_begins(section)
            else:
                self._slot_ends(section, section.end)

    def wake(self, clock: int) -> None:
        """Find the words that are not bound to frames: those on demand, and those clocked from outside."""
        for section in (self._transmitter, self._receiver):
            if section is not None:
                on_demand = section.sort is Sort.DEMAND
                section.arrange(clock, self.control.on("TE") and not self.tde if on_demand else section.waiting())

    def _slot_begins(self, section: Section) -> None:
        enable = self.control.on("TE" if section is self._transmitter else "RE")
        if section.number == 0:
            section.enabled = enable
        section.open()
        section.word_under_way = section.enabled and section.transfers
        if section.number == 0:
            self._flags_at_start = self._port.pins() >> SC0 & 3
        if section is self._transmitter:
            clocked = section.word_under_way or section.sort is Sort.CLOCKED
            self._receiving = clocked and self.control.on("RE")
            self._transmission_begins(section)

    def _transmission_begins(self, section: Section) -> None:
        """The flags of a frame or slot, whatever TE is (UM 11-76, 11-79, 11-81); a word if it is set (UM 11-111)."""
        first = section.number == 0
        self.tfs = first
        if first or section.network:
            self.output_flags = self.control.crb & self.control.output_flags
        if not section.word_under_way:
            return
        if self.tde:
            # The word before is still in TX and leaves again (UM 11-82).
            self.tue = True
        self.tde = True
        self._leaving, self._muted = None if self._muted else self.tx, False

    def _slot_ends(self, section: Section, end: Fraction) -> None:
        sending = section is self._transmitter
        if section.word_under_way and sending:
            word = None if self._leaving is None else self.control.wire(self._leaving)
            self.sent.append(Sent(floor(end), section.number, word, self.output_flags))
        if self._receiving and follows(self.control) if sending else section.word_under_way:
            self._receive(section.number == 0)
        section.close()
        if sending and section.sort is Sort.CLOCKED:
            self.board.clocked = max(0, self.board.clocked - 1)
        self.wake(floor(end))

    def _receive(self, first: bool) -> None:
        """The shift register is full: it goes to RX unless that is full as well (UM 11-82)."""
        word = self.control.wire(self.board.next_word())
        if self.rdf:
            self.roe = True
            return
        self.rx, self.rdf, self.rfs = word, True, first
        self.input_flags = self._flags_at_start & self.control.input_flags
