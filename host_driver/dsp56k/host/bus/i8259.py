"""The PC's interrupt controller: an 8259A, the first of the AT's two.

Data sheet
==========

Intel 8259A Programmable Interrupt Controller, at ports $20 and $21:

    port  read                        write
    0     IRR, or ISR after OCW3      D4: ICW1 (0 must be 1, ICW4 follows; 1 single; 3 levels), which resets and
          selected it                     unmasks all; D4-D3 00: OCW2; 01: OCW3 (1-0: 2 port 0 reads IRR, 3 ISR)
    1     IMR                         after ICW1: ICW2 (7-3 of the vector), ICW3 unless single, ICW4 (0 must be 1,
                                      for an 8086; 1 automatic end of interrupt); else OCW1, the IMR

OCW2: $20 the end of the interrupt of the highest priority in service, $60-$67 of a specific one. Writes that
select rotating priority, special mask mode, polling, an 8085 or the special fully nested mode raise HostError. A
request is an edge whose level lasts until the CPU acknowledges it; without one the CPU gets vector 7 of the eight,
and nothing is in service. Priority is fixed, 0 first; an interrupt in service blocks itself and those below it.

After power-up all is masked, as by a BIOS that has found no board; vectors are $08 to $0F. Numbers from 8 onwards would
come through the second controller, which is not here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from dsp56k.emu.timeline import Time
from dsp56k.host.errors import HostError

FIRST_PORT, PORTS = 0x20, 2
INPUTS = range(8)
_ICW1, _OCW3 = 0x10, 0x08
_ICW4_COMES, _SINGLE, _LEVEL = 0x01, 0x02, 0x08
_8086, _AUTOMATIC, _FULLY_NESTED = 0x01, 0x02, 0x10
_ROTATE = 0x80
_SPECIAL_MASK, _POLL = 0x60, 0x04
_BYTE = 0xFF
_SPURIOUS = 7
_BIOS_VECTOR = 0x08


class Requests(Protocol):
    """A board that may request interrupts; times are picoseconds since power-up, and never go back."""

    def catch_up(self, now: Time) -> None:
        """Drive the requests up to a time."""


class I8259:
    """The controller.

    Attributes:
        on_unmask: called when an input is unmasked.
    """

    def __init__(self) -> None:
        self.on_unmask: Callable[[], None] = lambda: None
        self._lines = 0
        self._boards: list[Requests] = []
        self._vector = _BIOS_VECTOR
        self._requested = self._in_service = 0
        self._mask = _BYTE
        self._levels = self._automatic = self._reads_service = False
        self._expected: list[Callable[[int], None]] = []

    def attach(self, board: Requests) -> None:
        """Attach a board that requests interrupts by `drive`."""
        self._boards.append(board)

    def drive(self, number: int, level: bool) -> None:
        """Set an input's level; 0 to 7, others are not connected."""
        if number not in INPUTS:
            return
        bit = 1 << number
        if not level:
            self._requested &= ~bit
        elif not self._lines & bit:
            self._requested |= bit
        self._lines = self._lines | bit if level else self._lines & ~bit

    @property
    def armed(self) -> bool:
        """True if any input is unmasked."""
        return self._mask != _BYTE

    def pending(self, now: Time) -> bool:
        """Return the level of INT after all boards have driven their requests up to `now`."""
        self._catch_up(now)
        return self._highest() is not None

    def acknowledge(self) -> int:
        """Acknowledge an interrupt (INTA, twice); return the vector."""
        number = self._highest()
        if number is None:
            return self._vector | _SPURIOUS
        self._requested &= ~(1 << number)
        if not self._automatic:
            self._in_service |= 1 << number
        return self._vector | number

    def read(self, offset: int, now: Time) -> int:
        """Return the value of a port, counted from the first."""
        if offset:
            return self._mask
        self._catch_up(now)
        return self._in_service if self._reads_service else self._requests

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a port, counted from the first.

        HostError for a command that is not modelled.
        """
        if offset:
            self._write_high(value)
        elif value & _ICW1:
            # An edge before the reset must not come after it.
            self._catch_up(now)
            self._begin(value)
        elif value & _OCW3:
            if value & _POLL or value & _SPECIAL_MASK == _SPECIAL_MASK:
                raise _refusal("polling" if value & _POLL else "special mask mode", value)
            if value & 2:
                self._reads_service = bool(value & 1)
        elif value & _ROTATE:
            raise _refusal("rotating priority", value)
        elif value & 0xE0 == 0x20:
            self._in_service &= self._in_service - 1
        elif value & 0xE0 == 0x60:
            self._in_service &= ~(1 << (value & 7))

    @property
    def _requests(self) -> int:
        return self._lines if self._levels else self._requested

    def _catch_up(self, now: Time) -> None:
        for board in self._boards:
            board.catch_up(now)

    def _begin(self, icw1: int) -> None:
        if not icw1 & _ICW4_COMES:
            raise _refusal("vectors for an 8085", icw1)
        self._requested = self._in_service = self._mask = 0
        self._levels = bool(icw1 & _LEVEL)
        self._automatic = self._reads_service = False
        self._expected = [self._icw2, *([] if icw1 & _SINGLE else [self._icw3]), self._icw4]

    def _write_high(self, value: int) -> None:
        if self._expected:
            self._expected.pop(0)(value)
        else:
            self._mask = value
        if self.armed and not self._expected:
            self.on_unmask()

    def _icw2(self, value: int) -> None:
        self._vector = value & 0xF8

    def _icw3(self, value: int) -> None:
        """Ignore ICW3: there is no second controller."""

    def _icw4(self, value: int) -> None:
        if not value & _8086 or value & _FULLY_NESTED:
            raise _refusal("special fully nested mode" if value & _8086 else "vectors for an 8085", value)
        self._automatic = bool(value & _AUTOMATIC)

    def _highest(self) -> int | None:
        """Return the request that the CPU would serve."""
        wanted = self._requests & ~self._mask
        if not wanted:
            return None
        for number in INPUTS:
            if self._in_service >> number & 1:
                return None
            if wanted & 1 << number:
                return number
        return None


def _refusal(what: str, value: int) -> HostError:
    return HostError(f"the interrupt controller has no {what}, which ${value:02X} selects", value=value)
