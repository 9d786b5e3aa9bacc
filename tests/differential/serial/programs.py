"""Random programs for the serial interfaces and ports, with interrupts, and the actions of the board meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from differential.serial.actions import (
    Choices,
    Lines,
    line,
    port_action,
    sci_action,
    sci_setup,
    ssi_action,
    ssi_setup,
)
from differential.serial.cases import LOG, Pace, SerialCase, Turn
from reference_model.peripherals.sci_receiver import Character

Part = Callable[[Choices], Lines]

SERVICES = (
    (0x0C, 0xFFEE, 0xFFEF, True),
    (0x0E, 0xFFEE, 0xFFEF, True),
    (0x10, 0xFFEE, 0xFFEF, False),
    (0x12, 0xFFEE, 0xFFEF, False),
    (0x14, 0xFFF1, 0xFFF4, True),
    (0x16, 0xFFF1, 0xFFF4, True),
    (0x18, 0xFFF1, 0xFFF5, False),
    (0x1A, 0xFFF1, 0xFFF4, True),
    (0x1C, 0xFFF1, 0xFFF0, True),
)
"""Vectors, the status and data registers that their service accesses, and whether it reads the latter."""


def vectors(choices: Choices) -> Lines:
    """Service of all interrupts of the serial interfaces: fast ones, or calls of long ones."""
    lines: Lines = []
    routines: Lines = []
    for vector, status, data, reads in SERVICES:
        serve = line(f"movep x:${data:04x},y:(r4)+" if reads else f"movep y:(r2)+,x:${data:04x}")
        look = line(f"movep x:${status:04x},y:(r4)+")
        form = choices.random.choice(("fast", "fast", "look", "long"))
        lines.append(line(f"org p:${vector:x}"))
        if form == "long":
            lines.append(line(f"jsr <serve{vector:x}"))
            routines += [f"serve{vector:x}", look, serve, line("rti")]
        else:
            lines += [look, serve] if form == "look" else [serve, line("nop")]
    return [*lines, line("org p:$180"), *routines]


def _characters(choices: Choices) -> tuple[Character, ...]:
    random = choices.random
    return tuple(
        Character(
            random.choice((0, 0xFF, random.getrandbits(8))),
            choices.chance(0.3),
            choices.chance(0.15),
            choices.chance(0.15),
            random.randrange(8000) if choices.chance(0.1) else None,
        )
        for _ in range(random.choice((0, 2, 4, 8)))
    )


def _turn(choices: Choices, clocks: int) -> Turn:
    random = choices.random
    pins = {
        name: (driven := random.getrandbits(width), random.getrandbits(width) & driven)
        for name, width in (("B", 15), ("C", 9))
        if choices.chance(0.5)
    }
    words = tuple(random.getrandbits(24) for _ in range(random.choice((0, 3, 12))))
    return Turn(clocks, words, random.choice((0, 0, 2, 5)), _characters(choices), pins, choices.chance(0.3))


def _case(random: Random, setup: Part, action: Part, clocks: int) -> SerialCase:
    choices = Choices(random)
    start = random.choice((0x40, 0x40, 0x400))
    actions = [action(choices) for _ in range(random.choice((4, 10, 20)))]
    pace = random.choice((Pace.STEPS, Pace.STEPS, Pace.ADVANCE, Pace.RUN))
    interrupts = choices.chance(0.5)
    # A run ends at a sleep that nothing ends.
    rare = ("wait", "wait", "stop") if interrupts and pace is not Pace.RUN else ("reset",)
    if choices.chance(0.15):
        actions.insert(random.randrange(len(actions) + 1), [line(random.choice(rare))])
    body = [one for lines in actions for one in lines]
    turn_clocks = random.choice((clocks // 4, clocks))
    return SerialCase(
        source=(*vectors(choices), line(f"org p:${start:x}"), *setup(choices), "again", *body, line("jmp again")),
        start=start,
        turns=tuple(_turn(choices, turn_clocks) for _ in range(random.choice((1, 2, 3)))),
        data=tuple(random.getrandbits(24) for _ in range(LOG)),
        bcr=random.choice((0, random.getrandbits(16) & 0x3333)),
        ipr=random.choice((0xF000, 0x5000, 0xA000, random.getrandbits(4) << 12 | 1)) if interrupts else 0,
        sr=random.choice((0, 0, 0x100)) if interrupts else 0x300,
        ssi_bit=random.choice((None, *[Fraction(4), Fraction(random.randrange(36, 160), 10)] * 4)),
        frame_bits=random.choice((0, 0, 8, 17, 32, random.randrange(1, 200))),
        sci_bit=random.choice((None, *[Fraction(20), Fraction(random.randrange(80, 1000), 10)] * 4)),
        pace=pace,
    )


def ssi(random: Random) -> SerialCase:
    """The synchronous serial interface in any mode."""
    return _case(random, ssi_setup, ssi_action, 2500)


def sci(random: Random) -> SerialCase:
    """The serial communication interface in any format."""
    return _case(random, sci_setup, sci_action, 6000)


def ports(random: Random) -> SerialCase:
    """Ports B and C, and pins that change hands."""
    return _case(random, ssi_setup, port_action, 1200)


def serial(random: Random) -> SerialCase:
    """All of them at once."""
    return _case(
        random,
        lambda choices: [*sci_setup(choices), *ssi_setup(choices)],
        lambda choices: choices.random.choice((ssi_action, sci_action, port_action))(choices),
        3000,
    )


#: Programs by the name of their kind.
SERIAL: dict[str, Callable[[Random], SerialCase]] = {"ssi": ssi, "sci": sci, "ports": ports, "serial": serial}
