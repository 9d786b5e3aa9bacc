"""Requests that begin and end a conversation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from dsp56k.asm import render_all
from dsp56k.cli.boards import fitted
from dsp56k.cli.debugging.adapter.conversation import Adapter, Body, Nothing, request
from dsp56k.cli.debugging.adapter.movement import RUN, THREAD
from dsp56k.debug import DebugError, Debugger
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
        {"filter": "unloaded", "label": "Memory that was never loaded", "default": True},
        {"filter": "interrupt", "label": "Interrupts", "default": False},
    ]
}


class Initialize(msgspec.Struct, rename="camel"):
    """What the client tells of itself."""

    lines_start_at1: bool = True


class Launch(msgspec.Struct, rename="camel"):
    """The arguments of `launch`: docs/debugger.md lists them."""

    program: str
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


@request("launch", Launch)
def _launch(adapter: Adapter, arguments: Launch) -> Body:
    try:
        session = Debugger.open(
            arguments.program,
            board=fitted(arguments.board).board,
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
    adapter.then(lambda: adapter.event("terminated"))
    return None


@request("disconnect", Nothing)
def _disconnect(adapter: Adapter, _: Nothing) -> Body:
    adapter.movement = None
    adapter.ended = True
    if adapter.options.record is not None:
        save(adapter.session.recording(), Path(adapter.options.record))
    return None
