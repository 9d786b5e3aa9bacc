"""A disk drive's controller at a DMA channel, as seen by the bus: bytes at a steady rate.

Data sheet
==========

From its start a byte comes at each period, and DRQ is asserted until the DMA controller has taken it (an 8272 or 82077
without its buffer, in the AT at channel 2; a diskette of 1.44 MB gives 62,500 bytes a second). A byte that has not been
taken when the next one comes is lost. The bytes are 0, 1 ... 255, 0 ..., lost ones among them.
"""

from __future__ import annotations

from collections.abc import Callable

from dsp56k.emu.timeline import PICOSECONDS_PER_SECOND, Clock, Time
from dsp56k.host.bus.dma import Dma
from dsp56k.host.bus.i8237 import PAGE_PORTS, Direction, How

CHANNEL = 2
_AGAIN = 0x10
_MASK_PORT, _MODE_PORT, _LOW_PORT = 0xA, 0xB, 0xC


class Disk:
    """A drive that reads continuously.

    Attributes:
        taken: bytes that the PC has received.
        lost: bytes that were lost.
    """

    channel = CHANNEL
    masters = False

    def __init__(self, bytes_per_second: int, start: Time) -> None:
        self._period = PICOSECONDS_PER_SECOND // bytes_per_second
        self._start = start
        self.taken = self.lost = 0

    def request(self, now: Time) -> bool:
        """Return True if DRQ is asserted."""
        come = max(0, (now - self._start) // self._period)
        waiting = come - self.taken - self.lost
        if waiting > 1:
            self.lost += waiting - 1
        return waiting > 0

    def follow(self, now: Time, end: Time, clock: Clock) -> Time | None:
        """Return the time of the last cycle of `clock` before `end` and the next byte, None if `now` is later."""
        due = self._start + (self.taken + self.lost + 1) * self._period
        last = clock.time_of(clock.count_at(min(due, end) - 1))
        return last if last > now else None

    def take(self, now: Time) -> int:
        """Return the waiting byte."""
        self.request(now)
        self.taken += 1
        return (self.taken + self.lost - 1) & 0xFF

    def give(self, value: int, now: Time) -> None:
        """Do nothing: the drive only reads."""

    def master(self, read: Callable[[int], int], write: Callable[[int, int], None], now: Time) -> None:
        """Do nothing: the drive never masters the bus."""


def read_on(dma: Dma, bytes_per_second: int, buffer: range, now: Time) -> Disk:
    """Start a drive that reads into `buffer` continuously, in single mode.

    The buffer is in one page of 64 KB; the controller is programmed as by the BIOS.
    """
    disk = Disk(bytes_per_second, now)
    count = len(buffer) - 1
    mode = How.SINGLE << 6 | _AGAIN | Direction.TO_MEMORY << 2 | CHANNEL
    writes = [(_LOW_PORT, 0), (_MODE_PORT, mode), (2 * CHANNEL, buffer.start), (2 * CHANNEL, buffer.start >> 8)]
    writes += [(2 * CHANNEL + 1, count), (2 * CHANNEL + 1, count >> 8), (_MASK_PORT, CHANNEL)]
    for port, value in writes:
        dma.controller.write(port, value & 0xFF, now)
    dma.pages.write(PAGE_PORTS[CHANNEL] & 0xF, buffer.start >> 16, now)
    dma.attach(disk)
    return disk
