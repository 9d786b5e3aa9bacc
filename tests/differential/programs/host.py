"""Random programs that talk to the host, sleep and are interrupted, and a board that acts at exact clocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from differential.cases import Case
from differential.programs.boot import bootstrap
from differential.programs.encodings import BUS_CONTROLS, state, word24
from differential.programs.sequences import Builder
from differential.timed import Action, Schedule
from dsp56k.asm import assemble

TARGET = 0x1234
"""The placeholder of a jump's target in the templates below."""
HANDLERS, HANDLER_SPACE = 0xD00, 0x10
START, EXPANDED_RESET = (0x40, 0x80, 0x400), 0xE000
STOP_DELAY = 0x40
TREQ_RREQ, HOST_MODE, INIT, HC = 3, 0x60, 0x80, 0x80


def _templates(*lines: str) -> list[tuple[int, ...]]:
    """The words of each line of assembly text."""
    return [tuple(word for _, word in sorted(assemble(f" org p:0\n {line}\n").words.items())) for line in lines]


#: One word each: what fast interrupts and straight code do with the interface.
TRANSFERS = _templates(
    "movep x:$ffeb,x0",
    "movep x:$ffeb,a",
    "movep x:$ffeb,y:(r1)+",
    "movep x:$ffeb,x:(r2)+",
    "movep x0,x:$ffeb",
    "movep b,x:$ffeb",
    "movep x:(r3)+,x:$ffeb",
    "movep y:(r4)+,x:$ffeb",
    "movep x:$ffe9,x1",
    "movep x:$ffe8,y1",
    "movep x:$ffe0,b",
    "movep x1,x:$ffe9",
    *(f"{name} #{bit},x:$ffe8" for name in ("bset", "bclr", "bchg") for bit in range(5)),
    *(f"btst #{bit},x:$ffe9" for bit in range(8)),
)
#: Two words; the second is a jump's target or a value.
JUMPS = _templates(
    *(
        f"{name} #{bit},x:${register:x},${TARGET:x}"
        for name in ("jclr", "jset")
        for register, bits in ((0xFFE9, (0, 1, 2, 3, 4, 7)), (0xFFE8, (3, 4)))
        for bit in bits
    )
)
CONTROLS = _templates(
    "movep #1,x:$ffe8", "movep #7,x:$ffe8", "movep #2,x:$ffe8", "movep #$1d,x:$ffe8", "movep #0,x:$ffe8",
    "movep #$c00,x:$ffff", "movep #$83f,x:$ffff", "movep #$41b,x:$ffff", "movep #$c2d,x:$ffff", "movep #0,x:$ffff",
    "movep #1,x:$ffe0", "andi #$fc,mr", "andi #$fe,mr", "ori #1,mr", "ori #2,mr", "ori #3,mr",
)  # fmt: skip
#: Other requests of the chip itself: the SCI's timer and transmitter, the SSI; and the ports.
SERIAL = _templates(
    "movep #0,x:$fff2", "movep #1,x:$fff2", "movep #$2000,x:$fff0", "movep #$3202,x:$fff0", "bchg #13,x:$fff0",
    "movep #7,x:$ffe1", "movep #$1f8,x:$ffe1", "movep #$1ff,x:$ffe1", "movep #0,x:$ffe1", "movep #$4000,x:$ffec",
    "movep #$0103,x:$ffec", "movep #$f220,x:$ffed", "movep #$5a20,x:$ffed", "movep #$d1a3,x:$fff4",
    "movep #$abcdef,x:$ffef", "movep x:$ffee,x1", "movep x:$ffef,y1", "movep x:$fff1,b", "movep x:$fff4,a",
    "movep #$fc00,x:$ffff", "movep #$6c09,x:$ffff", "movep x:$ffe4,x1", "movep #$2100,x:$ffe2", "movep y0,x:$ffe4",
)  # fmt: skip
RARE = _templates("movep #0,x:$ffe0", "bchg #0,x:$ffe0", "reset", "stop", "stop", "wait", "wait", "wait", "swi")
ENABLE = _templates("movep #1,x:$ffe0", "andi #$fc,mr")
RTI = 0x000004


def _piece(builder: Builder, serial: bool) -> None:
    """A few words of the program."""
    random = builder.random
    kind = random.random()
    if serial and random.random() < 0.3:
        builder.words += random.choice(SERIAL)
    elif kind < 0.35:
        builder.words += random.choice(TRANSFERS)
    elif kind < 0.5:
        # A wait for a flag, or a jump over the next instruction.
        word, _ = random.choice(JUMPS)
        builder.words += [word, builder.here if random.random() < 0.4 else builder.here + 3]
    elif kind < 0.6:
        builder.words += random.choice(CONTROLS)
    elif kind < 0.67:
        builder.words += random.choice(RARE)
    elif kind < 0.72:
        builder.words += [0x0600A0 | random.randint(1, 4) << 8, random.choice(TRANSFERS)[0]]
    elif kind < 0.76:
        builder.block(random.randint(1, 3))
    else:
        builder.harmless()
    if random.random() < 0.3:
        builder.words += [0] * random.randint(1, 4)


def _main(random: Random, start: int) -> list[int]:
    """A program that enables the interface and goes round forever."""
    builder = Builder(random, start)
    for words in ENABLE:
        if random.random() < 0.9:
            builder.words += words
    loop, serial = builder.here, random.random() < 0.4
    for _ in range(random.randint(4, 14)):
        _piece(builder, serial)
    builder.words += [0, 0, 0, 0x0AF080, random.choice((loop, start))]
    return builder.words


def _one_word(random: Random) -> int:
    if random.random() < 0.6:
        return random.choice(TRANSFERS)[0]
    builder = Builder(random, 0)
    builder.harmless(one_word=True)
    return builder.words[0]


def _handler(random: Random, address: int) -> list[int]:
    """A few instructions and RTI."""
    builder = Builder(random, address)
    for _ in range(random.randint(1, 3)):
        if random.random() < 0.7:
            builder.words += random.choice(random.choice((TRANSFERS, TRANSFERS, CONTROLS)))
        else:
            builder.harmless()
    return [*builder.words, 0, RTI]


def _vectors(random: Random, start: int) -> dict[tuple[str, int], int]:
    """All 32 vectors, with their long routines; RESET's leads to the program."""
    memory: dict[tuple[str, int], int] = {}
    handler = HANDLERS
    for vector in range(2, 0x40, 2):
        kind = random.randrange(6)
        words = [_one_word(random), _one_word(random)]
        if kind >= 4:
            words[random.randrange(2)] = 0x0D0000 | handler
            code = _handler(random, handler)
            memory |= {("p", handler + offset): word for offset, word in enumerate(code)}
            handler += HANDLER_SPACE
        elif kind == 3:
            words = [0x08F4AB, word24(random)]
        memory |= {("p", vector + offset): word for offset, word in enumerate(words)}
    for place in (0, EXPANDED_RESET):
        memory |= {("p", place): 0x0AF080, ("p", place + 1): start}
    return memory


def _icr(random: Random) -> int:
    """A byte for ICR; TREQ and RREQ together are illegal in a DMA mode (Table 10-2)."""
    byte = random.getrandbits(8) & ~(INIT if random.random() < 0.5 else 0)
    if random.random() < 0.5:
        byte &= ~HOST_MODE
    if byte & HOST_MODE and byte & TREQ_RREQ == TREQ_RREQ:
        byte &= ~random.choice((1, 2))
    return byte


def _burst(random: Random, clock: int) -> list[Action]:
    """An action of the host at one time, or a change of a pin."""
    kind = random.randrange(20)
    byte = random.getrandbits(8)
    if kind < 4:
        return [Action(clock, "host write", offset, random.getrandbits(8)) for offset in (5, 6, 7)]
    if kind < 6:
        return [Action(clock, "host write", random.choice((7, 7, 6, 5, 4, 2)), byte)]
    if kind < 9:
        return [Action(clock, "host read", offset) for offset in random.choice(((5, 6, 7), (7,), (2,), (6,), (1, 0)))]
    if kind < 11:
        return [Action(clock, "host write", 0, _icr(random))]
    if kind < 14:
        return [Action(clock, "host write", 1, HC | byte if random.random() < 0.75 else byte)]
    if kind < 15:
        return [Action(clock, "host write", 3, byte)]
    if kind < 17:
        name = random.choice(("hack read", "hack write"))
        return [Action(clock, name, byte) for _ in range(random.randint(1, 3))]
    if kind < 18 and random.random() < 0.3:
        return [Action(clock, "nmi")]
    pin, width = random.choice(("irqa", "irqa", "irqb")), random.randint(1, 60)
    return [Action(clock, pin, 1), Action(clock + width, pin, 0)]


def _schedule(random: Random, end: int) -> Schedule:
    actions: list[Action] = []
    ahead = False
    clock = random.randrange(40)
    while clock < end:
        actions += _burst(random, clock)
        clock += random.choice((1, 2, 3, random.randrange(10), random.randrange(60)))
    if random.random() < 0.1:
        clock = random.randrange(end)
        mode = random.choice((0, 2))
        actions += [Action(clock, "reset", 1, mode), Action(clock + random.randrange(20), "reset", 0, mode)]
    else:
        ahead = random.random() < 0.5
    return Schedule(tuple(sorted(actions, key=lambda action: action.clock)), end, ahead)


def host(random: Random) -> Case:
    """A program with the host interface, all vectors, sleep, and a host and pins that act at random clocks."""
    start = random.choice(START)
    words = _main(random, start)
    registers = state(random) | {f"r{number}": random.randrange(0x10, 0xC0) for number in range(8)}
    trace = random.choice((0, 0, 0, 0, 0x2000))
    registers |= {"pc": start, "sp": 0, "la": 0xFFFF, "sr": registers["sr"] & 0x0FFF | trace}
    short = random.random() < 0.95
    registers["omr"] = registers["omr"] & ~(STOP_DELAY | 3) | STOP_DELAY * short | random.choice((0, 0, 0, 2, 3))
    bcr = random.choice((0, 0, random.choice(BUS_CONTROLS)))
    end = random.randint(60, 500)
    whole = random.random() < 0.5
    schedule = _schedule(random, end)
    schedule = replace(schedule, end=end if short else end + 65_700, ahead=schedule.ahead and whole)
    ipr = random.choice((0x0C00, 0x0800, 0x0400)) | random.getrandbits(16) & 0xF03F
    return Case(tuple(words), registers, {}, _vectors(random, start), bcr, ipr=ipr, whole=whole, schedule=schedule)


#: Cases with a schedule, by the name of their kind.
TIMED: dict[str, Callable[[Random], Case]] = {"host": host, "bootstrap": bootstrap}
