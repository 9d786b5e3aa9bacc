"""RAM that several addresses share: programs that rewrite themselves through another address, compared with the model.

A program is drawn from a seed, with the wiring of its board and the addresses through which it writes its own words. It
runs in steps or at once, with pokes from outside through yet other addresses and with snapshots between.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Board, Dsp56001, RamMapping
from reference_model.machine import Machine
from reference_model.memory import RamMapping as ModelView

SPACES = "XYP"
IO_PAGE = 0xFFC0
SOFT = 16
"""Words that are rewritten, and at which modulo addressing keeps the pointers that write them."""
HARMLESS = ("move (r1)+", "move (r2)-", "add x0,a", "asl b", "tfr a,b", "mac x0,y0,a x1,b", "move n1,r1", "nop")
WRITERS = (
    *("move x0,x:(r4)+", "move x1,y:(r5)+", "movem y0,p:(r6)+", "move y1,x:(r4)", "move x0,y:(r5)-"),
    *("mac x0,y0,a y1,y:(r5)+", "movem x1,p:(r6)", "add x0,a x1,x:(r4)-"),
)
TO_ITSELF = ("move x0,x:(r3)", "move x0,y:(r3)", "movem x0,p:(r3)")
"""Moves of X0 to the word at R3, through each space."""
FALCON = (
    ModelView("p", 0, 0xFFFF, 0, 0x8000),
    ModelView("y", 0, 0xFFFF, 0, 0x4000),
    ModelView("x", 0, 0xFFFF, 0x4000, 0x4000),
)


@cache
def word_of(text: str) -> int:
    made = assemble(f" org p:0\n {text}\n")
    assert made.ok, made.diagnostics
    assert len(made.words) == 1
    return made.words["P", 0]


def wiring(random: Random) -> tuple[ModelView, ...]:
    """The Falcon's, or views of 4,096 words of RAM at some pages of each space."""
    if random.random() < 0.3:
        return FALCON
    views = []
    for space in ("p", "x", "y", "p", "x", "y", "p"):
        first, pages = random.choice((2, 3, 4, 0x20, 0x80)), random.choice((1, 2, 4, 16))
        word = 0x100 * random.randrange(4)
        views.append(ModelView(space, first << 8, (first + pages << 8) - 1, word, 0x100 * random.choice((1, 2, 12))))
    return tuple(views)


def board_of(views: tuple[ModelView, ...]) -> Board:
    made = [RamMapping("main", view.space.upper(), *view[1:]) for view in views]
    return Board("drawn", ram={"main": 0x8000 if views is FALCON else 0x1000}, views=made)


class Both:
    """The emulator and the model with the same board, which are given the same."""

    def __init__(self, views: tuple[ModelView, ...]) -> None:
        self.dsp = Dsp56001(board=board_of(views))
        self.model = Machine()
        self.model.memory.board = views
        self.places: dict[int, list[tuple[str, int]]] = {}
        """Return the addresses of each word of RAM that is mapped to P, without internal memory and I/O."""
        for page in range(2, 0x100):
            for space in "xyp":
                word = self.model.memory.shared_word(space, page << 8)
                if word is not None and page << 8 < 0xFF00:
                    self.places.setdefault(word, []).append((space, page << 8))

    def aliases(self, address: int, spaces: str = "xyp") -> list[tuple[str, int]]:
        word = self.model.memory.shared_word("p", address & 0xFF00)
        assert word is not None
        return [(space, first | address & 0xFF) for space, first in self.places[word] if space in spaces]

    def put(self, space: str, address: int, word: int) -> None:
        {"x": self.dsp.x, "y": self.dsp.y, "p": self.dsp.p}[space][address] = word
        {"x": self.model.x, "y": self.model.y, "p": self.model.p}[space][address] = word

    def set(self, name: str, value: int) -> None:
        self.dsp.regs[name] = value
        self.model.regs[name] = value

    def same(self, first: int) -> None:
        registers = {name: self.model.regs[name] for name in self.dsp.regs.as_dict() if name in self.model.regs}
        assert {name: self.dsp.regs[name] for name in registers} == registers
        assert (self.dsp.clocks, self.dsp.instructions) == (self.model.clocks, self.model.instructions)
        assert self.dsp.p[first : first + 0x40] == [self.model.p[first + offset] for offset in range(0x40)]


def drawn(random: Random) -> tuple[Both, int]:
    """Both chips with a program, and its first address."""
    while True:
        both = Both(wiring(random))
        starts = [at for places in both.places.values() for space, at in places if space == "p" and len(places) > 1]
        if starts:
            break
    first = random.choice(sorted(starts))
    soft, loop = first + 0x10, first + 0x20
    itself = random.randrange(3)
    ways = {space: both.aliases(soft, space) for space in "xyp"}
    spaces = [space for space in "xyp" if ways[space]]
    to_itself = TO_ITSELF["xyp".index(spaces[itself % len(spaces)])]
    writers = [text for text in WRITERS if any(f"{space}:(r" in text for space in spaces)]
    body = [word_of(random.choice(writers if random.random() < 0.4 else HARMLESS)) for _ in range(SOFT)]
    code = [0] * 0x28
    # REP over an instruction that writes itself, before the soft words; DO over them; DO over one that writes itself.
    code[0xB], code[0xC] = 0x0600A0 | random.choice((1, 2, 5)) << 8, word_of(to_itself)
    code[0xE], code[0xF] = 0x060080 | random.choice((1, 2, 3)) << 8, soft + SOFT - 1
    code[0x10:0x20] = body
    code[0x20], code[0x21], code[0x22] = 0x060080 | random.choice((2, 4)) << 8, loop + 2, word_of(to_itself)
    code[0x24] = 0x0AF080
    code[0x25] = first
    for offset, word in enumerate(code):
        both.put("p", first + offset, word)
    for number in range(8):
        both.set(f"m{number}", 0xFFFF)
    for number, space in ((4, "x"), (5, "y"), (6, "p")):
        if ways[space]:
            both.set(f"r{number}", random.choice(ways[space])[1] + random.randrange(SOFT))
            both.set(f"m{number}", SOFT - 1)
        else:
            both.set(f"r{number}", 0x40)
    target = random.choice((first + 0xC, loop + 2))
    both.set("r3", random.choice(both.aliases(target, spaces[itself % len(spaces)]))[1])
    for name in ("x0", "x1", "y0", "y1"):
        both.set(name, word_of(random.choice((*HARMLESS, *writers))))
    bcr = random.choice((0, 0, 0x1234))
    both.dsp.x[0xFFFE] = both.model.memory.bcr = bcr
    both.set("pc", first)
    return both, first


@pytest.mark.parametrize("seed", range(80))
def test_a_program_that_rewrites_itself_through_another_address(seed: int) -> None:
    random = Random(seed)
    both, first = drawn(random)
    while both.dsp.instructions < 160:
        count = random.choice((1, 2, 5, 40))
        if random.random() < 0.5:
            both.dsp.run(max_instructions=count)
        else:
            for _ in range(count):
                both.dsp.step()
        while both.model.instructions < both.dsp.instructions:
            both.model.step()
        both.same(first)
        if random.random() < 0.3:
            place = first + 0x10 + random.randrange(SOFT)
            both.put(*random.choice(both.aliases(place)), word_of(random.choice(HARMLESS)))
        if random.random() < 0.1:
            saved = both.dsp.snapshot()
            both.dsp = Dsp56001()
            both.dsp.restore(saved)
