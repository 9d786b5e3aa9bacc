"""Programs that come back: loops in loops, REP, calls, branches, with all that ends or changes generated code.

Modifiers, late address registers, counts of 0, calls at the end of a loop, external data, wait states, scaling,
and writes into the code that runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from dsp56k.asm import assemble
from dsp56k.emu import Board

CONDITIONS = ("cc", "ge", "ne", "pl", "nn", "ec", "lc", "gt", "cs", "lt", "eq", "mi", "nr", "es", "ls", "le")
INPUTS = ("x0", "x1", "y0", "y1")
PRODUCTS = ("x0,x0", "y0,y0", "x1,x0", "y1,y0", "x0,y1", "y0,x0", "x1,y0", "y1,x1")
LONG = ("x", "y", "a", "b", "ab", "ba", "a10", "b10")
BITS = ("x:<$03", "y:<$05", "x:(r2)+", "y:(r6)-")
ODD = (
    "lua (r1)+,r2",
    "lua (r4)+,n3",
    "norm r1,a",
    "norm r4,b",
    "movec sr,x1",
    "movec sr,r1",
    "movec sr,y:<$07",
    "andi #$c3,ccr",
    "ori #$15,ccr",
    "move #$ffff,m0",
    "move #$ffff,m5",
    "move #7,m1",
    "move #20,m4",
    "move #0,m6",
    "movec n2,m3",
    "movem p:(r1)+,x1",
    "movec ssl,b",
    "movec lc,x1",
    "movec la,y1",
    "movec sp,x0",
    "div x0,a",
    "div y0,b",
    "ori #$04,mr",
    "ori #$08,mr",
    "andi #$f3,mr",
    "nop",
    "movep #>$1111,x:$fffe",
    "movep #>0,x:$fffe",
    "movep #>$f2a5,x:$fffe",
    "move #>$f0,r1",
    "move #>$fffe,r5",
    "move #>$100,r2",
    "move #255,n1",
)
MODIFYING = ("movem y0,p:patch0", "movem p:patch1,y0")
SMALL_MODIFIERS = (1, 3, 7, 15, 20, 63, 0, 0x8001)
ORIGINS = (0x40, 0x40, 0x400, 0x1F0)
"""On the chip, outside it, and from the one to the other."""


@dataclass(frozen=True)
class LoopProgram:
    """A program and the state that it begins in."""

    source: str
    origin: int
    words: dict[tuple[str, int], int]
    data: dict[tuple[str, int], int]
    registers: dict[str, int]
    stack: dict[int, tuple[int, int]] = field(default_factory=dict)
    peripherals: bool = False
    """True if a board uses the peripherals."""
    board: Board | None = None
    """The board, if it is not RAM at every address."""

    @property
    def seed(self) -> str:
        """The seed of its random choices, which does not depend on its words."""
        return self.source


class Written:
    """The instructions of a program that is being written."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.labels = 0

    def pick(self, *choices: str) -> str:
        """One of them."""
        return self.random.choice(choices)

    def label(self) -> str:
        """A new one."""
        self.labels += 1
        return f"l{self.labels}"

    def pointer(self, least: int = 0, most: int = 7, more: bool = True) -> str:
        """An effective address by one of these registers."""
        n = self.random.randint(least, most)
        modes = [f"(r{n})", f"(r{n})+", f"(r{n})-", f"(r{n})+n{n}"]
        return self.pick(*modes, *([f"-(r{n})", f"(r{n}+n{n})", f"(r{n})-n{n}"] if more else ()))

    def operation(self) -> str:
        """A data ALU operation."""
        d = self.pick("a", "b")
        other = "b" if d == "a" else "a"
        product = f"{self.pick('mac', 'mac', 'mpy', 'macr', 'mpyr')} {self.pick('', '-')}{self.pick(*PRODUCTS)},{d}"
        word = f"{self.pick('add', 'sub', 'cmp', 'cmpm', 'tfr', 'and', 'or', 'eor')} {self.pick(*INPUTS)},{d}"
        both = f"{self.pick('add', 'sub', 'cmp', 'addl', 'subl', 'addr', 'subr', 'tfr', 'cmpm')} {other},{d}"
        long = f"{self.pick('adc', 'sbc', 'add', 'sub')} {self.pick('x', 'y')},{d}"
        one = f"{self.pick('asl', 'asr', 'lsl', 'lsr', 'rol', 'ror', 'neg', 'abs', 'not', 'rnd', 'tst', 'clr')} {d}"
        return self.pick(product, product, product, word, word, both, long, one)

    def move(self) -> str:
        """A parallel move, or none."""
        x, y, any_pointer = self.pointer(0, 3, False), self.pointer(4, 7, False), self.pointer()
        space = self.pick("x", "y")
        two_reads = f"x:{x},{self.pick('x0', 'x1', 'a', 'b')} y:{y},{self.pick('y0', 'y1')}"
        read = f"{space}:{any_pointer},{self.pick(*INPUTS, 'a', 'b', 'a1', 'b1', 'a0', 'b2', 'r2', 'n5', 'r6')}"
        write = f"{self.pick(*INPUTS, 'a', 'b', 'a1', 'b0', 'a2', 'r3', 'n1', 'r5')},{space}:{any_pointer}"
        return self.pick(
            "",
            "",
            two_reads,
            two_reads,
            f"{self.pick('x0', 'x1', 'a', 'b')},x:{x} y:{y},{self.pick('y0', 'y1')}",
            f"{self.pick('x0', 'x1')},x:{x} {self.pick('y0', 'y1', 'a', 'b')},y:{y}",
            read,
            read,
            write,
            f"{self.pick(*INPUTS, 'a', 'b1', 'r1', 'n2')},{self.pick(*INPUTS, 'r0', 'r4', 'n3', 'r7', 'b', 'a')}",
            f"#${self.random.randrange(256):x},{self.pick(*INPUTS, 'r0', 'r5', 'n4', 'a', 'b', 'r3')}",
            f"{space}:<${self.random.randrange(64):x},{self.pick(*INPUTS, 'a', 'b')}",
            f"{self.pick(*INPUTS, 'a', 'b')},{space}:<${self.random.randrange(64):x}",
            f"l:{any_pointer},{self.pick(*LONG)}",
            f"{self.pick(*LONG)},l:{any_pointer}",
            f"({self.pick('r0', 'r3', 'r5')})+",
            f"{space}:>${self.random.choice((0x80, 0xFE, 0x100, 0x123, 0x1FF, 0x1000)):x},{self.pick(*INPUTS)}",
        )

    def plain(self) -> str:
        """An operation, a move, or both."""
        move = self.move()
        return f"  move {move}" if move and self.random.random() < 0.3 else f"  {self.operation()} {move}"


class Author(Written):
    """Writes one program."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.modifying = random.random() < 0.3
        self.odd = random.choice((0.0, 0.05, 0.15))

    def unusual(self) -> str:
        """An instruction that generated code leaves to the interpreter, or ends at."""
        place = self.pick(*BITS, "x0", "a", "r3")
        bit = f"{self.pick('bset', 'bclr', 'bchg', 'btst')} #{self.random.randrange(24)},{place}"
        transfer = f"t{self.pick(*CONDITIONS)} {self.pick('x0,a', 'y1,b', 'a,b', 'x0,a r1,r2', 'y0,b r5,r3')}"
        return "  " + self.pick(*ODD, bit, bit, bit, transfer, transfer, *(MODIFYING if self.modifying else ()))

    def loop(self, depth: int) -> Iterator[str]:
        """A DO, now and then with a call as its last instruction."""
        end, random = self.label(), self.random
        counts = (
            f"#{random.randint(1, 9)}",
            f"#{random.randint(1, 40)}",
            "x0",
            "n2",
            "x:<$10",
            "y:<$11",
            "r3",
            "a",
            "#0",
        )
        yield f"  do {self.pick(*counts)},{end}"
        yield from self.body(depth + 1, random.randint(1, 5))
        yield f"  jsr >s{random.randrange(3)}" if random.random() < 0.12 else f"  {self.operation()}"
        yield end

    def body(self, depth: int, count: int) -> Iterator[str]:
        """Yield `count` parts."""
        random = self.random
        for _ in range(count):
            kind = random.random()
            if kind < 0.55:
                yield self.plain()
            elif kind < 0.55 + self.odd:
                yield self.unusual()
            elif kind < 0.78 and depth < 3:
                yield from self.loop(depth)
            elif kind < 0.84:
                yield f"  rep {self.pick(f'#{random.randint(1, 30)}', 'x1', 'x:<$12', 'n1', 'r2', 'b')}"
                yield self.plain()
            elif kind < 0.94:
                end = self.label()
                bit = f"{self.pick('jset', 'jclr')} #{random.randrange(24)},{self.pick(*BITS, 'x0', 'b', 'r1')}"
                yield f"  {self.pick('j' + self.pick(*CONDITIONS) + ' ', bit + ',')}{end}"
                yield from self.body(3, random.randint(1, 3))
                yield end
                yield f"  {self.operation()}"
            else:
                bit = f"{self.pick('jsset', 'jsclr')} #{random.randrange(24)},{self.pick('x:<$03', 'y0', 'a')},"
                yield f"  {self.pick('jsr ', 'js' + self.pick(*CONDITIONS) + ' ', bit)}s{random.randrange(3)}"

    def text(self, origin: int) -> str:
        """The program."""
        lines = [f"  org p:${origin:x}", "start", *self.body(0, self.random.randint(2, 9))]
        lines += ["patch0  asl a", "patch1  asr b", *self.body(1, self.random.randint(0, 3)), "  jmp start"]
        for number in range(3):
            lines += [f"s{number}", *self.body(3, self.random.randint(1, 4))]
            lines += [f"  jsr s{number + 1}"] if number < 2 and self.random.random() < 0.4 else []
            lines.append("  rts")
        return "\n".join([*lines, "  end", ""])


def loop_program(random: Random) -> LoopProgram:
    """A program at random."""
    origin = random.choice(ORIGINS)
    return assembled(random, Author(random).text(origin), origin)


def assembled(random: Random, source: str, origin: int) -> LoopProgram:
    """A program of this text, in a state at random."""
    words = {(space.lower(), address): word for (space, address), word in assemble(source).words.items()}
    places = [*range(256), 0x100, 0x123, 0x1FF]
    data = {
        (space, address): random.choice((random.getrandbits(24), random.getrandbits(5), 0x7FFFFF, 0x800000))
        for space in "xy"
        for address in places
    }
    data |= {("x", 0x10): random.randint(0, 9), ("y", 0x11): random.randint(1, 20), ("x", 0x12): random.randint(1, 30)}
    data["x", 0xFFFE] = random.choice((0, 0, 0x1234, 0xFFFF, 0x1111))
    registers = {name: random.choice((random.getrandbits(24), random.randrange(20))) for name in INPUTS}
    for number in range(8):
        registers[f"r{number}"] = random.choice((random.randrange(256), random.randrange(256), 0xF8, 0x100, 0xFFFF))
        registers[f"n{number}"] = random.choice((1, 2, 3, random.randrange(8), 0xFFFF))
        registers[f"m{number}"] = random.choice(SMALL_MODIFIERS) if random.random() < 0.3 else 0xFFFF
    registers |= {"a": random.getrandbits(56), "b": random.getrandbits(random.choice((56, 47, 24)))}
    registers["sr"] = random.choice((0x300, 0x300, 0x300, 0x700, 0xB00))
    return LoopProgram(source, origin, words, data, registers | {"pc": origin})
