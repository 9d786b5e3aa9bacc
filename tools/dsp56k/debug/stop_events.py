"""Stop events: why and where a run has ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from dsp56k.emu import Access


class Cause(Enum):
    """The reasons for which a run ends, in either direction."""

    START = "the start of the recording"
    ENTRY = "start of a script's run"
    STEP = "step"
    BREAKPOINT = "breakpoint"
    WATCHPOINT = "watchpoint"
    CONDITION = "condition"
    INTERRUPT = "interrupt"
    HALT = "halted: a jump to itself"
    WAIT = "waiting; only an external input can end it"
    STOP = "stopped by STOP"
    ILLEGAL = "illegal instruction"
    STACK_ERROR = "stack error"
    UNLOADED = "uninitialised program memory"
    FAILED = "program error"
    BUDGET = "clock limit reached"
    PAUSED = "paused"


@dataclass(frozen=True)
class Event:
    """The end of a run.

    Attributes:
        cause: The reason.
        pc: The address of the next instruction.
        position: Oscillator clocks since power-up.
        points: The numbers of the breakpoints that were hit.
        accesses: The watched accesses.
        accessed_by: The address of the instruction that made them.
        text: Further explanation, or "".
    """

    cause: Cause
    pc: int
    position: int
    points: tuple[int, ...] = ()
    accesses: tuple[Access, ...] = field(default=())
    accessed_by: int | None = None
    text: str = ""
