"""The history of a run: snapshots and all inputs, from which any clock of the run can be restored.

A position is the number of oscillator clocks since power-up; every instruction increases it. The chip is deterministic,
so a snapshot and the inputs after it reproduce the run exactly.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from dsp56k.debug.call_stack import depth
from dsp56k.debug.errors import DebugError
from dsp56k.debug.external_inputs import Action, Argument, ExternalInputs, ExternalState
from dsp56k.emu import Dsp56001, EmulatorError

INITIAL_SPACING = 1 << 20
"""Initial distance of snapshots in clocks; a few milliseconds of emulation."""
MAX_SNAPSHOTS = 512
"""Maximum number of snapshots; beyond it every other one is dropped, and the spacing doubles."""
MAX_SNAPSHOT_BYTES = 1 << 27
WINDOW, WIDEST = 1 << 6, 1 << 20
"""Clocks that are single-stepped in the search for an earlier instruction: initially, and at most."""


@dataclass(frozen=True)
class Checkpoint:
    """A snapshot at a position, with the number of inputs applied before it."""

    position: int
    applied: int
    chip: bytes
    outside: ExternalState


@dataclass(frozen=True)
class StepBoundary:
    """A boundary between two instructions: its position, and the number of active calls and interrupts."""

    position: int
    depth: int


class History:
    """Snapshots and inputs of one chip from its current state onwards.

    Reverse execution requires that nothing on the chip stops it: no breakpoints, watchpoints or hooks.

    Attributes:
        end: The last position that was reached or recorded.
    """

    def __init__(self, dsp: Dsp56001, outside: ExternalInputs) -> None:
        self._dsp = dsp
        self._outside = outside
        self._actions: list[Action] = []
        self._applied = 0
        self._spacing = INITIAL_SPACING
        self._checkpoints = [self._checkpoint()]
        self.end = self.position

    @property
    def position(self) -> int:
        """The chip's current position."""
        return self._dsp.total_clocks

    @property
    def inputs(self) -> ExternalInputs:
        """The external inputs of the chip."""
        return self._outside

    @property
    def start(self) -> int:
        """The first position that can be restored."""
        return self._checkpoints[0].position

    @property
    def actions(self) -> Sequence[Action]:
        """All inputs in their order."""
        return tuple(self._actions)

    def expect(self, actions: Sequence[Action], end: int) -> None:
        """Append the inputs of a recording, and its end.

        Raises:
            DebugError: The inputs are out of order, or before the current position.
        """
        positions = [self.position, *(action.position for action in actions), end]
        if positions != sorted(positions):
            raise DebugError("the inputs of the recording are out of order", field="actions")
        self._actions[self._applied :] = actions
        self.end = end
        self.apply_due_inputs()

    def do(self, name: str, *arguments: Argument) -> object:
        """Apply an input now; recorded inputs after the current position are discarded.

        Raises:
            DebugError: The input is unknown; nothing has changed.
            EmulatorError: The chip rejects the arguments.
        """
        result = self._outside.do(name, arguments)
        del self._actions[self._applied :]
        self._actions.append(Action(self.position, name, arguments))
        self._applied += 1
        while self._checkpoints[-1].position > self.position:
            self._checkpoints.pop()
        self.end = self.position
        return result

    def apply_due_inputs(self) -> bool:
        """Apply the inputs of the current clock, and take a snapshot if one is due.

        Returns:
            True if there was an input.
        """
        before = self._applied
        while self.next is not None and self.next <= self.position:
            action = self._actions[self._applied]
            self._outside.do(action.name, action.arguments)
            self._applied += 1
        if self.position >= self._checkpoints[-1].position + self._spacing:
            self._checkpoints.append(self._checkpoint())
            self._thin()
        self.end = max(self.end, self.position)
        return self._applied > before

    @property
    def next(self) -> int | None:
        """The position of the next recorded input."""
        return self._actions[self._applied].position if self._applied < len(self._actions) else None

    def until_snapshot(self) -> int:
        """Return the maximum number of clocks until `apply_due_inputs` must be called again."""
        return min(max(self._checkpoints[-1].position + self._spacing - self.position, 1), INITIAL_SPACING)

    def seek(self, position: int) -> None:
        """Go to a position, forward or backward, or to the end of the instruction that contains it."""
        checkpoint = self._checkpoints[self._index(position)]
        if not checkpoint.position <= self.position <= position:
            self.restore(checkpoint)
        while self.position < position:
            self._pass(min(position, self.next or position))

    def pass_to_next(self) -> None:
        """Advance time to the next input, which must exist."""
        assert self.next is not None
        self._pass(self.next)

    def _pass(self, position: int) -> None:
        with self._repeated():
            self._dsp.advance(self._dsp.clocks + position - self.position)
        self.apply_due_inputs()

    @contextmanager
    def _repeated(self) -> Iterator[None]:
        """Repeat a part of the run, with the errors of the program that the run forward has reported."""
        before = self.position
        try:
            yield
        except EmulatorError:
            if self.position == before:
                raise

    def restore(self, checkpoint: Checkpoint) -> None:
        """Restore a snapshot, and apply the inputs of its clock."""
        self._outside.restore(checkpoint.chip, checkpoint.outside)
        self._applied = checkpoint.applied
        self.apply_due_inputs()

    def before(self, position: int) -> list[Checkpoint]:
        """Return the snapshots before a position, the last one first."""
        return [entry for entry in reversed(self._checkpoints) if entry.position < position]

    def back(self, wanted: Callable[[StepBoundary], bool]) -> bool:
        """Go back to the last boundary that satisfies `wanted` (True), or else to the start (False)."""
        end, window = self.position, WINDOW
        while end > self.start:
            trail = self._trail(max(end - window, self.start), end)
            found = next((past for past in reversed(trail) if wanted(past)), None)
            if found is not None:
                self.seek(found.position)
                return True
            end = trail[0].position if trail else end
            window = min(window * 4, WIDEST) if trail else window * 4
        self.seek(self.start)
        return False

    def snap_to_boundary(self, position: int) -> None:
        """Go to the last boundary that is not after a position.

        The empty cycles before the first word of an interrupt belong to its step, so its breakpoint is hit after a
        boundary.
        """
        if self.end == position:
            self.end = self.start
        window = WINDOW
        while not (trail := self._trail(max(position - window, self.start), position + 1)):
            window *= 4
        self.seek(trail[-1].position)
        self.end = max(self.end, self.position)

    def _trail(self, start: int, end: int) -> list[StepBoundary]:
        """Return the boundaries from `start` up to `end`; none if one instruction covers the range."""
        self.seek(start)
        trail = []
        while self.position < end:
            trail.append(StepBoundary(self.position, depth(self._dsp)))
            with self._repeated():
                self._dsp.step()
            self.apply_due_inputs()
        return trail

    def _index(self, position: int) -> int:
        return max(bisect.bisect_right(self._checkpoints, position, key=lambda entry: entry.position) - 1, 0)

    def _checkpoint(self) -> Checkpoint:
        return Checkpoint(self.position, self._applied, self._dsp.snapshot(), self._outside.state())

    def _thin(self) -> None:
        if (
            len(self._checkpoints) > MAX_SNAPSHOTS
            or sum(len(entry.chip) for entry in self._checkpoints) > MAX_SNAPSHOT_BYTES
        ):
            self._spacing *= 2
            self._checkpoints[1:] = self._checkpoints[2::2]
