"""Timing models: only the manual's clocks, or these with a bus unit that prefetches and waits for memory.

They, and the model of the i486 (i486.py), compute the same three cases: an instruction, a taken branch, and one
repetition of a string instruction. The results are clocks and the state for the next instruction, so the accounting can
store them by block and state.

When in an instruction its bus cycles happen (our decision; the manuals give only totals): reads follow the first two
clocks (forming the address), or come as soon as the total permits; a write begins two clocks before the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from dsp56k.host.clocks.instruction_forms import Timing

BASIC_BUS_CYCLE = 2
"""CPU clocks of a bus cycle without wait states (80286, 80386, i486); the table's counts contain them."""

MAX_REFRESH = 0.25
"""Maximum fraction of the time; an AT's memory takes 0.055 in addition (Abrash, ch. 11)."""

MAX_CLOCK_ERROR = 0.5
"""A fraction of time that no useful model exceeds."""


class Write(NamedTuple):
    """A register that an instruction wrote.

    It has the complete name, the clocks since that instruction ended, and whether only a byte was written and that
    matters.
    """

    register: str
    age: int
    byte: bool


class State(NamedTuple):
    """Activity that continues between two instructions.

    Attributes:
        queued: instruction bytes in the prefetch queue.
        busy: CPU clocks until the bus is free.
        coming: instruction bytes that the running bus cycle will bring, 0 if it moves data.
        writes: registers that a pipeline may still have to wait for, in order.
        items: repetitions done of a string instruction whose first ones differ.
        posted: CPU clocks of each write that waits for the bus.
        arriving: fetched bytes that have not reached the decoder: clocks until they do, and their number.
        decoded: for each decoded instruction, the clocks until it can start.
        decoding: clocks that the decoder has spent on the next instruction.
    """

    queued: int = 0
    busy: int = 0
    coming: int = 0
    writes: tuple[Write, ...] = ()
    items: int = 0
    posted: tuple[int, ...] = ()
    arriving: tuple[tuple[int, int], ...] = ()
    decoded: tuple[int, ...] = ()
    decoding: int = 0


class Step(NamedTuple):
    """Time of an instruction: its clocks, the begins of its reads and writes, and the state that it leaves.

    Begins count from its own start.
    """

    clocks: int
    read_at: int
    write_at: int
    state: State


class Level(Protocol):
    """A model of time."""

    def execute(self, state: State, timing: Timing) -> Step:
        """One instruction; a conditional branch that is not taken; the start of a repeated string instruction."""

    def item(self, state: State, timing: Timing) -> Step:
        """One repetition of a string instruction."""

    def jump(self, state: State, timing: Timing, target: Timing) -> Step:
        """Return the clocks of a taken branch, including the fetch of its target."""

    def enter(self, target: Timing) -> Step:
        """Start a run at `target`: the queue is empty."""

    def data_cycle(self, *, port: bool) -> int:
        """CPU clocks that this model charges for one data bus cycle."""

    @property
    def crossing(self) -> int:
        """CPU clocks that an access to memory takes more if it crosses a double word: by default a second cycle."""
        return self.data_cycle(port=False)

    def write_overlap(self, timing: Timing) -> int:
        """Return the clocks by which a write's second bus cycle overlaps the next instruction."""
        return 0


def bus_starts(clocks: int, reads: int, writes: int) -> tuple[int, int]:
    """Return the begins of the reads and the writes of an instruction of `clocks`."""
    return _lead(clocks, reads, writes), max(0, clocks - BASIC_BUS_CYCLE)


def _lead(clocks: int, reads: int, writes: int) -> int:
    """Return the clocks before the first read: two for the address, less if the total is shorter."""
    return max(0, min(2, clocks - BASIC_BUS_CYCLE * (reads + writes)))


class ManualClocks(Level):
    """Timing model `manual`: only the table's clocks, which can be checked by hand. It has no state."""

    def execute(self, state: State, timing: Timing) -> Step:
        """Return the table's clocks."""
        return self._step(timing.clocks, timing.reads, timing.writes)

    def item(self, state: State, timing: Timing) -> Step:
        """Return the table's clocks of one repetition."""
        return self._step(timing.item, timing.reads, timing.writes)

    def jump(self, state: State, timing: Timing, target: Timing) -> Step:
        """Return the table's clocks of the taken form, plus m of the target."""
        clocks = timing.taken if timing.taken else timing.clocks
        return self._step(clocks + (target.components if timing.has_target_term else 0), timing.reads, timing.writes)

    def enter(self, target: Timing) -> Step:
        """Costs nothing."""
        return Step(0, 0, 0, State())

    def data_cycle(self, *, port: bool) -> int:
        """Return the two clocks contained in the table's counts."""
        return BASIC_BUS_CYCLE

    @staticmethod
    def _step(clocks: int, reads: int, writes: int) -> Step:
        return Step(clocks, *bus_starts(clocks, reads, writes), State())


@dataclass(frozen=True, slots=True)
class BusUnit(Level):
    """Timing model `bus-unit`: the execution unit and the bus unit run side by side.

    The bus unit fetches instruction words whenever the bus is idle and the queue has space. An instruction starts when
    all its bytes are queued; its data cycles wait for a running fetch and go before the next one; a write is posted
    (the instruction does not wait for its end, the next bus cycle does). A taken branch empties the queue and pays for
    the first fetch of its target. Model and checks against measured 80286 loops: Abrash, Graphics Programming Black
    Book, ch. 11 (tests/unit/host/clocks/test_clocks.py repeats them).

    Attributes:
        cycle: CPU clocks of a memory bus cycle: 2 + wait states.
        width: bytes of a fetch, at addresses divisible by it.
        queue: bytes of the prefetch queue.
    """

    cycle: int = 3
    width: int = 4
    queue: int = 12

    def execute(self, state: State, timing: Timing) -> Step:
        """Return the instruction's clocks, lengthened by waits for its bytes, for the bus and for memory."""
        run = _Run(self, state, timing.address)
        run.consume(timing.size)
        if timing.flow in (timing.flow.REPEAT, timing.flow.REPEAT_WHILE):
            run.elapse(timing.clocks)
            return Step(run.now, run.now, run.now, run.state)
        return self._body(run, timing, timing.clocks)

    def item(self, state: State, timing: Timing) -> Step:
        """Return the clocks of one repetition; the queue has the bytes after the instruction."""
        run = _Run(self, state, timing.address + timing.size)
        return self._body(run, timing, timing.item)

    def jump(self, state: State, timing: Timing, target: Timing) -> Step:
        """Return the clocks of the taken branch: its own bus cycles, an emptied queue, the first fetch."""
        run = _Run(self, state, timing.address)
        run.consume(timing.size)
        clocks = (timing.taken if timing.taken else timing.clocks) + (
            target.components if timing.has_target_term else 0
        )
        run.flush(target.address)
        step = self._body(run, timing, clocks - BASIC_BUS_CYCLE)
        run.fetch_first()
        return Step(run.now, step.read_at, step.write_at, run.state)

    def enter(self, target: Timing) -> Step:
        """Run the first fetch."""
        run = _Run(self, State(), target.address)
        run.flush(target.address)
        run.fetch_first()
        return Step(run.now, 0, 0, run.state)

    def data_cycle(self, *, port: bool) -> int:
        """Memory cycles have the wait states of memory; a port's are added by the ISA bus."""
        return BASIC_BUS_CYCLE if port else self.cycle

    def _body(self, run: _Run, timing: Timing, clocks: int) -> Step:
        reads, writes = timing.reads, timing.writes
        lead = _lead(clocks, reads, writes)
        run.elapse(lead)
        read_at = run.now
        for position in range(reads):
            run.wait_for_bus()
            if position == 0:
                read_at = run.now
            run.occupy(self.data_cycle(port=timing.port_read))
        run.elapse(max(0, clocks - lead - BASIC_BUS_CYCLE * (reads + writes)))
        write_at = run.now
        for position in range(writes):
            run.wait_for_bus()
            if position == 0:
                write_at = run.now
            run.post(self.data_cycle(port=timing.port_write))
            run.elapse(BASIC_BUS_CYCLE)
        return Step(run.now, read_at, write_at, run.state)


class _Run:
    """The bus unit's state while one instruction is being worked out; `now` counts clocks from its start."""

    def __init__(self, unit: BusUnit, state: State, address: int) -> None:
        self._unit = unit
        self.now = 0
        self._queued, self._busy, self._coming = state.queued, state.busy, state.coming
        self._fetch = address + state.queued
        self._prefetching = True

    @property
    def state(self) -> State:
        return State(self._queued, self._busy, self._coming)

    def elapse(self, clocks: int) -> None:
        """Let `clocks` pass, with prefetches in every gap."""
        self.now += clocks
        while clocks:
            if not self._busy and not self._start_fetch():
                return
            step = min(self._busy, clocks)
            self._busy -= step
            clocks -= step
            self._arrive()

    def consume(self, size: int) -> None:
        """Take `size` instruction bytes, waiting for those that are not queued yet."""
        while self._queued < size:
            size -= self._queued
            self._queued = 0
            if not self._busy:
                self._start_fetch()
            self.elapse(self._busy)
        self._queued -= size

    def wait_for_bus(self) -> None:
        """Let the running bus cycle end; no new fetch starts, data goes first."""
        self.now += self._busy
        self._busy = 0
        self._arrive()

    def occupy(self, clocks: int) -> None:
        """Run a data cycle that the instruction waits for."""
        self.now += clocks

    def post(self, clocks: int) -> None:
        """Run a data cycle that the instruction does not wait for."""
        self._busy, self._coming = clocks, 0

    def flush(self, target: int) -> None:
        """Empty the queue; nothing is fetched until fetch_first."""
        self._queued = self._coming = 0
        self._fetch = target
        self._prefetching = False

    def fetch_first(self) -> None:
        """Run the fetch of a branch target, which the branch waits for."""
        self.wait_for_bus()
        self._prefetching = True
        self._start_fetch()
        self.elapse(self._busy)

    def _start_fetch(self) -> bool:
        size = self._unit.width - self._fetch % self._unit.width
        if not self._prefetching or self._queued + size > self._unit.queue:
            return False
        self._busy, self._coming = self._unit.cycle, size
        return True

    def _arrive(self) -> None:
        if not self._busy and self._coming:
            self._queued += self._coming
            self._fetch += self._coming
            self._coming = 0
