"""Requests that inspect the program: stack frames, variables, expressions, sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from dsp56k.debug.adapter.memory_references import p_reference, reference
from dsp56k.debug.adapter.run_requests import STAY_STOPPED, THREAD, stopped_body
from dsp56k.debug.adapter.session import Body, DebugAdapter, NoArguments, Source, request
from dsp56k.debug.call_stack import entries
from dsp56k.debug.console.console import COMMANDS, Console, Quit
from dsp56k.debug.console.prompt import completions
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.disassembly import register_text
from dsp56k.debug.errors import DebugError
from dsp56k.debug.expressions import PERIPHERALS, peripheral
from dsp56k.debug.run_limits import ScriptRunEnded
from dsp56k.debug.stop_events import Cause, Event
from dsp56k.emu import SourceLine
from dsp56k.emu.memory import WORD_MAX
from dsp56k.isa import REGISTERS, IoRegister
from dsp56k.isa.errors import Dsp56kError

REGISTER_SCOPE, SYMBOL_SCOPE, STACK_SCOPE, FIRST_WHOLE = 1, 2, 3, 4
WHOLES = {name.lower(): register.parts for name, register in REGISTERS.items() if name in ("A", "B", "X", "Y")}
"""The registers that consist of others."""
CONTAINERS = (REGISTER_SCOPE, *range(FIRST_WHOLE, FIRST_WHOLE + len(WHOLES)))
"""The references of variables that contain registers."""
PERIPHERAL_SCOPE = FIRST_WHOLE + len(WHOLES)
FIELDS = {PERIPHERAL_SCOPE + number: register for number, register in enumerate(PERIPHERALS.values(), 1)}
"""The peripheral registers by the references of the variables that contain their fields."""
_PLAIN = (
    *(f"{bank}{number}" for bank in "rnm" for number in range(8)),
    *("pc", "sr", "omr", "sp", "ssh", "ssl", "la", "lc"),
)
_MEMORY = re.compile(r"\s*(?P<space>[xyp]):(?P<address>.+)", re.IGNORECASE)


def place_of(session: Debugger, text: str) -> tuple[str, int]:
    """Return space and address of `x:EXPRESSION`, or of a symbol in memory.

    Raises:
        DebugError: The text does not name an address of data memory.
        ConfigurationError: A symbol is unknown.
    """
    symbols = session.dsp.symbols
    if text in symbols and symbols.space_of(text) in ("X", "Y", "P"):
        return symbols.space_of(text), symbols[text]
    match = _MEMORY.fullmatch(text)
    if match is None:
        raise DebugError(
            f"expected x:ADDRESS, y:ADDRESS or a symbol of data memory, got {text}", field="name", value=text
        )
    space = match["space"].upper()
    return space, session.dsp.symbols.address(session.address(match["address"]), space)


def source_of(adapter: DebugAdapter, source: SourceLine | None) -> dict[str, Any]:
    """Return source and line of a frame or an instruction; empty if the file is not found."""
    path = None if source is None else adapter.session.loaded.find(source.file)
    if source is None or path is None:
        return {}
    adapter.note(source.file)
    return {
        "source": {"name": path.name, "path": str(path.resolve())},
        "line": source.line - 1 + adapter.options.first_line,
    }


@request("threads", NoArguments)
def _threads(_: DebugAdapter, __: NoArguments) -> Body:
    return {"threads": [{"id": THREAD, "name": "DSP56001"}]}


class StackTrace(msgspec.Struct, rename="camel"):
    """The range of frames to return."""

    start_frame: int = 0
    levels: int = 0


@request("stackTrace", StackTrace)
def _stack_trace(adapter: DebugAdapter, arguments: StackTrace) -> Body:
    session = adapter.session
    shown = []
    for number, frame in enumerate(session.frames()):
        # PC does not point to the word of a vector; a caller is at its call.
        address = session.next_address if number == 0 else frame.pc
        line = session.loaded.lines.get(address if number == 0 or frame.interrupted else frame.pc - 1)
        shown.append(
            {
                "id": number + 1,
                "name": session.dsp.symbols.near(address) or p_reference(address),
                "line": 0,
                "column": adapter.options.first_line,
                "instructionPointerReference": p_reference(address),
            }
            | source_of(adapter, line)
        )
    last = None if arguments.levels == 0 else arguments.start_frame + arguments.levels
    return {"stackFrames": shown[arguments.start_frame : last], "totalFrames": len(shown)}


@request("scopes", NoArguments)
def _scopes(_: DebugAdapter, __: NoArguments) -> Body:
    return {
        "scopes": [
            {
                "name": "Registers",
                "presentationHint": "registers",
                "variablesReference": REGISTER_SCOPE,
                "expensive": False,
            },
            {"name": "Symbols", "variablesReference": SYMBOL_SCOPE, "expensive": False},
            {"name": "Stack", "variablesReference": STACK_SCOPE, "expensive": False},
            {"name": "Peripherals", "variablesReference": PERIPHERAL_SCOPE, "expensive": False},
        ]
    }


class Variables(msgspec.Struct, rename="camel"):
    """The variables to return."""

    variables_reference: int


def _register(session: Debugger, name: str) -> dict[str, Any]:
    value = session.dsp.regs[name]
    variable: dict[str, Any] = {
        "name": name,
        "value": register_text(name, value),
        "evaluateName": name,
        "variablesReference": 0,
    }
    if name in WHOLES:
        variable["variablesReference"] = FIRST_WHOLE + list(WHOLES).index(name)
    if name[0] == "r":
        variable["memoryReference"] = reference("X", value)
    return variable


def _registers(session: Debugger) -> Iterator[dict[str, Any]]:
    for name in (*WHOLES, *_PLAIN):
        yield _register(session, name)
    for name, count in (("clocks", session.dsp.clocks), ("instructions", session.dsp.instructions)):
        yield {"name": name, "value": f"{count}", "evaluateName": name, "variablesReference": 0}
    cost = {"name": "next instruction", "value": str(session.dsp.explain_cost()), "variablesReference": 0}
    yield cost | {"presentationHint": {"attributes": ["readOnly"]}}


def _symbols(session: Debugger) -> Iterator[dict[str, Any]]:
    symbols = session.dsp.symbols
    for name, address in symbols.items():
        space = symbols.space_of(name)
        if space in ("X", "Y") and address < 0x10000:
            word = (session.dsp.x if space == "X" else session.dsp.y)[address]
            place = f"{space.lower()}:${address:04X}"
            yield {
                "name": name,
                "value": f"${word:06X}",
                "type": f"{space}:${address:04X}",
                "evaluateName": place,
                "variablesReference": 0,
                "memoryReference": reference(space, address),
            }


def _peripherals(session: Debugger) -> Iterator[dict[str, Any]]:
    for number, register in FIELDS.items():
        yield {
            "name": register.name,
            "value": register.shown(session.dsp.x[register.address]),
            "type": f"X:${register.address:04X} {register.title} (UM {register.page})",
            "evaluateName": f"x:${register.address:04X}",
            "variablesReference": number if register.fields else 0,
            "memoryReference": reference("X", register.address),
        }


def _fields(session: Debugger, register: IoRegister) -> Iterator[dict[str, Any]]:
    word = session.dsp.x[register.address]
    for field in register.fields:
        for name in field.names:
            high, low = (field.bits[name],) * 2 if field.each else (field.high, field.low)
            value = word >> low & (1 << high - low + 1) - 1
            yield {
                "name": name,
                "value": f"{value}" + (f" ({meaning})" if (meaning := field.meaning(value)) else ""),
                "type": f"{field.text} (UM {field.page})",
                "evaluateName": f"{register.name}.{name}".lower(),
                "variablesReference": 0,
            }


def _stack(session: Debugger) -> Iterator[dict[str, Any]]:
    for entry in entries(session.dsp):
        high, low = session.dsp.stack[entry.location]
        yield {
            "name": f"{entry.location}",
            "value": f"{entry.kind.value}: ssh ${high:04X}, ssl ${low:04X}",
            "variablesReference": 0,
            "memoryReference": p_reference(high),
        }


_LISTS: dict[int, Callable[[Debugger], Iterator[dict[str, Any]]]] = {
    REGISTER_SCOPE: _registers,
    SYMBOL_SCOPE: _symbols,
    STACK_SCOPE: _stack,
    PERIPHERAL_SCOPE: _peripherals,
}


@request("variables", Variables)
def _variables(adapter: DebugAdapter, arguments: Variables) -> Body:
    session, number = adapter.session, arguments.variables_reference
    if number in _LISTS:
        return {"variables": list(_LISTS[number](session))}
    if number in CONTAINERS:
        parts = list(WHOLES.values())[number - FIRST_WHOLE]
        return {"variables": [_register(session, part.lower()) for part in parts]}
    if number in FIELDS:
        return {"variables": list(_fields(session, FIELDS[number]))}
    raise DebugError(f"unknown variables reference {number}", field="variablesReference", value=number)


class SetVariable(msgspec.Struct, rename="camel"):
    """A variable and its new value, an expression."""

    variables_reference: int
    name: str
    value: str


@request("setVariable", SetVariable)
def _set_variable(adapter: DebugAdapter, arguments: SetVariable) -> Body:
    session, name = adapter.session, arguments.name
    value = session.evaluate(arguments.value)
    if arguments.variables_reference in CONTAINERS and name.upper() in REGISTERS:
        mask = (1 << REGISTERS[name.upper()].width) - 1
        session.change("register", name, value & mask if value < 0 else value)
        return {"value": register_text(name, session.dsp.regs[name])}
    if arguments.variables_reference == SYMBOL_SCOPE:
        space, address = place_of(session, name)
        session.change("memory", space, address, value & 0xFFFFFF if value < 0 else value)
        return {"value": f"${(session.dsp.x if space == 'X' else session.dsp.y)[address]:06X}"}
    if (register := PERIPHERALS.get(name)) is not None and arguments.variables_reference == PERIPHERAL_SCOPE:
        session.change("memory", "X", register.address, value & WORD_MAX)
        return {"value": register.shown(session.dsp.x[register.address])}
    if (register := FIELDS.get(arguments.variables_reference)) is not None and (bits := register.bit(name)):
        high, low = bits
        mask = (1 << high + 1) - (1 << low)
        word = session.dsp.x[register.address] & ~mask | value << low & mask
        session.change("memory", "X", register.address, word)
        return {"value": f"{(session.dsp.x[register.address] & mask) >> low}"}
    raise DebugError(f"cannot set {name}: it is read-only", field="name", value=name)


class Evaluate(msgspec.Struct):
    """An expression, or a command in the debug console."""

    expression: str
    context: str = ""


@request("evaluate", Evaluate)
def _evaluate(adapter: DebugAdapter, arguments: Evaluate) -> Body:
    session, text = adapter.session, arguments.expression
    try:
        value = session.evaluate(text)
    except Dsp56kError:
        if arguments.context != "repl" or text.strip().partition(" ")[0].lower() not in COMMANDS:
            raise
        return {"result": _command(adapter, text), "variablesReference": 0}
    result = f"{'-' if value < 0 else ''}${abs(value):X} ({value})"
    if (register := peripheral(text.strip(), session.dsp)) is not None:
        result = register.shown(value)
    body: dict[str, Any] = {"result": result, "variablesReference": 0}
    try:
        body["memoryReference"] = reference(*place_of(session, text))
    except Dsp56kError:
        # Most expressions do not name an address.
        return body
    return body


def _command(adapter: DebugAdapter, text: str) -> str:
    """Execute a command of the console and return its output. If the program has run, the client is notified."""
    session = adapter.session
    written: list[str] = []
    before = session.position
    console = Console(session, written.append)
    try:
        with adapter.moving():
            console.do(text)
    except Quit:
        written.append("the editor ends the session")
    except ScriptRunEnded:
        written.append("the script has ended its run of this program")
    finally:
        # The console received the messages of logpoints meanwhile.
        adapter.begin(session)
        if session.position != before and adapter.run_request is not STAY_STOPPED:
            event = Event(Cause.STEP, session.dsp.regs.pc, session.position)
            adapter.then(lambda: adapter.event("stopped", stopped_body(adapter.session, event, adapter.reasons)))
    return "\n".join(written)


class Completions(msgspec.Struct):
    """A text and the column of the cursor in it."""

    text: str
    column: int


@request("completions", Completions)
def _completions(adapter: DebugAdapter, arguments: Completions) -> Body:
    text = arguments.text[: arguments.column - adapter.options.first_line]
    console = Console(adapter.session, lambda _: None)
    adapter.begin(adapter.session)
    return {"targets": [{"label": name} for name in completions(console, text)]}


@request("loadedSources", NoArguments)
def _loaded_sources(adapter: DebugAdapter, _: NoArguments) -> Body:
    loaded = adapter.session.loaded
    found = [path for name in loaded.files if (path := loaded.find(name)) is not None]
    return {"sources": [{"name": path.name, "path": str(path.resolve())} for path in found]}


class SourceText(msgspec.Struct):
    """A source whose text is requested."""

    source: Source


@request("source", SourceText)
def _source(adapter: DebugAdapter, arguments: SourceText) -> Body:
    loaded = adapter.session.loaded
    name = loaded.name_of(arguments.source.path or arguments.source.name or "")
    lines = None if name is None else loaded.source(name)
    if lines is None:
        raise DebugError("unknown source file", field="source")
    return {"content": "\n".join(lines) + "\n", "mimeType": "text/x-dsp56k"}
