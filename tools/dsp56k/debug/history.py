"""The way that a run has taken: snapshots along it, and all inputs, by which any clock of it can be gone back to.

A position is the number of oscillator clocks since power-up; it grows with every instruction. The chip being exact, a
snapshot and the inputs after it give the same run again, to the clock.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dsp56k.debug.errors import DebugError
from dsp56k.debug.frames import depth
from dsp56k.debug.outside import Action, Argument, Host, Outside, State
from dsp56k.emu import Dsp56001

SPACING = 1 << 20
"""Clocks between snapshots at first; a few milliseconds of emulation."""
MOST = 512
"""Snapshots; beyond, every other one goes, and the spacing doubles."""
MOST_BYTES = 1 << 27
WINDOW, WIDEST = 1 << 6, 1 << 20
"""Clocks that are stepped through in the search for an earlier instruction: at first, at most."""


@dataclass(frozen=True)
class Checkpoint:
    """A snapshot at a position, with the number of inputs that had been by then."""

    position: int
    applied: int
    chip: bytes
    outside: State


@dataclass(frozen=True)
class Past:
    """A boundary between two instructions: its position, and how many calls and interrupts are under way."""

    position: int
    depth: int


class History:
    """Snapshots and inputs of one chip from where it stands on.

    Going back and forth expects that nothing on the chip stops it: no breakpoints, watchpoints or hooks.

    Attributes:
        end: the last position that was reached, or that a recording tells of.
    """

    def __init__(self, dsp: Dsp56001, outside: Outside) -> None:
        self._dsp = dsp
        self._outside = outside
        self._actions: list[Action] = []
        self._applied = 0
        self._spacing = SPACING
        self._checkpoints = [self._checkpoint()]
        self.end = self.position

    @property
    def position(self) -> int:
        """Where the chip stands."""
        return self._dsp.total_clocks

    @property
    def host(self) -> Host:
        """Who sends and takes whole words at the host port."""
        return self._outside.host

    @property
    def start(self) -> int:
        """The first position that can be gone back to."""
        return self._checkpoints[0].position

    @property
    def actions(self) -> Sequence[Action]:
        """All inputs, in their order."""
        return tuple(self._actions)

    def expect(self, actions: Sequence[Action], end: int) -> None:
        """Take the inputs of a recording that are to come, and where it ends.

        Raises:
            DebugError: they are out of order, or lie in the past.
        """
        positions = [self.position, *(action.position for action in actions), end]
        if positions != sorted(positions):
            raise DebugError("the inputs of the recording are out of order", field="actions")
        self._actions[self._applied :] = actions
        self.end = end
        self.meet()

    def do(self, name: str, *arguments: Argument) -> object:
        """Let an input happen now; what was known to come after now is forgotten.

        Raises:
            DebugError: no such input; nothing has changed then.
            EmulatorError: what the chip says to its arguments.
        """
        result = self._outside.do(name, arguments)
        del self._actions[self._applied :]
        self._actions.append(Action(self.position, name, arguments))
        self._applied += 1
        while self._checkpoints[-1].position > self.position:
            self._checkpoints.pop()
        self.end = self.position
        return result

    def meet(self) -> bool:
        """Having come forward: let the inputs of this clock happen, and keep a snapshot if one is due; whether there
        was any input.
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
        """The position of the next known input."""
        return self._actions[self._applied].position if self._applied < len(self._actions) else None

    def until_snapshot(self) -> int:
        """How many clocks may pass before `meet` has to be asked again, inputs aside: a few milliseconds at most."""
        return min(max(self._checkpoints[-1].position + self._spacing - self.position, 1), SPACING)

    def seek(self, position: int) -> None:
        """Go to a position, back or forth, or to the end of the instruction that it lies in."""
        checkpoint = self._checkpoints[self._index(position)]
        if not checkpoint.position <= self.position <= position:
            self.restore(checkpoint)
        while self.position < position:
            self._pass(min(position, self.next or position))

    def pass_to_next(self) -> None:
        """Let time pass to the next input, which there has to be."""
        assert self.next is not None
        self._pass(self.next)

    def _pass(self, position: int) -> None:
        self._dsp.advance(self._dsp.clocks + position - self.position)
        self.meet()

    def restore(self, checkpoint: Checkpoint) -> None:
        """Go to a snapshot, and to the inputs of its clock."""
        self._dsp.restore(checkpoint.chip)
        self._outside.restore(checkpoint.outside)
        self._applied = checkpoint.applied
        self.meet()

    def before(self, position: int) -> list[Checkpoint]:
        """The snapshots before a position, the last one first."""
        return [entry for entry in reversed(self._checkpoints) if entry.position < position]

    def back(self, wanted: Callable[[Past], bool]) -> bool:
        """Go back to the last earlier boundary that is wanted, or else to the beginning; whether there was one."""
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

    def settle(self, position: int) -> None:
        """Go to the last boundary that is not after a position: an interrupt's first word is met after the empty cycles
        before it, which are part of its step.
        """
        if self.end == position:
            self.end = self.start
        window = WINDOW
        while not (trail := self._trail(max(position - window, self.start), position + 1)):
            window *= 4
        self.seek(trail[-1].position)
        self.end = max(self.end, self.position)

    def _trail(self, start: int, end: int) -> list[Past]:
        """The boundaries from `start` to before `end`; none if one instruction covers it all."""
        self.seek(start)
        trail = []
        while self.position < end:
            trail.append(Past(self.position, depth(self._dsp)))
            self._dsp.step()
            self.meet()
        return trail

    def _index(self, position: int) -> int:
        return max(bisect.bisect_right(self._checkpoints, position, key=lambda entry: entry.position) - 1, 0)

    def _checkpoint(self) -> Checkpoint:
        return Checkpoint(self.position, self._applied, self._dsp.snapshot(), self._outside.state())

    def _thin(self) -> None:
        if len(self._checkpoints) > MOST or sum(len(entry.chip) for entry in self._checkpoints) > MOST_BYTES:
            self._spacing *= 2
            self._checkpoints[1:] = self._checkpoints[2::2]
