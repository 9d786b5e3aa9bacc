"""Actions of a board, a debugger and a user on a chip between its runs: the same on chips of both engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random

from differential.programs.loops import LoopProgram
from dsp56k.emu import Dsp56001
from dsp56k.emu.debugging.hooks import ExecutionHook
from dsp56k.emu.timeline import Time

Log = list[tuple[object, ...]]
WORD = 0xFFFFFF
FOLLOWED = ("hash_execution", "profile")


@dataclass
class Device:
    """Returns words that depend on the accesses, and records each access and its time."""

    log: Log

    def read(self, offset: int, now: Time) -> int:
        """Return a word that depends on the number of reads."""
        self.log.append(("read", offset, now))
        return 0x10305 * len(self.log) & WORD

    def write(self, offset: int, value: int, now: Time) -> None:
        """Note a word."""
        self.log.append(("write", offset, value, now))


@dataclass
class Side:
    """A chip, and a log of its outputs."""

    dsp: Dsp56001
    log: Log = field(default_factory=list)
    hooks: dict[int, ExecutionHook] = field(default_factory=dict)
    watched: set[tuple[str, int]] = field(default_factory=set)


Action = Callable[[Side], None]
Disturbance = Callable[[Random, LoopProgram], Action]


def board(random: Random) -> list[Action]:
    """Return the board of a chip: devices, the size of the RAM, and wait states."""
    actions: list[Action] = []
    if random.random() < 0.2:
        space, first = random.choice("XY"), random.choice((0x100, 0x102, 0x123, 0x1000))
        actions.append(lambda side: side.dsp.port_a.map_device(space, first, first + 1, Device(side.log)))
    if random.random() < 0.1:
        size = random.choice((0x101, 0x180, 0x2000))
        actions.append(lambda side: side.dsp.port_a.map_ram("Y", size))
    if random.random() < 0.1:
        where, begin, waits = random.choice("XYP"), random.choice((0x100, 0x400)), random.choice((0, 3, 20))
        actions.append(lambda side: side.dsp.port_a.map_wait_states(where, begin, begin + 0x40, waits))
    return actions


def _pins(random: Random, _program: LoopProgram) -> Action:
    pin, later = random.choice(("nmi", "nmi", "irqa", "irqb")), random.randint(1, 300)
    length = random.choice((2, 40))

    def act(side: Side) -> None:
        line = getattr(side.dsp.lines, pin)
        line.drive(True, at=side.dsp.clocks + later)
        line.drive(False, at=side.dsp.clocks + later + length)

    return act


def _places(program: LoopProgram) -> list[int]:
    return sorted(address for space, address in program.words if space == "p")


def _poke(random: Random, program: LoopProgram) -> Action:
    """Another instruction of the program, or the same once more, comes to an address of it."""
    place, other = random.choice(_places(program)), random.choice(_places(program))
    if random.random() < 0.3:
        other = place
    external = random.random() < 0.2

    def act(side: Side) -> None:
        word = side.dsp.p[other]
        # Behind the chip's own memory a store changes nothing that executes.
        (side.dsp.port_a.ram("P") if external else side.dsp.p)[place] = word

    return act


def _data(random: Random, _program: LoopProgram) -> Action:
    space, address, word = random.choice("xy"), random.randrange(0x110), random.getrandbits(24)
    return lambda side: getattr(side.dsp, space).__setitem__(address, word)


def _bus_control(random: Random, _program: LoopProgram) -> Action:
    waits = random.choice((0, 0x1111, 0x5342))
    return lambda side: side.dsp.x.__setitem__(0xFFFE, waits)


def _map(random: Random, _program: LoopProgram) -> Action:
    """The data ROMs, the mode, WT, or how far RAM goes."""
    if random.random() < 0.2:
        space, size = random.choice("XYP"), random.choice((0x180, 0x1200, 0x10000))
        return lambda side: side.dsp.port_a.map_ram(space, size)
    changed = random.choice((4, 4, 4, 0x80, 2))

    def act(side: Side) -> None:
        side.dsp.regs.omr ^= changed

    return act


def _register(random: Random, _program: LoopProgram) -> Action:
    name, value = random.choice(
        (
            ("m0", random.choice((7, 0xFFFF))),
            ("m4", random.choice((0, 20, 0xFFFF))),
            ("r0", random.choice((0, 0xFF, 0x100))),
            ("r4", random.choice((0, 0xFE, 0xFFFF))),
            ("n5", random.choice((1, 0xFF))),
            ("sr", random.choice((0x300, 0x700, 0xB00, 0x37F))),
            ("lc", random.choice((1, 2, 0, 5))),
            ("a", random.getrandbits(56)),
            ("x0", random.getrandbits(24)),
            ("sp", 2),
        )
    )

    def act(side: Side) -> None:
        looping = side.dsp.regs.sr & 0x8000
        side.dsp.regs[name] = value | looping if name == "sr" else value

    return act


def _stack(random: Random, _program: LoopProgram) -> Action:
    location, half = random.randint(1, 6), random.randrange(2)

    def act(side: Side) -> None:
        high, low = side.dsp.stack[location]
        side.dsp.stack[location] = (high ^ 1, low) if half else (high, low ^ 0x8)

    return act


def _breakpoint(random: Random, program: LoopProgram) -> Action:
    place = random.choice(_places(program))
    return lambda side: (side.dsp.breakpoints.discard if place in side.dsp.breakpoints else side.dsp.breakpoints.add)(
        place
    )


def _watch(random: Random, _program: LoopProgram) -> Action:
    addresses = (0x1000, 0x400, 0x17F, 0xFE, 0xFF, 0x100, random.randrange(0x100))
    space, address = random.choice("XY"), random.choice(addresses)

    def act(side: Side) -> None:
        if side.watched:
            side.watched.clear()
            side.dsp.watchpoints.clear()
        else:
            side.watched.add((space, address))
            side.dsp.watchpoints.add(space, address)

    return act


def _hook(random: Random, program: LoopProgram) -> Action:
    """A function of Python's at an address, which changes a register."""
    place, changes = random.choice(_places(program)), random.random() < 0.5

    def call(side: Side, dsp: Dsp56001, address: int) -> None:
        side.log.append(("hook", address, dsp.clocks))
        if changes:
            dsp.regs.y1 ^= 0x55

    def act(side: Side) -> None:
        if place in side.hooks:
            side.dsp.hooks.remove(side.hooks.pop(place))
        else:
            side.hooks[place] = side.dsp.hooks.on_execute(lambda dsp, address: call(side, dsp, address), place)

    return act


def _host(random: Random, _program: LoopProgram) -> Action:
    offset, byte, reads = random.randrange(8), random.getrandbits(8), random.random() < 0.4

    def act(side: Side) -> None:
        if reads:
            side.log.append(("host", side.dsp.host.read(offset)))
        else:
            side.dsp.host.write(offset, byte)

    return act


def _snapshot(random: Random, _program: LoopProgram) -> Action:
    """Return an action that restores the chip at once, or a few actions later."""
    clocks = random.choice((0, 1, 500))

    def act(side: Side) -> None:
        if side.hooks or side.watched or side.dsp.breakpoints:
            return
        state = side.dsp.snapshot()
        if clocks:
            side.dsp.advance(side.dsp.clocks + clocks)
        side.dsp.restore(state)

    return act


def _followed(random: Random, _program: LoopProgram) -> Action:
    """Return a run whose execution is hashed, or which is profiled."""
    which, clocks = random.choice(FOLLOWED), random.randint(1, 800)

    def act(side: Side) -> None:
        with ExitStack() as stack:
            followed = stack.enter_context(getattr(side.dsp, which)())
            side.dsp.run(max_clocks=clocks)
            if which == "hash_execution":
                side.log.append((followed.flow, followed.data))

    return act


def _steps(random: Random, _program: LoopProgram) -> Action:
    count = random.randint(1, 30)

    def act(side: Side) -> None:
        for _ in range(count):
            side.dsp.step()

    return act


DISTURBANCES = (
    _pins,
    _pins,
    _pins,
    _poke,
    _poke,
    _data,
    _bus_control,
    _map,
    _register,
    _stack,
    _breakpoint,
    _watch,
    _hook,
    _host,
    _snapshot,
    _followed,
    _steps,
)


def disturbance(
    random: Random, program: LoopProgram, kinds: Sequence[Disturbance] = DISTURBANCES
) -> tuple[str, Action]:
    """Something that may happen between two runs: its name, and what does it."""
    kind = random.choice(kinds)
    return kind.__name__.strip("_"), kind(random, program)
