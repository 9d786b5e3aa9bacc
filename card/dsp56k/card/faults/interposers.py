"""Interposers: they replace a part while faults are between it and the rest of the card."""

from collections.abc import Callable, Sequence

from dsp56k.card.chips.wd20c03 import Wd20c03
from dsp56k.card.faults.fault_models import (
    AccessFault,
    BusyDesChip,
    DoubledStrobe,
    Fault,
    LineFault,
    LostStrobe,
    MissingDesChip,
    StrobeFault,
    StuckLine,
)
from dsp56k.card.faults.timing import TIME_MAX
from dsp56k.card.isa_interface import Banks
from dsp56k.emu.device import PortDevice
from dsp56k.emu.timeline import Time

Note = Callable[[int, Time], None]
"""Receives the address and the time of an access that a fault has changed."""


class ActiveFault:
    """A fault on the card, with the numbers of accesses that it has passed or hit, and that it has changed."""

    def __init__(self, fault: Fault, note: Note) -> None:
        self.fault = fault
        self.acted = 0
        self._note = note
        self._accesses = 0

    def in_force(self, now: Time) -> bool:
        """Return True if the fault is in force at `now`."""
        return self.fault.at <= now and (self.fault.until is None or now < self.fault.until)

    def hits(self, now: Time) -> bool:
        """Return True if it hits the access at `now`. Callers call it once for each access in its direction."""
        if not self.in_force(now):
            return False
        self._accesses += 1
        fault = self.fault
        assert isinstance(fault, AccessFault)
        late = self._accesses - fault.nth
        return late >= 0 and (fault.count is None or late < fault.count)

    def act(self, where: int, now: Time) -> None:
        """Count a change, and record it."""
        self.acted += 1
        self._note(where, now)


class Bus:
    """The lines of one bus with the faults on them."""

    def __init__(self, faults: Sequence[ActiveFault] = ()) -> None:
        self._faults = faults

    @property
    def faulty(self) -> bool:
        """Return True if there is any fault."""
        return bool(self._faults)

    def carry(self, value: int, where: int, now: Time, *, write: bool) -> int:
        """Return the value that arrives if `value` is sent in the access to address `where`."""
        for active in self._faults:
            fault = active.fault
            assert isinstance(fault, LineFault)
            if fault.way == ("read" if write else "write") or not active.hits(now):
                continue
            mask = 1 << fault.bit
            arrives = value ^ mask
            if isinstance(fault, StuckLine):
                arrives = value | mask if fault.level else value & ~mask
            if arrives != value:
                active.act(where, now)
                value = arrives
        return value


class Strobe:
    """One strobe with the faults on it."""

    def __init__(self, faults: Sequence[ActiveFault] = ()) -> None:
        self._faults = faults

    def pulses(self, where: int, now: Time) -> tuple[Time, ...]:
        """Return the times of the pulses that the part receives for the pulse at `now`: none, one or two."""
        pulses: tuple[Time, ...] = (now,)
        for active in self._faults:
            if not active.hits(now):
                continue
            active.act(where, now)
            fault = active.fault
            if isinstance(fault, DoubledStrobe):
                pulses = (*pulses, min(now + fault.apart, TIME_MAX))
            elif isinstance(fault, LostStrobe):
                pulses = ()
        return pulses


class FaultyWires:
    """The buses and strobes between two parts, by the part's name: `FaultyWires("des", actives)` has des.data."""

    def __init__(self, part: str, actives: Sequence[ActiveFault]) -> None:
        def on(name: str) -> list[ActiveFault]:
            return [
                active
                for active in actives
                if (isinstance(active.fault, LineFault) and active.fault.wire == f"{part}.{name}")
                or (isinstance(active.fault, StrobeFault) and active.fault.strobe == f"{part}.{name}")
            ]

        self.faulty = any(
            getattr(active.fault, field, "").startswith(f"{part}.")
            for active in actives
            for field in ("wire", "strobe")
        )
        """True if there is any fault on them."""
        self.address, self.data = Bus(on("address")), Bus(on("data"))
        self.lane, self.bank = Bus(on("lane")), Bus(on("bank"))
        self.status, self.bits = Bus(on("status")), Bus(on("bits"))
        self.reads, self.writes, self.steps = Strobe(on("read")), Strobe(on("write")), Strobe(on("step"))


class FaultyDevice:
    """A device behind faulty lines; `floating` is the value of a lost read."""

    def __init__(self, device: PortDevice, wires: FaultyWires, floating: int, *, address: bool = True) -> None:
        self._device = device
        self._wires = wires
        self._floating = floating
        self._address = wires.address if address else Bus()

    def read(self, offset: int, now: Time) -> int:
        """Return the device's value after the faults."""
        there = self._address.carry(offset, offset, now, write=False)
        value = self._floating
        for pulse in self._wires.reads.pulses(offset, now):
            value = self._device.read(there, pulse)
        return self._wires.data.carry(value, offset, now, write=False)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write the value to the device after the faults."""
        there = self._address.carry(offset, offset, now, write=True)
        value = self._wires.data.carry(value, offset, now, write=True)
        for pulse in self._wires.writes.pulses(offset, now):
            self._device.write(there, value, pulse)


class FaultyLineBits:
    """A line whose bytes do not all arrive as they were sent."""

    def __init__(self, line: PortDevice, bits: Bus) -> None:
        self._line = line
        self._bits = bits

    def read(self, offset: int, now: Time) -> int:
        """Return the received byte after the faults."""
        return self._bits.carry(self._line.read(offset, now), offset, now, write=False)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Send a byte after the faults."""
        self._line.write(offset, self._bits.carry(value, offset, now, write=True), now)


class FaultyBanks:
    """The banks behind faulty address lines, or with fewer `words` than they should have; `pull` is the undriven bus.

    Phase 3, which a fault-free address generator never has, does not select a byte of the word.
    """

    def __init__(self, banks: Banks, wires: FaultyWires, words: int, pull: int, now: Callable[[], Time]) -> None:
        self._banks = banks
        self._wires = wires
        self._words = words
        self._pull = pull
        self._now = now

    def holds(self, word: int) -> bool:
        """Return True if the card's logic takes `word` for memory: it does not see faults."""
        return self._banks.holds(word)

    def read(self, bank: int, word: int, lane: int) -> int:
        """Return one byte."""
        bank, word, lane = self._arrives(bank, word, lane, write=False)
        if lane > 2 or word >= self._words:
            return self._pull & 0xFF
        return self._banks.read(bank, word, lane)

    def write(self, bank: int, word: int, lane: int, value: int) -> None:
        """Store one byte."""
        bank, word, lane = self._arrives(bank, word, lane, write=True)
        if lane <= 2 and word < self._words:
            self._banks.write(bank, word, lane, value)

    def _arrives(self, bank: int, word: int, lane: int, *, write: bool) -> tuple[int, int, int]:
        now, wires = self._now(), self._wires
        return (
            wires.bank.carry(bank, word, now, write=write),
            wires.address.carry(word, word, now, write=write),
            wires.lane.carry(lane, word, now, write=write),
        )


class FaultyDesChip:
    """The DES chip with faults inside it: stuck, out of its socket, or with wrong bits of STATUS."""

    def __init__(self, chip: Wd20c03, actives: Sequence[ActiveFault], status: Bus) -> None:
        self._chip = chip
        self._actives = [active for active in actives if isinstance(active.fault, BusyDesChip | MissingDesChip)]
        self._status = status

    def _broken(self, offset: int, now: Time) -> Fault | None:
        for active in self._actives:
            if active.in_force(now):
                active.act(offset, now)
                return active.fault
        return None

    def read(self, offset: int, now: Time) -> int:
        """Return DATA (0) or STATUS (1)."""
        broken = self._broken(offset, now)
        if broken is not None:
            busy = isinstance(broken, BusyDesChip) and offset
            return self._chip.description.status["BSY"].mask if busy else 0
        value = self._chip.read(offset, now)
        return self._status.carry(value, offset, now, write=False) if offset else value

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write DATA (0) or COMMAND (1)."""
        if self._broken(offset, now) is None:
            self._chip.write(offset, value, now)


def behind_faulty_lines(floating: int) -> Callable[[PortDevice, str, Sequence[ActiveFault]], PortDevice]:
    """Return the function that puts a device behind its faulty lines; `floating` is the value of a lost read."""

    def interpose(device: PortDevice, name: str, actives: Sequence[ActiveFault]) -> PortDevice:
        wires = FaultyWires(name, actives)
        return FaultyDevice(device, wires, floating) if wires.faulty else device

    return interpose


def inside_des_chip(chip: Wd20c03, floating: int) -> Callable[[PortDevice, str, Sequence[ActiveFault]], PortDevice]:
    """Return the same function for the DES chip, which can have faults inside it, too."""

    def interpose(device: PortDevice, name: str, actives: Sequence[ActiveFault]) -> PortDevice:
        wires = FaultyWires(name, actives)
        if not wires.faulty and not any(isinstance(each.fault, BusyDesChip | MissingDesChip) for each in actives):
            return device
        return FaultyDevice(FaultyDesChip(chip, actives, wires.status), wires, floating)

    return interpose


def on_line_bits(line: PortDevice, name: str, actives: Sequence[ActiveFault]) -> PortDevice:
    """Return the line with its faulty bits, or the line itself."""
    bits = FaultyWires(name, actives).bits
    return FaultyLineBits(line, bits) if bits.faulty else line


class DelayedDevice:
    """A device on the DSP's bus while the DSP's clock differs from its nominal rate: `time` returns the true time."""

    def __init__(self, device: PortDevice, time: Callable[[Time], Time]) -> None:
        self._device = device
        self._time = time

    def read(self, offset: int, now: Time) -> int:
        """Read at the true time."""
        return self._device.read(offset, self._time(now))

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write at the true time."""
        self._device.write(offset, value, self._time(now))
