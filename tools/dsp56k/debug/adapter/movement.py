"""How the program moves, and what is told when it stands again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from dsp56k.debug.bounds import Bounds, Ended
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.events import Cause, Event

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


class Attended(Protocol):
    """The script's side of a chip that a client has attached to."""

    def attach(self) -> Debugger:
        """A session with the chip as it stands; the script's runs are the client's from now on."""
        ...

    def configured(self) -> None:
        """The client has set its breakpoints."""
        ...

    def take(self) -> Bounds | None:
        """The script's run, if one is under way, for the client to move in."""
        ...

    @property
    def withdrawn(self) -> bool:
        """Whether the script does not want its run any more."""
        ...

    def give_back(self, ended: Ended | None) -> None:
        """The client has moved; how the script's run ended, if it did."""
        ...

    def terminate(self) -> None:
        """End the script's run, now or where the next one begins."""
        ...


@dataclass(frozen=True)
class Movement:
    """What the program is to do; `resumable`: ended half-way, it is done once more."""

    act: Callable[[Debugger], Event]
    resumable: bool = False


def _stand(session: Debugger) -> Event:
    return Event(Cause.ENTRY, session.dsp.regs.pc, session.position)


STAND = Movement(_stand)
"""Nothing: the program stands where a script's run is under way."""
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
