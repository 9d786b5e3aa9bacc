"""The interval timer, an 8254, from its data sheet (dsp56k.host.bus.i8254 describes it)."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsp56k.emu.timeline import Clock, Time
from dsp56k.host.bus.i8254 import HERTZ, start

_CONTROL = 3
_READ_BACK = 3
_FLOATING_BYTE = 0xFF
_LATCH, _LOW, _HIGH, _BOTH = range(4)


@dataclass(slots=True)
class _Counter:
    """One counter; times are clocks of the timer since power-up."""

    word: int = 0
    initial: int = 0
    loaded_at: int | None = None
    """The clock at which the count was loaded; None if it was not loaded since the control word."""
    written_low: int | None = None
    reads_high: bool = False
    latched: list[int] = field(default_factory=list)
    """Bytes that are read first."""
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
        self.loaded_at = self.written_low = self.status = None
        self.reads_high = False
        self.latched = []

    def write(self, value: int, clock: int) -> None:
        if self.access == _BOTH and self.written_low is None:
            self.written_low = value
            return
        raw = {_LOW: value, _HIGH: value << 8}.get(self.access, value << 8 | (self.written_low or 0))
        self.written_low = None
        self.initial = (_from_decimal(raw) if self.decimal else raw) or self.span
        self.loaded_at = clock + 1

    def count(self, clock: int) -> int:
        """Return the count at a clock, as a number."""
        since = self._since(clock)
        if since is None:
            return self.initial % self.span
        if self.mode == 2:
            return (self.initial - since % self.initial) % self.span
        if self.mode == 3:
            # An odd count is loaded less one; the first half is a clock longer and reaches 0
            return (self.initial - self.initial % 2 - 2 * self._half(since)[1]) % self.span
        return (self.initial - since) % self.span

    def out(self, clock: int) -> bool:
        """Return the level of the pin OUT."""
        since = self._since(clock)
        if self.mode == 0:
            return since is not None and since >= self.initial
        if since is None:
            return True
        if self.mode == 2:
            return since % self.initial != self.initial - 1
        if self.mode == 3:
            return not self._half(since)[0]
        return since != self.initial

    def latch_count(self, clock: int) -> None:
        if not self.latched:
            value = self.count(clock)
            raw = _to_decimal(value) if self.decimal else value
            self.latched = {_LOW: [raw & 0xFF], _HIGH: [raw >> 8]}.get(self.access, [raw & 0xFF, raw >> 8])

    def latch_status(self, clock: int) -> None:
        if self.status is None:
            null = self.loaded_at is None or clock < self.loaded_at
            self.status = self.out(clock) << 7 | null << 6 | self.word

    def read(self, clock: int) -> int:
        if self.status is not None:
            value, self.status = self.status, None
            return value
        if self.latched:
            return self.latched.pop(0)
        value = self.count(clock)
        raw = _to_decimal(value) if self.decimal else value
        high = self.access == _HIGH or (self.access == _BOTH and self.reads_high)
        self.reads_high = self.access == _BOTH and not self.reads_high
        return raw >> 8 if high else raw & 0xFF

    def _since(self, clock: int) -> int | None:
        """Return clocks since the count was loaded; None if it was not, or if the mode waits for GATE."""
        if self.loaded_at is None or clock < self.loaded_at or self.mode in (1, 5):
            return None
        return clock - self.loaded_at

    def _half(self, since: int) -> tuple[int, int]:
        """Return the half of the square wave in mode 3 (0 high, 1 low), and clocks since it began."""
        place = since % self.initial
        high = (self.initial + 1) // 2
        return (0, place) if place < high else (1, place - high)


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
