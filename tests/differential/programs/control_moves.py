"""Random programs with loops of moves of control registers: reads of P memory and of registers, moves to modifiers.

And with bit operations on registers, and Tcc that moves address registers.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from differential.programs.external_data import ADDRESSES, SHARED
from differential.programs.loops import CONDITIONS, INPUTS, ORIGINS, SMALL_MODIFIERS, Author, LoopProgram, assembled
from dsp56k.emu import Board, RamMapping

REGISTERS = (*INPUTS, "a", "b", "a0", "a1", "a2", "b0", "b1", "b2", "r0", "r2", "r5", "r6", "n1", "n3", "n5", "n7")
TABLES = (0x00, 0x3F, 0x40, 0x1FF, 0x200, 0x400, 0x1000, 0xFFFF)
"""Addresses of P: internal memory and its end, the program, external memory."""


class ControlMoveAuthor(Author):
    """Writes a program with moves and bit operations of control instructions."""

    def unusual(self) -> str:
        """Return one of them, or another unusual instruction."""
        random, register = self.random, self.pick(*REGISTERS)
        kind = random.random()
        if kind < 0.2:
            return f"  {self.pick('bset', 'bclr', 'bchg', 'btst')} #{random.randrange(24)},{register}"
        if kind < 0.4:
            place = self.pick(
                self.pointer(), self.pointer(), f">${random.choice(TABLES):x}", f"<${random.randrange(64):x}"
            )
            return f"  movem p:{place},{register}"
        if kind < 0.6:
            return f"  movec {self.pick('sr', 'lc', 'la', 'sp', f'm{random.randrange(8)}')},{register}"
        if kind < 0.75:
            value = self.pick("#$ffff", "#$ffff", f"#{random.choice(SMALL_MODIFIERS)}", f"m{random.randrange(8)}")
            return f"  movec {value},m{random.randrange(8)}"
        if kind < 0.9:
            pointers = f"r{random.randrange(8)},r{random.randrange(8)}"
            return f"  t{self.pick(*CONDITIONS)} {self.pick('x0,a', 'y1,b', 'a,b', 'b,a')} {pointers}"
        return super().unusual()

    def plain(self) -> str:
        """Return an operation, a move, or both, or a loop or REP of an unusual instruction."""
        kind = self.random.random()
        if kind < 0.08:
            end = self.label()
            return "\n".join(
                [f"  do #{self.random.randint(1, 200)},{end}", self.unusual(), f"  {self.operation()}", end]
            )
        if kind < 0.12:
            return "\n".join(
                [
                    f"  rep #{self.random.randint(1, 20)}",
                    f"  {self.pick(f'movem p:{self.pointer()}', 'movec lc')},{self.pick(*INPUTS)}",
                ]
            )
        return super().plain()


def control_program(random: Random) -> LoopProgram:
    """Return a program, on a board whose RAM can have several addresses."""
    origin = random.choice(ORIGINS)
    author = ControlMoveAuthor(random)
    author.odd = 0.35
    program = assembled(random, author.text(origin), origin)
    for number in range(8):
        if random.random() < 0.4:
            program.registers[f"r{number}"] = random.choice(ADDRESSES + TABLES)
    if random.random() < 0.7:
        return program
    mappings = [RamMapping("main", space, first, first + 0xFF, word) for space, first, word in random.sample(SHARED, 4)]
    return replace(program, board=Board("drawn", ram={"main": 0x1000}, views=mappings))
