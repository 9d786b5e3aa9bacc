"""Programs in which a fact that is true at the entry of a loop is false in its next iteration or in one branch.

How much accumulators hold, flags that follow from the last result, modifiers, scaling, late address registers, and
pointers at the ends of the on-chip memory and of the space: all of them change late in a body, or in a subroutine.
Loops end one word after another, and anything that can be repeated is.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from differential.programs.loops import CONDITIONS, INPUTS, LoopProgram, Written, assembled
from differential.programs.sequences import Builder

SETTLED = (
    "clr a",
    "clr b",
    "move #3,a",
    "move #$81,b",
    "move x0,a",
    "move y1,b",
    "mpy x0,y0,a",
    "mpyr x1,y1,b",
    "asr a",
    "tfr x0,b",
    "tst a",
    "cmp x0,b",
    "and y0,a",
    "move #0,x0",
    "move #<$10,r0",
    "move #<$20,r4",
)
"""Code that creates facts before a loop."""
GROWING = (
    "mac x0,y0,a",
    "mac -x1,y1,b",
    "macr y0,x0,a",
    "add b,a",
    "sub a,b",
    "add x,a",
    "adc y,b",
    "sbc x,a",
    "addl b,a",
    "addl a,b",
    "subl b,a",
    "addr a,b",
    "asl a",
    "asl b",
    "rol a",
    "neg b",
    "abs a",
    "tfr b,a",
    "rnd b",
    "cmpm x0,a",
    "div x0,a",
    "norm r1,b",
    "move x0,a2",
    "move #$7f,b2",
    "move y0,b0",
    "move x1,a1",
    "not a",
    "lsl b",
)
"""Code that invalidates such facts."""
TURNING = (
    "move x0,r0",
    "move #<$fe,r0",
    "move #<1,r4",
    "move n0,r0",
    "move #>$100,r1",
    "move #>$ffff,r5",
    "move #<$ff,n4",
    "move x1,n0",
    "lua (r2)+,r0",
    "lua (r4)-,r5",
    "(r0)+",
    "(r4)-",
    "(r0)+n0",
    "(r5)-n5",
    "movec y0,m0",
    "movec #7,m4",
    "movec #$ff,m1",
    "ori #$08,mr",
    "ori #$04,mr",
    "andi #$f3,mr",
    "andi #$9c,ccr",
    "ori #$43,ccr",
    "movec sr,x0",
    "movec la,x1",
    "movec lc,y0",
    "movec ssl,y1",
    "movep #>$2143,x:$fffe",
    "movep #>0,x:$fffe",
)
"""Code that changes pointers, modes and wait states."""
EDGES = (0, 1, 2, 0xFC, 0xFD, 0xFE, 0xFF, 0x100, 0x101, 0x102, 0xFFFD, 0xFFFE, 0xFFFF, 0x10, 0x40, 0x80)
MAX_NESTING = 5
ORIGINS = (0x40, 0x40, 0x1F8, 0x400)


class Turner(Written):
    """Writes one program."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.turns = random.choice((0.0, 0.1, 0.3))
        self.encoded = random.choice((0.0, 0.1, 0.4))

    def any(self, one_word: bool) -> str:
        """An instruction of any form that leads to the next one."""
        builder = Builder(self.random, 0)
        builder.harmless(one_word)
        return "  dc " + ",".join(f"${word:x}" for word in builder.words)

    def line(self, one_word: bool = True) -> str:
        """An instruction that leads to the next one."""
        kind = self.random.random()
        if kind < self.encoded:
            return self.any(one_word)
        kind = self.random.random()
        if kind < self.turns:
            return f"  {self.turning(one_word)}"
        if kind < 0.6:
            operation = self.pick(*GROWING)
            # A move is omitted if the operation already has one, or cannot have one.
            if " " in operation and operation.split(" ", maxsplit=1)[0] not in ("move", "norm", "div"):
                return f"  {operation} {self.move() if self.random.random() < 0.5 else ''}"
            return f"  {operation}"
        return self.plain()

    def turning(self, one_word: bool) -> str:
        """Return code that changes a pointer or a mode."""
        while True:
            line = self.pick(*TURNING)
            if one_word and ("#>" in line or "movep" in line):
                continue
            return line if " " in line else f"move {line}"

    def nest(self, depth: int) -> Iterator[str]:
        """Loops in one another that end at neighbouring words, or nearly."""
        random, end = self.random, self.label()
        count = self.pick(*(f"#{count}" for count in (1, 2, 3, 5, 9, 30, 70)), "x:<$10", "y:<$11", "n2", "r6")
        yield f"  do {count},{end}"
        for _ in range(random.randint(0, 2)):
            yield self.line(False)
        if depth > 1:
            yield from self.nest(depth - 1)
        elif random.random() < 0.5:
            yield from self.part()
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            yield self.line()
        if random.random() < 0.08:
            yield f"  jsr >s{random.randrange(3)}"
        yield end

    def part(self) -> Iterator[str]:
        """A branch, a call, or a REP."""
        kind = self.random.random()
        if kind < 0.4:
            over = self.label()
            bit = f"j{self.pick('set', 'clr')} #{self.random.choice((0, 1, 22, 23))},{self.pick(*INPUTS, 'a', 'b1')},"
            yield f"  {self.pick('j' + self.pick(*CONDITIONS) + ' ', bit)}{over}"
            yield self.line(False)
            if self.random.random() < 0.3:
                other = self.label()
                yield f"  jmp {other}"
                yield over
                yield self.line(False)
                over = other
            yield over
            yield self.line(False)
        elif kind < 0.6:
            yield f"  {self.pick('jsr ', 'js' + self.pick(*CONDITIONS) + ' ')}s{self.random.randrange(3)}"
        else:
            yield f"  rep {self.pick('#1', '#2', '#7', '#40', 'x:<$12', 'n1', 'r2')}"
            yield self.any(True) if self.random.random() < 0.6 else self.line()

    def text(self, origin: int) -> str:
        """The program."""
        random = self.random
        lines = [f"  org p:${origin:x}", "start"]
        for _ in range(random.randint(1, 4)):
            lines += [f"  {self.pick(*SETTLED)}" for _ in range(random.randint(0, 3))]
            lines += self.nest(random.randint(1, MAX_NESTING)) if random.random() < 0.8 else self.part()
            lines.append(self.line(False))
        lines.append("  jmp start")
        for number in range(3):
            lines += [f"s{number}", *(self.line(False) for _ in range(random.randint(1, 3)))]
            lines += self.part() if random.random() < 0.3 else []
            lines += self.nest(1) if random.random() < 0.3 else []
            lines += [self.line(False), "  rts"]
        return "\n".join([*lines, "  end", ""])


def turning_program(random: Random) -> LoopProgram:
    """A program at random."""
    origin = random.choice(ORIGINS)
    program = assembled(random, Turner(random).text(origin), origin)
    for number in range(8):
        program.registers[f"r{number}"] = random.choice(EDGES)
        program.registers[f"n{number}"] = random.choice((1, 1, 2, 0xFF, 0xFFFF, 0xFFFE, 0x100))
    return program
