"""Actions of random programs on the serial interfaces and ports: configure, read, write, poll, reset."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

Lines = list[str]
Maker = Callable[[], Lines]
Actions = list[tuple[float, Maker]]
"""Makers of lines, by weight."""

SSISR, SSR = 0xFFEE, 0xFFF1


def line(text: str) -> str:
    """An instruction's line."""
    return f"        {text}"


def put(address: int, word: int) -> str:
    """Write a constant to a peripheral's register."""
    return line(f"movep #>${word:x},x:${address:04x}")


@dataclass
class Choices:
    """One program's random choices, and a count for its labels."""

    random: Random
    labels: int = 0

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pause(self, longest: int = 60) -> Lines:
        """Let some clocks pass."""
        return [line(f"rep #{self.random.choice((1, 3, 7, 20, longest))}"), line("nop")]

    def poll(self, address: int, bits: tuple[int, ...]) -> Lines:
        """A loop that waits for a flag: a bit jump on itself, or after another instruction. It may never end."""
        self.labels += 1
        label, register, bit = f"poll{self.labels}", f"x:${address:04x}", self.random.choice(bits)
        jump = line(f"{'jset' if self.chance(0.05) else 'jclr'} #{bit},{register},{label}")
        if self.chance(0.6):
            return [label, jump]
        between = self.random.choice(("nop", "move (r6)+", f"movep {register},x0", f"btst #{bit},{register}"))
        return [label, line(between), jump]

    def flip(self, address: int, bits: tuple[int, ...], operations: tuple[str, ...] = ("set", "clr", "chg")) -> Lines:
        """Change or test a bit."""
        return [line(f"b{self.random.choice(operations)} #{self.random.choice(bits)},x:${address:04x}")]

    def log(self, *addresses: int) -> Lines:
        """Store the value of a register in Y memory."""
        pointer = self.random.choice(("r1", "r1", "r3"))
        return [line(f"movep x:${self.random.choice(addresses):04x},y:({pointer})+")]

    def write_data(self, *addresses: int) -> Lines:
        """Give the next word of Y memory to a data register."""
        pointer = self.random.choice(("r2", "r2", "r3"))
        return [line(f"movep y:({pointer})+,x:${self.random.choice(addresses):04x}")]

    def one_of(self, actions: Actions) -> Lines:
        """Make one of these, more often the heavier."""
        weights = [weight for weight, _ in actions]
        return self.random.choices([maker for _, maker in actions], weights)[0]()


def ssi_control(choices: Choices) -> tuple[int, int]:
    """CRA and CRB, none that is refused: network mode with a gated clock only on demand (Table 11-7)."""
    random = choices.random
    divider = random.choice((0, 0, 1, 1, 2, 3, random.randrange(32)))
    prescale = random.choice((0, 0, 1, 2, random.randrange(12)))
    cra = choices.chance(0.05) << 15 | random.randrange(4) << 13 | divider << 8 | prescale
    crb = random.getrandbits(12)
    if choices.chance(0.6):
        crb |= 0x30
    if choices.chance(0.4):
        crb &= ~0x400
    if crb & 0xC00 == 0xC00:
        cra, crb = cra & ~0x1F00, crb | 0x20
    crb |= choices.chance(0.85) << 12 | choices.chance(0.85) << 13
    return cra, crb | random.choice((0, 0, 1, 2, 3)) << 14


def ssi_setup(choices: Choices) -> Lines:
    """Program the control registers and give the pins, mostly in this order (UM 11-89)."""
    cra, crb = ssi_control(choices)
    lines = [put(0xFFEC, cra), put(0xFFED, crb), put(0xFFE1, choices.random.choice((0x1F8, 0x1F8, 0x1FF, 0x188)))]
    if choices.chance(0.1):
        choices.random.shuffle(lines)
    return lines


def ssi_action(choices: Choices) -> Lines:
    """Something that a program does with the SSI."""
    random = choices.random
    return choices.one_of(
        [
            (5, lambda: choices.log(SSISR)),
            (5, lambda: choices.log(0xFFEF)),
            (5, lambda: choices.write_data(0xFFEF)),
            (2, lambda: [put(0xFFEF, random.getrandbits(24))]),
            (1, lambda: [put(SSISR, 0)]),
            (2, lambda: choices.flip(0xFFED, (0, 1, 6, 12, 13, 14, 15))),
            (1, lambda: choices.flip(SSISR, tuple(range(8)), ("tst",))),
            (4, choices.pause),
            (3, lambda: choices.poll(SSISR, (6, 7))),
            (0.5, lambda: choices.poll(SSISR, (2, 3, 4, 5))),
            (0.1, lambda: choices.poll(random.choice((0xFFEF, 0xFFE5)), tuple(range(24)))),
            (0.5, lambda: [put(0xFFE1, random.choice((0, 0x1F8, 7)))]),
            (1, lambda: [line("move x:$ffee,x0"), line("move x0,y:(r1)+")]),
            (0.7, lambda: ssi_setup(choices)),
        ]
    )


def sci_control(choices: Choices) -> tuple[int, int]:
    """SCR and SCCR, none that is refused: formats 1, 3, 7; different clocks in synchronous mode (UM 11-12, 11-35)."""
    random = choices.random
    scr = random.choice((0, 2, 2, 4, 5, 6)) | choices.chance(0.2) << 3 | choices.chance(0.05) << 4
    scr |= random.choice((0, 0, 0, 0, 1, 2, 3)) << 5 | random.getrandbits(1) << 15 | random.getrandbits(1) << 7
    scr |= choices.chance(0.85) << 8 | choices.chance(0.85) << 9
    scr |= random.choice((0, 0, random.getrandbits(4))) << 10
    sccr = random.choice((0, 0, 0, 0, 1, 2)) | choices.chance(0.05) << 13 | random.getrandbits(1) << 12
    return scr, sccr | random.choice((0, 0, 0, 0, 0, 1, 2, 3) if scr & 7 else (0, 0, 3)) << 14


def sci_setup(choices: Choices) -> Lines:
    """Program the control registers and give the pins (UM 11-24)."""
    scr, sccr = sci_control(choices)
    control = [put(0xFFF0, scr), put(0xFFF2, sccr)]
    if choices.chance(0.2):
        control.reverse()
    return [put(0xFFE1, 0), *control, put(0xFFE1, choices.random.choice((3, 7, 7, 1, 2)))]


def sci_action(choices: Choices) -> Lines:
    """Something that a program does with the SCI."""
    random = choices.random
    return choices.one_of(
        [
            (10, lambda: choices.log(SSR)),
            (10, lambda: choices.log(0xFFF4, 0xFFF4, 0xFFF5, 0xFFF6)),
            (10, lambda: choices.write_data(0xFFF3, 0xFFF4, 0xFFF4, 0xFFF5, 0xFFF6)),
            (4, lambda: choices.flip(0xFFF0, (4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15))),
            (4, lambda: [line("bclr #9,x:$fff0"), line("bset #9,x:$fff0")]),
            (2, lambda: [line("bset #4,x:$fff0"), *choices.pause(), line("bclr #4,x:$fff0")]),
            (2, lambda: [line("bset #6,x:$fff0")]),
            (2, lambda: choices.log(0xFFF0)),
            (10, lambda: choices.pause(250)),
            (6, lambda: choices.poll(SSR, (1, 1, 2, 2, 0, 3))),
            (0.3, lambda: choices.poll(random.choice((0xFFF0, 0xFFF4, 0xFFF6)), tuple(range(24)))),
            (1, lambda: choices.flip(0xFFF2, (0, 1, 12))),
            (1, lambda: [put(0xFFE1, 0), *choices.pause(), put(0xFFE1, 7)]),
            (1, lambda: sci_setup(choices)),
        ]
    )


def port_action(choices: Choices) -> Lines:
    """Something that a program does with the ports. Port B stays with general-purpose input and output."""
    random = choices.random
    port = random.getrandbits(1)
    address = random.choice((0xFFE1, 0xFFE3, 0xFFE5) if port else (0xFFE2, 0xFFE4))
    return choices.one_of(
        [
            (1, lambda: [put(address, random.getrandbits(random.choice((9, 15, 24))))]),
            (1, lambda: choices.log(address)),
            (1, lambda: choices.log(0xFFE4 + port)),
            (1, lambda: choices.flip(address, tuple(range(9)), ("set", "clr", "chg", "tst"))),
            (1, choices.pause),
        ]
    )
