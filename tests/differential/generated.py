"""The interpreter against generated code: the same state after any budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from differential.programs.loops import LoopProgram
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, UnsupportedError
from dsp56k.emu._core import Chip
from reference.registers import WIDTH

ARRIVALS = 1
"""Code is made at once: these programs are short."""

LONG, LONG_SHARE = 400_000, 1 / 50
"""Enough clocks for a loop with a count of 0, and how often a budget has them."""


def engine() -> Dsp56001:
    """A chip with generated code that is made at once."""
    dsp = Dsp56001(engine="jit")
    chip: Chip = dsp._chip
    assert chip.generate(ARRIVALS)
    return dsp


VECTORS = (
    " org p:$1e\n bchg #0,x:<$20\n move (r7)+\n",
    " org p:$1e\n jsr >handler\n org p:$30\nhandler asr a\n bchg #1,y:<$21\n rti\n",
)
"""Of the non-maskable interrupt: a fast one, and a long one."""


@lru_cache
def vector(number: int) -> dict[tuple[str, int], int]:
    """The words of one of these."""
    return {(space.lower(), address): word for (space, address), word in assemble(VECTORS[number]).words.items()}


def begin(dsp: Dsp56001, program: LoopProgram, handler: int = 0) -> None:
    """Load a program, its state, and a handler of interrupts."""
    memories = {"x": dsp.x, "y": dsp.y, "p": dsp.p}
    for (space, address), word in (vector(handler) | program.words | program.data).items():
        memories[space][address] = word
    for name, value in program.registers.items():
        setattr(dsp.regs, name, value)


def state(dsp: Dsp56001) -> dict[str, int]:
    """All that a program can tell."""
    values = {name: int(dsp.regs[name]) for name in WIDTH}
    for location in range(16):
        values[f"ssh{location}"], values[f"ssl{location}"] = dsp.stack[location]
    for space, memory in (("x", dsp.x), ("y", dsp.y)):
        values |= {f"{space}:{address:x}": word for address, word in enumerate(memory[0:0x200])}
    counts = {"clocks": dsp.clocks, "instructions": dsp.instructions, "undefined": dsp.undefined_addressing}
    return values | counts


@dataclass(frozen=True)
class Limits:
    """Of a run."""

    clocks: int | None = None
    instructions: int | None = None
    until: int | None = None


def ended(dsp: Dsp56001, limits: Limits) -> str:
    """How a run ends: programs may reach what is not modelled."""
    try:
        run = dsp.run(max_clocks=limits.clocks, max_instructions=limits.instructions, until=limits.until)
        return run.reason.name
    except UnsupportedError as error:
        return str(error)


def disturb(chips: Sequence[Dsp56001], program: LoopProgram, random: Random) -> None:
    """Do the same to chips: an interrupt to come, another word of the program, wait states, the ROM, a breakpoint."""
    kind, later = random.randrange(6), random.randint(1, 300)
    places = sorted(address for space, address in program.words if space == "p")
    place, other, waits = random.choice(places), random.choice(places), random.choice((0, 0x1111, 0x5342))
    for dsp in chips:
        if kind < 2:
            dsp.lines.nmi.drive(True, at=dsp.clocks + later)
            dsp.lines.nmi.drive(False, at=dsp.clocks + later + 40)
        elif kind == 2:
            # What is not one word long becomes something else.
            dsp.p[place] = dsp.p[other]
        elif kind == 3:
            dsp.x[0xFFFE] = waits
        elif kind == 4:
            dsp.regs.omr ^= 4
        elif place in dsp.breakpoints:
            dsp.breakpoints.remove(place)
        else:
            dsp.breakpoints.add(place)


def compared(program: LoopProgram, random: Random, stops: int) -> tuple[list[str], int]:
    """What differs at the first of so many stops where anything does, and how many instructions were executed."""
    plain, generated = Dsp56001(), engine()
    handler = random.randrange(len(VECTORS))
    for dsp in (plain, generated):
        begin(dsp, program, handler)
    disturbed = random.choice((0, 0, 0.1, 0.4))
    for stop in range(stops):
        if random.random() < disturbed:
            disturb((plain, generated), program, random)
        budget = random.choice((random.randint(1, 20), random.randint(1, 400), random.randint(1, 5000)))
        if random.random() < LONG_SHARE:
            budget = LONG
        limits = Limits(clocks=budget)
        if random.random() < 0.1:
            limits = Limits(instructions=1 + budget // 4)
        elif random.random() < 0.1:
            limits = Limits(budget, until=random.choice(sorted(address for _, address in program.words)))
        ends = [ended(dsp, limits) for dsp in (plain, generated)]
        if ends[0] == ends[1] and plain.snapshot() == generated.snapshot():
            continue
        first, second = state(plain), state(generated)
        different = [f"{name}: {first[name]:x} {second[name]:x}" for name in first if first[name] != second[name]]
        if ends[0] != ends[1]:
            different.append(f"end: {ends[0]} {ends[1]}")
        if different:
            return [f"stop {stop}, {limits}", *different], plain.instructions
    return [], plain.instructions


class GeneratedJudge:
    """Compares loop programs, each at many stops."""

    def __init__(self, stops: int = 100) -> None:
        self.stops = stops
        self.compared = 0
        self.instructions = 0

    def differences(self, program: LoopProgram) -> list[str]:
        """What differs."""
        found, executed = compared(program, Random(program.source), self.stops)
        self.compared += 1
        self.instructions += executed
        return found

    def report(self, program: LoopProgram) -> str:
        """What differs, and the program."""
        found = self.differences(program)
        return "\n".join([*found, program.source]) if found else ""
