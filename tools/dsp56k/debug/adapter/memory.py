"""Requests for memory as bytes, and for disassembly."""

from __future__ import annotations

import base64
from typing import Any

import msgspec

from dsp56k.debug.adapter.inspection import source_of
from dsp56k.debug.adapter.memory_references import BYTES, WORDS, p_address, p_reference, parse_reference, reference
from dsp56k.debug.adapter.session import Body, DebugAdapter, request
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.disassembly import DisassembledLine, disassembly, disassembly_before
from dsp56k.debug.errors import DebugError
from dsp56k.emu import Memory

MAX_INSTRUCTIONS = 4096
"""Maximum number of instructions in a response."""


class ReadMemory(msgspec.Struct, rename="camel"):
    """An address, a byte offset and the number of bytes."""

    memory_reference: str
    count: int
    offset: int = 0


def _memory(session: Debugger, space: str) -> Memory:
    return {"X": session.dsp.x, "Y": session.dsp.y, "P": session.dsp.p}[space]


def _bytes(session: Debugger, space: str, first: int, last: int) -> bytes:
    return b"".join(word.to_bytes(BYTES) for word in _memory(session, space)[first : last + 1])


@request("readMemory", ReadMemory)
def _read(adapter: DebugAdapter, arguments: ReadMemory) -> Body:
    space, address = parse_reference(arguments.memory_reference)
    start = max(address * BYTES + arguments.offset, 0)
    end = min(start + max(arguments.count, 0), WORDS * BYTES)
    answer = {"address": reference(space, min(start // BYTES, WORDS - 1))}
    if start >= end:
        return answer | {"unreadableBytes": arguments.count}
    data = _bytes(adapter.session, space, start // BYTES, (end - 1) // BYTES)
    data = data[start % BYTES :][: end - start]
    return answer | {"data": base64.b64encode(data).decode(), "unreadableBytes": arguments.count - len(data)}


class WriteMemory(msgspec.Struct, rename="camel"):
    """An address and bytes for it."""

    memory_reference: str
    data: str
    offset: int = 0


@request("writeMemory", WriteMemory)
def _write(adapter: DebugAdapter, arguments: WriteMemory) -> Body:
    session = adapter.session
    space, address = parse_reference(arguments.memory_reference)
    try:
        data = base64.b64decode(arguments.data, validate=True)
    except ValueError as error:
        raise DebugError(f"data must be base64: {error}", field="data") from error
    start = address * BYTES + arguments.offset
    end = start + len(data)
    if not 0 <= start <= end <= WORDS * BYTES:
        raise DebugError("the bytes must be within the memory", field="offset", value=arguments.offset)
    if data:
        first, last = start // BYTES, (end - 1) // BYTES
        octets = bytearray(_bytes(session, space, first, last))
        octets[start - first * BYTES : end - first * BYTES] = data
        words = [int.from_bytes(octets[at : at + BYTES]) for at in range(0, len(octets), BYTES)]
        session.change("memory", space, first, *words)
    return {"bytesWritten": len(data)}


class Disassemble(msgspec.Struct, rename="camel"):
    """The number of instructions, and the offset in instructions of the first one from an address."""

    memory_reference: str
    instruction_count: int
    offset: int = 0
    instruction_offset: int = 0


@request("disassemble", Disassemble)
def _disassemble(adapter: DebugAdapter, arguments: Disassemble) -> Body:
    session = adapter.session
    address = max(p_address(arguments.memory_reference) + arguments.offset // BYTES, 0)
    count, skipped = min(max(arguments.instruction_count, 0), MAX_INSTRUCTIONS), arguments.instruction_offset
    before: list[DisassembledLine] = []
    if skipped < 0:
        before = disassembly_before(session.dsp, session.loaded, address, min(-skipped, WORDS))
    # A client may request any number before the start of memory: only those that fit into the response are created.
    shown = [_nothing(number) for number in range(-max(-skipped - len(before), 0), 0)[:count]]
    lines = before[: count - len(shown)]
    first = min(max(skipped, 0), WORDS)
    behind = count - len(shown) - len(lines)
    lines += disassembly(session.dsp, session.loaded, address, first + behind)[first:]
    shown += [_instruction(adapter, line) for line in lines]
    shown += [_nothing(WORDS + number) for number in range(count - len(shown))]
    return {"instructions": shown}


def _instruction(adapter: DebugAdapter, line: DisassembledLine) -> dict[str, Any]:
    source = source_of(adapter, line.source)
    facts: dict[str, Any] = {
        "address": p_reference(line.address),
        "instructionBytes": " ".join(f"{word:06X}" for word in line.words),
        "instruction": line.text,
    }
    if line.labels:
        facts["symbol"] = line.labels[0]
    if source:
        facts |= {"location": source["source"], "line": source["line"]}
    return facts


def _nothing(address: int) -> dict[str, Any]:
    """Return the entry for an address outside of memory; it may be below 0."""
    return {"address": f"{address}", "instruction": "", "presentationHint": "invalid"}
