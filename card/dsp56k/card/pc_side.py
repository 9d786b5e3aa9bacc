"""What the PC reaches on the card, as devices on its bus: host port, control registers, memory window; and its
side of a DMA channel.

Data sheet
==========

    device    offset                    what
    host      0-7                       the DSP's host port; in reset it reads its reset values and writes are lost
    control   0-7, PC I/O +8 to +F      CTRL (0), address generator (1, 2), the other control and status registers
    window    physical PC address       one byte of a bank; the address generator says which, and steps

The window answers the addresses of `WindowPort.addresses`; what else it does with an access is the arbiter's word and
the bank's size (docs/reference/card.md, outcomes).
"""

from collections.abc import Callable
from itertools import takewhile
from typing import Protocol

from dsp56k.card import places
from dsp56k.card.chips.address_generator import AddressGenerator
from dsp56k.card.chips.bus_master import BusMaster
from dsp56k.card.chips.control import ControlRegisters
from dsp56k.card.chips.window import Places
from dsp56k.card.outcomes import Journal, Outcome
from dsp56k.card.parts.arbiter import Arbiter
from dsp56k.card.parts.joint import Joint
from dsp56k.card.parts.wire import Wire
from dsp56k.emu.device import PortDevice
from dsp56k.emu.lines import Line, Signal
from dsp56k.emu.peripherals.host_interface import HostInterface
from dsp56k.emu.timeline import Time

GENERATOR = range(places.GENERATOR.start - places.CONTROL.start, places.GENERATOR.stop - places.CONTROL.start)
"""The address generator's registers, counted from the first control register."""
FLOATING_BYTE = 0xFF
"""What the PC reads where nothing drives its data bus: the ISA bus has pull-ups."""


class Banks(Protocol):
    """Byte lanes of the banks' words, as the window reaches them."""

    def holds(self, word: int) -> bool:
        """Whether this word address selects memory."""

    def read(self, bank: int, word: int, lane: int) -> int:
        """One byte."""

    def write(self, bank: int, word: int, lane: int, value: int) -> None:
        """Store one byte."""


class Rows(Banks, Protocol):
    """Banks that take many bytes at once."""

    def read_row(self, bank: int, places: Places) -> bytes:
        """A byte of each place."""

    def write_row(self, bank: int, places: Places, values: bytes) -> None:
        """Store a byte at each place."""


class HostPort:
    """The DSP's host interface behind the decoder; `run` is the DSP's reset line."""

    def __init__(self, host: HostInterface, run: Signal, control: ControlRegisters, journal: Journal) -> None:
        self._host = host
        self._run = run
        self._control = control
        self._journal = journal

    def read(self, offset: int, now: Time) -> int:
        """A register of the host interface."""
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
        """A register."""
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

    HREQ drives DRQ unless it drives the interrupt line, and DACK is HACK (UM 10-51, 10-55), unless the bus master asks
    for the bus: then DACK is its. The card is brought forward to the time of each call, in picoseconds since power-up.
    """

    def __init__(
        self,
        host: HostInterface,
        hreq: Signal,
        master: BusMaster | None,
        control: ControlRegisters,
        catch_up: Callable[[Time], Time],
    ) -> None:
        self._hreq = hreq
        self._master = master
        self._control = control
        self._catch_up = catch_up
        self._requests = Line("DRQ")
        self.drq = Wire(self._requests)
        """DRQ as the controller sees it."""
        self.acknowledged: Joint[PortDevice] = Joint(_Acknowledged(host))
        """The host port while DACK is asserted."""
        self._pc = _PcMemory()
        self.memory: Joint[PortDevice] = Joint(self._pc)
        """The PC's memory, as the bus master reaches it."""

    @property
    def channel(self) -> int:
        """The PC's channel, 0 for none."""
        return self._control.dma_channel

    def request(self, now: Time) -> bool:
        """DRQ."""
        self._catch_up(now)
        self._requests.drive((self._hreq.level and not self._control.interrupt_enabled) or self.masters, now)
        return self.drq.level

    def take(self, now: Time) -> int:
        """DACK with a read command: a byte of the card."""
        self._catch_up(now)
        return self.acknowledged.part.read(0, now)

    def give(self, value: int, now: Time) -> None:
        """DACK with a write command: a byte to the card."""
        self._catch_up(now)
        self.acknowledged.part.write(0, value, now)

    @property
    def masters(self) -> bool:
        """Whether the card, once it has DACK, drives the bus itself."""
        return self._master is not None and self._master.requests

    def master(self, read: Callable[[int], int], write: Callable[[int, int], None], now: Time) -> None:
        """A bus cycle of the bus master that ends at `now`, on the PC's memory."""
        self._catch_up(now)
        master = self._master
        # The DSP may just have given the transfer up.
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
        """A byte of the card."""
        byte = self._host.acknowledge_read()
        return FLOATING_BYTE if byte is None else byte

    def write(self, offset: int, value: int, now: Time) -> None:
        """A byte to the card."""
        self._host.acknowledge_write(value)


class _PcMemory:
    """The PC's memory; `reach` is how to read and how to write a byte."""

    def __init__(self) -> None:
        self.reach: tuple[Callable[[int], int], Callable[[int, int], None]] = (lambda _: FLOATING_BYTE, lambda *_: None)

    def read(self, offset: int, now: Time) -> int:
        """A byte at an address."""
        return self.reach[0](offset)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Store one."""
        self.reach[1](offset, value)


class WindowPort:
    """The memory window; its offsets are physical PC addresses.

    Attributes:
        addresses: those that it now answers, or None while it is off.
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
        self.banks: Joint[Banks] = Joint(banks)
        self.step: Joint[Callable[[], None]] = Joint(generator.strobe)
        self._rows = banks
        self._generator = generator
        self._arbiter = arbiter
        self._run = run
        self._control = control
        self._journal = journal

    def read(self, offset: int, now: Time) -> int:
        """A byte; steps the address generator."""
        if not self._selected(offset, now):
            return FLOATING_BYTE
        try:
            if not self._memory_reached(now):
                return FLOATING_BYTE
            return self.banks.part.read(self._control.bank, self._generator.word, self._generator.lane)
        finally:
            self.step.part()

    def write(self, offset: int, value: int, now: Time) -> None:
        """Store a byte; steps the address generator."""
        if not self._selected(offset, now):
            return
        try:
            if self._memory_reached(now):
                self.banks.part.write(self._control.bank, self._generator.word, self._generator.lane, value)
        finally:
            self.step.part()

    def row(self, most: int) -> Places:
        """Where the next accesses go, as far as these are sound ones of memory."""
        if self.addresses is None or not self._arbiter.window_enabled:
            return []
        places = self._generator.ahead(most)
        if places and places[0][0] <= places[-1][0] and self._rows.holds(places[-1][0]):
            # The counter does not wrap, and a bank holds all words below one that it holds.
            return places
        return list(takewhile(lambda place: self._rows.holds(place[0]), places))

    def read_row(self, places: Places) -> bytes:
        """What accesses to `places` would read."""
        return self._rows.read_row(self._control.bank, places)

    def finish_row(self, places: Places, written: bytes, now: Time) -> None:
        """Accesses to `places` were made, the last of them at `now`; `written` is empty if they were reads."""
        if written:
            self._rows.write_row(self._control.bank, places, written)
        if not self._run.level:
            self._journal.note(Outcome.WINDOW_IN_RESET, places[0][0], now, count=len(places))
        self._generator.strobes(len(places))

    def _selected(self, address: int, now: Time) -> bool:
        if self.addresses is None or address not in self.addresses:
            self._journal.note(Outcome.WINDOW_NOT_SELECTED, address, now)
            return False
        return True

    def _memory_reached(self, now: Time) -> bool:
        """Arbiter and error latches for one window access; the undriven DSP bus past the bank counts as reached."""
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
