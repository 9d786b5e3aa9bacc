"""The card: which pin of which chip meets which. No chip's behaviour is decided here.

The quantum, as a promise: at every port or window access at time `now` the DSP is first brought forward to `now`. It
has then executed every instruction that begins before `now`, whole; it is ahead of the PC by less than one instruction,
and what the PC does at `now` is seen by the DSP from its next instruction on. Between accesses nothing passes between
the two; the interrupt line changes as far as the last `catch_up` went, each time with the exact time of HREQ's edge.
"""

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from dsp56k.card import places
from dsp56k.card.chips.address_generator import AddressGenerator
from dsp56k.card.chips.bus_master import BusMaster
from dsp56k.card.chips.control import ControlRegisters
from dsp56k.card.chips.noise import NoiseParameters, NoiseSource
from dsp56k.card.chips.wd20c03 import Wd20c03, Wd20c03Description
from dsp56k.card.chips.window import Window
from dsp56k.card.errors import CardError
from dsp56k.card.faults.oscillator import DriftingClock
from dsp56k.card.faults.panel import Faults, Joints
from dsp56k.card.outcomes import Journal, Outcome, Record
from dsp56k.card.parts.arbiter import Arbiter
from dsp56k.card.parts.byte_lane import PULL, ByteLane
from dsp56k.card.parts.decoders import DEFAULT_IO_BASE, DEFAULT_WINDOW_BYTES, PORTS, IoDecoder, WindowDecoder
from dsp56k.card.parts.joint import Joint
from dsp56k.card.parts.pull_down import BOOT_ADDRESS, PullDown
from dsp56k.card.parts.wire import Wire
from dsp56k.card.pc_side import ControlPort, DmaPort, HostPort, WindowPort
from dsp56k.emu import Dsp56001
from dsp56k.emu.checks import COUNT_MAX, is_whole, whole
from dsp56k.emu.device import Burst, Device, PortDevice
from dsp56k.emu.lines import InputLine, Line, Listener
from dsp56k.emu.timeline import Clock, Time
from dsp56k.system.text import described

BANK_WORDS = (8192, 32768)
"""Paper 5.1: 8K or 32K."""
TIME_MAX = COUNT_MAX
"""The latest time in picoseconds: the chip counts them in 64 bits."""


@dataclass(frozen=True, slots=True)
class PortBlock:
    """Further I/O ports of a board.

    Attributes:
        device: what answers, by offsets from the first.
        zero_wait: whether the board pulls 0WS#.
        words: whether it pulls IOCS16#: a word at an even port is one cycle.
        data: offsets where bytes in a row are data, and no program that waits.
    """

    device: PortDevice
    zero_wait: bool = False
    words: bool = False
    data: range = range(0)


class Card:
    """The crypto-accelerator card, from its slot in the PC to the DSP.

    `dsp_clock_hz`: 20 MHz as in the paper, or 27 MHz, the faster part (UM B-3), or any other.
    `bank_words`: words in each of the P and the X bank.
    `boot`: strap; the power-up value of CTRL.MODB:MODA, "window" for mode 3, "host" for mode 1.
    `des_chip`, `bus_master`: whether the optional WD20C03 is fitted, `des`, which one, and what masters the PC's bus.
    `seed`: of the noise circuit.
    `strict`: anomalies raise CardAccessError instead of only being recorded.
    `engine`: the DSP's, as `Dsp56001` takes it.
    """

    def __init__(
        self,
        *,
        dsp_clock_hz: int = 20_000_000,
        bank_words: int = 8192,
        boot: Literal["window", "host"] = "window",
        des_chip: bool = True,
        bus_master: bool = False,
        des: Wd20c03Description | None = None,
        seed: int = 0,
        noise: NoiseParameters | None = None,
        strict: bool = False,
        engine: str | None = None,
        io_base: int = DEFAULT_IO_BASE,
        window_bytes: int = DEFAULT_WINDOW_BYTES,
    ) -> None:
        if not is_whole(bank_words, *BANK_WORDS) or bank_words not in BANK_WORDS:
            raise CardError(
                f"banks of {described(bank_words)} words: must be one of {BANK_WORDS[0]} and {BANK_WORDS[1]}"
            )
        if boot not in ("window", "host"):
            raise CardError(f"boot strap {boot!r}: must be 'window' or 'host'")
        self.journal = Journal(strict=strict)
        self._now: Time = 0
        self._interrupt = Line("IRQ")
        self.irq = Wire(self._interrupt)
        """The PC's interrupt request line, number `control.interrupt_number`."""

        self.dsp = Dsp56001(clock_hz=dsp_clock_hz, engine=engine, floating=PULL)
        self._clock: Joint[Clock | DriftingClock] = Joint(self.dsp.clock)
        self.noise = NoiseSource(seed, noise)
        self.des = Wd20c03(des) if des_chip else None
        self.master = BusMaster() if bus_master else None
        self.generator = AddressGenerator()
        self.control = ControlRegisters(host_boot=boot == "host", bank32k=bank_words > 8192, des_fitted=des_chip)
        self._clocks_at_reset = 0
        run, bus_request = Wire(self.control.run), Wire(self.control.bus_request)
        granted, hreq = (Wire(pin, self._time_of) for pin in (self.dsp.lines.bg, self.dsp.lines.hreq))
        self.arbiter = Arbiter(run, bus_request, granted)
        self.window = Window((self.dsp.external_ram("P"), self.dsp.external_ram("X")), bank_words, PULL)
        self.io_decoder = IoDecoder(io_base)
        self.window_decoder = WindowDecoder(window_bytes)

        # The PC's side
        host = HostPort(self.dsp.host, run, self.control, self.journal)
        self._window_port = WindowPort(self.generator, self.window, self.arbiter, run, self.control, self.journal)
        self.dma = DmaPort(self.dsp.host, hreq, self.master, self.control, self._caught_up)
        """The card at a DMA channel of the PC."""
        self._host: Joint[PortDevice] = Joint(host)
        self._registers: Joint[PortDevice] = Joint(ControlPort(self.control, self.generator, self._after_control))
        self._memory: Joint[PortDevice] = Joint(self._window_port)

        self._map_port_a(bank_words)
        self._fifo: Joint[PortDevice] | None = None
        """The PC's port of a board with FIFOs."""
        self._fifo_end: Joint[PortDevice] | None = None
        """The DSP's end of them, where it has both."""
        self._dsp_time: list[Joint[PortDevice]] = []
        """Where the DSP reaches what goes by true time."""
        self._line_bits: Joint[PortDevice] | None = None
        """The line of a board that has one."""
        self._resets_with_dsp: list[Device] = []
        des_joint = None if self.des is None else self._fit_des(self.des)
        noise_bit = self.fit(self.noise, places.NOISE[0], places.NOISE[-1])
        self._dsp_time.append(noise_bit)
        noise_pin: Joint[PortDevice] = Joint(self.noise)
        master = None if self.master is None else self.fit(self.master, places.MASTER[0], places.MASTER[-1])
        framer = self._fit_line()
        self._fit_fifos()

        self._unmapped_seen = 0
        self._hreq = hreq
        self._connect_lines(run, bus_request, noise_pin)
        self.faults = Faults(
            self.dsp,
            self.des,
            self.noise,
            Joints(
                host=self._host,
                control=self._registers,
                window=self._memory,
                banks=self._window_port.banks,
                step=self._window_port.step,
                des=des_joint,
                noise=noise_bit,
                noise_pin=noise_pin,
                fifo=self._fifo,
                fifo_end=self._fifo_end,
                acknowledged=self.dma.acknowledged,
                memory=self.dma.memory,
                master=master,
                framer=framer,
                line=self._line_bits,
                dsp_time=self._dsp_time,
                clock=self._clock,
                wires={
                    "run": run,
                    "br": bus_request,
                    "bg": granted,
                    "hreq": hreq,
                    "drq": self.dma.drq,
                    "irq": self.irq,
                },
            ),
            bank_words=bank_words,
            pull=PULL,
            journal=self.journal,
            now=lambda: self._now,
            reset=self.reset,
        )
        """What is wrong with the card: docs/guides/fault-injection.md."""

    def _map_port_a(self, bank_words: int) -> None:
        """Two banks of RAM, and what answers where the DSP boots; the 8-bit devices in Y are fitted afterwards."""
        self.dsp.map_ram("P", bank_words)
        self.dsp.map_ram("X", bank_words)
        self.dsp.map_ram("Y", 0)
        self.dsp.map_device("P", BOOT_ADDRESS, BOOT_ADDRESS, PullDown(PULL))

    def _connect_lines(self, run: Wire, bus_request: Wire, noise_pin: Joint[PortDevice]) -> None:
        """The wires between the PC's side and the DSP's pins, and the pins that the PC reads."""
        lines = self.dsp.lines
        lines.reset.drive(True)
        run.connect(self._on_run)
        bus_request.connect(self._on_bus_request)
        # A 0 on an IRQ pin is the request (UM 2-11)
        for pin, request in ((self.control.mode_a, lines.irqa), (self.control.mode_b, lines.irqb)):
            request.drive(not pin.level)
            pin.connect(_inverted(request))
        self._hreq.connect(lambda _level, now: self._drive_irq(now))
        self.control.pins["BG"] = lambda _now: int(self.arbiter.granted)
        self.control.pins["HREQ"] = lambda _now: int(self._hreq.level)
        self.control.pins["NOISE"] = lambda now: noise_pin.part.read(0, now)
        self.control.pins["PHASE"] = lambda _now: self.generator.phase

    def _fit_des(self, des: Wd20c03) -> Joint[PortDevice]:
        """Wire the DES chip to the DSP; the joint between the two."""
        joint = self.fit(des, places.DES[0], places.DES[-1])
        self._dsp_time.append(joint)
        return joint

    def _fit_line(self) -> Joint[PortDevice] | None:
        """What a board with a line has; the joint between its framer and the DSP."""
        return None

    def _fit_fifos(self) -> None:
        """What a board with FIFOs and nothing else between PC and DSP has."""

    @property
    def more_ports(self) -> Mapping[range, PortBlock]:
        """Ports beyond the sixteen, by their offsets from the card's base."""
        return MappingProxyType({})

    def fit(self, device: Device, first: int, last: int) -> Joint[PortDevice]:
        """Put an 8-bit chip into the DSP's Y external I/O page, `first` to `last`; it shares the DSP's reset line.

        The result is the joint between the two.
        """
        joint: Joint[PortDevice] = Joint(device)
        self.dsp.map_device("Y", first, last, ByteLane(joint))
        self._resets_with_dsp.append(device)
        return joint

    # Time

    def catch_up(self, now: Time) -> None:
        """Bring the card forward to `now`, picoseconds since power-up.

        Raises:
            CardError: `now` lies before an earlier access.
            ConfigurationError: `now` is no time.
        """
        self._catch_up(whole(now, "now", -TIME_MAX, TIME_MAX))

    def _catch_up(self, now: Time) -> None:
        if now < self._now:
            raise CardError(f"time must not decrease: {now} ps after {self._now} ps")
        while self.faults.agenda.next <= now:
            at, action = self.faults.agenda.take()
            self._advance(at)
            action(at)
        self._advance(now)

    def _caught_up(self, now: Time) -> Time:
        """Catch up with an access; its time as an int, whatever whole number it was."""
        now = whole(now, "now", -TIME_MAX, TIME_MAX)
        self._catch_up(now)
        return now

    def reset(self, now: Time) -> None:
        """The PC's reset line."""
        now = self._caught_up(now)
        self.journal.note(Outcome.CARD_RESET, 0, now)
        self.generator.reset(now)
        self.control.reset(now)
        self._after_control(now)

    # The PC's side

    def port_read(self, offset: int, now: Time) -> int:
        """An 8-bit read of I/O register `offset`, 0-15, at time `now`."""
        now = self._caught_up(now)
        offset = _port(offset)
        if offset in places.HOST_PORT:
            return self._host.part.read(offset, now)
        return self._registers.part.read(offset - places.CONTROL.start, now)

    def port_write(self, offset: int, value: int, now: Time) -> None:
        """An 8-bit write of I/O register `offset`, 0-15, at time `now`."""
        now = self._caught_up(now)
        offset = _port(offset)
        if offset in places.HOST_PORT:
            self._host.part.write(offset, _byte(value), now)
        else:
            self._registers.part.write(offset - places.CONTROL.start, _byte(value), now)

    def window_read(self, address: int, now: Time) -> int:
        """An 8-bit read at physical PC address `address`, at time `now`; steps the address generator."""
        now = self._caught_up(now)
        return self._memory.part.read(address, now)

    def window_write(self, address: int, value: int, now: Time) -> None:
        """An 8-bit write at physical PC address `address`, at time `now`; steps the address generator."""
        now = self._caught_up(now)
        self._memory.part.write(address, _byte(value), now)

    def window_burst(self, most: int, *, write: bool) -> Burst | None:
        """What at most `most` further window accesses do that follow the last one with nothing between them: the same
        as one by one, to the last bit. None where that is not certain: with a fault on the card, unless the DSP only
        waits, past the bank.
        """
        if self.faults or not self.dsp.idle:
            return None
        port = self._window_port
        places = port.row(most)
        if port.addresses is None or not places:
            return None

        def finish(done: int, written: bytes, now: Time) -> None:
            self._catch_up(now)
            port.finish_row(places[:done], written, now)

        return Burst(port.addresses, len(places), b"" if write else port.read_row(places), finish)

    @property
    def window_addresses(self) -> range | None:
        """The physical PC addresses that the window now answers, or None while it is off."""
        return self._window_port.addresses

    # What happened

    @property
    def events(self) -> tuple[Record, ...]:
        """Everything recorded so far, in order of time."""
        return tuple(self.journal)

    @property
    def anomalies(self) -> tuple[Record, ...]:
        """The records of accesses that no careful program makes."""
        return tuple(record for record in self.journal if record.outcome.anomaly)

    # Wires

    def _advance(self, now: Time) -> None:
        self._now = now
        self.dsp.advance(self._clock.part.count_at(now) - self._clocks_at_reset)
        if self.dsp.unmapped_count != self._unmapped_seen:
            self._note_unmapped()

    def _after_control(self, now: Time) -> None:
        self.generator.low_only = self.control.low_only
        base = self.control.window_base
        addresses = None if base is None else self.window_decoder.addresses(base)
        self._window_port.addresses = addresses
        self._drive_irq(now)

    def _on_run(self, level: bool, now: Time) -> None:
        if level:
            mode = self.control.mode_b.level << 1 | self.control.mode_a.level
            self.journal.note(Outcome.RESET_RELEASED, mode, now)
            self.dsp.lines.mode_pins = mode
            self.dsp.lines.reset.drive(False)
        else:
            self.journal.note(Outcome.RESET_HELD, 0, now)
            self.dsp.lines.reset.drive(True)
            for device in self._resets_with_dsp:
                device.reset(now)
        self._clocks_at_reset = self.dsp.total_clocks - self.dsp.clocks

    def _on_bus_request(self, level: bool, now: Time) -> None:
        self.journal.note(Outcome.BUS_REQUESTED if level else Outcome.BUS_RETURNED, 0, now)
        self.dsp.lines.br.drive(level)

    def _note_unmapped(self) -> None:
        count = self.dsp.unmapped_count
        new = self.dsp.unmapped[self._unmapped_seen - count :]
        self._unmapped_seen = count
        for access in new:
            when = self._time_of(access.clocks)
            detail = f"{access.space} {'write' if access.write else 'read'} by the instruction at P:${access.pc:04X}"
            self.journal.note(Outcome.DSP_UNMAPPED, access.address, when, detail)

    def _time_of(self, clocks: int) -> Time:
        """When a clock since the DSP's reset begins."""
        return self._clock.part.time_of(self._clocks_at_reset + clocks)

    def _drive_irq(self, now: Time) -> None:
        control = self.control
        self._interrupt.drive(control.interrupt_enabled and control.interrupt_number != 0 and self._hreq.level, now)


def _inverted(pin: InputLine) -> Listener:
    return lambda level, _now: pin.drive(not level)


def _port(offset: int) -> int:
    if not is_whole(offset, 0, PORTS - 1):
        raise CardError(f"I/O offset {described(offset)}: the card has offsets 0 to 15")
    return operator.index(offset)


def _byte(value: int) -> int:
    if not is_whole(value, 0, 0xFF):
        raise CardError(f"{described(value)} does not fit the card's 8-bit bus")
    return operator.index(value)
