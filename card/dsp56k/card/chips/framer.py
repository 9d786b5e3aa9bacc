"""The framer: frames between a network's line and two FIFOs, one for either direction, without the DSP.

Data sheet
==========

Our decision; a network chip of the time works like this between its line and a FIFO (National's DP8390 gives the host
whole frames with their lengths, too).

    offset  register     access  reset  what
    0       DATA         r       -      the next byte of the oldest frame
                         w       -      the next byte of the frame to be sent
    1       STATUS       r       $06    see the bits
    1       CONTROL      w       -      RSF
    2       LENGTH HIGH  r       $00    of the oldest whole frame; 0: there is none
                         w       $00    bits 15-8 of the length, kept
    3       LENGTH LOW   r       $00    the same frame's
                         w       -      bits 7-0; the write sends the frame, which may still lack its bytes

Receiving. Bytes come at the line's rate, `GAP` byte times between two frames, and are in the input FIFO at once; FRAME
is set once the last one of a frame is. Its length counts the stored bytes, and disappears when its last byte has been
read. Of a frame of more than `LONGEST` bytes the rest is not stored. With handshake the other station waits while the
FIFO is full; without, a byte that comes then is lost, and LOST is latched until RSF.

Sending. A frame's bytes leave at the line's rate, as soon as they are in the output FIFO. ROOM: the FIFO is not more
than half full. A byte for a full FIFO is lost. IDLE: all frames have been sent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dsp56k.card.parts.connections import Plug
from dsp56k.card.parts.fifo import Fifo
from dsp56k.card.parts.register import ANY_BYTE, Register, bit
from dsp56k.emu.device import PortDevice
from dsp56k.emu.timeline import Clock, Time

BITS = 8
GAP = 20
"""Byte times from the end of a frame to the begin of the next: Ethernet's 9.6 us at 10 Mbit/s and its preamble."""
LONGEST = 2047
"""Maximum number of stored bytes of a frame."""

LINE_DATA = Register(
    "LINE DATA", 0, "r/w", None, "read: next byte of the oldest frame; write: next byte to send", fields=ANY_BYTE
)
LINE_STATUS = Register(
    "LINE STATUS",
    1,
    "r",
    0x06,
    "state of the framer",
    fields=(
        bit("FRAME", 0, "the input FIFO has a complete frame"),
        bit("ROOM", 1, "the output FIFO is at most half full"),
        bit("IDLE", 2, "all frames have been sent"),
        bit("LOST", 6, "latched: a byte arrived at a full input FIFO"),
    ),
)
LINE_CONTROL = Register(
    "LINE CONTROL",
    1,
    "w",
    None,
    "immediate actions",
    fields=(bit("RSF", 7, "resets both FIFOs and all lengths; clears LOST"),),
)
LINE_LENGTH_HIGH = Register(
    "LINE LENGTH HIGH",
    2,
    "r/w",
    0x00,
    "bits 15-8 of the length: read, of the oldest complete frame; write, of the frame to send",
    fields=ANY_BYTE,
)
LINE_LENGTH_LOW = Register("LINE LENGTH LOW", 3, "r/w", 0x00, "bits 7-0; the write sends the frame", fields=ANY_BYTE)
REGISTERS = (LINE_DATA, LINE_STATUS, LINE_CONTROL, LINE_LENGTH_HIGH, LINE_LENGTH_LOW)


class _Bits:
    """A byte on the line."""

    byte = 0

    def read(self, offset: int, now: Time) -> int:
        """Return the byte that arrives."""
        return self.byte

    def write(self, offset: int, value: int, now: Time) -> None:
        """Send a byte."""
        self.byte = value


class SentFrame(NamedTuple):
    """A frame that was sent, and the end of its last byte, picoseconds since power-up."""

    content: bytes
    at: Time


class Framer:
    """The chip between the DSP's Y memory, two FIFOs and the line.

    Args:
        received, sending: the FIFOs.
        bits_per_second: rate of the line in either direction.
        handshake: True if the other station waits while the FIFO is full.

    Attributes:
        bits_per_second: rate of the line.
        line: the path of a byte on it: a read receives one, a write sends one.
    """

    def __init__(self, received: Fifo, sending: Fifo, bits_per_second: int, *, handshake: bool) -> None:
        self._received, self._sending = received, sending
        self.bits_per_second = bits_per_second
        self._clock = Clock(bits_per_second)
        self._handshake = handshake
        self._bits = _Bits()
        self.line: Plug[PortDevice] = Plug(self._bits)
        self._coming: deque[bytes] = deque()
        self._left: list[SentFrame] = []
        self.reset(0)

    def reset(self, now: Time) -> None:
        """Discard all waiting and current frames; the receiver continues with the line's next frame."""
        self._received.reset(now)
        self._sending.reset(now)
        self._lost = False
        self._high = 0
        self._in_frame = self._stored = 0
        self._whole: deque[int] = deque()
        self._unread = 0
        self._lengths: deque[int] = deque()
        self._leaving = bytearray()
        self._receive_at = self._send_at = self._clock.count_at(now)

    # The line

    def bring(self, frames: Iterable[bytes], now: Time) -> None:
        """Receive frames that the other station sends one after the other, starting at `now`.

        Raises:
            ValueError: a frame is empty.
        """
        frames = list(frames)
        if not all(frames):
            raise ValueError("a frame must not be empty")
        self.advance(now)
        if not self._coming:
            self._receive_at = self._clock.count_at(now)
        self._coming.extend(frames)

    @property
    def left(self) -> Sequence[SentFrame]:
        """The frames that have been sent."""
        return tuple(self._left)

    # The DSP

    def read(self, offset: int, now: Time) -> int:
        """Return a register's value."""
        self.advance(now)
        if offset == LINE_DATA.offset:
            return self._take()
        if offset == LINE_STATUS.offset:
            return LINE_STATUS.pack(
                FRAME=bool(self._whole), ROOM=not self._sending.half_full, IDLE=not self._lengths, LOST=self._lost
            )
        length = self._whole[0] if self._whole else 0
        return length >> 8 if offset == LINE_LENGTH_HIGH.offset else length & 0xFF

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a register."""
        self.advance(now)
        if offset == LINE_DATA.offset:
            self._sending.write(value)
        elif offset == LINE_CONTROL.offset:
            if value & LINE_CONTROL["RSF"].mask:
                self.reset(now)
        elif offset == LINE_LENGTH_HIGH.offset:
            self._high = value
        elif length := self._high << 8 | value:
            if not self._lengths:
                self._send_at = max(self._send_at, self._clock.count_at(now))
            self._lengths.append(length)

    def advance(self, now: Time) -> None:
        """Move all bytes that are due by `now`."""
        if self._coming or self._lengths:
            bits = self._clock.count_at(now)
            self._receive(bits)
            self._send(bits)

    def next_event(self) -> Time | None:
        """Return the time of the device's next change: None, because nothing is connected that would be notified."""
        return None

    def _take(self) -> int:
        byte = self._received.read()
        if byte is None:
            return 0
        self._unread += 1
        if self._whole and self._unread == self._whole[0]:
            self._whole.popleft()
            self._unread = 0
        return byte

    def _receive(self, bits: int) -> None:
        while self._coming and self._receive_at + BITS <= bits:
            frame = self._coming[0]
            if self._stored < LONGEST:
                if not self._received.full:
                    self._received.write(self._come(frame[self._in_frame]))
                    self._stored += 1
                elif self._handshake:
                    self._receive_at = max(self._receive_at, bits - BITS + 1)
                    return
                else:
                    self._lost = True
            self._in_frame += 1
            self._receive_at += BITS
            if self._in_frame == len(frame):
                self._end_frame()

    def _come(self, byte: int) -> int:
        self._bits.byte = byte
        return self.line.part.read(0, self._clock.time_of(self._receive_at))

    def _go(self, byte: int) -> int:
        self.line.part.write(0, byte, self._clock.time_of(self._send_at))
        return self._bits.byte

    def _end_frame(self) -> None:
        """Drop a frame of which no byte could be stored."""
        self._coming.popleft()
        if self._stored:
            self._whole.append(self._stored)
        self._in_frame = self._stored = 0
        self._receive_at += GAP * BITS

    def _send(self, bits: int) -> None:
        while self._lengths and self._send_at + BITS <= bits:
            byte = self._sending.read()
            if byte is None:
                self._send_at = bits
                return
            self._leaving.append(self._go(byte))
            self._send_at += BITS
            if len(self._leaving) == self._lengths[0]:
                self._lengths.popleft()
                self._left.append(SentFrame(bytes(self._leaving), self._clock.time_of(self._send_at)))
                self._leaving.clear()
                self._send_at += GAP * BITS
