"""Requests that move the program, and what is told when it stands again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from dsp56k.cli.debugging.adapter.handlers import Body, Nothing, Source, request
from dsp56k.cli.debugging.adapter.references import p_address, p_reference
from dsp56k.debug import Cause, DebugError, Debugger, Event

if TYPE_CHECKING:
    from dsp56k.cli.debugging.adapter.server import Adapter

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


class Stepping(msgspec.Struct, rename="camel"):
    """How far a step goes."""

    granularity: Literal["statement", "line", "instruction"] = "statement"


def stopped_body(adapter: Adapter, event: Event) -> dict[str, Any]:
    """What is told of a program that stands."""
    session = adapter.session
    reason = _REASONS.get(event.cause, "pause")
    if event.points and reason == "breakpoint":
        reason = adapter.reasons.get(event.points[0], reason)
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


def _move(adapter: Adapter, movement: Movement) -> None:
    _ = adapter.session
    adapter.movement = movement


@request("continue", Nothing)
def _continue(adapter: Adapter, _: Nothing) -> Body:
    _move(adapter, RUN)
    return {"allThreadsContinued": True}


def _has_line(session: Debugger) -> bool:
    return session.dsp.regs.pc in session.loaded.lines


@request("next", Stepping)
def _next(adapter: Adapter, stepping: Stepping) -> Body:
    line = stepping.granularity != "instruction" and _has_line(adapter.session)
    _move(adapter, Movement(Debugger.line if line else Debugger.over))
    return None


@request("stepIn", Stepping)
def _step_in(adapter: Adapter, stepping: Stepping) -> Body:
    line = stepping.granularity != "instruction" and _has_line(adapter.session)
    _move(adapter, Movement((lambda session: session.line(over=False)) if line else Debugger.step))
    return None


@request("stepOut", Nothing)
def _step_out(adapter: Adapter, _: Nothing) -> Body:
    _move(adapter, Movement(Debugger.out))
    return None


@request("stepBack", Stepping)
def _step_back(adapter: Adapter, stepping: Stepping) -> Body:
    _move(adapter, Movement(Debugger.back if stepping.granularity == "instruction" else Debugger.back_over))
    return None


@request("reverseContinue", Nothing)
def _reverse(adapter: Adapter, _: Nothing) -> Body:
    _move(adapter, Movement(Debugger.reverse))
    return None


@request("pause", Nothing)
def _pause(adapter: Adapter, _: Nothing) -> Body:
    """A run has ended for it already; it is not taken up again."""
    session = adapter.session
    adapter.movement = None
    event = Event(Cause.PAUSED, session.dsp.regs.pc, session.position)
    adapter.then(lambda: adapter.event("stopped", stopped_body(adapter, event)))
    return None


class GotoTargets(msgspec.Struct, rename="camel"):
    """A line to go to."""

    source: Source
    line: int


@request("gotoTargets", GotoTargets)
def _goto_targets(adapter: Adapter, arguments: GotoTargets) -> Body:
    session = adapter.session
    if arguments.source.path is None:
        raise DebugError("a source file has a path", field="source")
    line, addresses = session.loaded.addresses(arguments.source.path, arguments.line + 1 - adapter.options.first_line)
    return {
        "targets": [
            {
                "id": address,
                "label": session.dsp.symbols.near(address) or p_reference(address),
                "line": line - 1 + adapter.options.first_line,
                "instructionPointerReference": p_reference(address),
            }
            for address in addresses
        ]
    }


class Goto(msgspec.Struct, rename="camel"):
    """The address that `gotoTargets` gave."""

    target_id: int


@request("goto", Goto)
def _goto(adapter: Adapter, arguments: Goto) -> Body:
    session = adapter.session
    session.change("register", "pc", p_address(hex(arguments.target_id)))
    body = {"reason": "goto", "threadId": THREAD, "allThreadsStopped": True}
    adapter.then(lambda: adapter.event("stopped", body))
    return None


@request("restart", Nothing)
def _restart(adapter: Adapter, _: Nothing) -> Body:
    session = adapter.session
    event = session.seek(session.known[0])
    if adapter.options.stop_on_entry:
        adapter.then(lambda: adapter.event("stopped", stopped_body(adapter, event) | {"reason": "entry"}))
    else:
        _move(adapter, RUN)
    return None
