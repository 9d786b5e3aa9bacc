"""Instruction by instruction: what each step was, did and cost. Rendering words as text is `dsp56k.asm`'s business."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsp56k.emu.checks import COUNT_MAX
from dsp56k.emu.explain import Access, Cost, accesses_of
from dsp56k.emu.stop import Stop, StopReason, stop_of

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu._core import Step as StepRecord
    from dsp56k.emu.debugging.hooks import HookCalls
    from dsp56k.emu.lines import Outputs


@dataclass(frozen=True)
class Step:
    """One instruction as it was executed: a REP and each repetition are one each, so is each word of a vector."""

    address: int
    """Where it was fetched: PC, or a word of a vector."""
    words: tuple[int, ...]
    """One or two 24-bit words."""
    start: int
    """The clock count since reset at which it began."""
    cost: Cost
    """Its clocks in parts."""

    @property
    def clocks(self) -> int:
        """Oscillator clocks it took."""
        return self.cost.total

    @property
    def accesses(self) -> tuple[Access, ...]:
        """Its data accesses, in their order."""
        return self.cost.accesses


def step_of(record: StepRecord) -> Step:
    """A record of the chip as a `Step`."""
    cost = Cost(
        record.address,
        record.base,
        record.effective_address,
        accesses_of(record.accesses),
        record.fetch,
        record.refetch,
        record.conflict,
        record.stall,
        record.idle,
        record.trace,
    )
    return Step(record.address, tuple(record.words), record.start, cost)


class Trace(Iterator[Step]):
    """Executes one instruction for each `next`; `stop` says why it ended, once it has.

    The chip can be looked at and changed between two steps; what is not asked for is not executed.
    """

    stop: Stop | None

    def __init__(
        self,
        dsp: object,
        chip: Chip,
        outputs: Outputs,
        hooks: HookCalls,
        ends: tuple[int | None, bool, bool],
        max_clocks: int | None,
        max_instructions: int | None,
    ) -> None:
        self._dsp = dsp
        self._chip = chip
        self._outputs = outputs
        self._hooks = hooks
        self._left = max_instructions
        self._end = None if max_clocks is None else min(chip.total_clocks + max_clocks, COUNT_MAX)
        self._ends = ends
        self.stop = None

    def __next__(self) -> Step:
        if self.stop is not None:
            raise StopIteration
        self._outputs.enter()
        if self._left == 0:
            # As a run ends: at a jump to itself it has halted, whatever its limits.
            self.stop = stop_of(self._chip, StopReason[self._chip.run(self._outputs, self._ends, max_instructions=0)])
            raise StopIteration
        name, record = self._traced()
        if name not in ("BUDGET", "HOOK") or record is None:
            self.stop = stop_of(self._chip, StopReason[name])
        if record is None:
            raise StopIteration
        if self._left is not None:
            self._left -= 1
        return step_of(record)

    def _traced(self) -> tuple[str, StepRecord | None]:
        """One instruction, with the hooks it meets; or why there was none."""
        while True:
            self._hooks.enter()
            name, record = self._chip.traced(self._outputs, self._ends, self._end)
            self._hooks.answer(self._dsp)
            if name != "HOOK" or record is not None:
                return name, record
