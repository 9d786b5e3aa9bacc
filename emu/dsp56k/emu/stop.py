"""The end of a run: its reason and its address."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from dsp56k.emu.instruction_cost import Access, accesses_of

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip


class StopReason(Enum):
    """The reasons for which `Dsp56001.run` returns."""

    BREAKPOINT = "BREAKPOINT"
    """PC reached the `until` address or a breakpoint."""
    BUDGET = "BUDGET"
    """`max_clocks` or `max_instructions` is used up."""
    WAIT = "WAIT"
    """The WAIT instruction, or a bus that is granted away, and no event inside the chip can end it."""
    STOP = "STOP"
    """The STOP instruction, and no event inside the chip can end it."""
    HALT = "HALT"
    """PC is at a jump to itself that no interrupt can end. The jump is not executed."""
    CONDITION = "CONDITION"
    """The run's condition, or that of a breakpoint, became true."""
    WATCHPOINT = "WATCHPOINT"
    """The last instruction made a watched access."""
    ILLEGAL = "ILLEGAL"
    """An illegal instruction whose vector P:$3E does not contain a call: it would repeat forever (UM 8-13)."""
    STACK_ERROR = "STACK_ERROR"
    """The last instruction over- or underflowed the system stack, under `stack_errors=True`."""
    UNLOADED = "UNLOADED"
    """The next instruction is in P memory that was never stored to, under `unloaded=True`."""


@dataclass(frozen=True)
class Stop:
    """The end of a run: the reason, the address of the next instruction, and the counts since reset."""

    reason: StopReason
    pc: int
    clocks: int
    instructions: int
    accesses: tuple[Access, ...] = ()
    """The watched accesses, for WATCHPOINT."""
    accessed_by: int | None = None
    """The address of the instruction that made them, for WATCHPOINT."""
    unloaded: int | None = None
    """The P address that was never stored to, for UNLOADED: PC, the word after it, or a word of a vector."""

    def __repr__(self) -> str:
        seen = "" if self.accessed_by is None else f", accesses={self.accesses}, accessed_by={self.accessed_by}"
        if self.unloaded is not None:
            seen = f", unloaded={self.unloaded}"
        counts = f"pc={self.pc}, clocks={self.clocks}, instructions={self.instructions}"
        return f"Stop(reason={self.reason!r}, {counts}{seen})"


def stop_of(chip: Chip, reason: StopReason) -> Stop:
    """Return the `Stop` of a run that ends at the chip's current state."""
    if reason is StopReason.UNLOADED:
        return Stop(reason, chip.pc, chip.clocks, chip.instructions, unloaded=chip.unloaded())
    if reason is not StopReason.WATCHPOINT:
        return Stop(reason, chip.pc, chip.clocks, chip.instructions)
    address, accesses = chip.watched()
    return Stop(reason, chip.pc, chip.clocks, chip.instructions, accesses_of(accesses), address)
