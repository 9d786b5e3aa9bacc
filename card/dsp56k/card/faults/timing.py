"""Time on a card with faults: the queue of future events, and an oscillator whose frequency changes.

The oscillator has cycles by time and times by cycle, over spans of constant frequency.
"""

import heapq
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from dsp56k.emu.timeline import Clock, Time
from dsp56k.emu.validation import COUNT_MAX

Action = Callable[[Time], None]

TIME_MAX: Time = COUNT_MAX
"""The latest time in picoseconds: chips count them in 64 bits."""
NEVER: Time = 1 << 127
"""A time that is later than the end of any run."""


class EventQueue:
    """Actions in the order of their times, those of one time in the order of `add`; `next` is the time of the first.

    `planned` is called with `next` when it may have changed.
    """

    def __init__(self, planned: Callable[[Time], None] = lambda _next: None) -> None:
        self._planned = planned
        self.next: Time = NEVER
        self._entries: list[tuple[Time, int, object, Action]] = []
        self._order = count()

    def add(self, time: Time, owner: object, action: Action) -> None:
        """Call `action(time)` when the card reaches `time`."""
        heapq.heappush(self._entries, (time, next(self._order), owner, action))
        self._first()

    def take(self) -> tuple[Time, Action]:
        """Remove the first entry, and return it."""
        time, _, _, action = heapq.heappop(self._entries)
        self._first()
        return time, action

    def forget(self, owner: object) -> None:
        """Remove the entries of `owner`."""
        self._entries = [entry for entry in self._entries if entry[2] is not owner]
        heapq.heapify(self._entries)
        self._first()

    def _first(self) -> None:
        self.next = self._entries[0][0] if self._entries else NEVER
        self._planned(self.next)


class _Span(NamedTuple):
    start: Time
    before: int
    """Cycles before it."""
    clock: Clock | None
    """None if it is stopped."""


class DriftingClock:
    """The card's oscillator: at first `nominal`, then as set by `change`."""

    def __init__(self, nominal: Clock) -> None:
        self._spans = [_Span(0, 0, nominal)]

    def change(self, at: Time, hertz: Fraction | int) -> None:
        """Run at `hertz` starting at `at`, or stop if it is 0; later changes that were planned are discarded."""
        self._spans = [span for span in self._spans if span.start < at] or self._spans[:1]
        count = self.count_at(at)
        self._spans.append(_Span(at, count, Clock(hertz) if hertz else None))

    def count_at(self, time: Time) -> int:
        """Return the number of the current cycle at `time`."""
        span = next(span for span in reversed(self._spans) if span.start <= time)
        return span.before + (span.clock.count_at(time - span.start) if span.clock else 0)

    def time_of(self, count: int) -> Time:
        """Return the time at which cycle `count` begins; if the oscillator stops before it, that of its last change."""
        ends = [span.before for span in self._spans[1:]]
        for span, end in zip(self._spans, ends, strict=False):
            if count <= end and span.clock is not None:
                return span.start + span.clock.time_of(count - span.before)
        last = self._spans[-1]
        return last.start + (last.clock.time_of(count - last.before) if last.clock else 0)
