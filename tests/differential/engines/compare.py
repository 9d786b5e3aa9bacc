"""The interpreter and compiled code have equal machines after any budget, with any events between runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from random import Random

from differential.cases import generate
from differential.engines.environment import DISTURBANCES, Disturbance, Side, board, disturbance
from differential.engines.peripheral_traffic import ATTENDANCE, clocks, seen
from differential.programs.control_moves import control_program
from differential.programs.external_data import external_program
from differential.programs.hot_loops import repeated_instructions, returning_program
from differential.programs.loops import LoopProgram, loop_program
from differential.programs.profiling import turning_program
from differential.programs.with_peripherals import attended_program
from dsp56k.asm import assemble
from dsp56k.emu import Board, Dsp56001, EmulatorError
from reference_model.registers import WIDTH

LONG, LONG_SHARE = 400_000, 1 / 50
"""Enough clocks for a loop with a count of 0, and how often a budget has them."""

STATUS, STATUS_FLAGS, RESULTS, CHECKSUM = 102, 0x7F, slice(104, 121), 8
"""Offsets in a snapshot: the low half of SR, its flags, which can be stale in either engine, and the results from which
they then follow; and the length of its checksum."""

KINDS: dict[str, Callable[[Random], LoopProgram]] = {
    "generated": loop_program,
    "generated_turning": turning_program,
    "generated_returning": returning_program,
    "generated_repeated": repeated_instructions,
    "generated_attended": attended_program,
    "generated_external": external_program,
    "generated_control": control_program,
}
"""Programs to compare on the two engines."""


def engine(board: Board | None = None) -> Dsp56001:
    """Return a chip that compiles code at its first execution."""
    dsp = Dsp56001(engine="jit", board=board)
    generate(dsp)
    return dsp


VECTORS = (
    " org p:$1e\n bchg #0,x:<$20\n move (r7)+\n",
    " org p:$1e\n jsr >handler\n org p:$30\nhandler asr a\n bchg #1,y:<$21\n rti\n",
)
"""Vectors of the non-maskable interrupt: a fast one, and a long one."""


@lru_cache
def vector(number: int) -> dict[tuple[str, int], int]:
    """Return the words of one of `VECTORS`."""
    return {(space.lower(), address): word for (space, address), word in assemble(VECTORS[number]).words.items()}


def begin(dsp: Dsp56001, program: LoopProgram, handler: int = 0) -> None:
    """Load a program, its state, and a handler of interrupts."""
    memories = {"x": dsp.x, "y": dsp.y, "p": dsp.p}
    for (space, address), word in (vector(handler) | program.words | program.data).items():
        memories[space][address] = word
    for name, value in program.registers.items():
        setattr(dsp.regs, name, value)
    for location, halves in program.stack.items():
        dsp.stack[location] = halves


def state(dsp: Dsp56001) -> dict[str, int]:
    """Return the state that a program can read."""
    values = {name: int(dsp.regs[name]) for name in WIDTH}
    for location in range(16):
        values[f"ssh{location}"], values[f"ssl{location}"] = dsp.stack[location]
    for space, memory in (("x", dsp.x), ("y", dsp.y)):
        values |= {f"{space}:{address:x}": word for address, word in enumerate(memory[0:0x200])}
    counts = {"clocks": dsp.clocks, "instructions": dsp.instructions, "undefined": dsp.checks.undefined_addressing}
    return values | counts


def whole(dsp: Dsp56001) -> tuple[bytes, int]:
    """Return a snapshot without its representation of the flags of SR, and SR."""
    snapshot = bytearray(dsp.snapshot()[:-CHECKSUM])
    snapshot[STATUS] &= ~STATUS_FLAGS
    snapshot[RESULTS] = bytes(RESULTS.stop - RESULTS.start)
    return bytes(snapshot), dsp.regs.sr


def same(first: Dsp56001, second: Dsp56001) -> bool:
    """Return True if two machines are equal in every bit that has an effect."""
    return first.snapshot() == second.snapshot() or whole(first) == whole(second)


@dataclass(frozen=True)
class Limits:
    """Limits of a run."""

    clocks: int | None = None
    instructions: int | None = None
    until: int | None = None

    @staticmethod
    def drawn(random: Random, program: LoopProgram) -> Limits:
        """Return random limits."""
        budget = random.choice((random.randint(1, 20), random.randint(1, 400), random.randint(1, 5000)))
        if random.random() < LONG_SHARE:
            budget = LONG
        if random.random() < 0.1:
            # A chip that waits for ever executes none.
            return Limits(clocks=100 * LONG, instructions=1 + budget // 4)
        if random.random() < 0.1:
            return Limits(budget, until=random.choice(sorted(address for _, address in program.words)))
        return Limits(clocks=budget)


def ended(act: Callable[[], object]) -> str:
    """Return the result or the error of an action: programs can use parts that are not modelled."""
    try:
        return repr(act())
    except EmulatorError as error:
        return str(error)


@dataclass
class Comparison:
    """One program on both engines, from stop to stop."""

    program: LoopProgram
    random: Random
    sides: tuple[Side, Side] = field(init=False)
    done: list[str] = field(default_factory=list)
    """Actions between runs, and limits of runs."""
    disturbed: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        wired = self.program.board
        self.sides = Side(Dsp56001(engine="interpreter", board=wired)), Side(engine(wired))
        handler = self.random.randrange(len(VECTORS))
        for side in self.sides:
            begin(side.dsp, self.program, handler)
        for action in (*board(self.random), *(clocks(self.random) if self.program.peripherals else ())):
            self.both(action)

    def both(self, action: Callable[[Side], object]) -> list[str]:
        """Apply an action to both chips, and return the results."""
        return [ended(partial(action, side)) for side in self.sides]

    def run(self, limits: Limits) -> list[str]:
        """Run both chips, and return the results."""
        return self.both(
            lambda side: side.dsp.run(
                max_clocks=limits.clocks, max_instructions=limits.instructions, until=limits.until
            )
        )

    def differences(self, ends: list[str]) -> list[str]:
        """Return the differences after both runs have ended with these results."""
        plain, generated = self.sides
        if ends[0] == ends[1] and plain.log == generated.log and same(plain.dsp, generated.dsp):
            return []
        first, second = state(plain.dsp), state(generated.dsp)
        lines = [f"{name}: {first[name]:x} {second[name]:x}" for name in first if first[name] != second[name]]
        if ends[0] != ends[1]:
            lines.append(f"end: {ends[0]} {ends[1]}")
        lines += [
            f"seen: {ours} {theirs}" for ours, theirs in zip(plain.log, generated.log, strict=False) if ours != theirs
        ][:1]
        snapshots = whole(plain.dsp)[0], whole(generated.dsp)[0]
        bytes_ = [str(place) for place, (ours, theirs) in enumerate(zip(*snapshots, strict=False)) if ours != theirs]
        return [*lines, f"bytes of snapshots of {len(snapshots[0])} and {len(snapshots[1])}: {' '.join(bytes_[:8])}"]

    def stops(self, count: int) -> Iterator[list[str]]:
        """Yield the differences at each of `count` stops."""
        often = self.random.choice((0, 0, 0.1, 0.4))
        kinds: tuple[Disturbance, ...] = DISTURBANCES
        if self.program.peripherals:
            often, kinds = 0.5, (*ATTENDANCE, *ATTENDANCE, *DISTURBANCES)
        for _ in range(count):
            ends: list[str] = ["", ""]
            if self.random.random() < often:
                name, action = disturbance(self.random, self.program, kinds)
                self.disturbed[name] += 1
                self.done.append(name)
                ends = self.both(action)
            limits = Limits.drawn(self.random, self.program)
            self.done.append(str(limits))
            runs = self.run(limits)
            if self.program.peripherals:
                self.both(seen)
            yield self.differences([ours + run for ours, run in zip(ends, runs, strict=True)])


@dataclass
class GeneratedJudge:
    """Compares programs, each at many stops."""

    limit: int = 100
    """Stops of a program."""
    compared: int = 0
    stops: int = 0
    instructions: int = 0
    disturbed: Counter[str] = field(default_factory=Counter)

    def differences(self, program: LoopProgram) -> list[str]:
        """Return the differences at the first stop that has any."""
        comparison = Comparison(program, Random(program.seed))
        found: list[str] = []
        for number, found in enumerate(comparison.stops(self.limit)):
            self.stops += 1
            if found:
                found = [f"stop {number} after {', '.join(comparison.done[-3:])}", *found]
                break
        self.compared += 1
        self.instructions += comparison.sides[0].dsp.instructions
        self.disturbed += comparison.disturbed
        return found

    def report(self, program: LoopProgram) -> str:
        """Return the differences and the program, reduced to the instructions that cause them."""
        if not (found := self.differences(program)):
            return ""
        smaller = self.shrunk(program)
        # Code of the same words is known by now, and may come sooner.
        found = self.differences(smaller) or found
        words = {f"p:{address:x}": f"{word:06x}" for (space, address), word in sorted(smaller.words.items()) if word}
        return "\n".join([*found, program.source, str(words), str(program.registers)])

    def shrunk(self, program: LoopProgram) -> LoopProgram:
        """Return a program with fewer instructions that still differs; NOPs replace the others, so that none moves."""
        for place in sorted(program.words):
            if place[0] == "p" and program.words[place]:
                smaller = replace(program, words=program.words | {place: 0})
                if self.differences(smaller):
                    program = smaller
        return program
