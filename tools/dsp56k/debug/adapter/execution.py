"""Requests that run the program."""

from __future__ import annotations

from typing import Literal

import msgspec

from dsp56k.debug.adapter.memory_references import p_address, p_reference
from dsp56k.debug.adapter.run_requests import RUN, THREAD, RunRequest, stopped_body
from dsp56k.debug.adapter.session import Body, DebugAdapter, NoArguments, Source, request
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.errors import DebugError
from dsp56k.debug.stop_events import Cause, Event


class Stepping(msgspec.Struct, rename="camel"):
    """The granularity of a step."""

    granularity: Literal["statement", "line", "instruction"] = "statement"


def _move(adapter: DebugAdapter, run: RunRequest) -> None:
    _ = adapter.session
    adapter.run_request = run


@request("continue", NoArguments)
def _continue(adapter: DebugAdapter, _: NoArguments) -> Body:
    _move(adapter, RUN)
    return {"allThreadsContinued": True}


def _has_line(session: Debugger) -> bool:
    return session.dsp.regs.pc in session.loaded.lines


@request("next", Stepping)
def _next(adapter: DebugAdapter, stepping: Stepping) -> Body:
    line = stepping.granularity != "instruction" and _has_line(adapter.session)
    _move(adapter, RunRequest(Debugger.line if line else Debugger.over))
    return None


@request("stepIn", Stepping)
def _step_in(adapter: DebugAdapter, stepping: Stepping) -> Body:
    line = stepping.granularity != "instruction" and _has_line(adapter.session)
    _move(adapter, RunRequest((lambda session: session.line(over=False)) if line else Debugger.step))
    return None


@request("stepOut", NoArguments)
def _step_out(adapter: DebugAdapter, _: NoArguments) -> Body:
    _move(adapter, RunRequest(Debugger.out))
    return None


@request("stepBack", Stepping)
def _step_back(adapter: DebugAdapter, stepping: Stepping) -> Body:
    adapter.session.require_reverse_execution()
    _move(adapter, RunRequest(Debugger.back if stepping.granularity == "instruction" else Debugger.back_over))
    return None


@request("reverseContinue", NoArguments)
def _reverse(adapter: DebugAdapter, _: NoArguments) -> Body:
    adapter.session.require_reverse_execution()
    _move(adapter, RunRequest(Debugger.reverse))
    return None


@request("pause", NoArguments)
def _pause(adapter: DebugAdapter, _: NoArguments) -> Body:
    """Do nothing: the run that this request has interrupted is not resumed."""
    session = adapter.session
    adapter.run_request = None
    event = Event(Cause.PAUSED, session.dsp.regs.pc, session.position)
    adapter.then(lambda: adapter.event("stopped", stopped_body(session, event, adapter.reasons)))
    return None


class GotoTargets(msgspec.Struct, rename="camel"):
    """A line at which execution may continue."""

    source: Source
    line: int


@request("gotoTargets", GotoTargets)
def _goto_targets(adapter: DebugAdapter, arguments: GotoTargets) -> Body:
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
    """An address that `gotoTargets` has returned."""

    target_id: int


@request("goto", Goto)
def _goto(adapter: DebugAdapter, arguments: Goto) -> Body:
    session = adapter.session
    session.change("register", "pc", p_address(hex(arguments.target_id)))
    body = {"reason": "goto", "threadId": THREAD, "allThreadsStopped": True}
    adapter.then(lambda: adapter.event("stopped", body))
    return None


@request("restart", NoArguments)
def _restart(adapter: DebugAdapter, _: NoArguments) -> Body:
    session = adapter.session
    event = session.restart()
    if adapter.options.stop_on_entry:
        adapter.then(
            lambda: adapter.event("stopped", stopped_body(session, event, adapter.reasons) | {"reason": "entry"})
        )
    else:
        _move(adapter, RUN)
    return None
