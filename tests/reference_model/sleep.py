"""WAIT and STOP (UM 8-36 to 8-40, A-204, A-220), and the RESET pin held (UM 8-28)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from reference_model.peripherals.peripheral import Reset

if TYPE_CHECKING:
    from reference_model.machine import Machine

STOP_DELAY = 0x40
"""OMR.SD: a short delay, for a clock that is stable already (UM 6-14)."""
RESTART = {True: 24, False: 65_552}
"""Clocks of the STOP sequence, by SD: 48 T or 131,104 T, in addition to the time without clocks (UM 8-39)."""
READY = 12
"""Clocks between the end of STOP's delay and the next instruction: 17 T to its fetch, 8 T more to its execution."""
BEFORE_ARBITRATION, TO_VECTOR = 8, 8
"""Clocks from WAIT's execution to the first control cycle, and from there to the vector's (Figure 8-16)."""


FOR_EVER = 1 << 62


class Kind(Enum):
    """The states in which the processor does not execute."""

    WAIT = "wait"
    STOP = "stop"


class Sleep:
    """A processor in WAIT, STOP or reset. It determines the clock at which execution continues."""

    def __init__(self, machine: Machine, kind: Kind) -> None:
        self._machine, self.kind = machine, kind
        self.began = machine.clocks
        machine.interrupts.coming = None
        traced = machine.interrupts.source is not None
        self.ends: int | None = self.began + BEFORE_ARBITRATION + TO_VECTOR if traced and kind is Kind.WAIT else None
        """The clock at which the next instruction, or vector word, begins to execute; None while nothing ends it."""
        self._ready = False
        if kind is Kind.STOP:
            machine.interrupts.forget_requests()
            machine.memory.peripherals.reset(Reset.STOP)

    def look(self) -> None:
        """See what pins and requests do at the present clock."""
        machine = self._machine
        if self.ends is not None:
            return
        if self.kind is Kind.STOP:
            if machine.interrupts.lines["irqa"].asserted:
                self.ends = machine.clocks + RESTART[bool(machine.file["omr"] & STOP_DELAY)]
        elif machine.clocks >= self.began + BEFORE_ARBITRATION and machine.interrupts.accept():
            self.ends = machine.clocks + TO_VECTOR

    @property
    def certain_end(self) -> int | None:
        """The clock at which the sleep ends, if what pins and requests do at present ends it."""
        self._machine.memory.peripherals.advance(self._machine.clocks)
        self.look()
        if self.ends is None and self.kind is Kind.WAIT and self._machine.interrupts.pending():
            return max(self._machine.clocks, self.began + BEFORE_ARBITRATION) + TO_VECTOR
        return self.ends

    def advance(self, to: int) -> bool:
        """Let time pass to a clock, or to an earlier end of the sleep; return True if the sleep has ended.

        Actions of a board at that clock take effect before other events at it.
        """
        machine = self._machine
        while machine.clocks < to:
            machine.memory.peripherals.advance(machine.clocks)
            self.look()
            if self.kind is Kind.STOP and not self._ready and self.ends is not None:
                self._ready = machine.clocks >= self.ends - READY
                if self._ready:
                    # The delay is over: from here on requests count (UM 8-38, 8-39).
                    machine.interrupts.forget_requests()
                    machine.memory.peripherals.restarted()
            if self.ends is not None and machine.clocks >= self.ends:
                self._end()
                return True
            machine.clocks = min(to, self._next_change())
        return False

    def _next_change(self) -> int:
        """The next clock at which something may happen; in WAIT a peripheral may request at any clock."""
        clock = self._machine.clocks
        if self.kind is Kind.WAIT:
            return clock + 1 if self.ends is None else self.ends
        if self.ends is None:
            return clock + FOR_EVER
        ready = self.ends - READY
        return ready if clock < ready else self.ends

    def _end(self) -> None:
        """Serve pending requests at the end of the stop cycles: IRQA only if it is still low (UM 8-38).

        The trace exception of a traced STOP has stayed pending (UM 8-37).
        """
        machine = self._machine
        machine.sleep = None
        if self.kind is Kind.STOP and machine.interrupts.source is None:
            machine.interrupts.accept()
        machine.interrupts.serve_accepted()
