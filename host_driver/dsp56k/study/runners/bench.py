"""The form of a runner."""

from __future__ import annotations

from typing import Protocol

from dsp56k.host.pc import PC
from dsp56k.study.operations import Case, Operation
from dsp56k.study.tasks import Outcome

PICOSECONDS_PER_MICROSECOND = 1_000_000


class Bench(Protocol):
    """One configuration, started and waiting for a call.

    Attributes:
        changes: whether a call changes it, so that each needs a copy.
    """

    changes: bool

    @property
    def pc(self) -> PC | None:
        """The PC that runs in a call, if one does."""

    def outcome(self, operation: Operation, case: Case, loaded: bool) -> Outcome:
        """Do one call; where the key is `loaded`, it was loaded before and outside of the measured time."""


def microseconds(picoseconds: int) -> float:
    """A time as points have it: to the nanosecond."""
    return round(picoseconds / PICOSECONDS_PER_MICROSECOND, 3)
