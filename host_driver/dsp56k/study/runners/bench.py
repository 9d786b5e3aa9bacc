"""The form of a runner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from dsp56k.study.operations import Case, Operation
from dsp56k.study.tasks import Outcome

PICOSECONDS_PER_MICROSECOND = 1_000_000

T = TypeVar("T")


class Bench(Protocol):
    """One configuration, started and waiting for a call."""

    def apart(self, work: Callable[[], T]) -> T:
        """What `work` on this bench returns, or raises; the bench is then as it was before."""

    def outcome(self, operation: Operation, case: Case, loaded: bool) -> Outcome:
        """Do one call; where the key is `loaded`, it was loaded before and outside of the measured time."""


def microseconds(picoseconds: int) -> float:
    """A time as points have it: to the nanosecond."""
    return round(picoseconds / PICOSECONDS_PER_MICROSECOND, 3)
