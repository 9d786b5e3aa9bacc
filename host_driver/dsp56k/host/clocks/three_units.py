"""Timing model `three-units`: bus unit, decoder and execution unit of an 80286 or 80386 run side by side.

The rules are those of public captures of an 80C286's bus (SingleStepTests/80286: every instruction after a jump, at no
wait states); `make captures` compares them with every form. The 80386 has the same three units; its rules come from its
microcode (docs/records/pc-validation.md).

- Bus unit: a cycle takes two clocks and the wait states. A read or a write is made before a fetch. A write is posted:
  the instruction does not wait for it, the next read or write does. A fetch starts when its bytes fit into the queue.
- Decoder: takes bytes out of the queue, on a 286 one in each clock, and a clock more for each byte that is
  sign-extended; on a 386 one component in each clock. It decodes up to `depth` instructions ahead.
- Execution unit: an instruction starts `start` clocks after it was decoded, or when the one before it ends. Its first
  read begins `read` clocks after that, its last write one clock before its end.
- A jump stops the fetches, empties queue and decoder, and starts the first fetch of its target. The manuals' m is the
  time in which the target is decoded: it follows from the units and is not added.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dsp56k.host.clocks.instruction_forms import Flow, Timing
from dsp56k.host.clocks.timing_models import BASIC_BUS_CYCLE, Level, State, Step

_WRITE_BEFORE_END = 1
"""Clocks from the start of the last write's bus cycle to the end of its instruction."""
_WAITS_FOR_NONE = 2
"""Writes that an instruction posts without waiting; PUSHA waits for its writes."""

DECODED_QUEUE = 3
"""Decoded instructions that can wait: Intel, iAPX 286 Hardware Reference Manual, of the 286; assumed of the 386."""
DECODED_QUEUES = range(1, 9)
"""Values that a machine can have."""


@dataclass(frozen=True, slots=True)
class Units:
    """The three units of one processor.

    Attributes:
        width: bytes of a fetch, at addresses divisible by it.
        queue: bytes of the prefetch queue.
        depth: decoded instructions that can wait for their execution.
        arrival: clocks from the end of a fetch until the decoder can take its bytes.
        start: clocks from the end of an instruction's decoding to the start of its execution.
        read: clocks from the start of an instruction to its first read.
        fetch_before_read: True if a fetch that can start at the clock of a read goes first.
        fetch_before_push: True if a CALL pushes after the first fetch of its target.
    """

    width: int
    queue: int
    depth: int
    arrival: int
    start: int
    read: int
    fetch_before_read: bool
    fetch_before_push: bool

    @property
    def refill(self) -> int:
        """Clocks of a jump without m that follow the start of its target's first fetch."""
        return BASIC_BUS_CYCLE + self.arrival + self.start


@dataclass(frozen=True, slots=True)
class ThreeUnits(Level):
    """The timing model: `units` of a processor, whose memory cycles take `cycle` clocks, in a program.

    Attributes:
        code: the instructions by address, which the decoder decodes ahead.
        units: of the processor.
        cycle: CPU clocks of a memory bus cycle: 2 + wait states.
    """

    code: Mapping[int, Timing]
    units: Units
    cycle: int

    def execute(self, state: State, timing: Timing) -> Step:
        """Return the instruction's clocks: after its decoding, lengthened by waits for the bus."""
        run = _Run(self, state, timing)
        run.begin()
        if timing.flow in (Flow.REPEAT, Flow.REPEAT_WHILE):
            run.elapse(timing.clocks)
            return Step(run.now, run.now, run.now, run.state)
        return self._body(run, timing, timing.clocks, timing.writes)

    def item(self, state: State, timing: Timing) -> Step:
        """Return the time of a repetition: its reads, its writes, the rest of its clocks."""
        run = _Run(self, state, timing, begun=True)
        read_at = self._read(run, timing)
        write_at = self._write(run, timing, timing.writes)
        run.elapse(max(0, timing.item - BASIC_BUS_CYCLE * timing.reads))
        return Step(run.now, read_at, write_at, run.state)

    def jump(self, state: State, timing: Timing, target: Timing) -> Step:
        """Return the time of the taken branch, up to the start of its target."""
        run = _Run(self, state, timing)
        run.begin()
        run.fetching = False
        clocks = (timing.taken or timing.clocks) - self.units.refill
        late = timing.writes if self.units.fetch_before_push else 0
        step = self._body(run, timing, clocks, timing.writes - late)
        run.restart(target)
        if late:
            write_at = self._write(run, timing, late)
            step = step._replace(write_at=write_at)
        run.wait_for_decoder()
        return Step(run.now, step.read_at, step.write_at, run.state)

    def enter(self, target: Timing) -> Step:
        """Return the time of the first fetch and of the decoding of `target`."""
        run = _Run(self, State(), target)
        run.wait_for_decoder()
        return Step(run.now, 0, 0, run.state)

    def data_cycle(self, *, port: bool) -> int:
        """Return the clocks of a cycle: memory has its wait states, the ISA bus adds those of a port."""
        return BASIC_BUS_CYCLE if port else self.cycle

    def write_overlap(self, timing: Timing) -> int:
        """Return a clock; for a repetition or PUSHA, the clocks in which the bus would be idle."""
        if timing.item or timing.writes > _WAITS_FOR_NONE:
            cycles = timing.reads + timing.writes
            return min(self.cycle, max(0, timing.item - self.cycle * cycles))
        return int(timing.writes > 0)

    def _body(self, run: _Run, timing: Timing, clocks: int, writes: int) -> Step:
        end = BASIC_BUS_CYCLE * (writes - 1) + _WRITE_BEFORE_END if writes else 0
        left = clocks - BASIC_BUS_CYCLE * timing.reads
        lead = max(0, min(self.units.read, left)) if timing.reads else 0
        run.elapse(lead)
        read_at = self._read(run, timing)
        run.elapse(max(0, left - lead - end))
        write_at = self._write(run, timing, writes)
        run.elapse(min(_WRITE_BEFORE_END, max(0, left - lead)) if writes else 0)
        return Step(run.now, read_at, write_at, run.state)

    def _read(self, run: _Run, timing: Timing) -> int:
        """Make the instruction's reads. Return when the first one begins."""
        begins = run.now
        for position in range(timing.reads):
            at = run.read(self.data_cycle(port=timing.port_read))
            begins = at if position == 0 else begins
        return begins

    def _write(self, run: _Run, timing: Timing, writes: int) -> int:
        """Post `writes`. Return when the first one begins."""
        begins = run.now
        for position in range(writes):
            run.elapse(BASIC_BUS_CYCLE if position else 0)
            at = run.post(self.data_cycle(port=timing.port_write))
            begins = at if position == 0 else begins
        return begins


class _Run:
    """Bus unit and decoder while one instruction is being worked out; `now` counts clocks from its start."""

    def __init__(self, level: ThreeUnits, state: State, timing: Timing, *, begun: bool = False) -> None:
        self._level = level
        self._units = level.units
        self.now = 0
        self.fetching = True
        self._idle_at = state.busy
        self._queued, self._spent = state.queued, state.decoding
        self._posted, self._arriving, self._decoded = list(state.posted), list(state.arriving), list(state.decoded)
        place = timing.address + timing.size if begun else timing.address
        for _ in self._decoded:
            place += level.code[place].size
        self._place, self._plan = place, self._decoding_at(place)
        self._fetch = place + sum(self._plan[: self._spent]) + self._bytes

    @property
    def state(self) -> State:
        """The state at `now`."""
        now = self.now
        return State(
            queued=self._queued,
            busy=max(0, self._idle_at - now),
            posted=tuple(self._posted),
            arriving=tuple((max(0, at - now), size) for at, size in self._arriving),
            decoded=tuple(max(0, at - now) for at in self._decoded),
            decoding=self._spent,
        )

    def begin(self) -> None:
        """Wait until the next instruction has been decoded, and take it."""
        self.wait_for_decoder()
        self._decoded.pop(0)

    def wait_for_decoder(self) -> None:
        """Wait until the next instruction can start."""
        while not self._decoded or self._decoded[0] > self.now:
            self._clock()

    def elapse(self, clocks: int) -> None:
        """Let `clocks` pass."""
        for _ in range(clocks):
            self._clock()

    def wait_for_bus(self) -> None:
        """Let the running bus cycle and posted writes end."""
        fetching, self.fetching = self.fetching, False
        while self._idle_at > self.now or self._posted:
            self._clock()
        self.fetching = fetching

    def read(self, clocks: int) -> int:
        """Make a read, which the instruction waits for. Return when it begins."""
        if self._units.fetch_before_read and self._idle_at <= self.now:
            self._start_bus_cycle()
        self.wait_for_bus()
        begins = self.now
        self._idle_at = self.now + clocks
        self.elapse(clocks)
        return begins

    def post(self, clocks: int) -> int:
        """Post a write, when none waits for the bus any more. Return when its bus cycle begins."""
        fetching, self.fetching = self.fetching, False
        while self._posted:
            self._clock()
        self.fetching = fetching
        begins = max(self.now, self._idle_at)
        if begins > self.now:
            self._posted.append(clocks)
        else:
            self._idle_at = self.now + clocks
        return begins

    def restart(self, target: Timing) -> None:
        """Empty queue and decoder, and start the first fetch of `target`."""
        self.wait_for_bus()
        self._queued, self._spent, self._arriving, self._decoded = 0, 0, [], []
        self._fetch = self._place = target.address
        self._plan = target.decoding
        self.fetching = True
        self._start_bus_cycle()

    @property
    def _bytes(self) -> int:
        """Bytes in the queue, or between the bus and the queue."""
        return self._queued + sum(size for _, size in self._arriving)

    def _clock(self) -> None:
        """Let a clock pass in bus unit and decoder."""
        if self._idle_at <= self.now:
            self._start_bus_cycle()
        if self._arriving and self._arriving[0][0] <= self.now:
            self._queued += self._arriving.pop(0)[1]
        self._decode()
        self.now += 1

    def _start_bus_cycle(self) -> None:
        """Start a posted write, or a fetch that fits into the queue."""
        size = self._units.width - self._fetch % self._units.width
        if self._posted:
            self._idle_at = self.now + self._posted.pop(0)
        elif self.fetching and self._bytes + size <= self._units.queue:
            self._idle_at = self.now + self._level.cycle
            self._arriving.append((self._idle_at + self._units.arrival, size))
            self._fetch += size

    def _decode(self) -> None:
        """Decode for a clock."""
        if len(self._decoded) >= self._units.depth or not self._plan or self._queued < self._plan[self._spent]:
            return
        self._queued -= self._plan[self._spent]
        self._spent += 1
        if self._spent == len(self._plan):
            self._decoded.append(self.now + 1 + self._units.start)
            self._spent = 0
            self._place += sum(self._plan)
            self._plan = self._decoding_at(self._place)

    def _decoding_at(self, place: int) -> tuple[int, ...]:
        """Return the bytes of each decoder clock; none at an address without code of the program."""
        timing = self._level.code.get(place)
        return timing.decoding if timing else ()
