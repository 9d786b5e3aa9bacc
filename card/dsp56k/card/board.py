"""The card: the connections of its chips' pins. It defines no chip's behaviour.

The synchronisation quantum is a guarantee: at every port or window access at time `now` the DSP is first brought
forward to `now`. It has then executed every instruction that begins before `now` completely; it is ahead of the PC by
less than one instruction, and it sees the PC's access at `now` from its next instruction onwards. Between accesses
nothing passes between the two; the interrupt line changes up to the time of the last `catch_up`, each time with the
exact time of HREQ's edge.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypedDict, TypeVar, Unpack

from dsp56k.card import addresses
from dsp56k.card.access_outcomes import Journal, Outcome, Record
from dsp56k.card.chips.address_generator import AddressGenerator
from dsp56k.card.chips.bus_master import BusMaster
from dsp56k.card.chips.control import ControlRegisters
from dsp56k.card.chips.noise import NoiseParameters, NoiseSource
from dsp56k.card.chips.wd20c03 import Wd20c03, Wd20c03Description
from dsp56k.card.chips.window import Row, Window
from dsp56k.card.errors import CardError
from dsp56k.card.faults.fault_injector import Faults, InjectionPoints
from dsp56k.card.faults.interposers import behind_faulty_lines
from dsp56k.card.faults.timing import TIME_MAX, DriftingClock
from dsp56k.card.fittings import DesChip, MasterSocket
from dsp56k.card.isa_interface import FLOATING_BYTE, ControlPort, DmaPort, HostPort, WindowPort
from dsp56k.card.parts.arbiter import Arbiter
from dsp56k.card.parts.connections import Plug, Wire
from dsp56k.card.parts.data_bus import BOOT_ADDRESS, PULL, PullDown
from dsp56k.card.parts.decoders import DEFAULT_IO_BASE, DEFAULT_WINDOW_BYTES, PORTS, IoDecoder, WindowDecoder
from dsp56k.card.wiring import Fitting, PortBlock, Wiring
from dsp56k.emu import Dsp56001
from dsp56k.emu.device import Burst, PortDevice
from dsp56k.emu.signal_lines import InputLine, Line, Listener
from dsp56k.emu.timeline import Clock, Time
from dsp56k.emu.validation import COUNT_MAX, is_int_in_range, require_int
from dsp56k.system.text import described

BANK_WORDS = (8192, 32768)
"""Paper 5.1: 8K or 32K."""
Chip = TypeVar("Chip")


class CardParameters(TypedDict, total=False):
    """Parameters of a card by name; those that are not given have the values of DEFAULTS.

    Attributes:
        dsp_clock_hz: 20 MHz as in the paper, or 27 MHz, the faster part (UM B-3), or any other.
        bank_words: words in each of the P and the X bank.
        boot: strap; the power-up value of CTRL.MODB:MODA, "window" for mode 3, "host" for mode 1.
        des_chip: True if the optional WD20C03 is fitted.
        bus_master: True if the part that masters the PC's bus is fitted.
        des: the WD20C03 that is fitted, or a fitting that has it.
        seed: seed of the noise circuit.
        noise: the noise circuit.
        fittings: further parts of the board, such as those of `fifo_board`, `two_fifo_board` and `line_board`.
        strict: anomalies raise CardAccessError instead of only being recorded.
        engine: the engine of `Dsp56001`.
        io_base: the jumper of the I/O base.
        window_bytes: size of the window in the PC's memory.
    """

    dsp_clock_hz: int
    bank_words: int
    boot: Literal["window", "host"]
    des_chip: bool
    bus_master: bool
    des: Wd20c03Description | Fitting | None
    seed: int
    noise: NoiseParameters | None
    fittings: Sequence[Fitting]
    strict: bool
    engine: str | None
    io_base: int
    window_bytes: int


DEFAULTS: CardParameters = {
    "dsp_clock_hz": 20_000_000,
    "bank_words": 8192,
    "boot": "window",
    "des_chip": True,
    "bus_master": False,
    "des": None,
    "seed": 0,
    "noise": None,
    "fittings": (),
    "strict": False,
    "engine": None,
    "io_base": DEFAULT_IO_BASE,
    "window_bytes": DEFAULT_WINDOW_BYTES,
}


def _checked(parameters: CardParameters) -> CardParameters:
    """Return all parameters.

    Raises:
        TypeError: A parameter is unknown.
        CardError: The size of the banks or the boot strap is invalid.
    """
    for name in parameters.keys() - DEFAULTS.keys():
        raise TypeError(f"Card() got an unexpected keyword argument {name!r}")
    given: CardParameters = {**DEFAULTS, **parameters}
    bank_words, boot = given["bank_words"], given["boot"]
    if not is_int_in_range(bank_words, *BANK_WORDS) or bank_words not in BANK_WORDS:
        raise CardError(f"banks of {described(bank_words)} words: must be one of {BANK_WORDS[0]} and {BANK_WORDS[1]}")
    if boot not in ("window", "host"):
        raise CardError(f"boot strap {boot!r}: must be 'window' or 'host'")
    return given


class Card:
    """The crypto-accelerator card, from its slot in the PC to the DSP; its parameters are those of `CardParameters`.

    Raises:
        TypeError: a parameter is unknown.
        CardError: the size of the banks or the boot strap is invalid.
    """

    def __init__(self, **parameters: Unpack[CardParameters]) -> None:
        given = _checked(parameters)
        bank_words, boot, des_chip, des = given["bank_words"], given["boot"], given["des_chip"], given["des"]
        self.journal = Journal(strict=given["strict"])
        self._interrupt = Line("IRQ")
        self.irq = Wire(self._interrupt)
        """The PC's interrupt request line, number `control.interrupt_number`."""
        self._interrupt_input = 0
        """The number to which `irq` was connected at its last edge, which must be released before another is driven."""

        self.dsp = Dsp56001(clock_hz=given["dsp_clock_hz"], engine=given["engine"], floating=PULL)
        self._clock: Plug[Clock | DriftingClock] = Plug(self.dsp.clock)
        self.generator = AddressGenerator()
        self.control = ControlRegisters(host_boot=boot == "host", bank32k=bank_words > 8192, des_fitted=des_chip)
        run, bus_request = Wire(self.control.run), Wire(self.control.bus_request)
        granted, hreq = (Wire(pin, self._time_of) for pin in (self.dsp.lines.bg, self.dsp.lines.hreq))
        self.arbiter = Arbiter(run, bus_request, granted)
        self.window = Window((self.dsp.port_a.ram("P"), self.dsp.port_a.ram("X")), bank_words, PULL)
        self.io_decoder = IoDecoder(given["io_base"])
        self.window_decoder = WindowDecoder(given["window_bytes"])

        # The PC's side
        host = HostPort(self.dsp.host, run, self.control, self.journal)
        self._window_port = WindowPort(self.generator, self.window, self.arbiter, run, self.control, self.journal)
        self.dma = DmaPort(self.dsp.host, hreq, self.control, self._caught_up, self._follow)
        """The card at a DMA channel of the PC."""
        self._wiring = wiring = Wiring(self.dsp, self.dma, self.journal, self.catch_up)
        self._host = wiring.point("host", host, FLOATING_BYTE)
        self.bus = self.dsp.host_bus(self._clock, self._host, self)
        """The card's ports. It has the results of `port_read` and `port_write`, mostly without Python."""
        registers = ControlPort(self.control, self.generator, self._after_control)
        self._registers = wiring.point("control", registers, FLOATING_BYTE)
        wiring.name("dma", self.dma.acknowledged, behind_faulty_lines(FLOATING_BYTE))
        self._memory: Plug[PortDevice] = Plug(self._window_port)

        # The DSP's side
        self._map_port_a(bank_words)
        if des_chip:
            (DesChip(des) if des is None or isinstance(des, Wd20c03Description) else des).fit(wiring)
        self.noise = NoiseSource(given["seed"], given["noise"])
        wiring.by_true_time.append(wiring.fit("noise", self.noise, addresses.NOISE))
        noise_pin = wiring.point("noise.pin", self.noise, PULL & 0xFF)
        for fitting in (*([MasterSocket()] if given["bus_master"] else []), *given["fittings"]):
            fitting.fit(wiring)
        self.des = wiring.chip(Wd20c03)
        self.master = wiring.chip(BusMaster)

        self._unmapped_seen = 0
        self._hreq = hreq
        self._connect_lines(run, bus_request, noise_pin)
        wires = {"run": run, "br": bus_request, "bg": granted, "hreq": hreq, "drq": self.dma.drq, "irq": self.irq}
        self.faults = self._new_faults(wiring, wires, bank_words)
        """Faults of the card: docs/guides/fault-injection.md."""

    def _new_faults(self, wiring: Wiring, wires: Mapping[str, Wire], bank_words: int) -> Faults:
        return Faults(
            self.dsp,
            self.noise,
            InjectionPoints(
                points=wiring.points,
                by_true_time=wiring.by_true_time,
                window=self._memory,
                banks=self._window_port.banks,
                step=self._window_port.step,
                clock=self._clock,
                wires=wires,
            ),
            bank_words=bank_words,
            pull=PULL,
            journal=self.journal,
            now=lambda: self.bus.now,
            reset=self.reset,
            planned=lambda when: self.bus.plan(min(when, TIME_MAX)),
        )

    def _map_port_a(self, bank_words: int) -> None:
        """Map two banks of RAM, and the boot address; the 8-bit devices in Y are fitted afterwards."""
        self.dsp.port_a.map_ram("P", bank_words)
        self.dsp.port_a.map_ram("X", bank_words)
        self.dsp.port_a.map_ram("Y", 0)
        self.dsp.port_a.map_device("P", BOOT_ADDRESS, BOOT_ADDRESS, PullDown(PULL))

    def _connect_lines(self, run: Wire, bus_request: Wire, noise_pin: Plug[PortDevice]) -> None:
        """Connect the PC's side with the DSP's pins, and with the pins that the PC reads."""
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

    @property
    def more_ports(self) -> Mapping[range, PortBlock]:
        """Ports beyond the sixteen, by their offsets from the card's base."""
        return MappingProxyType(self._wiring.ports)

    def chip(self, kind: type[Chip]) -> Chip | None:
        """Return the chip of a kind that a fitting has connected; None if the board has none."""
        return self._wiring.chip(kind)

    def connect_interrupt(self, drive: Callable[[int, bool], None]) -> None:
        """Connect the interrupt line with the inputs of the PC: `drive(number, level)` is called at each edge."""
        self.irq.connect(lambda level, _now: drive(self._interrupt_input, level))

    # Time

    def catch_up(self, now: Time) -> None:
        """Bring the card forward to `now`, picoseconds since power-up.

        Raises:
            CardError: `now` is before an earlier access.
            ConfigurationError: `now` is not a time.
        """
        self._caught_up(now)

    def _catch_up(self, now: Time) -> None:
        if now < self.bus.now:
            raise CardError(f"time must not decrease: {now} ps after {self.bus.now} ps")
        while self.faults.agenda.next <= now:
            at, action = self.faults.agenda.take()
            self._advance(at)
            action(at)
        self._advance(now)

    def _caught_up(self, now: Time) -> Time:
        """Catch up with an access; return its time as an int, for any integer type."""
        if self.bus.reach(now):
            return now
        now = require_int(now, "now", -TIME_MAX, TIME_MAX)
        self._catch_up(now)
        return now

    def _follow(self, now: Time, end: Time, clock: Clock) -> Time | None:
        """Advance to the cycles of `clock` after `now` and before `end`, until DRQ may have changed.

        Return the time of the last of these cycles, None if there was none.
        """
        # A fault may change DRQ itself.
        if self.faults or max(clock.period) > COUNT_MAX:
            return None
        return self.bus.follow(now, end, clock.period)

    def reset(self, now: Time) -> None:
        """Apply the PC's reset line."""
        now = self._caught_up(now)
        self.journal.note(Outcome.CARD_RESET, 0, now)
        self.generator.reset(now)
        self.control.reset(now)
        self._after_control(now)
        for clear in self._wiring.clears:
            clear()

    # The PC's side

    def port_read(self, offset: int, now: Time) -> int:
        """Read I/O register `offset`, 0-15, 8 bits, at time `now`."""
        now = self._caught_up(now)
        offset = _port(offset)
        if offset in addresses.HOST_PORT:
            return self._host.part.read(offset, now)
        return self._registers.part.read(offset - addresses.CONTROL.start, now)

    def port_write(self, offset: int, value: int, now: Time) -> None:
        """Write I/O register `offset`, 0-15, 8 bits, at time `now`."""
        now = self._caught_up(now)
        offset = _port(offset)
        if offset in addresses.HOST_PORT:
            self._host.part.write(offset, _byte(value), now)
        else:
            self._registers.part.write(offset - addresses.CONTROL.start, _byte(value), now)

    def window_read(self, address: int, now: Time) -> int:
        """Read 8 bits at physical PC address `address`, at time `now`; step the address generator."""
        now = self._caught_up(now)
        return self._memory.part.read(address, now)

    def window_write(self, address: int, value: int, now: Time) -> None:
        """Write 8 bits at physical PC address `address`, at time `now`; step the address generator."""
        now = self._caught_up(now)
        self._memory.part.write(address, _byte(value), now)

    def window_burst(self, most: int, *, write: bool) -> Burst | None:
        """Return a burst of at most `most` further window accesses that follow the last one without a pause.

        It has exactly the results of separate accesses. It is None if that is not certain: with a fault on the card,
        unless the DSP only waits, past the bank.

        Raises:
            ConfigurationError: `most` is not a number of accesses; in `finish`, `done` is not one that was offered.
            CardError: `finish` has another number of bytes than of writes.
        """
        most = require_int(most, "most", 0)
        if self.faults or not self.dsp.is_idle:
            return None
        port = self._window_port
        row = port.row(most)
        if port.addresses is None or not row.count:
            return None

        def finish(done: int, written: bytes, now: Time) -> None:
            done = require_int(done, "done", 1, row.count)
            if len(written) != (done if write else 0):
                raise CardError(f"a burst of {done} {'writes' if write else 'reads'} that wrote {len(written)} bytes")
            self._catch_up(now)
            port.finish_row(Row(row.word, row.lane, row.step, done), written, now)

        return Burst(port.addresses, row.count, b"" if write else port.read_row(row), finish)

    @property
    def window_addresses(self) -> range | None:
        """The physical PC addresses to which the window responds, or None while it is off."""
        return self._window_port.addresses

    # What happened

    @property
    def events(self) -> tuple[Record, ...]:
        """Everything recorded so far, in order of time."""
        return tuple(self.journal)

    @property
    def anomalies(self) -> tuple[Record, ...]:
        """The records of accesses that a correct program does not make."""
        return tuple(record for record in self.journal if record.outcome.anomaly)

    def note_unmapped(self) -> None:
        """Record the DSP's accesses to unmapped addresses since the last call."""
        count = self.dsp.port_a.unmapped_count
        new = self.dsp.port_a.unmapped_accesses[self._unmapped_seen - count :] if count != self._unmapped_seen else []
        self._unmapped_seen = count
        for access in new:
            when = self._time_of(access.clocks)
            detail = f"{access.space} {'write' if access.write else 'read'} by the instruction at P:${access.pc:04X}"
            self.journal.note(Outcome.DSP_UNMAPPED, access.address, when, detail)

    # Wires

    def _advance(self, now: Time) -> None:
        self.bus.now = now
        self.dsp.advance(self._clock.part.count_at(now) - self.bus.clocks_at_reset)
        self.note_unmapped()

    def _after_control(self, now: Time) -> None:
        self.generator.low_only = self.control.low_only
        base = self.control.window_base
        selected = None if base is None else self.window_decoder.addresses(base)
        self._window_port.addresses = selected
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
            for device in self._wiring.reset_with_dsp:
                device.reset(now)
        self.bus.clocks_at_reset = self.dsp.total_clocks - self.dsp.clocks

    def _on_bus_request(self, level: bool, now: Time) -> None:
        self.journal.note(Outcome.BUS_REQUESTED if level else Outcome.BUS_RETURNED, 0, now)
        self.dsp.lines.br.drive(level)

    def _time_of(self, clocks: int) -> Time:
        """Return the time at which a clock since the DSP's reset begins."""
        return self._clock.part.time_of(self.bus.clocks_at_reset + clocks)

    def _drive_irq(self, now: Time) -> None:
        control = self.control
        if control.interrupt_number != self._interrupt_input:
            self._interrupt.drive(False, now)
            self._interrupt_input = control.interrupt_number
        self._interrupt.drive(control.interrupt_enabled and self._interrupt_input != 0 and self._hreq.level, now)


def _inverted(pin: InputLine) -> Listener:
    return lambda level, _now: pin.drive(not level)


def _port(offset: int) -> int:
    if type(offset) is int and 0 <= offset < PORTS:
        return offset
    if not is_int_in_range(offset, 0, PORTS - 1):
        raise CardError(f"I/O offset {described(offset)}: the card has offsets 0 to 15")
    return operator.index(offset)


def _byte(value: int) -> int:
    if not is_int_in_range(value, 0, 0xFF):
        raise CardError(f"{described(value)} does not fit the card's 8-bit bus")
    return operator.index(value)
