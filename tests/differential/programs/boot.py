"""Bootstraps from byte-wide memory and from the host, after a reset in mode 1 or by a program (UM 3-10 to 3-13)."""

from __future__ import annotations

from random import Random

from differential.cases import Case
from differential.programs.encodings import BUS_CONTROLS, state, word24
from differential.timed import Action, Schedule

EPROM, WORDS = 0xC000, 512
EPROM_CLOCKS = 120_000
"""Enough for all of a byte-wide memory at 15 wait states."""
HF0 = 0x08
ENTRY = (0x08F4BF, 0, 0x0501BA, 0, 0x0C0000)
"""The program of UM 3-12: interrupts off, MOVEC #1,OMR, NOP, JMP <0."""
START = 0x400


def _loaded(random: Random) -> list[int]:
    """Return the program to load: a few harmless words and a jump to itself."""
    words = [random.choice((0, 0x205800, 0x200018, 0x44D800)) for _ in range(random.randint(1, 6))]
    return [*words, 0x0C0000 | len(words)]


def _host_schedule(random: Random) -> Schedule:
    """A host that sends words, sometimes faster than the DSP takes them, and ends the load with HF0."""
    actions: list[Action] = []
    clock = random.randrange(400)
    for word in _loaded(random):
        clock += random.choice((0, 20, 40, 60, 100)) + random.randrange(10)
        actions += [Action(clock, "host write", 5 + place, word >> 16 - 8 * place & 0xFF) for place in range(3)]
        if random.random() < 0.2:
            actions.append(Action(clock + random.randrange(40), "host read", 2))
    clock += random.choice((5, 60, 200))
    actions.append(Action(clock, "host write", 0, HF0))
    return Schedule(tuple(sorted(actions, key=lambda action: action.clock)), clock + random.randint(100, 300))


def _eprom(random: Random) -> dict[tuple[str, int], int]:
    """Bytes on the low data lines; the high ones float, but bit 23 of the first chooses this source."""
    memory: dict[tuple[str, int], int] = {}
    for index, word in enumerate(_loaded(random)):
        for place in range(3):
            memory["p", EPROM + 3 * index + place] = word24(random) & 0xFFFF00 | word >> 8 * place & 0xFF
    memory["p", EPROM] |= 0x800000
    return memory


def bootstrap(random: Random) -> Case:
    """A bootstrap, seldom from byte-wide memory, which takes long; at the end PC is in the loaded program."""
    from_eprom = random.random() < 1 / 40
    memory = _eprom(random) if from_eprom else {("p", EPROM): word24(random) & 0x7FFFFF}
    schedule = Schedule((), EPROM_CLOCKS) if from_eprom else _host_schedule(random)
    by_reset = random.random() < 0.6
    registers = state(random) | {"sp": 0, "sr": 0x0300, "la": 0xFFFF}
    registers |= {f"m{number}": 0xFFFF for number in range(8)}
    registers |= {"pc": 0, "omr": 1} if by_reset else {"pc": START, "omr": 0}
    bcr = 0xFFFF if by_reset else random.choice((0, random.choice(BUS_CONTROLS), 0xFFFF))
    words = () if by_reset else ENTRY
    return Case(words, registers, {}, memory, bcr, whole=random.random() < 0.5, schedule=schedule)
