"""Requests that move the program."""

from __future__ import annotations

from typing import Literal

import msgspec

from dsp56k.debug.adapter.conversation import Adapter, Body, Nothing, Source, request
from dsp56k.debug.adapter.movement import RUN, THREAD, Movement, stopped_body
from dsp56k.debug.adapter.references import p_address, p_reference
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.errors import DebugError
from dsp56k.debug.events import Cause, Event


class Stepping(msgspec.Struct, rename="camel"):
    """How far a step goes."""

    granularity: Literal["statement", "line", "instruction"] = "statement"


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
    adapter.session.check_way_back()
    _move(adapter, Movement(Debugger.back if stepping.granularity == "instruction" else Debugger.back_over))
    return None


@request("reverseContinue", Nothing)
def _reverse(adapter: Adapter, _: Nothing) -> Body:
    adapter.session.check_way_back()
    _move(adapter, Movement(Debugger.reverse))
    return None


@request("pause", Nothing)
def _pause(adapter: Adapter, _: Nothing) -> Body:
    """A run has ended for it already; it is not taken up again."""
    session = adapter.session
    adapter.movement = None
    event = Event(Cause.PAUSED, session.dsp.regs.pc, session.position)
    adapter.then(lambda: adapter.event("stopped", stopped_body(session, event, adapter.reasons)))
    return None


class GotoTargets(msgspec.Struct, rename="camel"):
    """A line to go to."""

    source: Source
    line: int


@request("gotoTargets", GotoTargets)
def _goto_targets(adapter: Adapter, arguments: GotoTargets) -> Body:
    session = adapter.session
    if arguments.source.path is None:
        raise DebugError("the source must have a path", field="source")
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
    event = session.restart()
    if adapter.options.stop_on_entry:
        adapter.then(
            lambda: adapter.event("stopped", stopped_body(session, event, adapter.reasons) | {"reason": "entry"})
        )
    else:
        _move(adapter, RUN)
    return None
