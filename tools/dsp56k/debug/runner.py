"""Running forward to the next event by the chip's own breakpoints.

They are set while the program runs and removed when it stops, so that reverse execution does not hit them. The chip
evaluates their conditions and counts hits, and returns only if one is triggered. An exception is a breakpoint that is
an expression without an address, which must check every instruction.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, replace

from dsp56k.debug.breakpoints import Kind, Point, Points
from dsp56k.debug.history import History
from dsp56k.debug.run_limits import NoActiveRun, RunLimits, ScriptRunEnded
from dsp56k.debug.stop_events import Cause, Event
from dsp56k.emu import Dsp56001, EmulatorError, Stop, StopReason
from dsp56k.emu.debugging.conditional_breakpoints import ConditionalBreakpoint, Expression
from dsp56k.emu.errors import ExpressionError

ENDS = {
    StopReason.HALT: Cause.HALT,
    StopReason.WAIT: Cause.WAIT,
    StopReason.STOP: Cause.STOP,
    StopReason.ILLEGAL: Cause.ILLEGAL,
    StopReason.STACK_ERROR: Cause.STACK_ERROR,
    StopReason.UNLOADED: Cause.UNLOADED,
}
WAITING = (Cause.HALT, Cause.WAIT, Cause.STOP, Cause.ILLEGAL)
"""Stops that a later input may end."""
_MET = {
    StopReason.BREAKPOINT: Cause.BREAKPOINT,
    StopReason.WATCHPOINT: Cause.WATCHPOINT,
    StopReason.CONDITION: Cause.CONDITION,
}
_GOAL = 0
"""The number of the goal among the chip's breakpoints; those of the user begin with 1."""


@dataclass(frozen=True)
class StopGoal:
    """The goal that ends a run.

    It is a number of instructions, a position, or an address at which `reached` is true.
    """

    instructions: int | None = None
    position: int | None = None
    addresses: frozenset[int] = frozenset()
    reached: Expression | None = None


class Runner:
    """Runs a chip forward.

    Attributes:
        stack_errors: Stop at an overflow or underflow of the system stack.
        unloaded: Stop before uninitialised program memory.
        paused: Called every few milliseconds; True ends the run.
        log: Receives the messages of logpoints.
        bounds: The script's run that contains the runs, if there is one.
    """

    def __init__(self, dsp: Dsp56001, history: History, points: Points) -> None:
        self._dsp = dsp
        self._history = history
        self._points = points
        self.stack_errors = True
        self.unloaded = True
        self.paused: Callable[[], bool] = lambda: False
        self.log: Callable[[str], None] = lambda _: None
        self._stood: tuple[int, int, int] | None = None
        self._inside = False
        self.bounds: RunLimits | NoActiveRun | None = None

    def forward(self, goal: StopGoal, limit: int) -> Event:
        """Run until something stops the program, the goal is reached, or `limit` clocks have passed."""
        end = self._history.position + limit
        position = end if goal.position is None else min(goal.position, end)
        bounded = StopGoal(goal.instructions, position, goal.addresses, goal.reached)
        with closing(self._events(bounded, counting=True)) as events:
            event = next(events)
        for number in event.points:
            if self._points[number].once:
                self._points.remove(number)
        if event.cause is Cause.STEP and event.position >= end and goal.position is None:
            return replace(event, cause=Cause.BUDGET)
        return self.stop_at(event)

    def last_before(self, position: int, inclusive: bool) -> Event | None:
        """Return the last stop of a run from here to a position, or a pause, if `paused` returns True."""
        if self.paused():
            return self._event(Cause.PAUSED)
        found, last = None, -1
        with closing(self._events(StopGoal(position=position), counting=False)) as events:
            for event in events:
                if event.cause is Cause.PAUSED:
                    return event
                if event.points and (event.position < position or inclusive):
                    found = event
                # A program that has ended does not advance, nor one before an instruction that the chip refuses.
                if event.position in (position, last) or event.cause is Cause.STEP:
                    break
                last = event.position
        return found

    def stop_at(self, event: Event) -> Event:
        """Go to the position of an event. A run that continues from an interrupt does not stop for it again."""
        if event.cause is not Cause.INTERRUPT:
            self._history.seek(event.position)
            return event
        self._history.snap_to_boundary(event.position)
        position = self._history.position
        self._stood = position, self._dsp.instructions, self._dsp.explain_cost().address
        return replace(event, position=position)

    def _events(self, goal: StopGoal, *, counting: bool) -> Generator[Event, None, None]:
        """Yield the events up to a goal, which is the last one.

        During a search backwards hits are not counted, and logpoints do not log.
        """
        self._arm(goal, counting)
        try:
            left = goal.instructions
            while True:
                self._meet()
                event, executed = self._run(goal, left, counting)
                left = None if left is None else left - executed
                waiting = event is not None and event.cause in WAITING
                inputs = self._meet()
                if waiting and inputs:
                    continue
                if waiting and self._history.next is not None:
                    self._history.pass_to_next()
                elif event is not None:
                    yield event
                elif self._inside:
                    continue
                elif left == 0 or (goal.position is not None and self._history.position >= goal.position):
                    yield self._event(Cause.STEP)
                elif self.paused():
                    yield self._event(Cause.PAUSED)
        finally:
            self._dsp.conditional_breakpoints.set([])

    def _meet(self) -> bool:
        """Apply the inputs of this clock, unless the chip is inside of an interrupt's step, which is not a boundary."""
        return not self._inside and self._history.apply_due_inputs()

    def _run(self, goal: StopGoal, left: int | None, counting: bool) -> tuple[Event | None, int]:
        """Run for a few milliseconds at most; return the event that ended it, if any, and the instructions."""
        clocks = self._history.until_snapshot()
        for end in (goal.position, self._history.next):
            if end is not None:
                clocks = min(clocks, max(end - self._history.position, 0))
        before = self._dsp.instructions
        clocks = max(clocks, int(self._inside))
        self._inside = False
        try:
            stop = self._piece(clocks, left)
        except (ExpressionError, ScriptRunEnded):
            self._count(counting)
            self._history.apply_due_inputs()
            raise
        except EmulatorError as error:
            event: Event | None = self._event(Cause.FAILED, text=str(error))
        except KeyboardInterrupt:
            event = self._event(Cause.PAUSED)
        else:
            self._count(counting)
            event = self._told(stop)
        return event, self._dsp.instructions - before

    def _piece(self, clocks: int, instructions: int | None) -> Stop:
        errors, unloaded = self.stack_errors, self.unloaded
        if self.bounds is not None:
            return self.bounds.run(self._dsp, clocks, instructions, stack_errors=errors, unloaded=unloaded)
        return self._dsp.run(max_clocks=clocks, max_instructions=instructions, stack_errors=errors, unloaded=unloaded)

    def _count(self, counting: bool) -> None:
        if counting:
            self._points.count(self._dsp.conditional_breakpoints.counts)

    def _told(self, stop: Stop) -> Event | None:
        """Return the event for the end of a run, if it is one."""
        if stop.reason in ENDS:
            return self._event(ENDS[stop.reason])
        if stop.reason not in _MET:
            return None
        numbers = self._dsp.conditional_breakpoints.due
        due = [self._points[number] for number in numbers if number != _GOAL]
        self._inside = any(point.place.kind is Kind.INTERRUPT for point in due)
        stopping = [point for point in due if self._stops(point, stop)]
        if stopping:
            return self._event(Cause.INTERRUPT if self._inside else _MET[stop.reason], stopping, stop)
        return self._event(Cause.STEP) if _GOAL in numbers else None

    def _stops(self, point: Point, stop: Stop) -> bool:
        """Return True if a triggered breakpoint stops the program; a logpoint logs its message."""
        if point.log is not None:
            self.log(point.message(self._dsp, self._points.met, stop.accesses))
            return False
        return True

    def _event(
        self, cause: Cause, points: list[Point] | None = None, stop: Stop | None = None, text: str = ""
    ) -> Event:
        numbers = tuple(point.number for point in points or ())
        seen = (stop.accesses, stop.accessed_by) if stop is not None else ((), None)
        return Event(cause, self._dsp.regs.pc, self._history.position, numbers, *seen, text=text)

    def _arm(self, goal: StopGoal, counting: bool) -> None:
        self._inside = False
        left = self._stood if self._stood and self._stood[0] == self._history.position else None
        points = [point.on_chip() for point in self._points.enabled() if counting or point.log is None]
        if goal.addresses:
            points.append(ConditionalBreakpoint(_GOAL, "addresses", sorted(goal.addresses), condition=goal.reached))
        self._dsp.conditional_breakpoints.set(points, self._points.met, counting=counting, passed=left and left[1:])
