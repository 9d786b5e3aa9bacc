"""Requests that set breakpoints: each replaces all of its kind, or of its source file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from dsp56k.debug.adapter.conversation import Adapter, Body, Source, request
from dsp56k.debug.adapter.looking import CONTAINERS, place_of
from dsp56k.debug.adapter.references import BYTES, WORDS, p_address, p_reference, parsed, reference
from dsp56k.debug.errors import DebugError
from dsp56k.debug.points import Kind, Place
from dsp56k.isa.errors import Dsp56kError

_COUNT = re.compile(r"\s*(?P<sign>==|=|>=|>|<=|<|%)?\s*(?P<number>[0-9]+)\s*")


class Wanted(msgspec.Struct, kw_only=True, rename="camel"):
    """A breakpoint as a client asks for it: of the first four, that of its request."""

    line: int = 0
    name: str = ""
    instruction_reference: str = ""
    data_id: str = ""
    offset: int = 0
    access_type: Literal["read", "write", "readWrite"] = "write"
    condition: str | None = None
    hit_condition: str | None = None
    log_message: str | None = None


class OfSource(msgspec.Struct, rename="camel"):
    """The breakpoints of a source file."""

    source: Source
    breakpoints: list[Wanted] = []


class OfKind(msgspec.Struct, rename="camel"):
    """The breakpoints of a kind."""

    breakpoints: list[Wanted]


def _condition(wanted: Wanted) -> str:
    """The condition together with that on the number of hits: `5` and `== 5` for the fifth, `>= 5`, `% 5`."""
    parts = [f"({wanted.condition})"] if wanted.condition else []
    if wanted.hit_condition:
        match = _COUNT.fullmatch(wanted.hit_condition)
        if match is None:
            raise DebugError(f"the hit condition must be a number, got {wanted.hit_condition}", field="hitCondition")
        sign, number = match["sign"] or "==", match["number"]
        parts.append(f"hits % {number} == 0" if sign == "%" else f"hits {sign} {number}")
    return " && ".join(parts)


def _replace(
    adapter: Adapter,
    key: str,
    wanted: Sequence[Wanted],
    find: Callable[[Wanted], tuple[Place, dict[str, Any]]],
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


def _at(adapter: Adapter, addresses: Sequence[int]) -> tuple[Place, dict[str, Any]]:
    """Return the place of a breakpoint at P addresses, and what the client is told of it."""
    starts, note = adapter.session.breakable(addresses)
    facts = {"instructionReference": p_reference(starts[0])} | ({"message": note} if note else {})
    return Place(Kind.ADDRESS, starts), facts


@request("setBreakpoints", OfSource)
def _of_source(adapter: Adapter, arguments: OfSource) -> Body:
    path = arguments.source.path or arguments.source.name or ""
    first = adapter.options.first_line

    def find(wanted: Wanted) -> tuple[Place, dict[str, Any]]:
        line, addresses = adapter.session.loaded.addresses(path, wanted.line + 1 - first)
        facts = {
            "line": line - 1 + first,
            "source": {"name": arguments.source.name or path, "path": path},
        }
        place, more = _at(adapter, addresses)
        return place, facts | more

    return _replace(adapter, f"source {path}", arguments.breakpoints, find)


@request("setFunctionBreakpoints", OfKind)
def _of_functions(adapter: Adapter, arguments: OfKind) -> Body:
    def find(wanted: Wanted) -> tuple[Place, dict[str, Any]]:
        return _at(adapter, adapter.session.places(wanted.name))

    return _replace(adapter, "function", arguments.breakpoints, find, "function breakpoint")


@request("setInstructionBreakpoints", OfKind)
def _of_instructions(adapter: Adapter, arguments: OfKind) -> Body:
    def find(wanted: Wanted) -> tuple[Place, dict[str, Any]]:
        # Addresses count words, as the disassembly tells them.
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
def _data_info(adapter: Adapter, arguments: DataInfo) -> Body:
    words = -(-arguments.bytes // BYTES) if arguments.bytes else 1
    try:
        if arguments.as_address:
            space, address = parsed(arguments.name)
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


@request("setDataBreakpoints", OfKind)
def _of_data(adapter: Adapter, arguments: OfKind) -> Body:
    def find(wanted: Wanted) -> tuple[Place, dict[str, Any]]:
        first, _, last = wanted.data_id.partition("-")
        space, address = parsed(first)
        _, end = parsed(last or first.partition(":")[2])
        return Place(
            Kind.WATCH, (address, max(address, end)), space, wanted.access_type != "write", wanted.access_type != "read"
        ), {}

    return _replace(adapter, "data", arguments.breakpoints, find)


class Exceptions(msgspec.Struct, rename="camel"):
    """What else stops the program."""

    filters: list[str]


@request("setExceptionBreakpoints", Exceptions)
def _exceptions(adapter: Adapter, arguments: Exceptions) -> Body:
    filters = arguments.filters
    adapter.session.stop_at_mistakes(stack_errors="stack_error" in filters, unloaded="unloaded" in filters)
    wanted = [Wanted()] if "interrupt" in filters else []
    _replace(adapter, "interrupt", wanted, lambda _: (Place(Kind.INTERRUPT), {}), "exception")
    return None


class Locations(msgspec.Struct, rename="camel"):
    """Lines of a source file."""

    source: Source
    line: int
    end_line: int | None = None


@request("breakpointLocations", Locations)
def _locations(adapter: Adapter, arguments: Locations) -> Body:
    loaded, first = adapter.session.loaded, adapter.options.first_line
    name = loaded.name_of(arguments.source.path or arguments.source.name or "")
    start = arguments.line + 1 - first
    end = start if arguments.end_line is None else arguments.end_line + 1 - first
    lines = {source.line for source in loaded.lines.values() if source.file == name and start <= source.line <= end}
    return {"breakpoints": [{"line": line - 1 + first} for line in sorted(lines)]}
