"""How the program moves, and what is told when it stands again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dsp56k.debug import Cause, Debugger, Event

THREAD = 1
"""A DSP56001 is one thread."""
_REASONS = {
    Cause.STEP: "step",
    Cause.START: "step",
    Cause.BREAKPOINT: "breakpoint",
    Cause.CONDITION: "breakpoint",
    Cause.INTERRUPT: "breakpoint",
    Cause.WATCHPOINT: "data breakpoint",
    Cause.ILLEGAL: "exception",
    Cause.STACK_ERROR: "exception",
    Cause.UNLOADED: "exception",
    Cause.FAILED: "exception",
}


@dataclass(frozen=True)
class Movement:
    """What the program is to do; `resumable`: ended half-way, it is done once more."""

    act: Callable[[Debugger], Event]
    resumable: bool = False


RUN = Movement(Debugger.run, resumable=True)


def stopped_body(session: Debugger, event: Event, reasons: dict[int, str]) -> dict[str, Any]:
    """What is told of a program that stands; `reasons` by the number of the breakpoint."""
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
