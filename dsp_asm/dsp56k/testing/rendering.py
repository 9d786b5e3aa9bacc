"""Formatting of calls, instructions and listings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from dsp56k.asm import disassemble
from dsp56k.lib import CallStep, Routine

SHOWN = 20
"""Maximum number of instructions that are shown before the end of a call."""
_MAX_DECIMAL = 9_999
"""Larger integers are words more often than counts, and words read better in hexadecimal, as in a trace."""
AROUND = 4
"""Instructions of a listing before and after the marked one."""


def call_text(routine: Routine, operands: Mapping[str, Any]) -> str:
    """Return a call as Python source, `square(a=0x7FFFFF)`; names that are not identifiers become `**{...}`."""
    arguments = [f"{name}={value_text(value)}" for name, value in operands.items() if name.isidentifier()]
    others = [f"{name!r}: {value_text(value)}" for name, value in operands.items() if not name.isidentifier()]
    return f"{routine.name}({', '.join([*arguments, *(['**{' + ', '.join(others) + '}'] if others else [])])})"


def value_text(value: object) -> str:
    """Return a value of an operand as Python source; large integers in hexadecimal."""
    match value:
        case bool():
            return f"{value!r}"
        case int() if abs(value) > _MAX_DECIMAL:
            return f"{'-' if value < 0 else ''}0x{abs(value):X}"
        case list():
            return f"[{', '.join(map(value_text, value))}]"
        case _:
            return repr(value)


def last_instructions(routine: Routine, steps: Sequence[CallStep], count: int = SHOWN) -> str:
    """Return the last instructions of a call, one a line: start clock, clocks, address, text, accesses, new values."""
    shown = steps[-count:]
    lines = [f"the last {len(shown)} instructions of {routine.name} (clocks before, clocks, address):"]
    place = None
    for step in shown:
        if step.source is not None and step.source != place:
            lines.append(f"  {step.source}")
        place = step.source or place
        lines.append(f"  {step}")
    return "\n".join(lines)


def instructions_of(routine: Routine) -> Iterator[tuple[int, int, str]]:
    """Yield the program's instructions in P memory in the order of their addresses: address, words, text."""
    words = {address: word for (space, address), word in routine.program.words.items() if space == "P"}
    address = -1
    for start in sorted(words):
        if start < address:
            continue
        text, count = disassemble(words[start], words.get(start + 1, 0), start)
        address = start + count
        yield start, count, " ".join(text.split())


def listing(routine: Routine, pc: int, around: int = AROUND, marks: Iterable[int] = ()) -> str:
    """Return the program's instructions around an address, which an arrow marks, as all of `marks`."""
    instructions = list(instructions_of(routine))
    middle = next((at for at, (address, _, _) in enumerate(instructions) if address >= pc), len(instructions))
    marked = {pc, *marks}
    lines = []
    for address, _, text in instructions[max(0, middle - around) : middle + around + 1]:
        lines += [f"{name}:" for name in routine.symbols.names(address)]
        arrow = "->" if address in marked else "  "
        source = routine.symbols.line(address)
        lines.append(f"{arrow} P:${address:04X}  {text:<34}  {source or ''}".rstrip())
    return "\n".join(lines)


def name_of(function: Callable[..., object]) -> str:
    """Return the name of a function in messages."""
    return getattr(function, "name", None) or getattr(function, "__name__", None) or repr(function)
