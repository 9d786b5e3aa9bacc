"""Small x86 programs from bytes, and a second, slower method to count their clocks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import unicorn
from unicorn import x86_const as x86

from dsp56k.emu.timeline import Time
from dsp56k.host.clocks.instruction_forms import Flow, Timing
from dsp56k.host.clocks.timing_models import State
from dsp56k.host.cpu_modes import MODES, ModeName
from dsp56k.host.pc import PC
from dsp56k.host.program import Program, Segment
from reference_model.pc.accounting import holds

ORIGIN = MODES["flat32"].program.start
HLT = Timing(address=0, size=1, text="hlt", row="hlt")


def program(*code: str, symbols: dict[str, int] | None = None, mode: ModeName = "flat32") -> Program:
    """A program with the function `f` made of hexadecimal bytes, one instruction a string."""
    origin = MODES[mode].program.start
    content = bytes.fromhex("".join(code))
    return Program(
        "test",
        (Segment(origin, content, len(content)),),
        ((origin, content),),
        {"f": origin, **(symbols or {})},
        mode=mode,
    )


class Board:
    """A board that records its accesses, and returns values from a list."""

    def __init__(self, answers: Iterable[int] = ()) -> None:
        self.answers = list(answers)
        self.reads: list[tuple[int, Time]] = []
        self.writes: list[tuple[int, int, Time]] = []

    def read(self, offset: int, now: Time) -> int:
        self.reads.append((offset, now))
        return self.answers.pop(0) if self.answers else 0

    def write(self, offset: int, value: int, now: Time) -> None:
        self.writes.append((offset, value, now))


class EachInstruction:
    """Counts a PC's clocks instruction by instruction, without blocks and without memory of earlier answers."""

    def __init__(self, pc: PC) -> None:
        self._level = pc._level
        self._timings = pc._blocks.code.at
        self._last: Timing | None = None
        self._state = State()
        self.clocks = 0
        self.instructions = 0
        pc._uc.hook_add(unicorn.UC_HOOK_CODE, self._instruction)

    def finish(self) -> int:
        """Clocks of the run, its last RET included."""
        assert self._last is not None
        return self.clocks + self._level.jump(self._state, self._last, HLT).clocks

    def _instruction(self, uc: Any, address: int, size: int, _: object) -> None:
        if address not in self._timings:
            return
        timing, last, level = self._timings[address], self._last, self._level
        self.instructions += 1
        if last is None:
            self._take(level.enter(timing))
        elif last.flow is Flow.JUMP or (last.flow is Flow.CONDITIONAL and address != last.address + last.size):
            self._take(level.jump(self._state, last, timing))
        elif last.refills:
            self._take(level.jump(self._state, last.untaken, timing))
        elif last.flow is Flow.CONDITIONAL:
            self._take(level.execute(self._state, last))
        elif last.flow is Flow.REPEAT and address == last.address:
            self._take(level.item(self._state, last))
            return
        if timing.by_cl:
            self.clocks += timing.by_cl * (uc.reg_read(x86.UC_X86_REG_CL) & 31)
        if timing.unless and not holds(timing.condition, uc.reg_read(x86.UC_X86_REG_EFLAGS)):
            self.clocks += timing.unless
        if timing.flow not in (Flow.JUMP, Flow.CONDITIONAL):
            self._take(level.execute(self._state, timing))
        self._last = timing

    def _take(self, step: Any) -> None:
        self.clocks += step.clocks
        self._state = step.state
