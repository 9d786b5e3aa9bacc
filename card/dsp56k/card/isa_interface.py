"""The devices of the card on the PC's bus: host port, control registers, memory window, and its DMA channel."""

from collections.abc import Callable
from typing import Protocol

from dsp56k.card import addresses
from dsp56k.card.access_outcomes import Journal, Outcome
from dsp56k.card.chips.address_generator import AddressGenerator
from dsp56k.card.chips.bus_master import BusMaster
from dsp56k.card.chips.control import ControlRegisters
from dsp56k.card.chips.window import LANES, Row
from dsp56k.card.parts.arbiter import Arbiter
from dsp56k.card.parts.connections import Plug, Wire
from dsp56k.emu.device import PortDevice
from dsp56k.emu.peripherals.host_interface import HostInterface
from dsp56k.emu.signal_lines import Line, Signal
from dsp56k.emu.timeline import Clock, Time

GENERATOR = range(
    addresses.GENERATOR.start - addresses.CONTROL.start, addresses.GENERATOR.stop - addresses.CONTROL.start
)
"""The address generator's registers, counted from the first control register."""
FLOATING_BYTE = 0xFF
"""Value that the PC reads if nothing drives its data bus: the ISA bus has pull-ups."""


class Banks(Protocol):
    """Byte lanes of the banks' words, as the window reaches them."""

    def holds(self, word: int) -> bool:
        """Return True if this word address selects memory."""

    def read(self, bank: int, word: int, lane: int) -> int:
        """Return one byte."""

    def write(self, bank: int, word: int, lane: int, value: int) -> None:
        """Store one byte."""


class Rows(Banks, Protocol):
    """Banks that can read and write many bytes in one call."""

    def row(self, word: int, lane: int, step: int, most: int) -> Row:
        """Return the bytes from a lane on, at most `most`, as far as a bank holds them."""

    def read_row(self, bank: int, row: Row) -> bytes:
        """Return the bytes at some lanes, one or more."""

    def write_row(self, bank: int, row: Row, values: bytes) -> None:
        """Store the bytes at some lanes, one or more."""


class HostPort:
    """The DSP's host interface behind the decoder; `run` is the DSP's reset line."""

    def __init__(self, host: HostInterface, run: Signal, control: ControlRegisters, journal: Journal) -> None:
        self._host = host
        self._run = run
        self._control = control
        self._journal = journal

    def read(self, offset: int, now: Time) -> int:
        """Return a register's value."""
        if not self._run.level:
            self._in_reset(offset, now)
        return self._host.read(offset)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a register of the host interface."""
        if self._run.level:
            self._host.write(offset, value)
        else:
            self._in_reset(offset, now)

    def _in_reset(self, offset: int, now: Time) -> None:
        self._control.latch_error("RSTERR")
        self._journal.note(Outcome.HOST_PORT_IN_RESET, offset, now)


class ControlPort:
    """Control registers and address generator; `changed(now)` is called after each write to a control register."""

    def __init__(self, control: ControlRegisters, generator: AddressGenerator, changed: Callable[[Time], None]) -> None:
        self._control = control
        self._generator = generator
        self._changed = changed

    def read(self, offset: int, now: Time) -> int:
        """Return a register's value."""
        if offset in GENERATOR:
            return self._generator.read(offset - GENERATOR.start, now)
        return self._control.read(offset, now)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a register."""
        if offset in GENERATOR:
            self._generator.write(offset - GENERATOR.start, value, now)
        else:
            self._control.write(offset, value, now)
            self._changed(now)


class DmaPort:
    """The card at the DMA channel that ROUTE names: DRQ and DACK, and with a bus master MASTER#.

    HREQ drives DRQ unless it drives the interrupt line, and DACK is HACK (UM 10-51, 10-55), unless the bus master
    requests the bus: then DACK belongs to the bus master. The card is brought forward to the time of each call, in
    picoseconds since power-up.
    """

    def __init__(
        self,
        host: HostInterface,
        hreq: Signal,
        control: ControlRegisters,
        catch_up: Callable[[Time], Time],
        follow: Callable[[Time, Time, Clock], Time | None],
    ) -> None:
        self._hreq = hreq
        self._master: BusMaster | None = None
        self._control = control
        self._catch_up = catch_up
        self.follow = follow
        """See `DmaBoard.follow` of the PC."""
        self._requests = Line("DRQ")
        self.drq = Wire(self._requests)
        """DRQ as the controller sees it."""
        self.acknowledged: Plug[PortDevice] = Plug(_Acknowledged(host))
        """The host port while DACK is asserted."""
        self._pc = _PcMemory()
        self.memory: Plug[PortDevice] = Plug(self._pc)
        """The PC's memory, as the bus master reaches it."""

    def connect(self, master: BusMaster) -> None:
        """Let a bus master request the channel."""
        self._master = master

    @property
    def channel(self) -> int:
        """The PC's channel, 0 for none."""
        return self._control.dma_channel

    def request(self, now: Time) -> bool:
        """Return the level of DRQ."""
        self._catch_up(now)
        master = self._master
        level = self._hreq.level and not self._control.interrupt_enabled
        level = level or (master is not None and master.requests)
        # A controller samples DRQ at each of its clocks, and nearly all samples are equal.
        if level != self._requests.level:
            self._requests.drive(level, now)
        return self.drq.level

    def take(self, now: Time) -> int:
        """Return a byte of the card: DACK with a read command."""
        self._catch_up(now)
        return self.acknowledged.part.read(0, now)

    def give(self, value: int, now: Time) -> None:
        """Write a byte to the card: DACK with a write command."""
        self._catch_up(now)
        self.acknowledged.part.write(0, value, now)

    @property
    def masters(self) -> bool:
        """True if the card drives the bus itself after it has received DACK."""
        return self._master is not None and self._master.requests

    def master(self, read: Callable[[int], int], write: Callable[[int, int], None], now: Time) -> None:
        """Run a bus cycle of the bus master that ends at `now`, on the PC's memory."""
        self._catch_up(now)
        master = self._master
        # The DSP may have cancelled the transfer just now.
        if master is None or not master.requests:
            return
        self._pc.reach = read, write
        address = master.address
        if master.writes:
            self.memory.part.write(address, master.cycle(0), now)
        else:
            master.cycle(self.memory.part.read(address, now))


class _Acknowledged:
    """The host port under DACK, which is HACK: no address, a byte of RXL or TXL."""

    def __init__(self, host: HostInterface) -> None:
        self._host = host

    def read(self, offset: int, now: Time) -> int:
        """Return a byte of the card."""
        byte = self._host.acknowledge_read()
        return FLOATING_BYTE if byte is None else byte

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a byte to the card."""
        self._host.acknowledge_write(value)


class _PcMemory:
    """The PC's memory; `reach` has the functions that read and write a byte."""

    def __init__(self) -> None:
        self.reach: tuple[Callable[[int], int], Callable[[int, int], None]] = (lambda _: FLOATING_BYTE, lambda *_: None)

    def read(self, offset: int, now: Time) -> int:
        """Return the byte at an address."""
        return self.reach[0](offset)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Store a byte at an address."""
        self.reach[1](offset, value)


class WindowPort:
    """The memory window; its offsets are physical PC addresses.

    Attributes:
        addresses: those to which it responds, or None while it is off.
        banks: the memory behind it.
        step: the address generator's clock.
    """

    def __init__(
        self,
        generator: AddressGenerator,
        banks: Rows,
        arbiter: Arbiter,
        run: Signal,
        control: ControlRegisters,
        journal: Journal,
    ) -> None:
        self.addresses: range | None = None
        self.banks: Plug[Banks] = Plug(banks)
        self.step: Plug[Callable[[], None]] = Plug(generator.strobe)
        self._rows = banks
        self._generator = generator
        self._arbiter = arbiter
        self._run = run
        self._control = control
        self._journal = journal

    def read(self, offset: int, now: Time) -> int:
        """Return a byte, and step the address generator."""
        if not self._selected(offset, now):
            return FLOATING_BYTE
        try:
            if not self._memory_reached(now):
                return FLOATING_BYTE
            return self.banks.part.read(self._control.bank, self._generator.word, self._generator.lane)
        finally:
            self.step.part()

    def write(self, offset: int, value: int, now: Time) -> None:
        """Store a byte, and step the address generator."""
        if not self._selected(offset, now):
            return
        try:
            if self._memory_reached(now):
                self.banks.part.write(self._control.bank, self._generator.word, self._generator.lane, value)
        finally:
            self.step.part()

    def row(self, most: int) -> Row:
        """Return the bytes of the next accesses, as far as they are valid accesses to memory."""
        generator = self._generator
        valid = self.addresses is not None and self._arbiter.window_enabled
        return self._rows.row(generator.word, generator.lane, LANES if generator.low_only else 1, most if valid else 0)

    def read_row(self, row: Row) -> bytes:
        """Return the bytes that the accesses would read."""
        return self._rows.read_row(self._control.bank, row)

    def finish_row(self, row: Row, written: bytes, now: Time) -> None:
        """Finish the accesses, the last of them at `now`; `written` is empty if they were reads."""
        if written:
            self._rows.write_row(self._control.bank, row, written)
        if not self._run.level:
            self._journal.note(Outcome.WINDOW_IN_RESET, row.word, now, count=row.count)
        self._generator.strobes(row.count)

    def _selected(self, address: int, now: Time) -> bool:
        if self.addresses is None or address not in self.addresses:
            self._journal.note(Outcome.WINDOW_NOT_SELECTED, address, now)
            return False
        return True

    def _memory_reached(self, now: Time) -> bool:
        """Return True if arbiter and bank let a window access reach the bus, and latch errors.

        The undriven DSP bus past the bank counts as reached.
        """
        word = self._generator.word
        if not self._arbiter.window_enabled:
            self._control.latch_error("WINERR")
            self._journal.note(Outcome.WINDOW_WITHOUT_GRANT, word, now)
            return False
        if not self.banks.sound.holds(word):
            self._control.latch_error("PASTERR")
            self._journal.note(Outcome.COUNTER_PAST_BANK, word, now)
        elif not self._run.level:
            self._journal.note(Outcome.WINDOW_IN_RESET, word, now)
        return True
