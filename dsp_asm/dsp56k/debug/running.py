"""Running forward to the next event, through the chip's own breakpoints, watchpoints and hooks.

They are set while the program runs and taken away when it stands, so that going back and forth meets none of them.
Conditions are evaluated where one of them is met; only a breakpoint that is an expression and has no address looks at
every instruction.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, replace

from dsp56k.debug.events import Cause, Event
from dsp56k.debug.history import History
from dsp56k.debug.points import LAST_VECTOR, Kind, Point, Points
from dsp56k.emu import Access, Dsp56001, EmulatorError, Stop, StopReason

ENDS = {
    StopReason.HALT: Cause.HALT,
    StopReason.WAIT: Cause.WAIT,
    StopReason.STOP: Cause.STOP,
    StopReason.ILLEGAL: Cause.ILLEGAL,
    StopReason.STACK_ERROR: Cause.STACK_ERROR,
    StopReason.UNLOADED: Cause.UNLOADED,
}
WAITING = (Cause.HALT, Cause.WAIT, Cause.STOP, Cause.ILLEGAL)
"""What an input that is still to come may end."""


Choose = Callable[[list[Point]], list[Point]]
"""Which of the points that are met are told of."""


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Goal:
    """Where a movement ends by itself: after so many instructions, at a position, or at an address if `reached`."""

    instructions: int | None = None
    position: int | None = None
    addresses: frozenset[int] = frozenset()
    reached: Callable[[], bool] = _always


class _Met(Exception):  # noqa: N818 (no error, but the way out of a hook)
    """An interrupt that is waited for begins."""

    def __init__(self, points: list[Point]) -> None:
        self.points = points


class Runner:
    """Runs a chip forward.

    Attributes:
        stack_errors: stop where the system stack over- or underflows.
        unloaded: stop before P memory that nothing was ever stored to.
        paused: asked every few milliseconds; True ends the movement.
        log: takes the messages of log points.
    """

    def __init__(self, dsp: Dsp56001, history: History, points: Points) -> None:
        self._dsp = dsp
        self._history = history
        self._points = points
        self.stack_errors = True
        self.unloaded = True
        self.paused: Callable[[], bool] = lambda: False
        self.log: Callable[[str], None] = lambda _: None
        self._values: dict[tuple[str, int], int] = {}
        self._stood: tuple[int, int, int] | None = None
        self._left: tuple[int, int, int] | None = None
        self._before: dict[int, bool] = {}
        self._turned: list[Point] = []

    def forward(self, goal: Goal, limit: int) -> Event:
        """Run until something stops the program, the goal is reached, or `limit` clocks are over."""
        end = self._history.position + limit
        position = end if goal.position is None else min(goal.position, end)
        bounded = Goal(goal.instructions, position, goal.addresses, goal.reached)
        with closing(self._events(bounded, self._stops)) as events:
            event = next(events)
        if event.cause is Cause.STEP and event.position >= end and goal.position is None:
            return replace(event, cause=Cause.BUDGET)
        return self.stand(event)

    def last_before(self, position: int, inclusive: bool) -> Event | None:
        """Of the places from here to a position where a run would stop, the last one; a pause, if it is paused."""
        if self.paused():
            return self._event(Cause.PAUSED)
        found, last = None, -1
        with closing(self._events(Goal(position=position), self._would_stop)) as events:
            for event in events:
                if event.cause is Cause.PAUSED:
                    return event
                if event.points and (event.position < position or inclusive):
                    found = event
                # A program that has come to its end does not move on.
                if event.position in (position, last) or event.cause in (Cause.STEP, Cause.FAILED):
                    break
                last = event.position
        return found

    def stand(self, event: Event) -> Event:
        """Go to where an event was. A run that goes on from an interrupt does not stop for it again."""
        if event.cause is not Cause.INTERRUPT:
            self._history.seek(event.position)
            return event
        self._history.settle(event.position)
        position = self._history.position
        self._stood = position, self._dsp.instructions, self._dsp.explain().address
        return replace(event, position=position)

    def _stops(self, points: list[Point]) -> list[Point]:
        """Those of the points met that stop the program, after counting; log points have written their message."""
        stopping = []
        for point in points:
            point.hits += 1
            if not point.holds(self._dsp, self._points.met):
                continue
            if point.ignore:
                point.ignore -= 1
            elif point.log is not None:
                self.log(point.message(self._dsp))
            else:
                stopping.append(point)
                if point.once:
                    self._points.remove(point.number)
        return stopping

    def _would_stop(self, points: list[Point]) -> list[Point]:
        """The same in the past, where nothing counts."""
        return [point for point in points if point.log is None and point.holds(self._dsp, self._points.met)]

    def _events(self, goal: Goal, choose: Choose) -> Generator[Event, None, None]:
        """All that happens on the way to a goal, which is the last event; `choose` tells which points are told of."""
        self._arm(goal, choose)
        try:
            left = goal.instructions
            while True:
                self._history.meet()
                event, executed = self._run(goal, left, choose)
                left = None if left is None else left - executed
                waiting = event is not None and event.cause in WAITING
                # Where an interrupt is met is no boundary.
                inputs = (event is None or event.cause is not Cause.INTERRUPT) and self._history.meet()
                if waiting and inputs:
                    continue
                if waiting and self._history.next is not None:
                    self._history.pass_to_next()
                elif event is not None:
                    yield event
                elif left == 0 or (goal.position is not None and self._history.position >= goal.position):
                    yield self._event(Cause.STEP)
                elif self.paused():
                    yield self._event(Cause.PAUSED)
        finally:
            self._disarm()

    def _run(self, goal: Goal, left: int | None, choose: Choose) -> tuple[Event | None, int]:
        """Run for a few milliseconds at most: what ended it, if that is worth telling, and the instructions."""
        clocks = self._history.until_snapshot()
        for end in (goal.position, self._history.next):
            if end is not None:
                clocks = min(clocks, max(end - self._history.position, 0))
        before = self._dsp.instructions
        expressions = self._points.of(Kind.EXPRESSION)
        try:
            stop = self._dsp.run(
                max_clocks=clocks,
                max_instructions=left,
                condition=self._turn if expressions else None,
                stack_errors=self.stack_errors,
                unloaded=self.unloaded,
            )
        except _Met as met:
            event: Event | None = self._event(Cause.INTERRUPT, met.points)
        except EmulatorError as error:
            event = self._event(Cause.FAILED, text=str(error))
        except KeyboardInterrupt:
            event = self._event(Cause.PAUSED)
        else:
            event = self._told(stop, goal, choose)
        return event, self._dsp.instructions - before

    def _told(self, stop: Stop, goal: Goal, choose: Choose) -> Event | None:
        """The event that the end of a run is, if it is any."""
        if stop.reason in ENDS:
            return self._event(ENDS[stop.reason])
        if stop.reason is StopReason.BREAKPOINT:
            here = [point for point in self._points.of(Kind.ADDRESS) if stop.pc in point.place.addresses]
            met = choose(here)
            if met:
                return self._event(Cause.BREAKPOINT, met)
            return self._event(Cause.STEP) if stop.pc in goal.addresses and goal.reached() else None
        if stop.reason is StopReason.WATCHPOINT:
            seen = [point for point in self._points.of(Kind.WATCH) if self._sees(point, stop.accesses)]
            for access in stop.accesses:
                if access.write:
                    self._values[access.space, access.address] = access.value
            met = choose(seen)
            return self._event(Cause.WATCHPOINT, met, stop) if met else None
        if stop.reason is StopReason.CONDITION:
            met = choose(self._turned)
            return self._event(Cause.CONDITION, met) if met else None
        return None

    def _event(
        self, cause: Cause, points: list[Point] | None = None, stop: Stop | None = None, text: str = ""
    ) -> Event:
        numbers = tuple(point.number for point in points or ())
        seen = (stop.accesses, stop.accessed_by) if stop is not None else ((), None)
        return Event(cause, self._dsp.regs.pc, self._history.position, numbers, *seen, text=text)

    def _sees(self, point: Point, accesses: tuple[Access, ...]) -> bool:
        place = point.place
        first, last = place.addresses
        for access in accesses:
            wanted = place.write if access.write else place.read
            if wanted and access.space == place.space and first <= access.address <= last:
                known = self._values.get((access.space, access.address))
                if not (place.changed and access.write and known == access.value):
                    return True
        return False

    def _turn(self, dsp: Dsp56001) -> bool:
        """Whether expressions have become true with the last instruction: `_turned`."""
        self._turned = []
        for point in self._points.of(Kind.EXPRESSION):
            now = point.holds(dsp, self._points.met)
            if now and not self._before[point.number]:
                self._turned.append(point)
            self._before[point.number] = now
        return bool(self._turned)

    def _interrupted(self, dsp: Dsp56001, address: int, choose: Choose) -> None:
        """A word of the vectors is about to execute: the first of an interrupt's, unless PC has come to it."""
        if address & 1 or address == dsp.regs.pc:
            return
        if self._left is not None and self._left[1:] == (dsp.instructions, address):
            return
        here = [
            point
            for point in self._points.of(Kind.INTERRUPT)
            if not point.place.addresses or address in point.place.addresses
        ]
        if here and (met := choose(here)):
            raise _Met(met)

    def _arm(self, goal: Goal, choose: Choose) -> None:
        dsp, points = self._dsp, self._points
        self._left = self._stood if self._stood and self._stood[0] == self._history.position else None
        for address in goal.addresses.union(*(point.place.addresses for point in points.of(Kind.ADDRESS))):
            dsp.breakpoints.add(address)
        for point in points.of(Kind.WATCH):
            place = point.place
            first, last = place.addresses
            dsp.watchpoints.add(place.space, first, last, read=place.read, write=place.write)
            if place.changed:
                memory = {"X": dsp.x, "Y": dsp.y, "P": dsp.p}[place.space]
                for address, word in enumerate(memory[first : last + 1], first):
                    self._values[place.space, address] = word
        if points.of(Kind.INTERRUPT):
            dsp.hooks.on_execute(lambda chip, address: self._interrupted(chip, address, choose), 0, LAST_VECTOR)
        self._before = {point.number: point.holds(dsp, points.met) for point in points.of(Kind.EXPRESSION)}

    def _disarm(self) -> None:
        self._dsp.breakpoints.clear()
        self._dsp.watchpoints.clear()
        self._dsp.hooks.clear()
        self._values.clear()
