"""DMA: the arbitration of the PC's bus, and its cost for the CPU.

The 8237 samples requests at each edge of its clock, half the bus clock (4 MHz where that is 8, IBM's AT), and gets the
bus as soon as a cycle of the CPU is over; between two grants the CPU has a cycle if it requests one. After the grant
the CPU is held until it has the bus again: arbitration, then cycles of five DMA clocks each, or the bus cycles of a
board that masters the bus. IBM's PC reference manual gives the five ("All DMA data transfers, except the refresh
channel, take five microprocessor clocks"). Ampro's manual of an AT board gives them too, with 2.5 clocks for the grant
and 1.5 for the return. The 386 continues from its prefetch queue for a few clocks, which is not modelled.

The CPU leads, as it does the card: when it next requests the bus, the boards' cycles since then are simulated, and its
clock advances by the time that they held the bus. Their writes to memory are then done; only an access to a board or a
port can show the CPU that they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from dsp56k.emu.timeline import PICOSECONDS_PER_SECOND, Clock, Time
from dsp56k.host.bus.i8237 import CHANNELS, I8237, Direction, DmaPages, How
from dsp56k.host.errors import HostError

LONGEST_HOLD: Time = PICOSECONDS_PER_SECOND // 5
"""Twice the time of a channel for all bytes of a page: a CPU that waits longer for the bus waits forever."""


@dataclass(frozen=True, slots=True)
class DmaTiming:
    """Times of the bus for boards.

    Attributes:
        cycle: DMA clocks of a transfer by the controller.
        takeover: DMA clocks of a grant and the return of the bus; the CPU is held.
        master_cycle: bus clocks of a cycle by a board that masters the bus, on 16-bit memory.
    """

    cycle: int = 5
    takeover: int = 4
    master_cycle: int = 3


class DmaBoard(Protocol):
    """A board at a DMA channel; times are picoseconds since power-up, and never go back."""

    @property
    def channel(self) -> int:
        """The current channel, 0 for none."""

    def request(self, now: Time) -> bool:
        """Return True if DRQ is asserted."""

    def follow(self, now: Time, end: Time, clock: Clock) -> Time | None:
        """Advance to the cycles of `clock` after `now` and before `end`, until DRQ may have changed.

        Return the time of the last of these cycles, None if there was none. DRQ was not asserted at the ones before; at
        the last one `request` says whether it is.
        """

    def take(self, now: Time) -> int:
        """Return a byte of the board, for memory."""

    def give(self, value: int, now: Time) -> None:
        """Write a byte of memory to the board."""

    @property
    def masters(self) -> bool:
        """True if it requests to drive the bus itself."""

    def master(self, read: Callable[[int], int], write: Callable[[int, int], None], now: Time) -> None:
        """Run a bus cycle of the board that ends at `now`, on the PC's memory."""


class Dma:
    """Controller, page registers, and the arbitration of the bus.

    Args:
        cpu_hz, bus_hz: the clocks.
        timing: of the bus.
        read, write: access a byte of the PC's RAM; other addresses read $FF and ignore writes.

    Attributes:
        controller, pages: the chips at the ports.
        held: picoseconds since power-up that the CPU was held for boards.
        cycles: bus cycles of boards.
        grants: number of grants to boards.
    """

    def __init__(
        self,
        cpu_hz: Fraction,
        bus_hz: Fraction | int,
        timing: DmaTiming,
        read: Callable[[int], int],
        write: Callable[[int, int], None],
    ) -> None:
        self.controller = I8237()
        self.pages = DmaPages(self.controller)
        self.held: Time = 0
        self.cycles = self.grants = 0
        self._cpu = Clock(cpu_hz)
        self._cpu_hz = Fraction(cpu_hz)
        self._clock = Clock(Fraction(bus_hz) / 2)
        tick = PICOSECONDS_PER_SECOND / (Fraction(bus_hz) / 2)
        self._cycle, self._takeover = round(timing.cycle * tick), round(timing.takeover * tick)
        self._master_cycle = round(timing.master_cycle * tick / 2)
        self._read, self._write = read, write
        self._boards: list[DmaBoard] = []
        self._now: Time = 0
        self.controller.requested = self._asks

    def attach(self, board: DmaBoard) -> None:
        """Attach a board to the channel that it names."""
        self._boards.append(board)

    def granted(self, start: int) -> int:
        """Request the bus for the CPU at clock `start`; return the clock at which it has the bus.

        HostError if a channel never gives it back.
        """
        end = self._cpu.time_of(start)
        channels = self._channels()
        if not channels:
            self._now = end
            return start
        # A request that came during the CPU's last cycle has the bus before the CPU's next one.
        held: Time = 0
        now = self._now
        while channels:
            wanting = next((number for number, board in channels.items() if board.request(now)), None)
            if wanting is not None:
                free = self._serve(wanting, channels[wanting], now)
                held, now = held + free - now, free
                channels = self._channels()
                followed = None
            else:
                followed = self._followed(channels, now, end + held)
            now = followed or self._clock.time_of(self._clock.count_at(now) + 1)
            if now >= end + held:
                break
            if held > LONGEST_HOLD:
                raise _never_released(wanting)
        self.held += held
        self._now = end + held
        return start if not held else -(-self._now * self._cpu_hz // PICOSECONDS_PER_SECOND)

    def _followed(self, channels: Mapping[int, DmaBoard], now: Time, end: Time) -> Time | None:
        """Advance to the next cycle of the DMA clock at which a board may request; return its time.

        None if it has to be searched cycle by cycle, because there are several boards.
        """
        if len(channels) != 1:
            return None
        [board] = channels.values()
        return board.follow(now, end, self._clock)

    def released(self, end: int) -> None:
        """Release the bus at clock `end`, after the CPU's cycles."""
        self._now = max(self._now, self._cpu.time_of(end))

    @property
    def is_armed(self) -> bool:
        """True if the controller is enabled and a channel unmasked, so that a board may get the bus."""
        return bool(self._unmasked())

    def _unmasked(self) -> list[int]:
        controller = self.controller
        if not controller.enabled:
            return []
        return [number for number in CHANNELS if number and not controller.channels[number].masked]

    def _channels(self) -> dict[int, DmaBoard]:
        """Return the boards by channels that the controller would serve, in order of priority."""
        unmasked = self._unmasked()
        if not unmasked:
            return {}
        boards = {board.channel: board for board in self._boards}
        return {number: boards[number] for number in unmasked if number in boards}

    def _asks(self, number: int, now: Time) -> bool:
        return any(board.channel == number and board.request(now) for board in self._boards if number)

    def _serve(self, number: int, board: DmaBoard, now: Time) -> Time:
        """Serve a board that has the bus from `now` onwards; return the time at which the CPU has it again."""
        self.grants += 1
        latest = now + LONGEST_HOLD
        now += self._takeover
        channel = self.controller.channels[number]
        if channel.how == How.CASCADE:
            while board.masters:
                if now > latest:
                    raise _never_released(number)
                now += self._master_cycle
                self.cycles += 1
                board.master(self._read, self._write, now)
            return now
        if channel.direction is None:
            raise HostError(f"DMA channel {number} has the illegal transfer 3", channel=number)
        while True:
            now += self._cycle
            self.cycles += 1
            if channel.direction == Direction.TO_MEMORY:
                self._write(channel.address, board.take(now))
            elif channel.direction == Direction.FROM_MEMORY:
                board.give(self._read(channel.address), now)
            if self.controller.step(number) or channel.how == How.SINGLE:
                return now
            if channel.how == How.DEMAND and not board.request(now):
                return now


def _never_released(channel: int | None) -> HostError:
    return HostError(f"DMA channel {channel} does not release the bus", channel=channel)
