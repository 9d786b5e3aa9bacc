"""Text output of the console: the stop, registers, memory, instructions, breakpoints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from dsp56k.debug.breakpoints import Kind, Point
from dsp56k.debug.call_stack import entries
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.disassembly import DisassembledLine, line_at, register_text
from dsp56k.debug.stop_events import Cause, Event
from dsp56k.emu import Dsp56001
from dsp56k.isa import IoRegister

_ROWS = (
    ("a2", "a1", "a0", "x1", "x0"),
    ("b2", "b1", "b0", "y1", "y0"),
    *((f"r{n}", f"n{n}", f"m{n}", f"r{n + 4}", f"n{n + 4}", f"m{n + 4}") for n in range(4)),
    ("pc", "sr", "omr", "sp", "la", "lc", "ssh", "ssl"),
)
"""The registers in the order of the manual's programming model (UM 5-2)."""
SHOWN = tuple(name for row in _ROWS for name in row)
_WORDS_A_ROW = 8


def format_stop(session: Debugger, event: Event | None = None) -> Iterator[str]:
    """Yield where and why the program is stopped, the changes, the next instruction and its cost."""
    dsp = session.dsp
    if event is not None:
        yield f"{reason(session, event)} at {dsp.symbols.place(event.pc)}; {_counts(session)}"
        changed = [name for name in SHOWN if name != "pc" and dsp.regs[name] != session.previous[name]]
        if changed:
            yield "changed  " + "  ".join(f"{name} {register_text(name, dsp.regs[name])}" for name in changed)
    address = session.next_address
    line = line_at(session.dsp, session.loaded, address)
    for label in line.labels:
        yield f"{label}:"
    if line.source is not None and line.source_text is not None:
        yield f"{line.source.file}:{line.source.line}  {line.source_text.expandtabs().rstrip()}"
    yield f"> {_instruction(line)}"
    yield f"  {dsp.explain_cost()}"


def facts(session: Debugger, event: Event) -> dict[str, Any]:
    """Return the facts of a stop for JSON."""
    dsp = session.dsp
    source = session.loaded.lines.get(event.pc)
    return {
        "cause": event.cause.name,
        "pc": event.pc,
        "position": event.position,
        "clocks": dsp.clocks,
        "instructions": dsp.instructions,
        "symbol": dsp.symbols.near(event.pc),
        "source": None if source is None else str(source),
        "points": list(event.points),
        "accesses": [str(access) for access in event.accesses],
        "accessed_by": event.accessed_by,
        "text": event.text,
        "registers": dsp.regs.as_dict(),
    }


def reason(session: Debugger, event: Event) -> str:
    """Return why the program is stopped."""
    texts = [f"{number}" for number in event.points]
    match event.cause:
        case Cause.BREAKPOINT | Cause.CONDITION:
            return f"{event.cause.value} {', '.join(texts)}"
        case Cause.WATCHPOINT:
            by = session.dsp.symbols.place(event.accessed_by or 0)
            return f"watchpoint {', '.join(texts)}: {', '.join(map(str, event.accesses))} by {by};"
        case Cause.INTERRUPT:
            return f"interrupt {', '.join(texts)}: vector P:${session.next_address:04X}"
        case _:
            return f"{event.cause.value}: {event.text};" if event.text else event.cause.value


def _counts(session: Debugger) -> str:
    dsp = session.dsp
    return f"clock {dsp.clocks:,}, instruction {dsp.instructions:,}"


def _instruction(line: DisassembledLine) -> str:
    words = " ".join(f"{word:06X}" for word in line.words)
    return f"P:${line.address:04X} {words:<13}  {line.text}"


def registers(dsp: Dsp56001, previous: Mapping[str, int], names: Sequence[str] = ()) -> Iterator[str]:
    """Yield registers with their values; a star marks those that the last run has changed."""
    rows = [tuple(names)] if names else _ROWS
    for row in rows:
        cells = []
        for name in row:
            star = "*" if dsp.regs[name] != previous[name] else " "
            cells.append(f"{name:>3}{star}{register_text(name, dsp.regs[name]):<7}")
        yield " ".join(cells).rstrip()


def peripherals(dsp: Dsp56001, registers: Iterable[IoRegister]) -> Iterator[str]:
    """Yield peripheral registers with their words and fields."""
    for register in registers:
        yield f"{register.name:<5} {register.shown(dsp.x[register.address])}"


def listing(session: Debugger, lines: Sequence[DisassembledLine]) -> Iterator[str]:
    """Yield instructions with labels and source lines; an arrow marks the next one, a star a breakpoint."""
    stops = {
        address for point in session.points for address in point.place.addresses if point.place.kind is Kind.ADDRESS
    }
    for line in lines:
        for label in line.labels:
            yield f"{label}:"
        mark = ">" if line.address == session.dsp.regs.pc else "*" if line.address in stops else " "
        source = "" if line.source is None else f"  ; {line.source}"
        yield f"{mark} {_instruction(line):<52}{source}".rstrip()


def source_lines(session: Debugger, file: str, first: int, last: int) -> Iterator[str]:
    """Yield lines of a source file; an arrow marks that of the next instruction."""
    here = session.loaded.lines.get(session.dsp.regs.pc)
    for number, text in enumerate((session.loaded.source(file) or [])[first - 1 : last], first):
        mark = ">" if here is not None and (here.file, here.line) == (file, number) else " "
        yield f"{mark} {number:>5}  {text.expandtabs()}".rstrip()


def memory(dsp: Dsp56001, space: str, first: int, last: int) -> Iterator[str]:
    """Yield words of a memory space, eight a line."""
    words = {"X": dsp.x, "Y": dsp.y, "P": dsp.p}[space][first : last + 1]
    for offset in range(0, len(words), _WORDS_A_ROW):
        row = " ".join(f"{word:06X}" for word in words[offset : offset + _WORDS_A_ROW])
        names = dsp.symbols.names(first + offset, space)
        yield f"{space}:${first + offset:04X}  {row}" + (f"  <{names[0]}>" if names else "")


def stack(session: Debugger) -> Iterator[str]:
    """Yield the call stack and the entries of the system stack."""
    for number, frame in enumerate(session.frames()):
        yield f"#{number} {session.dsp.symbols.place(frame.pc)}" + (" (interrupted)" if frame.interrupted else "")
    for entry in entries(session.dsp):
        high, low = session.dsp.stack[entry.location]
        yield f"   {entry.location:>2}  {entry.kind.value:<9} ssh ${high:04X}  ssl ${low:04X}"


def points(of: Sequence[Point]) -> Iterator[str]:
    """Yield the breakpoints."""
    for point in of:
        facts = [f"{point.number:>3}  {point.place.kind.value:<10} {point.text}"]
        facts += [f"if {point.condition}"] if point.condition and point.place.kind is not Kind.EXPRESSION else []
        facts += [f"ignore {point.ignore}"] if point.ignore else []
        facts += ["once"] if point.once else []
        facts += [f'log "{point.log}"'] if point.log is not None else []
        facts += [] if point.enabled else ["disabled"]
        yield ", ".join(facts) + f"; hits {point.hits}"
    if not of:
        yield "no breakpoints"
