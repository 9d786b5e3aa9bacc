"""The PC's DMA controller: an 8237A with its page registers, as wired on IBM's AT.

Data sheet
==========

Intel 8237A High Performance Programmable DMA Controller (channels 0 to 3, bytes), at ports $00 to $0F:

    port  read                        write
    0-7   current address (even) and count (odd) of channels 0 to 3, low byte, then high byte
    8     STATUS                      COMMAND: 2 controller disabled; must be 0: 0 memory to memory, 3 compressed
                                      timing, 4 rotating priority, 6 DRQ active low, 7 DACK active high
    9     -                           REQUEST: 2 must be 0, a request by the program
    A     -                           one MASK bit: 1-0 channel, 2 masked
    B     -                           MODE: 1-0 channel, 3-2 transfer, 4 auto-initialise, 5 downwards, 7-6 mode
    C     -                           the next byte of an address or a count is the low one
    D     temporary, reads 0          master clear: as after reset
    E     -                           all channels unmasked
    F     -                           all MASK bits

STATUS: 3-0 channels that reached their end since the last read, 7-4 channels that request. MODE's transfer: 0 verify,
1 to memory, 2 from memory. Mode: 0 demand (as long as DRQ is there), 1 single (a byte for each request), 2 block (all,
whatever DRQ does), 3 cascade (the board drives the bus itself). A count is the number of bytes less one; at the end the
channel masks itself, unless it auto-initialises. Priority is fixed, channel 0 first.

The page registers give address bits 23-16 (ports $87, $83, $81 and $82 for channels 0 to 3); the address of a transfer
does not continue into the next page. A write of a bit that must be 0, and a service of a channel whose transfer is 3,
raise HostError. The AT's second controller, which moves words, is not here, and channel 0 does not refresh: `refresh`
of the PC does.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from dsp56k.emu.timeline import Time
from dsp56k.host.errors import HostError

FIRST_PORT, PORTS = 0x00, 16
CHANNELS = range(4)
PAGE_PORTS = (0x87, 0x83, 0x81, 0x82)
FIRST_PAGE_PORT, PAGES = 0x80, 16
_STATUS, _COMMAND, _REQUEST, _MASK, _MODE, _LOW, _CLEAR, _UNMASK, _MASKS = 0x8, 0x8, 0x9, 0xA, 0xB, 0xC, 0xD, 0xE, 0xF
_DISABLED = 0x04
_REFUSED = {_COMMAND: 0xD9, _REQUEST: 0x04}
"""Bits that must be 0, by register: the model lacks the features that they select."""
_ILLEGAL = 3
_BYTE = 0xFF
_WORD = 0xFFFF


class How(IntEnum):
    """The transfer mode of a channel."""

    DEMAND = 0
    SINGLE = 1
    BLOCK = 2
    CASCADE = 3


class Direction(IntEnum):
    """The direction of a channel's transfers."""

    VERIFY = 0
    TO_MEMORY = 1
    FROM_MEMORY = 2


class Channel:
    """A channel's registers."""

    def __init__(self) -> None:
        self.base = [0, 0]
        """Address and count as written."""
        self.current = [0, 0]
        self.page = 0
        self.mode = 0
        self.masked = True

    @property
    def how(self) -> How:
        """Bits 7-6 of MODE."""
        return How(self.mode >> 6)

    @property
    def direction(self) -> Direction | None:
        """Bits 3-2 of MODE; None for the reserved combination."""
        bits = self.mode >> 2 & 3
        return None if bits == _ILLEGAL else Direction(bits)

    @property
    def address(self) -> int:
        """Address of the next transfer, including the page register."""
        return self.page << 16 | self.current[0]

    def step(self) -> bool:
        """Advance after a transfer; return True if it was the last one."""
        self.current[0] = self.current[0] + (-1 if self.mode & 0x20 else 1) & _WORD
        self.current[1] = self.current[1] - 1 & _WORD
        if self.current[1] != _WORD:
            return False
        if self.mode & 0x10:
            self.current = list(self.base)
        else:
            self.masked = True
        return True


class I8237:
    """The controller.

    Attributes:
        channels: by number.
        requested: returns True if a channel's DRQ is asserted at a time, for STATUS.
    """

    def __init__(self) -> None:
        self.requested: Callable[[int, Time], bool] = lambda _channel, _now: False
        self._status_read: Callable[[Time], None] = lambda _now: None
        self._command = self._ended = 0
        self._high = False
        self.channels = tuple(Channel() for _ in CHANNELS)

    def on_status_read(self, call: Callable[[Time], None]) -> None:
        """Call a function at each read of STATUS, with its time."""
        self._status_read = call

    @property
    def enabled(self) -> bool:
        """True if the controller is enabled."""
        return not self._command & _DISABLED

    def read(self, offset: int, now: Time) -> int:
        """Return the value of a port, counted from the first."""
        if offset < _STATUS:
            return self._half(self.channels[offset // 2].current[offset % 2])
        if offset == _STATUS:
            self._status_read(now)
            value = self._ended | sum(self.requested(number, now) << 4 + number for number in CHANNELS)
            self._ended = 0
            return value
        return 0

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a port, counted from the first.

        HostError for a bit that is not modelled.
        """
        if value & _REFUSED.get(offset, 0):
            name = "command" if offset == _COMMAND else "request"
            raise HostError(f"the DMA controller does not model its {name} ${value:02X}", value=value)
        channel = self.channels[value & 3]
        if offset < _STATUS:
            self._put(self.channels[offset // 2], offset % 2, value)
        elif offset == _COMMAND:
            self._command = value
        elif offset == _MASK:
            channel.masked = bool(value & 4)
        elif offset == _MODE:
            channel.mode = value
        elif offset == _LOW:
            self._high = False
        elif offset == _CLEAR:
            self._command = self._ended = 0
            self._high = False
            self._mask(_BYTE)
        elif offset == _UNMASK:
            self._mask(0)
        elif offset == _MASKS:
            self._mask(value)

    def step(self, number: int) -> bool:
        """Advance after a transfer of a channel; return True if it was the last one."""
        last = self.channels[number].step()
        self._ended |= last << number
        return last

    def _mask(self, bits: int) -> None:
        for number, channel in enumerate(self.channels):
            channel.masked = bool(bits >> number & 1)

    def _half(self, word: int) -> int:
        self._high = not self._high
        return word & _BYTE if self._high else word >> 8

    def _put(self, channel: Channel, which: int, value: int) -> None:
        for register in (channel.base, channel.current):
            word = register[which]
            register[which] = word & _BYTE | value << 8 if self._high else word & 0xFF00 | value
        self._high = not self._high


class DmaPages:
    """The page registers at ports $80 to $8F; those without a channel only store the written value."""

    def __init__(self, controller: I8237) -> None:
        self._channels = {port - FIRST_PAGE_PORT: controller.channels[n] for n, port in enumerate(PAGE_PORTS)}
        self._others = bytearray(PAGES)

    def read(self, offset: int, now: Time) -> int:
        """Return a register's value."""
        channel = self._channels.get(offset)
        return self._others[offset] if channel is None else channel.page

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a register."""
        channel = self._channels.get(offset)
        if channel is None:
            self._others[offset] = value
        else:
            channel.page = value
