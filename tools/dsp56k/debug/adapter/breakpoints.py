"""Requests that set breakpoints. Each replaces all breakpoints of its kind, or of its source file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from dsp56k.debug.adapter.inspection import CONTAINERS, place_of
from dsp56k.debug.adapter.memory_references import BYTES, WORDS, p_address, p_reference, parse_reference, reference
from dsp56k.debug.adapter.session import Body, DebugAdapter, Source, request
from dsp56k.debug.breakpoints import Kind, Place
from dsp56k.debug.errors import DebugError
from dsp56k.isa.errors import Dsp56kError

_COUNT = re.compile(r"\s*(?P<sign>==|=|>=|>|<=|<|%)?\s*(?P<number>[0-9]+)\s*")


class BreakpointRequest(msgspec.Struct, kw_only=True, rename="camel"):
    """A breakpoint of a client; the request determines which of the first four fields are set."""

    line: int = 0
    name: str = ""
    instruction_reference: str = ""
    data_id: str = ""
    offset: int = 0
    access_type: Literal["read", "write", "readWrite"] = "write"
    condition: str | None = None
    hit_condition: str | None = None
    log_message: str | None = None


class SourceBreakpoints(msgspec.Struct, rename="camel"):
    """The breakpoints of a source file."""

    source: Source
    breakpoints: list[BreakpointRequest] = []


class BreakpointList(msgspec.Struct, rename="camel"):
    """The breakpoints of a kind."""

    breakpoints: list[BreakpointRequest]


def _condition(wanted: BreakpointRequest) -> str:
    """Return the condition combined with that on the hit count: `5` and `== 5` mean the fifth hit; `>= 5`, `% 5`."""
    parts = [f"({wanted.condition})"] if wanted.condition else []
    if wanted.hit_condition:
        match = _COUNT.fullmatch(wanted.hit_condition)
        if match is None:
            raise DebugError(f"the hit condition must be a number, got {wanted.hit_condition}", field="hitCondition")
        sign, number = match["sign"] or "==", match["number"]
        parts.append(f"hits % {number} == 0" if sign == "%" else f"hits {sign} {number}")
    return " && ".join(parts)


def _replace(
    adapter: DebugAdapter,
    key: str,
    wanted: Sequence[BreakpointRequest],
    find: Callable[[BreakpointRequest], tuple[Place, dict[str, Any]]],
    reason: str | None = None,
) -> Body:
    """Set breakpoints instead of those that the same request has set before."""
    points = adapter.session.points
    for number in adapter.point_sets.pop(key, []):
        if any(point.number == number for point in points):
            points.remove(number)
    numbers, answers = [], []
    for one in wanted:
        try:
            place, facts = find(one)
            point = points.add(place, key, condition=_condition(one), log=one.log_message)
        except Dsp56kError as error:
            answers.append({"verified": False, "message": str(error)})
            continue
        numbers.append(point.number)
        if reason is not None:
            adapter.reasons[point.number] = reason
        answers.append({"id": point.number, "verified": True} | facts)
    adapter.point_sets[key] = numbers
    return {"breakpoints": answers}


def _at(adapter: DebugAdapter, addresses: Sequence[int]) -> tuple[Place, dict[str, Any]]:
    """Return the location of a breakpoint at P addresses, and the facts for the client."""
    starts, note = adapter.session.breakable(addresses)
    facts = {"instructionReference": p_reference(starts[0])} | ({"message": note} if note else {})
    return Place(Kind.ADDRESS, starts), facts


@request("setBreakpoints", SourceBreakpoints)
def _of_source(adapter: DebugAdapter, arguments: SourceBreakpoints) -> Body:
    path = arguments.source.path or arguments.source.name or ""
    first = adapter.options.first_line

    def find(wanted: BreakpointRequest) -> tuple[Place, dict[str, Any]]:
        line, addresses = adapter.session.loaded.addresses(path, wanted.line + 1 - first)
        facts = {
            "line": line - 1 + first,
            "source": {"name": arguments.source.name or path, "path": path},
        }
        place, more = _at(adapter, addresses)
        return place, facts | more

    return _replace(adapter, f"source {path}", arguments.breakpoints, find)


@request("setFunctionBreakpoints", BreakpointList)
def _of_functions(adapter: DebugAdapter, arguments: BreakpointList) -> Body:
    def find(wanted: BreakpointRequest) -> tuple[Place, dict[str, Any]]:
        return _at(adapter, adapter.session.places(wanted.name))

    return _replace(adapter, "function", arguments.breakpoints, find, "function breakpoint")


@request("setInstructionBreakpoints", BreakpointList)
def _of_instructions(adapter: DebugAdapter, arguments: BreakpointList) -> Body:
    def find(wanted: BreakpointRequest) -> tuple[Place, dict[str, Any]]:
        # Addresses count words, as in the disassembly.
        address = p_address(wanted.instruction_reference) + wanted.offset
        if not 0 <= address < WORDS:
            raise DebugError(f"the address must be 0 to $FFFF, got {address}", field="offset", value=wanted.offset)
        return _at(adapter, [address])

    return _replace(adapter, "instruction", arguments.breakpoints, find, "instruction breakpoint")


class DataInfo(msgspec.Struct, rename="camel"):
    """A variable, or an expression or address, that may be watched."""

    name: str
    variables_reference: int = 0
    bytes: int | None = None
    as_address: bool = False


@request("dataBreakpointInfo", DataInfo)
def _data_info(adapter: DebugAdapter, arguments: DataInfo) -> Body:
    words = -(-arguments.bytes // BYTES) if arguments.bytes else 1
    try:
        if arguments.as_address:
            space, address = parse_reference(arguments.name)
        elif arguments.variables_reference in CONTAINERS:
            return {
                "dataId": None,
                "description": "registers cannot be watched; use a conditional breakpoint",
            }
        else:
            space, address = place_of(adapter.session, arguments.name)
    except Dsp56kError as error:
        return {"dataId": None, "description": str(error)}
    last = min(address + words, WORDS) - 1
    return {
        "dataId": f"{space}:0x{address:04X}-0x{last:04X}",
        "description": reference(space, address),
        "accessTypes": ["read", "write", "readWrite"],
    }


@request("setDataBreakpoints", BreakpointList)
def _of_data(adapter: DebugAdapter, arguments: BreakpointList) -> Body:
    def find(wanted: BreakpointRequest) -> tuple[Place, dict[str, Any]]:
        first, _, last = wanted.data_id.partition("-")
        space, address = parse_reference(first)
        _, end = parse_reference(last or first.partition(":")[2])
        return Place(
            Kind.WATCH, (address, max(address, end)), space, wanted.access_type != "write", wanted.access_type != "read"
        ), {}

    return _replace(adapter, "data", arguments.breakpoints, find)


class Exceptions(msgspec.Struct, rename="camel"):
    """The filters of exception breakpoints."""

    filters: list[str]


@request("setExceptionBreakpoints", Exceptions)
def _exceptions(adapter: DebugAdapter, arguments: Exceptions) -> Body:
    filters = arguments.filters
    adapter.session.stop_at_mistakes(stack_errors="stack_error" in filters, unloaded="unloaded" in filters)
    wanted = [BreakpointRequest()] if "interrupt" in filters else []
    _replace(adapter, "interrupt", wanted, lambda _: (Place(Kind.INTERRUPT), {}), "exception")
    return None


class Locations(msgspec.Struct, rename="camel"):
    """Lines of a source file."""

    source: Source
    line: int
    end_line: int | None = None


@request("breakpointLocations", Locations)
def _locations(adapter: DebugAdapter, arguments: Locations) -> Body:
    loaded, first = adapter.session.loaded, adapter.options.first_line
    name = loaded.name_of(arguments.source.path or arguments.source.name or "")
    start = arguments.line + 1 - first
    end = start if arguments.end_line is None else arguments.end_line + 1 - first
    lines = {source.line for source in loaded.lines.values() if source.file == name and start <= source.line <= end}
    return {"breakpoints": [{"line": line - 1 + first} for line in sorted(lines)]}
