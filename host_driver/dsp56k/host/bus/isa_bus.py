"""The PC's ISA bus: the boards at ports and addresses, and the CPU's wait for them.

Timing (AT bus; sources in host.md): an access to an 8-bit board takes 6 bus clocks (2 and 4 wait states), 3 if the
board pulls 0WS#. The bus has its own clock, so an access starts at the next bus clock edge after the CPU's request and
the CPU continues at its own next edge after the end. A word access to an 8-bit board is split into byte cycles by the
motherboard, each with its own wait states. One to an even port of a 16-bit board, which pulls IOCS16#, is one cycle of
3 bus clocks (2 and a wait state).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from dsp56k.emu.device import PortDevice
from dsp56k.emu.timeline import PICOSECONDS_PER_SECOND, Clock, Time
from dsp56k.host._pc import BusClock as NativeClock
from dsp56k.host.bus import i8237, i8259
from dsp56k.host.bus.dma import Dma
from dsp56k.host.bus.i8259 import I8259
from dsp56k.host.cpu_modes import ISA_MEMORY

FLOATING_BYTE = 0xFF
"""Value that is read if no board responds: the bus has pull-ups."""

PORTS = 1 << 16
WORD_CYCLE = 3
"""Bus clocks of a word that a 16-bit board takes at once."""


@dataclass(frozen=True, slots=True)
class IsaTiming:
    """Parameters of the bus.

    Attributes:
        clock_hz: the bus clock; 8 MHz on the later AT and most 386 machines.
        cycle: bus clocks of an access to an 8-bit board.
        zero_wait_cycle: bus clocks of an access to a board that pulls 0WS#.
        recovery: bus clocks a chipset adds after each I/O access (not memory); 0 on the AT.
    """

    clock_hz: Fraction | int = 8_000_000
    cycle: int = 6
    zero_wait_cycle: int = 3
    recovery: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """A board at some addresses.

    Attributes:
        first: the address that its offsets count from.
        device: the board's device.
        clocks: bus clocks of a cycle.
        words: True if a word at an even port is one cycle.
    """

    first: int
    device: PortDevice
    clocks: int
    words: bool = False


class BusClock(Protocol):
    """The clock of the bus, in relation to the CPU's."""

    def cycle(self, start: int, clocks: int, recovery: int) -> tuple[Time, int]:
        """Return the end of a cycle requested at CPU clock `start`, and the CPU clock edge at or after it.

        The cycle begins at the first bus clock edge at or after `start`, but not before the last one and its recovery
        have ended.
        """

    def restart(self) -> None:
        """Return to the state after power-up: the bus is free."""


class RationalBusClock:
    """A bus clock for frequencies of any ratio."""

    def __init__(self, cpu_hz: Fraction | int, bus_hz: Fraction | int) -> None:
        self._clock = Clock(bus_hz)
        ratio = Fraction(bus_hz) / Fraction(cpu_hz)
        self._bus_per, self._cpu_per = ratio.numerator, ratio.denominator
        self._idle_at = 0

    def cycle(self, start: int, clocks: int, recovery: int) -> tuple[Time, int]:
        """See BusClock."""
        edge = max(-(-start * self._bus_per // self._cpu_per), self._idle_at)
        end = edge + clocks
        self._idle_at = end + recovery
        return self._clock.time_of(end), -(-end * self._cpu_per // self._bus_per)

    def restart(self) -> None:
        """See BusClock."""
        self._idle_at = 0


def new_bus_clock(cpu_hz: Fraction | int, bus_hz: Fraction | int) -> BusClock:
    """Return a clock in native code, or one in Python for frequencies that it cannot represent."""
    per_cpu, period = Fraction(bus_hz) / Fraction(cpu_hz), PICOSECONDS_PER_SECOND / Fraction(bus_hz)
    try:
        return NativeClock(
            (per_cpu.numerator, per_cpu.denominator),
            (period.numerator, period.denominator),
        )
    except OverflowError:
        return RationalBusClock(cpu_hz, bus_hz)


class _Floating:
    """The device at addresses without a board."""

    def read(self, offset: int, now: Time) -> int:
        return FLOATING_BYTE

    def write(self, offset: int, value: int, now: Time) -> None:
        return


class IsaBus:
    """Boards by port and address, and the conversion between CPU clocks and bus clocks.

    All times of accesses are integers, CPU clocks since power-up.

    Attributes:
        timing: its parameters.
        clock: its clock.
        on_attach: called when a board is attached.
        dma: the DMA of other bus masters; None on a PC without DMA.
        interrupts: the interrupt controller; None on a PC without interrupts.
        busy_until: CPU clock at which the CPU's last access ended, if it was done in Python.
    """

    def __init__(self, cpu_hz: Fraction | int, timing: IsaTiming, clock: BusClock | None = None) -> None:
        self.timing = timing
        self._cpu_per_bus = Fraction(cpu_hz) / Fraction(timing.clock_hz)
        self.clock = clock or new_bus_clock(cpu_hz, timing.clock_hz)
        self.on_attach: Callable[[], None] = lambda: None
        self.dma: Dma | None = None
        self.interrupts: I8259 | None = None
        self.busy_until = 0
        self._nobody = Slot(0, _Floating(), timing.cycle)
        self._ports: dict[int, Slot] = {}
        self._memory: list[tuple[range, Slot]] = []
        self._last_slot: tuple[range, Slot] = (range(0), self._nobody)

    def attach_ports(
        self,
        first: int,
        count: int,
        device: PortDevice,
        *,
        decoded_bits: int = 16,
        zero_wait: bool = False,
        words: bool = False,
    ) -> None:
        """Attach `device` to `count` ports from `first` onwards.

        They repeat wherever the `decoded_bits` low address bits are equal.

        Raises ValueError if another board responds there already.
        """
        self.check_ports(first, count, decoded_bits=decoded_bits)
        clocks = self.timing.zero_wait_cycle if zero_wait else self.timing.cycle
        for alias in range(0, PORTS, 1 << decoded_bits):
            slot = Slot(alias + first, device, clocks, words)
            self._ports.update(dict.fromkeys(range(slot.first, slot.first + count), slot))
        self.on_attach()

    def check_ports(self, first: int, count: int, *, decoded_bits: int = 16) -> None:
        """Raise ValueError if a board responds to one of the ports that `attach_ports` would attach."""
        for alias in range(first, first + PORTS, 1 << decoded_bits):
            for port in range(alias, alias + count):
                if port in self._ports:
                    raise ValueError(f"port {port:#x}: the range is in use by another board")

    def attach_memory(self, first: int, size: int, device: PortDevice, *, zero_wait: bool = False) -> None:
        """Attach `device` to `size` memory addresses from `first` onwards.

        It may have `burst(most, *, write) -> Burst | None`: the result of at most `most` further accesses that follow
        the last one with nothing between them. Raises ValueError if another board responds there already.
        """
        self.check_memory(first, size)
        clocks = self.timing.zero_wait_cycle if zero_wait else self.timing.cycle
        self._memory.append((range(first, first + size), Slot(first, device, clocks)))
        self._last_slot = (range(0), self._nobody)
        self.on_attach()

    def check_memory(self, first: int, size: int) -> None:
        """Raise ValueError if a board responds to one of the addresses that `attach_memory` would attach."""
        wanted = range(first, first + size)
        for taken, _ in self._memory:
            if wanted.start < taken.stop and taken.start < wanted.stop:
                raise ValueError(f"memory {first:#x}: the range is in use by another board")

    def attach_dma(self, dma: Dma) -> None:
        """Attach a DMA controller to the motherboard."""
        self.dma = dma
        self.attach_ports(i8237.FIRST_PORT, i8237.PORTS, dma.controller)
        self.attach_ports(i8237.FIRST_PAGE_PORT, i8237.PAGES, dma.pages)

    def cpu_clocks(self, bus_clocks: int) -> Fraction:
        """Return the CPU clocks of bus clocks, without the wait for the bus clock's edge."""
        return bus_clocks * self._cpu_per_bus

    def attach_interrupts(self, controller: I8259) -> None:
        """Attach an interrupt controller to the motherboard."""
        self.interrupts = controller
        self.attach_ports(i8259.FIRST_PORT, i8259.PORTS, controller)

    @property
    def is_arbitrated(self) -> bool:
        """True if a board can take the bus from the CPU, or interrupt it."""
        dma, interrupts = self.dma, self.interrupts
        return (dma is not None and dma.is_armed) or (interrupts is not None and interrupts.armed)

    def is_arbiter(self, device: PortDevice) -> bool:
        """Return True if a write to `device` can change `is_arbitrated`."""
        return device is self.interrupts or (self.dma is not None and device is self.dma.controller)

    @property
    def has_memory(self) -> bool:
        """True if any board responds to memory addresses."""
        return bool(self._memory)

    def serves(self, *devices: PortDevice) -> bool:
        """Return True if no other devices are attached."""
        attached = {id(slot.device) for slot in (*self._ports.values(), *(slot for _, slot in self._memory))}
        return attached <= set(map(id, devices))

    def read_port(self, port: int, start: int) -> tuple[int, int]:
        """Return a byte of `port` read in a cycle requested at CPU clock `start`, and its end as a CPU clock."""
        slot = self.port_slot(port)
        now, end = self.clock.cycle(start, slot.clocks, self.timing.recovery)
        return slot.device.read(port - slot.first, now) & 0xFF, end

    def write_port(self, port: int, value: int, start: int) -> int:
        """Write a byte to `port`; return the end of the cycle as a CPU clock."""
        slot = self.port_slot(port)
        now, end = self.clock.cycle(start, slot.clocks, self.timing.recovery)
        slot.device.write(port - slot.first, value & 0xFF, now)
        return end

    def read_word(self, port: int, start: int) -> tuple[int, int] | None:
        """Return a word of `port` in one cycle, as read_port; None if it takes two."""
        slot = self.port_slot(port)
        if not slot.words or port % 2:
            return None
        now, end = self.clock.cycle(start, WORD_CYCLE, self.timing.recovery)
        low, high = (slot.device.read(port - slot.first + place, now) & 0xFF for place in (0, 1))
        return high << 8 | low, end

    def write_word(self, port: int, value: int, start: int) -> int | None:
        """Write a word to `port`, as read_word."""
        slot = self.port_slot(port)
        if not slot.words or port % 2:
            return None
        now, end = self.clock.cycle(start, WORD_CYCLE, self.timing.recovery)
        for place in (0, 1):
            slot.device.write(port - slot.first + place, value >> 8 * place & 0xFF, now)
        return end

    def read_memory(self, address: int, start: int) -> tuple[int, int]:
        """Return a byte of `address`, as read_port."""
        _, slot = self.memory_slot(address)
        now, end = self.clock.cycle(start, slot.clocks, 0)
        return slot.device.read(address - slot.first, now) & 0xFF, end

    def write_memory(self, address: int, value: int, start: int) -> int:
        """Write a byte to `address`, as write_port."""
        _, slot = self.memory_slot(address)
        now, end = self.clock.cycle(start, slot.clocks, 0)
        slot.device.write(address - slot.first, value & 0xFF, now)
        return end

    def port_slot(self, port: int) -> Slot:
        """Return the slot at `port`."""
        return self._ports.get(port, self._nobody)

    def memory_slot(self, address: int) -> tuple[range, Slot]:
        """Return the slot at `address` of ISA_MEMORY, and its contiguous addresses."""
        if address not in self._last_slot[0]:
            start, stop = ISA_MEMORY.start, ISA_MEMORY.stop
            for addresses, slot in self._memory:
                if address in addresses:
                    self._last_slot = addresses, slot
                    break
                start = max(start, addresses.stop) if addresses.stop <= address else start
                stop = min(stop, addresses.start) if address < addresses.start else stop
            else:
                self._last_slot = range(start, stop), self._nobody
        return self._last_slot
