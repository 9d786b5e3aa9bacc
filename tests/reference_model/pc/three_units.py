"""Bus unit, decoder and execution unit of an 80286 or 80386, clock by clock over a whole run.

The product (clocks/three_units.py) computes each instruction from a state, which it remembers, and adds blocks. This
judge has one timeline: a generator is the execution unit, and bus and decoder advance by a clock at each of its yields.
It uses the product's table (Timing), and none of its rules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dsp56k.host.clocks.instruction_forms import Flow, Timing

DATA = 2
"""Clocks of a data cycle that an instruction's clocks contain."""


@dataclass(frozen=True)
class Executed:
    """An executed instruction.

    Attributes:
        timing: its entry of the table.
        target: the instruction that a taken branch leads to, also the next one if the branch refills the queue.
        items: repetitions of a string instruction.
    """

    timing: Timing
    target: Timing | None = None
    items: int = 0


@dataclass
class ThreeUnitsJudge:
    """A processor with an empty queue at clock 0.

    Attributes:
        code: the program by address.
        cycle: clocks of a memory cycle.
        width, queue, depth, arrival, start, read: as the manuals and captures give them.
        fetch_before_read, fetch_before_push: which cycle goes first.
    """

    code: Mapping[int, Timing]
    cycle: int
    width: int
    queue: int
    depth: int
    arrival: int
    start: int
    read: int
    fetch_before_read: bool
    fetch_before_push: bool
    now: int = 0
    idle_at: int = 0
    may_fetch: bool = True
    fetch_at: int = 0
    bytes_ready: deque[int] = field(default_factory=deque)
    """For each fetched byte, the clock from which the decoder can take it."""
    posted: deque[int] = field(default_factory=deque)
    decode_at: int = 0
    steps: list[int] = field(default_factory=list)
    """Bytes of the clocks that are left to decode the instruction at `decode_at`."""
    decoded: deque[int] = field(default_factory=deque)
    """For each decoded instruction, the clock from which it can start."""

    def clocks(self, run: Iterable[Executed], first: Timing) -> int:
        """Return the clocks of a run, which begins with a jump to `first`."""
        for _ in self._execution(run, first):
            self._clock()
        return self.now

    def _execution(self, run: Iterable[Executed], first: Timing) -> Iterator[None]:
        yield from self._refill(first, [])
        for executed in run:
            yield from self._wait_for_decoder()
            self.decoded.popleft()
            yield from self._instruction(executed)

    def _instruction(self, executed: Executed) -> Iterator[None]:
        timing = executed.timing
        if timing.flow in (Flow.REPEAT, Flow.REPEAT_WHILE):
            yield from self._pass(timing.clocks)
            for _ in range(executed.items):
                yield from self._reads(timing)
                yield from self._writes(timing, timing.writes)
                yield from self._pass(timing.item - DATA * timing.reads)
        elif executed.target is None:
            yield from self._body(timing, timing.clocks, timing.writes)
        else:
            self.may_fetch = False
            clocks = timing.clocks if timing.flow is Flow.JUMP or executed.timing.taken == 0 else timing.taken
            late = timing.writes if self.fetch_before_push else 0
            yield from self._body(timing, clocks - DATA - self.arrival - self.start, timing.writes - late)
            yield from self._refill(executed.target, [self._cycle(port=False)] * late)

    def _body(self, timing: Timing, clocks: int, writes: int) -> Iterator[None]:
        own = clocks - DATA * timing.reads
        before = max(0, min(self.read, own)) if timing.reads else 0
        yield from self._pass(before)
        yield from self._reads(timing)
        rest = max(0, own - before)
        if writes:
            yield from self._pass(max(0, rest - DATA * (writes - 1) - 1))
            yield from self._writes(timing, writes)
            yield from self._pass(min(1, rest))
        else:
            yield from self._pass(rest)

    def _reads(self, timing: Timing) -> Iterator[None]:
        for _ in range(timing.reads):
            if self.fetch_before_read and self.now >= self.idle_at:
                self._start_cycle()
            yield from self._wait_for_bus()
            cycle = self._cycle(port=timing.port_read)
            self.idle_at = self.now + cycle
            yield from self._pass(cycle)

    def _writes(self, timing: Timing, writes: int) -> Iterator[None]:
        for number in range(writes):
            yield from self._pass(DATA if number else 0)
            yield from self._post(self._cycle(port=timing.port_write))

    def _post(self, cycle: int) -> Iterator[None]:
        fetched, self.may_fetch = self.may_fetch, False
        while self.posted:
            yield
        self.may_fetch = fetched
        if self.idle_at > self.now:
            self.posted.append(cycle)
        else:
            self.idle_at = self.now + cycle

    def _refill(self, target: Timing, pushes: list[int]) -> Iterator[None]:
        yield from self._wait_for_bus()
        self.bytes_ready.clear()
        self.decoded.clear()
        self.fetch_at = self.decode_at = target.address
        self.steps = list(target.decoding)
        self.may_fetch = True
        self._start_cycle()
        for number, cycle in enumerate(pushes):
            yield from self._pass(DATA if number else 0)
            yield from self._post(cycle)
        yield from self._wait_for_decoder()

    def _wait_for_bus(self) -> Iterator[None]:
        fetched, self.may_fetch = self.may_fetch, False
        while self.now < self.idle_at or self.posted:
            yield
        self.may_fetch = fetched

    def _wait_for_decoder(self) -> Iterator[None]:
        while not self.decoded or self.decoded[0] > self.now:
            yield

    def _pass(self, clocks: int) -> Iterator[None]:
        for _ in range(clocks):
            yield

    def _cycle(self, *, port: bool) -> int:
        return DATA if port else self.cycle

    def _clock(self) -> None:
        if self.now >= self.idle_at:
            self._start_cycle()
        if self.steps and len(self.decoded) < self.depth:
            self._decode()
        self.now += 1

    def _start_cycle(self) -> None:
        size = self.width - self.fetch_at % self.width
        if self.posted:
            self.idle_at = self.now + self.posted.popleft()
        elif self.may_fetch and len(self.bytes_ready) + size <= self.queue:
            self.idle_at = self.now + self.cycle
            self.bytes_ready.extend([self.idle_at + self.arrival] * size)
            self.fetch_at += size

    def _decode(self) -> None:
        size = self.steps[0]
        if sum(ready <= self.now for ready in self.bytes_ready) < size:
            return
        for _ in range(size):
            self.bytes_ready.popleft()
        del self.steps[0]
        if not self.steps:
            self.decoded.append(self.now + 1 + self.start)
            self.decode_at += sum(self.code[self.decode_at].decoding) if self.decode_at in self.code else 1
            following = self.code.get(self.decode_at)
            self.steps = list(following.decoding) if following else []
