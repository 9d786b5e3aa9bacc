"""Random programs with loops whose data are in external memory, by absolute addresses and by address registers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from differential.programs.loops import INPUTS, LONG, ORIGINS, Author, LoopProgram, assembled
from dsp56k.emu import Board, RamMapping

ADDRESSES = (0x100, 0x101, 0x102, 0x123, 0x17F, 0x180, 0x1FF, 0x400, 0x410, 0x1000, 0x1080, 0xFFBF)
"""Addresses in the data ROM, at devices, at the end of RAM, in the program, and at its mirror."""
IO_PAGE = (0xFFC0, 0xFFE9, 0xFFFF)
REGISTERS = (*INPUTS, "a", "b", "a1", "b0", "a2", "r2", "n5", "r6")
SHARED = (("P", 0x1000, 0), ("X", 0x1000, 0), ("Y", 0x1000, 0x100), ("X", 0x100, 0x100), ("P", 0x400, 0x400))
"""Pages of RAM at several addresses; one of them is that of the program at P:$400."""


class ExternalDataAuthor(Author):
    """Writes a program with external data."""

    def address(self, space: str) -> str:
        """Return an absolute address."""
        addresses = ADDRESSES + IO_PAGE if space == "y" else ADDRESSES
        return f"{space}:>${self.random.choice(addresses):x}"

    def move(self) -> str:
        """Return a parallel move."""
        random, space = self.random, self.pick("x", "y")
        if random.random() < 0.4:
            return super().move()
        pair = f"l:>${random.choice(ADDRESSES):x}"
        return self.pick(
            f"{self.address(space)},{self.pick(*REGISTERS)}",
            f"{self.address(space)},{self.pick(*INPUTS)}",
            f"{self.pick(*REGISTERS)},{self.address(space)}",
            f"{pair},{self.pick(*LONG)}",
            f"{self.pick(*LONG)},{pair}",
        )

    def operand(self) -> str:
        """Return the operand of a bit instruction."""
        space = self.pick("x", "y")
        return self.pick(self.address(space), f"{space}:{self.pointer()}")

    def unusual(self) -> str:
        """Return a bit instruction in memory, or another unusual one."""
        if self.random.random() < 0.3:
            return super().unusual()
        return f"  {self.pick('bset', 'bclr', 'bchg', 'btst')} #{self.random.randrange(24)},{self.operand()}"

    def loop_of_one(self) -> str:
        """Return a loop of one instruction, as a rule an access."""
        end = self.label()
        one = self.pick(f"  move {self.move() or 'x0,a'}", self.unusual(), f"  {self.operation()}")
        return "\n".join([f"  do #{self.random.randint(1, 200)},{end}", one, end])

    def bit_jump(self) -> str:
        """Return a jump by a bit of external memory."""
        end = self.label()
        operand = self.pick(f"{self.pick('x', 'y')}:{self.pointer()}", f"y:<<${self.random.choice(IO_PAGE):x}")
        return "\n".join(
            [f"  {self.pick('jset', 'jclr')} #{self.random.randrange(24)},{operand},{end}", self.plain(), end]
        )

    def plain(self) -> str:
        """Return an operation, a move, or both, a loop of one instruction, or a jump."""
        kind = self.random.random()
        if kind < 0.1:
            return self.loop_of_one()
        if kind < 0.15:
            return self.bit_jump()
        return super().plain()


def external_program(random: Random) -> LoopProgram:
    """Return a program with external data, on a board whose RAM can have several addresses."""
    origin = random.choice(ORIGINS)
    author = ExternalDataAuthor(random)
    author.odd = 0.25
    program = assembled(random, author.text(origin), origin)
    for number in range(8):
        if random.random() < 0.5:
            program.registers[f"r{number}"] = random.choice(ADDRESSES)
    if random.random() < 0.7:
        return program
    mappings = [RamMapping("main", space, first, first + 0xFF, word) for space, first, word in random.sample(SHARED, 4)]
    return replace(program, board=Board("drawn", ram={"main": 0x1000}, views=mappings))
