"""Errors of the library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dsp56k.emu import SourceLine
from dsp56k.isa.errors import Dsp56kError
from dsp56k.system.text import counted, shown_lines

MAX_LINES = 40
"""Lines of the assembler's report in an AssemblyError; a source may have thousands of errors."""


class OperandError(Dsp56kError, ValueError):
    """An operand of wrong length or out of range; fields `name` (of the operand) and `value` (the invalid value)."""


class FirmwareError(Dsp56kError):
    """The firmware refused a command or did not return; fields `opcode`, `argument`, `status`."""


class SweepError(Dsp56kError):
    """A call of a sweep failed; field `point`, its arguments by name. The cause is the error of the call."""


class AssemblyError(Dsp56kError):
    """A source did not assemble; field `diagnostics`.

    Its text has the first lines of the assembler's report, limited to a screen.
    """

    def __init__(self, message: str, **fields: Any) -> None:
        super().__init__(message, **fields)
        lines = message.rstrip().split("\n")
        more = [f"... and {counted(len(lines) - MAX_LINES, 'line')} more"] if len(lines) > MAX_LINES else []
        self.message = shown_lines("\n".join(lines[:MAX_LINES] + more))

    def __str__(self) -> str:
        return self.message


class RoutineError(Dsp56kError):
    """A routine violated a rule; fields `routine` and `pc`, the P address of the instruction or None.

    From a `Routine` also `what`, the kind: "no return", "stack", "loop", "register", "sequence", "unloaded", "write",
    "read" (of an uninitialised word), "illegal", "unsupported" or "output"; `inputs` of the call; and, each None
    if it does not apply, `symbol`, `source` and `text` of the instruction, `space` and `address`, `register`,
    `value`.
    """

    routine: str
    pc: int | None
    what: str
    inputs: Mapping[str, Any]
    symbol: str | None
    source: SourceLine | None
    text: str | None
    space: str | None
    address: int | None
    register: str | None
    value: int | None
