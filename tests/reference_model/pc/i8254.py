"""The interval timer, an 8254, from its data sheet (dsp56k.host.bus.i8254 describes it)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from dsp56k.emu.timeline import Clock, Time
from dsp56k.host.bus.i8254 import HERTZ, start

_CONTROL = 3
_READ_BACK = 3
_FLOATING_BYTE = 0xFF
_LATCH, _LOW, _HIGH, _BOTH = range(4)


class _Load(NamedTuple):
    """A count in the counting element: the clock of its load, its value, and whether mode 3 loaded it with OUT low."""

    at: int
    initial: int
    low: bool = False

    def half(self, clock: int) -> tuple[bool, int, int]:
        """Return whether OUT is low in mode 3, the clocks since it changed, and until it changes."""
        lengths = self.initial // 2, (self.initial + 1) // 2
        place, low = (clock - self.at) % self.initial, self.low
        if place >= lengths[not low]:
            place, low = place - lengths[not low], not low
        return low, place, lengths[not low] - place


@dataclass(slots=True)
class _Counter:
    """One counter; times are clocks of the timer since power-up."""

    word: int = 0
    initial: int = 0
    """The last count that was written."""
    load: _Load | None = None
    """The count that is counted; None if none was loaded since the control word."""
    next: _Load | None = None
    """The count that is loaded at a coming clock; None if none waits for one."""
    null: bool = True
    """True if a count waits for GATE, or none was written since the control word."""
    held: int | None = None
    """The count at which the first of two bytes has stopped mode 0."""
    written_low: int | None = None
    reads_high: bool = False
    latched: int | None = None
    status: int | None = None

    @property
    def access(self) -> int:
        return self.word >> 4 & 3

    @property
    def mode(self) -> int:
        mode = self.word >> 1 & 7
        return mode - 4 if mode > 5 else mode

    @property
    def decimal(self) -> bool:
        return bool(self.word & 1)

    @property
    def span(self) -> int:
        """Return the number of counts."""
        return 10_000 if self.decimal else 0x10000

    def control(self, word: int) -> None:
        self.word = word & 0x3F
        self.load = self.next = self.held = self.written_low = self.latched = self.status = None
        self.null, self.reads_high = True, False

    def write(self, value: int, clock: int) -> None:
        if self.access == _BOTH and self.written_low is None:
            self.written_low = value
            if self.mode == 0:
                self.held = self.count(clock)
            return
        raw = {_LOW: value, _HIGH: value << 8}.get(self.access, value << 8 | (self.written_low or 0))
        self.written_low = None
        self.initial = (_from_decimal(raw) if self.decimal else raw) or self.span
        load = self._loaded(clock)
        if self.mode in (1, 5):
            return
        self.null = False
        if load is None or self.mode in (0, 4):
            self.next = _Load(clock + 1, self.initial)
        elif self.mode == 2:
            self.next = _Load(clock + load.initial - (clock - load.at) % load.initial, self.initial)
        else:
            low, _, left = load.half(clock)
            self.next = _Load(clock + left, self.initial, not low)

    def count(self, clock: int) -> int:
        """Return the count at a clock, as a number."""
        load = self._loaded(clock)
        if self.held is not None:
            return self.held
        if load is None:
            return self.initial % self.span
        since = clock - load.at
        if self.mode == 2:
            return (load.initial - since % load.initial) % self.span
        if self.mode == 3:
            # An odd count is loaded less one; the high half is a clock longer and reaches 0
            return (load.initial - load.initial % 2 - 2 * load.half(clock)[1]) % self.span
        return (load.initial - since) % self.span

    def out(self, clock: int) -> bool:
        """Return the level of the pin OUT."""
        load = self._loaded(clock)
        if self.mode == 0:
            waits = load is None or self.next is not None or self.held is not None
            return load is not None and not waits and clock - load.at >= load.initial
        if load is None:
            return True
        since = clock - load.at
        if self.mode == 2:
            return since % load.initial != load.initial - 1
        if self.mode == 3:
            return not load.half(clock)[0]
        return since != load.initial

    def latch_count(self, clock: int) -> None:
        if self.latched is None:
            self.latched = self._raw(clock)

    def latch_status(self, clock: int) -> None:
        if self.status is None:
            self._loaded(clock)
            null = self.null or self.next is not None
            self.status = self.out(clock) << 7 | null << 6 | self.word

    def read(self, clock: int) -> int:
        if self.status is not None:
            value, self.status = self.status, None
            return value
        raw = self._raw(clock) if self.latched is None else self.latched
        high = self.access == _HIGH or (self.access == _BOTH and self.reads_high)
        self.reads_high = self.access == _BOTH and not high
        if not self.reads_high:
            self.latched = None
        return raw >> 8 if high else raw & 0xFF

    def _raw(self, clock: int) -> int:
        value = self.count(clock)
        return _to_decimal(value) if self.decimal else value

    def _loaded(self, clock: int) -> _Load | None:
        """Return the count that is counted at a clock."""
        if self.next is not None and clock >= self.next.at:
            self.load, self.next, self.held = self.next, None, None
        return self.load


class I8254:
    """The timer; `offset` 0 to 3 counts from port $40, `now` is picoseconds since power-up."""

    def __init__(self) -> None:
        self._clock = Clock(HERTZ)
        self._counters = (_Counter(), _Counter(), _Counter())
        start(self)

    def read(self, offset: int, now: Time) -> int:
        """Return the byte at an offset."""
        return _FLOATING_BYTE if offset == _CONTROL else self._counters[offset].read(self._clock.count_at(now))

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a byte at an offset."""
        clock = self._clock.count_at(now)
        if offset != _CONTROL:
            self._counters[offset].write(value, clock)
            return
        selected = value >> 6
        if selected == _READ_BACK:
            for number, counter in enumerate(self._counters):
                if value >> number + 1 & 1:
                    if not value & 0x20:
                        counter.latch_count(clock)
                    if not value & 0x10:
                        counter.latch_status(clock)
        elif value >> 4 & 3 == _LATCH:
            self._counters[selected].latch_count(clock)
        else:
            self._counters[selected].control(value)


def _to_decimal(value: int) -> int:
    return int(str(value), 16)


def _from_decimal(raw: int) -> int:
    """Return the number of four decimal digits; a digit above 9 keeps its value."""
    return sum((raw >> 4 * place & 0xF) * 10**place for place in range(4))
