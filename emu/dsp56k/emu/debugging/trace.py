"""Traces: the address, words, accesses and cost of each executed instruction. `dsp56k.asm` disassembles the words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from dsp56k.emu.instruction_cost import Access, Cost, accesses_of
from dsp56k.emu.stop import Stop, StopReason, stop_of
from dsp56k.emu.validation import COUNT_MAX

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu._core import Step as StepRecord
    from dsp56k.emu.debugging.hooks import HookDispatcher
    from dsp56k.emu.signal_lines import Outputs


class Step:
    """One executed instruction. A REP, each repetition and each word of a vector are one step each.

    Its attributes are computed when they are read, because most traces need few of them.
    """

    __slots__ = ("_record",)

    def __init__(self, record: StepRecord | _Copy) -> None:
        """Wrap a record of the chip."""
        self._record = record

    @property
    def address(self) -> int:
        """The fetch address: PC, or a word of a vector."""
        return self._record.address

    @property
    def words(self) -> tuple[int, ...]:
        """One or two 24-bit words."""
        return self._record.words

    @property
    def start(self) -> int:
        """The clock count since reset at which it began."""
        return self._record.start

    @property
    def clocks(self) -> int:
        """Oscillator clocks it took."""
        return self._record.clocks

    @property
    def accesses(self) -> tuple[Access, ...]:
        """Its data accesses, in their order."""
        return accesses_of(self._record.accesses)

    @property
    def cost(self) -> Cost:
        """Its clocks in parts."""
        base, effective_address, *others = self._record.parts
        return Cost(self.address, base, effective_address, self.accesses, *others)

    def _values(self) -> tuple[object, ...]:
        return self.address, self.words, self.start, self.cost

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Step) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[object, ...]:
        record = self._record
        return Step, (_Copy(record.address, record.words, record.start, record.clocks, self.accesses, record.parts),)

    def __repr__(self) -> str:
        address, words, start, cost = self._values()
        return f"Step({address=}, {words=}, {start=}, {cost=})"


class _Copy(NamedTuple):
    """A record that another process or a file can hold."""

    address: int
    words: tuple[int, ...]
    start: int
    clocks: int
    accesses: tuple[Access, ...]
    parts: tuple[int, ...]


class Trace(Iterator[Step]):
    """Executes one instruction for each `next`. At the end `stop` has the reason.

    The chip can be read and changed between two steps. An instruction executes only when its step is read.
    """

    stop: Stop | None

    def __init__(
        self,
        dsp: object,
        chip: Chip,
        outputs: Outputs,
        hooks: HookDispatcher,
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
            # A run of 0 instructions determines the reason: at a jump to itself the chip has halted.
            name, _ = self._chip.run(self._outputs, self._ends, max_instructions=0)
            self.stop = stop_of(self._chip, StopReason[name])
            raise StopIteration
        if self._hooks.active:
            name, record = self._traced()
        else:
            name, record = self._chip.traced(self._outputs, self._ends, self._end)
        if name not in ("BUDGET", "HOOK") or record is None:
            self.stop = stop_of(self._chip, StopReason[name])
        if record is None:
            raise StopIteration
        if self._left is not None:
            self._left -= 1
        return Step(record)

    def _traced(self) -> tuple[str, StepRecord | None]:
        """Execute one instruction and its hooks; return the reason of the end and the step, if there was one."""
        while True:
            self._hooks.enter(self._dsp)
            name, record = self._chip.traced(self._outputs, self._ends, self._end)
            self._hooks.answer(self._dsp)
            if name != "HOOK" or record is not None:
                return name, record
