"""Lines driven at exact clocks: an edge to come is the same as a run that ends at its clock and a line driven then."""

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dsp56k.emu import Dsp56001, EmulatorError, LineChange
from shared.emu_programs import chip

Edge = tuple[int, str, bool]
"""The clock since power-up, the line's name, the level."""

END = 400
NAMES = ("irqa", "irqb", "nmi", "reset")

# Vectors in short and long form.
VECTORS = """
        org p:2
        jsr handler
        org p:8
        move (r5)+
        move (r5)+
        jsr handler
        org p:$1e
        move (r6)+
        nop
        org p:$200
handler bset #3,x:$ffff
        move (r7)+
        rti
        org p:0
        jmp main
        org p:$40
"""
PROGRAMS = {
    "straight": "main dup 40\n move (r0)+\n move x:(r0),x0 y:(r4)+,y0\n endm\n jmp main",
    "loops": "main do #5,last\n move (r0)+\n rep #7\n mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0\n nop\nlast\n jmp main",
    "stream": "main do #300,last\n mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0\nlast\n jmp main",
    "external": " jmp main\n org p:$300\nmain move x:(r0)+,a y:(r4)+,b\n bset #1,y:(r0)\n move #>5,x1\n jmp main",
    "spin": "main jmp main",
    "spin outside": " jmp main\n org p:$300\nmain jmp main",
    "poll": "main jclr #0,x:$ffe9,main\n jmp main",
    "wait": "main wait\n move (r0)+\n jmp main",
    "stop": "main ori #$40,omr\n stop\n move (r0)+\n jmp main",
    "priorities": "main movep #$3f,x:$ffff\n nop\n nop\n movep #0,x:$ffff\n nop\n movep #$1b,x:$ffff\n jmp main",
}

edges = st.lists(st.tuples(st.integers(0, END - 1), st.sampled_from(NAMES), st.booleans()), max_size=12).map(
    lambda some: sorted(some, key=lambda edge: edge[0])
)
bus_edges = st.lists(st.tuples(st.integers(0, END - 1), st.just("br"), st.booleans()), max_size=12)


def started(program: str, ipr: int, mask: int, bcr: int) -> Dsp56001:
    dsp = chip(VECTORS + PROGRAMS[program], bcr=bcr)
    dsp.regs.pc, dsp.regs.sr, dsp.x[0xFFFF] = 0x40, mask << 8, ipr
    for number in (0, 1, 4):
        dsp.regs[f"r{number}"] = 0x20 if program in ("stream", "loops") else 0x1000
    return dsp


def go(dsp: Dsp56001, total: int) -> None:
    """Up to a clock since power-up."""
    while dsp.total_clocks < total:
        dsp.advance(dsp.clocks + total - dsp.total_clocks)


def drive(dsp: Dsp56001, edge: Edge) -> None:
    clock, name, level = edge
    getattr(dsp.lines, name).drive(level, at=clock)


def outcome(dsp: Dsp56001) -> tuple[object, ...]:
    levels = [getattr(dsp.lines, name).level for name in (*NAMES, "br", "bg", "hreq")]
    return dsp.regs.as_dict(), list(dsp.stack), dsp.clocks, dsp.total_clocks, dsp.instructions, dsp.x[0xFFFF], levels


@pytest.mark.parametrize("program", PROGRAMS)
@settings(max_examples=60, deadline=None)
@given(edges, st.integers(0, 0x3F), st.integers(0, 3), st.sampled_from((0, 0x1234, 0xFFFF)))
def test_an_edge_to_come_is_a_run_cut_at_its_clock(
    program: str, some: Sequence[Edge], ipr: int, mask: int, bcr: int
) -> None:
    planned, cut = (started(program, ipr, mask, bcr) for _ in range(2))
    for edge in some:
        drive(planned, edge)
    go(planned, END)
    for clock, name, level in some:
        go(cut, clock)
        getattr(cut.lines, name).drive(level)
    go(cut, END)
    # An instruction that is not over at the end is over a little later on either side.
    assert outcome(planned) == outcome(cut)


@pytest.mark.parametrize("program", PROGRAMS)
@settings(max_examples=60, deadline=None)
@given(edges, bus_edges, st.lists(st.integers(1, 40), max_size=20), st.sampled_from((0, 0x1234, 0xFFFF)))
@example([], [(1, "br", True)], [3], 0)
@example([(0, "irqa", True)], [(1, "br", True)], [3], 0)
def test_how_a_run_is_cut_does_not_matter(
    program: str, some: Sequence[Edge], bus: Sequence[Edge], pieces: Sequence[int], bcr: int
) -> None:
    whole, cut = (started(program, 0x1B, 0, bcr) for _ in range(2))
    for edge in [*some, *bus]:
        drive(whole, edge)
        drive(cut, edge)
    go(whole, END)
    seen: list[LineChange] = []
    for piece in pieces:
        go(cut, cut.total_clocks + piece)
        seen += cut.lines.bg.changes()
        other = Dsp56001()
        other.restore(cut.snapshot())
        # Restoring a snapshot logs BG, which does not change.
        other.lines.bg.changes()
        cut = other
    go(cut, max(END, cut.total_clocks))
    go(whole, cut.total_clocks)
    assert outcome(whole) == outcome(cut)
    assert whole.lines.bg.changes() == seen + cut.lines.bg.changes()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 0xFFFFFF), min_size=1, max_size=12), edges, bus_edges, st.integers(0, 0xFFFF))
def test_any_code_with_any_edges_runs_or_is_refused(
    code: list[int], some: Sequence[Edge], bus: Sequence[Edge], ipr: int
) -> None:
    dsp = Dsp56001()
    dsp.p[0 : len(code)] = code
    dsp.x[0xFFFF] = ipr
    for edge in [*some, *bus]:
        drive(dsp, edge)
    try:
        go(dsp, END)
        for _ in range(20):
            dsp.step()
    except EmulatorError:
        return
    assert dsp.total_clocks >= END
