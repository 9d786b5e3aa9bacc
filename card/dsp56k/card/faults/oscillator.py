"""An oscillator whose frequency changes: cycles by time and times by cycle, over spans of constant frequency."""

from fractions import Fraction
from typing import NamedTuple

from dsp56k.emu.timeline import Clock, Time


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
        """Return the time at which cycle `count` begins; NEVER if the oscillator stops before it."""
        ends = [span.before for span in self._spans[1:]]
        for span, end in zip(self._spans, ends, strict=False):
            if count <= end and span.clock is not None:
                return span.start + span.clock.time_of(count - span.before)
        last = self._spans[-1]
        return last.start + (last.clock.time_of(count - last.before) if last.clock else 0)
