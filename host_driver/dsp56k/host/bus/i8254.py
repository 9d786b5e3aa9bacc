"""The PC's interval timer: an 8254 on the AT's board, at ports $40 to $43.

Data sheet
==========

Intel 8254 Programmable Interval Timer, as wired on IBM's AT: three counters of 16 bits, all clocked with 1.193182 MHz.

    offset  access  register
    0 to 2  r/w     counter 0 to 2
    3       w       control word; reading gives $FF

    control word   7-6 SC  counter; 3: read-back
                   5-4 RW  0 latch the count, 1 low byte, 2 high byte, 3 low then high byte
                   3-1 M   mode 0 to 5 (6 and 7 are 2 and 3)
                   0   BCD count in decimal
    read-back      5   0: latch the count;  4  0: latch the status;  3-1  counters 2, 1, 0
    status         7   OUT;  6  NULL: the count that was written is not loaded yet;  5-0  as in the control word

The count that is written after a control word is loaded at the next clock; 0 means 65536 (10000 in decimal). The modes,
with GATE high:

    0  counts down, from 0 on to 65535; OUT is low until the count is 0
    1  waits for an edge of GATE: does not count, OUT is high
    2  counts down to 1, then loads again; OUT is low while the count is 1
    3  counts down by two and loads again, OUT changes each time: a square wave. An odd count is high one clock longer
    4  counts as mode 0; OUT is low for one clock as the count becomes 0
    5  waits for an edge of GATE, as mode 1

A latched count or status stays until it is read; status comes before count. A read without latch returns the count of
its instant.

A count that is written while modes 2 and 3 count is loaded at the end of the period, in mode 3 of the half period; NULL
is 1 until then. The first of two bytes stops mode 0 and takes OUT low. Modes 1 and 5 never load a count here, and NULL
stays 1. Modes 2 and 3 with a count of 1, and decimal digits above 9, are undefined.

As the BIOS leaves it: counter 0 in mode 3 with 65536 (the clock of day, 18.2 times a second), counter 1 in mode 2 with
18 (refresh of the RAM), counter 2 in mode 3 with 1331 (the loudspeaker). GATE of counter 2, which the AT's port $61
controls, is high.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dsp56k.emu.device import PortDevice
from dsp56k.emu.timeline import PICOSECONDS_PER_SECOND, Clock, Time
from dsp56k.host._pc import Timer

FIRST_PORT = 0x40
PORTS = 4
HERTZ = Fraction(14_318_180, 12)
"""A twelfth of the AT's 14.31818 MHz crystal."""

_FULL_COUNT = 1 << 16
_LOADED_AT = 1
"""The clock at which the counters load the BIOS's counts, one after they are written: OUT rises a period later."""
_BIOS_WRITES = ((3, 0x36), (0, 0), (0, 0), (3, 0x54), (1, 18), (3, 0xB6), (2, 1331 & 0xFF), (2, 1331 >> 8))
"""Offset and byte: a control word for each counter, and its count."""


class ClockOfDay:
    """Output of counter 0 as the interrupt controller receives it: a request for each of its periods.

    It has the BIOS's count, even if a program writes another one.
    """

    def __init__(self, request: Callable[[bool], None]) -> None:
        self._request = request
        self._clock = Clock(HERTZ)
        self._next: Time = 0

    def begin(self, now: Time) -> None:
        """Forget the requests before a run of a program."""
        self._request(False)
        self._wait(now)

    def catch_up(self, now: Time) -> None:
        """Request an interrupt if a period has begun."""
        if now >= self._next:
            self._request(False)
            self._request(True)
            self._wait(now)

    def _wait(self, now: Time) -> None:
        periods = max(0, self._clock.count_at(now) - _LOADED_AT) // _FULL_COUNT
        self._next = self._clock.time_of((periods + 1) * _FULL_COUNT + _LOADED_AT)


def new_timer() -> PortDevice:
    """Return a timer as the BIOS leaves it."""
    timer = Timer(*(PICOSECONDS_PER_SECOND / HERTZ).as_integer_ratio())
    start(timer)
    return timer


def start(timer: PortDevice) -> None:
    """Write the BIOS's values after power-up: they replace the timer's state."""
    for offset, value in _BIOS_WRITES:
        timer.write(offset, value, 0)
