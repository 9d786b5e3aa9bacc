"""The form of a runner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from dsp56k.study.operations import Case, Operation, Procedure
from dsp56k.study.tasks import Outcome

PICOSECONDS_PER_MICROSECOND = 1_000_000

T = TypeVar("T")
S = TypeVar("S")


class Bench(Protocol):
    """One configuration, started and waiting for a call."""

    def apart(self, work: Callable[[], T]) -> T:
        """Return what `work` returns on this bench, or raise its exception; the bench does not change."""

    def outcome(self, operation: Operation, case: Case, loaded: bool) -> Outcome:
        """Execute one call; a `loaded` key was loaded before, outside of the measured time."""


def required(done: Procedure[S] | None) -> Procedure[S]:
    """Return how a side does an operation that its plan has found it to do."""
    assert done is not None
    return done


def microseconds(picoseconds: int) -> float:
    """Convert a time for points: to the nanosecond."""
    return round(picoseconds / PICOSECONDS_PER_MICROSECOND, 3)
