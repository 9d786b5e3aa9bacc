"""Requests that begin and end a session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from dsp56k.asm import render_all
from dsp56k.debug.adapter.run_requests import RUN, STAY_STOPPED, THREAD
from dsp56k.debug.adapter.session import Body, DebugAdapter, NoArguments, request
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


FORWARD_ONLY_CAPABILITIES = {"supportsStepBack": False, "supportsRestartRequest": False}
"""Capabilities that are missing if a script runs the program."""


class Initialize(msgspec.Struct, rename="camel"):
    """The client's properties."""

    lines_start_at1: bool = True


class Launch(msgspec.Struct, rename="camel"):
    """The arguments of `launch`, as docs/guides/debug.md lists them."""

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
def _initialize(adapter: DebugAdapter, arguments: Initialize) -> Body:
    adapter.options.first_line = int(arguments.lines_start_at1)
    return CAPABILITIES


class Attach(msgspec.Struct, rename="camel"):
    """The arguments of `attach`."""

    stop_on_entry: bool = False


@request("attach", Attach)
def _attach(adapter: DebugAdapter, arguments: Attach) -> Body:
    if adapter.script is None:
        raise DebugError("cannot attach: connect to the port of dsp56k.debug.serve or of `dsp56k run --dap`")
    adapter.begin(adapter.script.attach())
    adapter.options.stop_on_entry = arguments.stop_on_entry
    adapter.then(lambda: adapter.event("capabilities", {"capabilities": FORWARD_ONLY_CAPABILITIES}))
    adapter.then(lambda: adapter.event("initialized"))
    return None


@request("launch", Launch)
def _launch(adapter: DebugAdapter, arguments: Launch) -> Body:
    if adapter.script is not None:
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
    # The client may set breakpoints after this event.
    adapter.then(lambda: adapter.event("initialized"))
    return None


@request("configurationDone", NoArguments)
def _configured(adapter: DebugAdapter, _: NoArguments) -> Body:
    session = adapter.session
    if adapter.script is not None:
        adapter.script.configured()
        adapter.run_request = STAY_STOPPED if adapter.options.stop_on_entry else RUN
        return None
    if not adapter.options.stop_on_entry:
        adapter.run_request = RUN
        return None
    place = session.dsp.symbols.place(session.dsp.regs.pc)
    body = {"reason": "entry", "description": place, "threadId": THREAD, "allThreadsStopped": True}
    adapter.then(lambda: adapter.event("stopped", body))
    return None


@request("terminate", NoArguments)
def _terminate(adapter: DebugAdapter, _: NoArguments) -> Body:
    adapter.run_request = None
    if adapter.script is not None:
        adapter.script.terminate()
    adapter.then(lambda: adapter.event("terminated"))
    return None


class Disconnect(msgspec.Struct, rename="camel"):
    """The option to end an attached program as well."""

    terminate_debuggee: bool = False


@request("disconnect", Disconnect)
def _disconnect(adapter: DebugAdapter, arguments: Disconnect) -> Body:
    if adapter.script is not None and arguments.terminate_debuggee:
        adapter.script.terminate()
    adapter.run_request = None
    adapter.ended = True
    if adapter.options.record is not None:
        save(adapter.session.recording(), Path(adapter.options.record))
    return None
