"""An oscillator whose frequency changes: cycles by time and times by cycle, over spans of constant frequency."""

from fractions import Fraction
from typing import NamedTuple

from dsp56k.emu.timeline import Clock, Time


class _Span(NamedTuple):
    start: Time
    before: int
    """Cycles before it."""
    clock: Clock | None
    """None: it stands still."""


class DriftingClock:
    """The card's oscillator: at first as `nominal`, then as `change` says."""

    def __init__(self, nominal: Clock) -> None:
        self._spans = [_Span(0, 0, nominal)]

    def change(self, at: Time, hertz: Fraction | int) -> None:
        """Run at `hertz` from `at` on, 0 for not at all; what was planned for later is forgotten."""
        self._spans = [span for span in self._spans if span.start < at] or self._spans[:1]
        count = self.count_at(at)
        self._spans.append(_Span(at, count, Clock(hertz) if hertz else None))

    def count_at(self, time: Time) -> int:
        """The number of the cycle that is under way at `time`."""
        span = next(span for span in reversed(self._spans) if span.start <= time)
        return span.before + (span.clock.count_at(time - span.start) if span.clock else 0)

    def time_of(self, count: int) -> Time:
        """When cycle `count` begins; one that the oscillator never comes to, as it stops."""
        ends = [span.before for span in self._spans[1:]]
        for span, end in zip(self._spans, ends, strict=False):
            if count <= end and span.clock is not None:
                return span.start + span.clock.time_of(count - span.before)
        last = self._spans[-1]
        return last.start + (last.clock.time_of(count - last.before) if last.clock else 0)
