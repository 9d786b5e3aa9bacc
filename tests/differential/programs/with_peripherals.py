"""Programs that come back, with the peripherals at work, in loops, subroutines and interrupts of all kinds.

The serial interfaces in every mode, the SCI's timer, the host interface, ports B and C, WAIT and STOP, in the midst of
what generated code is made of. A board attends to them (engines/attendance.py).
"""

from __future__ import annotations

from random import Random

from differential.programs.host import CONTROLS, JUMPS, SERIAL, TRANSFERS
from differential.programs.loops import ORIGINS, Author, LoopProgram, assembled
from differential.serial.actions import Choices, port_action, put, sci_action, sci_setup, ssi_action, ssi_setup

ROUTINES = 0xC00
NMI = 0x1E
TIMERS = (0x2000, 0x2002, 0x2B02, 0x6302)
"""SCR with TMIE, and what else the SCI does."""
SLOW = (0xE020, 0xE0FF, 0x611F, 0x8004, 0x4010)
"""CRA with a slow clock."""
PRIORITIES = (0xFC00, 0xF400, 0x6C09, 0xD83F, 0x0C38)
SLEEP = ("wait", "wait", "wait", "stop", "reset", "swi")


def _words(words: tuple[int, ...]) -> str:
    return "  dc " + ",".join(f"${word:x}" for word in words)


class Attended(Author):
    """Writes one program."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.choices = Choices(random)
        self.odd = random.choice((0.05, 0.1, 0.2))
        self.sleeps = random.choice((0.0, 0.0, 0.05))

    def unusual(self) -> str:
        """Something that the program does with a peripheral, or what any other does."""
        random = self.random
        kind = random.random()
        if kind < self.sleeps:
            return f"  {self.pick(*SLEEP)}"
        if kind < 0.3:
            return super().unusual()
        if kind < 0.45:
            return _words(random.choice(random.choice((TRANSFERS, CONTROLS, SERIAL))))
        if kind < 0.55:
            over = self.label()
            return f"{_words(random.choice(JUMPS)[:1])},{over}\n  {self.operation()}\n{over}"
        lines = random.choice((ssi_action, sci_action, port_action))(self.choices)
        # Most waits for a flag would be all that happens from then on.
        return "\n".join(lines if random.random() < 0.1 or "poll" not in lines[0] else port_action(self.choices))

    def setup(self) -> list[str]:
        """Return the setup code before the loops."""
        random = self.random
        lines = ["  movep #1,x:$ffe0"] if random.random() < 0.7 else []
        if random.random() < 0.7:
            lines += [_words(random.choice(CONTROLS))]
        for setup in (sci_setup, ssi_setup):
            if random.random() < 0.5:
                lines += setup(self.choices)
        if random.random() < 0.4:
            lines += [put(0xFFF2, random.choice((0, 1, 5, 0x40))), put(0xFFF0, random.choice(TIMERS))]
        # Generated code is entered only where nothing happens for a while.
        lines += [put(0xFFEC, random.choice(SLOW))] if random.random() < 0.7 else []
        lines += [put(0xFFFF, random.choice(PRIORITIES))] if random.random() < 0.9 else []
        return [*lines, "  andi #$fc,mr"]

    def vectors(self) -> list[str]:
        """Fast interrupts, and calls of long ones."""
        random = self.random
        lines: list[str] = []
        routines = [f"  org p:${ROUTINES:x}"]
        for vector in range(4, 0x40, 2):
            if vector == NMI:
                continue
            lines.append(f"  org p:${vector:x}")
            kind = random.random()
            if kind < 0.3:
                lines.append(f"  jsr <long{vector:x}")
                count = random.randint(0, 2)
                service = [_words(random.choice(TRANSFERS)), *(self.plain() for _ in range(count)), "  rti"]
                routines += [f"long{vector:x}", *service]
            elif kind < 0.8:
                lines += [_words(random.choice(TRANSFERS)), random.choice(("  nop", "  move (r7)+", "  asl a"))]
            else:
                lines += ["  bchg #1,x:<$21", _words(random.choice(TRANSFERS))]
        return [*lines, *routines]

    def text(self, origin: int) -> str:
        """The program."""
        begun, rest = super().text(origin).split("start\n", 1)
        body = rest.removesuffix("  end\n")
        return "\n".join([f"{begun.rstrip()}", *self.setup(), f"start\n{body.rstrip()}", *self.vectors(), "  end", ""])


def attended_program(random: Random) -> LoopProgram:
    """A program at random."""
    origin = random.choice(ORIGINS)
    program = assembled(random, Attended(random).text(origin), origin)
    program.registers["omr"] = 0x40
    return LoopProgram(program.source, origin, program.words, program.data, program.registers, peripherals=True)
