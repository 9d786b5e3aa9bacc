"""The PC's ISA bus: who answers at which port and address, and how long the CPU waits for it.

Timing (AT bus; sources in docs/host.md): an access to an 8-bit board takes 6 bus clocks (2 and 4 wait states), 3 if the
board pulls 0WS#. The bus has its own clock, so an access starts at the next bus clock edge after the CPU asks and the
CPU goes on at its own next edge after the end. A word access to an 8-bit board is split into byte cycles by the
motherboard, each with its own wait states.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from dsp56k.emu.timeline import Clock, Time

FLOATING_BYTE = 0xFF
"""What is read where no board answers: the bus has pull-ups."""

PORTS = 1 << 16


class PortBus(Protocol):
    """A board's side of the I/O bus; `offset` counts from the first port it was attached at, values are bytes, `now` is
    picoseconds.
    """

    def read(self, offset: int, now: Time) -> int:
        """The byte the board drives at the end of the cycle."""

    def write(self, offset: int, value: int, now: Time) -> None:
        """Take a byte at the end of the cycle."""


class MemoryBus(Protocol):
    """A board's side of the memory bus; `offset` counts from the first address it was attached at."""

    def read(self, offset: int, now: Time) -> int:
        """The byte the board drives at the end of the cycle."""

    def write(self, offset: int, value: int, now: Time) -> None:
        """Take a byte at the end of the cycle."""


@dataclass(frozen=True, slots=True)
class IsaTiming:
    """Parameters of the bus.

    Attributes:
        clock_hz: the bus clock; 8 MHz on the later AT and most 386 machines.
        cycle: bus clocks of an access to an 8-bit board.
        zero_wait_cycle: the same for a board that pulls 0WS#.
        recovery: bus clocks a chipset adds after each I/O access (not memory); 0 on the AT.
    """

    clock_hz: Fraction | int = 8_000_000
    cycle: int = 6
    zero_wait_cycle: int = 3
    recovery: int = 0


@dataclass(frozen=True, slots=True)
class _Slot:
    first: int
    device: PortBus | MemoryBus
    clocks: int


class _Floating:
    """What answers where no board does."""

    def read(self, offset: int, now: Time) -> int:
        return FLOATING_BYTE

    def write(self, offset: int, value: int, now: Time) -> None:
        return


class IsaBus:
    """Boards by port and address, and the conversion between CPU clocks and bus clocks.

    All accesses are given and answered in whole CPU clocks since power-up.
    """

    def __init__(self, cpu_hz: Fraction | int, timing: IsaTiming) -> None:
        self.timing = timing
        self._clock = Clock(timing.clock_hz)
        ratio = Fraction(timing.clock_hz) / Fraction(cpu_hz)
        self._bus_per, self._cpu_per = ratio.numerator, ratio.denominator
        self._nobody = _Slot(0, _Floating(), timing.cycle)
        self._ports: dict[int, _Slot] = {}
        self._memory: list[tuple[range, _Slot]] = []
        self._last_slot: tuple[range, _Slot] = (range(0), self._nobody)
        self._idle_at = 0

    def attach_ports(
        self, first: int, count: int, device: PortBus, *, decoded_bits: int = 16, zero_wait: bool = False
    ) -> None:
        """Let `device` answer `count` ports from `first` on, and wherever the `decoded_bits` low address bits are the
        same.

        Raises ValueError if another board answers there already.
        """
        slot = _Slot(first, device, self.timing.zero_wait_cycle if zero_wait else self.timing.cycle)
        step = 1 << decoded_bits
        for alias in range(0, PORTS, step):
            for port in range(alias + first, alias + first + count):
                if port in self._ports:
                    raise ValueError(f"port {port:#x}: two boards would answer")
                self._ports[port] = _Slot(alias + first, device, slot.clocks)

    def attach_memory(self, first: int, size: int, device: MemoryBus, *, zero_wait: bool = False) -> None:
        """Let `device` answer `size` memory addresses from `first` on; ValueError if another board answers there
        already.
        """
        wanted = range(first, first + size)
        for taken, _ in self._memory:
            if wanted.start < taken.stop and taken.start < wanted.stop:
                raise ValueError(f"memory {first:#x}: two boards would answer")
        self._memory.append(
            (wanted, _Slot(first, device, self.timing.zero_wait_cycle if zero_wait else self.timing.cycle))
        )

    @property
    def cycle_clocks(self) -> Fraction:
        """CPU clocks of an access to an 8-bit board, the wait for the bus clock's edge left out."""
        return Fraction(self.timing.cycle * self._cpu_per, self._bus_per)

    @property
    def has_memory(self) -> bool:
        """Whether any board answers to memory addresses."""
        return bool(self._memory)

    def read_port(self, port: int, start: int) -> tuple[int, int]:
        """A byte from `port` in a cycle asked for at CPU clock `start`; the CPU clock at which the CPU goes on."""
        slot = self._ports.get(port, self._nobody)
        now, end = self._cycle(start, slot.clocks, self.timing.recovery)
        return slot.device.read(port - slot.first, now) & 0xFF, end

    def write_port(self, port: int, value: int, start: int) -> int:
        """A byte to `port`; the CPU clock at which the CPU goes on."""
        slot = self._ports.get(port, self._nobody)
        now, end = self._cycle(start, slot.clocks, self.timing.recovery)
        slot.device.write(port - slot.first, value & 0xFF, now)
        return end

    def read_memory(self, address: int, start: int) -> tuple[int, int]:
        """A byte from `address`, as read_port."""
        slot = self._memory_slot(address)
        now, end = self._cycle(start, slot.clocks, 0)
        return slot.device.read(address - slot.first, now) & 0xFF, end

    def write_memory(self, address: int, value: int, start: int) -> int:
        """A byte to `address`, as write_port."""
        slot = self._memory_slot(address)
        now, end = self._cycle(start, slot.clocks, 0)
        slot.device.write(address - slot.first, value & 0xFF, now)
        return end

    def _memory_slot(self, address: int) -> _Slot:
        if address in self._last_slot[0]:
            return self._last_slot[1]
        for addresses, slot in self._memory:
            if address in addresses:
                self._last_slot = addresses, slot
                return slot
        return self._nobody

    def _cycle(self, start: int, clocks: int, recovery: int) -> tuple[Time, int]:
        """Time of the end of a cycle asked for at CPU clock `start`, and the CPU clock edge at or after it.

        The cycle begins at the first bus clock edge at or after `start`, but not before the last one and its recovery
        have ended.
        """
        edge = max(-(-start * self._bus_per // self._cpu_per), self._idle_at)
        end = edge + clocks
        self._idle_at = end + recovery
        return self._clock.time_of(end), -(-end * self._cpu_per // self._bus_per)
