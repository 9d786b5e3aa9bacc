"""Runs of the program for a client, and the event that reports a stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from dsp56k.debug.debugger import Debugger
from dsp56k.debug.run_limits import RunLimits, ScriptRunEnded
from dsp56k.debug.stop_events import Cause, Event

THREAD = 1
"""A DSP56001 is one thread."""
_REASONS = {
    Cause.STEP: "step",
    Cause.START: "step",
    Cause.ENTRY: "entry",
    Cause.BREAKPOINT: "breakpoint",
    Cause.CONDITION: "breakpoint",
    Cause.INTERRUPT: "breakpoint",
    Cause.WATCHPOINT: "data breakpoint",
    Cause.ILLEGAL: "exception",
    Cause.STACK_ERROR: "exception",
    Cause.UNLOADED: "exception",
    Cause.FAILED: "exception",
}


class AttachedScript(Protocol):
    """The script's side of a chip that a client has attached to."""

    def attach(self) -> Debugger:
        """Return a session with the chip in its current state; from now on the client controls the script's runs."""
        ...

    def configured(self) -> None:
        """Note that the client has set its breakpoints."""
        ...

    def acquire_run(self) -> RunLimits | None:
        """Return the script's current run, if there is one, for the client to execute."""
        ...

    @property
    def is_cancelled(self) -> bool:
        """True if the script does not wait for its run any more."""
        ...

    def release_run(self, ended: ScriptRunEnded | None) -> None:
        """Return control to the script; `ended` is the result if its run has ended."""
        ...

    def terminate(self) -> None:
        """End the script's run, now or at the next one's start."""
        ...


@dataclass(frozen=True)
class RunRequest:
    """A run of the program. A resumable one is started again after an interruption by a request."""

    act: Callable[[Debugger], Event]
    resumable: bool = False


def _stay_stopped(session: Debugger) -> Event:
    return Event(Cause.ENTRY, session.dsp.regs.pc, session.position)


STAY_STOPPED = RunRequest(_stay_stopped)
"""No instruction: the program is stopped at the beginning of a script's run."""
RUN = RunRequest(Debugger.run, resumable=True)


def stopped_body(session: Debugger, event: Event, reasons: dict[int, str]) -> dict[str, Any]:
    """Return the body of a `stopped` event; `reasons` is by the number of the breakpoint."""
    reason = _REASONS.get(event.cause, "pause")
    if event.points and reason == "breakpoint":
        reason = reasons.get(event.points[0], reason)
    texts = [event.text, *map(str, event.accesses)]
    place = session.dsp.symbols.place(event.pc)
    return {
        "reason": reason,
        "description": f"{event.cause.value} at {place}",
        "threadId": THREAD,
        "allThreadsStopped": True,
        "text": " ".join(text for text in texts if text),
        "hitBreakpointIds": list(event.points),
    }
