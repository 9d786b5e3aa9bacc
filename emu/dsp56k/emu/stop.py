"""Why and where a run ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class StopReason(Enum):
    """Why `Dsp56001.run` returned."""

    BREAKPOINT = "BREAKPOINT"
    """PC reached the `until` address."""
    BUDGET = "BUDGET"
    """`max_clocks` or `max_instructions` is used up."""
    WAIT = "WAIT"
    """WAIT, or a bus that is granted away, and nothing inside can end it."""
    STOP = "STOP"
    """The STOP instruction, and nothing inside can end it."""
    HALT = "HALT"
    """A jump to itself that no interrupt can end."""
    WATCHPOINT = "WATCHPOINT"
    """A watched access happened."""
    ILLEGAL = "ILLEGAL"
    """An illegal instruction whose vector P:$3E holds no call: it would repeat for ever (UM 8-13)."""


@dataclass(frozen=True)
class Stop:
    """The end of a run: the reason, the address of the next instruction, and the counts since reset."""

    reason: StopReason
    pc: int
    clocks: int
    instructions: int
