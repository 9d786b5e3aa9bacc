"""Writes of compiled code to external memory: contiguous words, long words, and words that something else reads."""

from __future__ import annotations

import pytest

from differential.cases import generate
from differential.engines.compare import begin
from differential.engines.environment import Device, Log
from differential.engines.pairs import chips, compare
from differential.programs.loops import LoopProgram
from dsp56k.asm import assemble
from dsp56k.emu import Board, Dsp56001, RamMapping

MOVES = {
    "x": "move a,x:(r0)+",
    "y": "add x0,a a,y:(r0)+",
    "long": "move a10,l:(r0)+",
    "pair": "move ab,l:-(r0)",
    "both": "move x0,x:(r0)+ y0,y:(r4)+",
    "read beside": "add y0,a x:(r0)+,x0 a,y:(r4)+",
    "read after": "move a,x:(r0)+ y:(r4)+,y0",
    "register beside": "move a,x:(r0)- b,y0",
    "exchanged": "move a,x:(r0)+ x0,a",
}
"""Stores that can access external memory."""

PLACES = [(0xF0, 0x1F0), (0x1F8, 0xF8), (0x10F0, 0x1100), (0xFFB8, 0xFFA0), (0xFFB8, 0xFFB4), (0x300, 0x2E8)]
"""Start values of pointers: near the ends of pages, of the data RAM, and before the I/O page."""


def program(move: str) -> str:
    """A loop over a move, which begins over and over again."""
    lines = [" org p:$40", "start", " move n1,r0", " move n4,r4", " add x1,a", " add x1,b", " do #$18,end", f" {move}"]
    return "\n".join([*lines, " add x0,b", "end", " jmp <start", ""])


@pytest.mark.parametrize("places", PLACES, ids=lambda places: f"{places[0]:x}-{places[1]:x}")
@pytest.mark.parametrize("move", MOVES)
def test_words_go_outside_the_chip(move: str, places: tuple[int, int]) -> None:
    """Pages that were blank and others, with wait states of each space; the mark of each word is in a snapshot."""
    both = chips(program(MOVES[move]), n1=places[0], n4=places[1], x1=0x812345, x0=0x654321, y0=0xABCDEF)
    for dsp in both:
        dsp.x[0xFFFE] = 0x1235
    compare(both, 2_777, 20)


@pytest.mark.parametrize("origin", ["$40", "$1000"])
@pytest.mark.parametrize("omr", [0, 4])
@pytest.mark.parametrize("waits", [0, 0x3142])
@pytest.mark.parametrize("move", ["long", "both", "read beside", "read after"])
def test_two_words_outside_the_chip_share_no_cycle(move: str, waits: int, omr: int, origin: str) -> None:
    """Nor does the fetch; a word of the data ROM takes none."""
    both = chips(program(MOVES[move]).replace("$40", origin), n1=0x1D0, n4=0x300, x1=0x812345, omr=omr)
    for dsp in both:
        dsp.x[0xFFFE] = waits
    compare(both, 2_777, 20)


@pytest.mark.parametrize("waits", [0, 0x3142, 0x0003])
@pytest.mark.parametrize(
    "move", ["move x:(r0)+,x0", "move y:(r0)+,x0", "bset #3,x:(r0)", "add x1,a x:(r0)+,x0 y:(r4)+,y0"]
)
@pytest.mark.parametrize("place", [0x1E8, 0xFFA8, 0xFFB8, 0xFFF0])
def test_clocks_of_a_word_follow_from_its_address(place: int, move: str, waits: int) -> None:
    """In the data ROM, outside of the chip, among the peripherals, in the I/O page, and again in the data RAM."""
    both = chips(program(move), n1=place, n4=place ^ 0xFFE0, x1=0x812345, omr=4)
    for dsp in both:
        dsp.x[0xFFFE] = waits
        dsp.y[0xFF00:0x10000] = [0x800000 + 0x5001 * number for number in range(256)]
    compare(both, 2_777, 20)


@pytest.mark.parametrize("waits", [0x0100, 0x1000])
def test_wait_states_of_data_change(waits: int) -> None:
    """A region is compiled for the wait states, which one of its instructions changes."""
    lines = [" org p:$40", "start", " do #$18,end", " move x:(r0)+,x0", " move y:(r4)+,y0", " add x0,a", "end"]
    both = chips("\n".join([*lines, " movep x:<$20,x:<<$fffe", " jmp <start", ""]), r0=0x200, r4=0x200, m0=15, m4=15)
    for number, value in enumerate([0, waits, 0, waits | 0x0010]):
        for dsp in both:
            dsp.x[0x20] = value
        compare(both, 997 + number, 5)


def wired(source: str, *views: RamMapping, **registers: int) -> tuple[Dsp56001, Dsp56001]:
    """A chip of either engine on a board with one RAM."""
    board = Board("wired", ram={"main": 0x4000}, views=list(views))
    both = Dsp56001(engine="interpreter", board=board), Dsp56001(engine="jit", board=board)
    generate(both[1])
    assembled = assemble(source)
    assert assembled.ok, assembled.diagnostics
    words = {(space.lower(), address): word for (space, address), word in assembled.words.items()}
    for dsp in both:
        begin(dsp, LoopProgram(source, min(address for _, address in words), words, {}, registers))
    return both


@pytest.mark.parametrize("move", ["move b,x:(r0)+ y:(r4)+,y0", "move x:(r0)+,x0 b,y:(r4)+", "move ba,l:(r0)+"])
def test_one_word_answers_in_both_spaces(move: str) -> None:
    """An instruction reads in Y the word that it writes in X; B is different in each iteration, and A adds the word."""
    source = program(move).replace("add x0,b", "neg b\n add x,a\n add y,a").replace("#$18", "#$17")
    views = [RamMapping("main", space, 0x1000, 0x1FFF, 0x1000) for space in "XY"]
    compare(wired(source, *views, pc=0x40, n1=0x1010, n4=0x1010, x1=0x812345), 2_777, 20)


REWRITING = """
  org p:$1000
start
  move n4,r4
  move #>$1200,r1
  move y0,b
  move y1,y0
  move b,y1
  do #20,end
  move a,x:(r1)+
  add x1,a
end
  move b,y:(r4)
  jmp start
"""
REWRITTEN = 0x1009
"""The address of ADD."""


def test_a_store_rewrites_the_code() -> None:
    """Through Y, where the words of P show, too, after it has written other words there."""
    add, sub = (assemble(f" org p:0\n {op} x1,a\n").words["P", 0] for op in ("add", "sub"))
    views = [RamMapping("main", space, 0x1000, 0x1FFF, 0x1000) for space in "PXY"]
    both = wired(REWRITING, *views, pc=0x1000, n4=0x1280, y0=sub, y1=add, x1=0x812345)
    compare(both, 2_777, 20)
    for dsp in both:
        assert dsp.p[REWRITTEN] == add
        dsp.regs.n4 = REWRITTEN
    compare(both, 2_777, 20)


BESIDE_A_DEVICE = """
  org p:$40
start
  move x:>$1ff,x0
  move x0,y:(r1)+
  move x:>$FIRST,a
  jmp <start
"""


@pytest.mark.parametrize(("first", "is_external"), [(0x100, False), (0x2FF, True)])
def test_a_device_leaves_external_memory_in_other_pages_compiled(first: int, is_external: bool) -> None:
    both = chips(BESIDE_A_DEVICE.replace("FIRST", f"{first:x}"), r1=0x300, m1=0x3F)
    logs: tuple[Log, Log] = ([], [])
    for dsp, log in zip(both, logs, strict=True):
        dsp.port_a.map_device("X", 0x200, 0x2FF, Device(log))
    compare(both, 5_000, 4)
    assert logs[0] == logs[1]
    assert bool(logs[0]) == is_external
    compiled = both[1]
    regions = compiled.engine_report().regions
    assert sum(region.executed for region in regions) > 0.9 * compiled.instructions
    assert sum(region.entries for region in regions) < 20
