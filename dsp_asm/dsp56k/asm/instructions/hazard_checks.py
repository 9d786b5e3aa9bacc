"""Hazards: instruction sequences that the chip does not execute as written (UM A-232 to A-238).

The checker receives one instruction at a time. side_effects.py has the facts of an instruction, restrictions.py the
forbidden sequences.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import Budget
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message
from dsp56k.asm.expressions.relocation import LinkWord, relative_address
from dsp56k.asm.instructions.buffers import Buffers
from dsp56k.asm.instructions.restrictions import (
    after,
    at_end,
    in_vectors,
    loop_nesting,
    near_end,
    not_ready,
    vectors,
)
from dsp56k.asm.instructions.side_effects import Facts
from dsp56k.asm.program.locations import Locations
from dsp56k.asm.program.symbols import SymbolTable
from dsp56k.isa import CONTROL_ROWS
from dsp56k.objects.module import Base
from dsp56k.objects.word_sizes import TOP

# Execution never continues after these: the exception of ILLEGAL returns to ILLEGAL itself (UM 8-13). A jump without a
# condition has its target as its only operand.
_UNCONDITIONAL = frozenset(
    row.op
    for row in CONTROL_ROWS
    if row.sequence in ("illegal", "return") or (row.sequence == "jump" and len(row.operands) == 1)
)
# Instructions that may change every register. SWI calls the program that serves it.
_CALLS = frozenset({"call", "exception"})


class OptionStates(Protocol):
    """Options of the assembler that are on."""

    def __getitem__(self, name: str) -> bool: ...


class Listener(Protocol):
    """The checker's view of the pass, and the receiver of its warnings.

    `stretch` numbers the code between two labels.
    """

    budget: Budget
    locations: Locations
    symbols: SymbolTable
    stretch: int

    @property
    def options(self) -> OptionStates:
        """The options in effect."""

    def warn(self, kind: Message, **values: object) -> None:
        """Report a warning about the current statement."""


@dataclass(slots=True)
class _Loop:
    """A DO loop being assembled: its last address, and the facts of its first instruction when that has been met."""

    last: int
    first: Facts | None = None


@dataclass(slots=True)
class HazardChecker:
    """The latest instructions; it reports forbidden sequences to the pass."""

    next_address: int = -1
    previous: Facts | None = None
    loops: list[_Loop] = field(default_factory=list)
    base: Base | None = None
    buffers: Buffers = field(default_factory=Buffers)

    def too_early(self, facts: Facts, address: int) -> bool:
        """Return True if an instruction uses a pointer that the one before it has just loaded (UM A-237)."""
        previous = self.previous if self.next_address == address else None
        return previous is not None and bool(previous.sets & facts.points)

    def lose(self, facts: Facts) -> None:
        """Skip an instruction with an error: the next one is not checked, and its loop has no end."""
        self.next_address = -1
        if facts.sequence == "loop":
            self.loops.append(_Loop(TOP))

    def check(self, assembly: Listener, facts: Facts, address: int, words: tuple[int, ...]) -> Message | None:
        """Check the next instruction; warnings go to the pass, an error is returned."""
        if assembly.locations.run_base != self.base:
            # The addresses of another section count from another base.
            self.base, self.next_address = assembly.locations.run_base, -1
            self.loops.clear()
        previous = self.previous if self.next_address == address else None
        if previous is None:
            self.buffers.held.clear()
        self.previous, self.next_address = facts, address + len(words)
        problem, control = facts.problem, facts.control
        if previous is not None:
            if previous.sets and (late := previous.sets & facts.points):
                assembly.warn(not_ready(), name=min(late))
            if previous.control.restricts_next:
                broken = after(previous.control, control, len(words))
                problem = next((message for message in broken if message.is_error), problem)
                for warning in broken:
                    if not warning.is_error:
                        assembly.warn(warning)
        if assembly.options["INTR"] and address in vectors() and (message := in_vectors(control, len(words))):
            assembly.warn(message)
        if control.sequence == "loop_exit" and not self.loops:
            assembly.warn(messages.ENDDO_ALONE)
        if self.loops:
            assembly.budget.work -= len(self.loops) // costs.LOOPS_COMPARED
            for loop in self.loops:
                if (message := near_end(control, words, address, loop.last)) is not None:
                    assembly.warn(message)
            self._in_loop(assembly, facts, address, len(words))
        if facts.sets or self.buffers.held:
            self._follow(assembly, facts, words)
        if control.sequence == "loop":
            begun = self._begin(address, relative_address(words[1]))
            return problem or begun
        return problem

    def _begin(self, address: int, last: int | None) -> Message | None:
        """Begin a DO at `address`; return the error of its last address. None is one in another section (ASM D.4)."""
        if last is None:
            return messages.LOOP_SECTION
        if last <= address + 1:
            return messages.EMPTY_LOOP
        nested = all(last < loop.last for loop in self.loops if address < loop.last)
        self.loops.append(_Loop(last))
        return None if nested else loop_nesting()

    def _follow(self, assembly: Listener, facts: Facts, words: tuple[int, ...]) -> None:
        """Track pointers and modifiers, as long as control flow comes from above."""
        buffers, control = self.buffers, facts.control
        leaves = control.op in _UNCONDITIONAL or control.sequence in _CALLS
        buffers.change(assembly.stretch, tuple(buffers.held) if leaves else facts.changes)
        if not facts.loads or isinstance(words[-1], LinkWord):
            return
        number = words[1] & 0xFFFF if len(words) > 1 else words[0] >> 8 & 0xFF
        if (found := buffers.load(facts.loads, number, assembly.symbols.all)) is not None:
            assembly.warn(messages.BUFFER_MISPLACED, address=found.address, size=found.size, boundary=found.boundary)

    def _in_loop(self, assembly: Listener, facts: Facts, address: int, words: int) -> None:
        innermost = self.loops[-1]
        if innermost.first is None:
            innermost.first = facts
        end = address + words - 1
        while self.loops and self.loops[-1].last <= end:
            loop = self.loops.pop()
            # The instruction at the last address: a loop may end with the second word of an instruction (UM A-65).
            if address == loop.last and (message := at_end(facts.control, words)) is not None:
                assembly.warn(message)
            if loop.last != end:
                continue
            if loop.first is not None and (late := facts.sets & loop.first.points):
                assembly.warn(messages.REGISTER_NOT_READY_AGAIN, name=min(late))
