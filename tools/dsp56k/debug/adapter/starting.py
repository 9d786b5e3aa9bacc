"""Requests that begin and end a conversation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from dsp56k.asm import render_all
from dsp56k.debug.adapter.conversation import Adapter, Body, Nothing, request
from dsp56k.debug.adapter.movement import RUN, STAND, THREAD
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.errors import DebugError
from dsp56k.debug.recordings import read, save

CAPABILITIES: dict[str, Any] = {
    f"supports{name}": True
    for name in (
        "BreakpointLocationsRequest",
        "CompletionsRequest",
        "ConditionalBreakpoints",
        "ConfigurationDoneRequest",
        "DataBreakpoints",
        "DisassembleRequest",
        "EvaluateForHovers",
        "FunctionBreakpoints",
        "GotoTargetsRequest",
        "HitConditionalBreakpoints",
        "InstructionBreakpoints",
        "LoadedSourcesRequest",
        "LogPoints",
        "ReadMemoryRequest",
        "RestartRequest",
        "SetVariable",
        "StepBack",
        "SteppingGranularity",
        "TerminateRequest",
        "WriteMemoryRequest",
    )
} | {
    "exceptionBreakpointFilters": [
        {"filter": "stack_error", "label": "Stack errors", "default": True},
        {"filter": "unloaded", "label": "Uninitialised program memory", "default": True},
        {"filter": "interrupt", "label": "Interrupts", "default": False},
    ]
}


NO_WAY_BACK = {"supportsStepBack": False, "supportsRestartRequest": False}
"""What a program cannot do that a script of its own runs."""


class Initialize(msgspec.Struct, rename="camel"):
    """What the client tells of itself."""

    lines_start_at1: bool = True


class Launch(msgspec.Struct, rename="camel"):
    """The arguments of `launch`: docs/guides/debug.md lists them."""

    program: str
    format: str | None = None
    stop_on_entry: bool = False
    board: str | None = None
    mode: int | None = None
    strict: bool = False
    source_paths: list[str] = []
    defines: dict[str, str] = {}
    replay: str | None = None
    record: str | None = None


@request("initialize", Initialize)
def _initialize(adapter: Adapter, arguments: Initialize) -> Body:
    adapter.options.first_line = int(arguments.lines_start_at1)
    return CAPABILITIES


class Attach(msgspec.Struct, rename="camel"):
    """The arguments of `attach`."""

    stop_on_entry: bool = False


@request("attach", Attach)
def _attach(adapter: Adapter, arguments: Attach) -> Body:
    if adapter.attended is None:
        raise DebugError("cannot attach: connect to the port of dsp56k.debug.serve or of `dsp56k run --dap`")
    adapter.begin(adapter.attended.attach())
    adapter.options.stop_on_entry = arguments.stop_on_entry
    adapter.then(lambda: adapter.event("capabilities", {"capabilities": NO_WAY_BACK}))
    adapter.then(lambda: adapter.event("initialized"))
    return None


@request("launch", Launch)
def _launch(adapter: Adapter, arguments: Launch) -> Body:
    if adapter.attended is not None:
        raise DebugError("the program of this port is already running: use an attach configuration")
    fit = None if adapter.boards is None else adapter.boards(arguments.board)
    try:
        session = Debugger.open(
            arguments.program,
            form=arguments.format,
            board=None if fit is None else fit.board,
            devices=None if fit is None else fit.devices,
            mode=arguments.mode,
            strict=arguments.strict,
            folders=arguments.source_paths,
            defines=arguments.defines,
            recording=None if arguments.replay is None else read(Path(arguments.replay)),
        )
    except DebugError as error:
        text = render_all(error.fields.get("diagnostics", []))
        adapter.event("output", {"category": "stderr", "output": text})
        raise
    adapter.options.stop_on_entry = arguments.stop_on_entry
    adapter.options.record = arguments.record
    adapter.begin(session)
    # Breakpoints can be set from now on.
    adapter.then(lambda: adapter.event("initialized"))
    return None


@request("configurationDone", Nothing)
def _configured(adapter: Adapter, _: Nothing) -> Body:
    session = adapter.session
    if adapter.attended is not None:
        adapter.attended.configured()
        adapter.movement = STAND if adapter.options.stop_on_entry else RUN
        return None
    if not adapter.options.stop_on_entry:
        adapter.movement = RUN
        return None
    place = session.dsp.symbols.place(session.dsp.regs.pc)
    body = {"reason": "entry", "description": place, "threadId": THREAD, "allThreadsStopped": True}
    adapter.then(lambda: adapter.event("stopped", body))
    return None


@request("terminate", Nothing)
def _terminate(adapter: Adapter, _: Nothing) -> Body:
    adapter.movement = None
    if adapter.attended is not None:
        adapter.attended.terminate()
    adapter.then(lambda: adapter.event("terminated"))
    return None


class Disconnect(msgspec.Struct, rename="camel"):
    """Whether a program that the client has attached to ends, too."""

    terminate_debuggee: bool = False


@request("disconnect", Disconnect)
def _disconnect(adapter: Adapter, arguments: Disconnect) -> Body:
    if adapter.attended is not None and arguments.terminate_debuggee:
        adapter.attended.terminate()
    adapter.movement = None
    adapter.ended = True
    if adapter.options.record is not None:
        save(adapter.session.recording(), Path(adapter.options.record))
    return None
