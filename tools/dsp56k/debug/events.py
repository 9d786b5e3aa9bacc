"""Why a debugger stands still."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from dsp56k.emu import Access


class Cause(Enum):
    """What has ended a movement of the program, in either direction."""

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
    """The end of a movement.

    Attributes:
        cause: why it ended.
        pc: the address of the next instruction.
        position: oscillator clocks since power-up.
        points: the numbers of the breakpoints that were met.
        accesses: the watched accesses.
        accessed_by: the address of the instruction that made them.
        text: what more is to be said, "" for nothing.
    """

    cause: Cause
    pc: int
    position: int
    points: tuple[int, ...] = ()
    accesses: tuple[Access, ...] = field(default=())
    accessed_by: int | None = None
    text: str = ""
