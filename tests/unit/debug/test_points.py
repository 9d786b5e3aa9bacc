"""Conditions and counts that the chip evaluates itself, and kinds of access of data breakpoints."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from dsp56k.debug import Cause, DebugError, Debugger, Kind, Place
from dsp56k.debug.adapter.session import DebugAdapter
from dsp56k.debug.adapter.transport import Incoming, encode_message
from dsp56k.emu import Dsp56001, Stop
from dsp56k.emu.errors import ExpressionError


def at(session: Debugger, text: str) -> Place:
    return Place(Kind.ADDRESS, tuple(session.places(text)))


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[Stop]:
    """The ends of all runs of chips."""
    ends: list[Stop] = []
    run = Dsp56001.run

    def kept(dsp: Dsp56001, **limits: Any) -> Stop:
        ends.append(run(dsp, **limits))
        return ends[-1]

    monkeypatch.setattr(Dsp56001, "run", kept)
    return ends


@pytest.mark.parametrize(
    ("place", "options"),
    [
        (Place(Kind.ADDRESS, (0x50,)), {"condition": "r3 == 9"}),
        (Place(Kind.ADDRESS, (0x50,)), {"ignore": 1 << 40}),
        (Place(Kind.WATCH, (0x20, 0x20), "X", write=True, changed=True), {"condition": "accessed == 3"}),
        (Place(Kind.EXPRESSION), {"condition": "r0 & 1", "ignore": 1 << 40}),
    ],
)
def test_a_run_does_not_come_back_for_what_is_not_due(
    session: Debugger, runs: list[Stop], place: Place, options: dict[str, Any]
) -> None:
    point = session.points.add(place, **options)
    session.limit = 100_000
    assert session.run().cause is Cause.BUDGET
    assert len(runs) == 1
    passes = session.dsp.regs.r0 - 0x1000
    assert passes > 5000
    assert point.hits in ((passes, passes + 1) if place.kind is not Kind.EXPRESSION else (passes // 2, passes // 2 + 1))
    assert not point.ignore or point.ignore + point.hits == 1 << 40


def test_out_of_a_deep_recursion_does_not_come_back(opened: Callable[[str], Debugger], runs: list[Stop]) -> None:
    """Each return leads past the goal, on a stack that is deeper."""
    session = opened(
        " org p:0\n move #>7,r0\n jsr sub\n jmp *\n"
        "sub tst a (r0)-\n move r0,a\n tst a\n jeq last\ncall jsr sub\nback nop\nlast rts\n"
    )
    session.to(session.places("sub"))
    session.to(session.places("call"))
    assert session.over().cause is Cause.STEP
    assert (session.dsp.regs.pc, session.dsp.regs.sp, session.dsp.regs.r0) == (session.places("back")[0], 1, 0)
    assert len(runs) == 4


def test_a_watchpoint_is_asked_of_the_word(opened: Callable[[str], Debugger]) -> None:
    session = opened(
        " org p:0\n move #>5,x0\n move x0,x:4\n move #>7,x1\n move x0,x:4\n"
        " move x:4,a\n movem x1,p:$300\n move x1,x:4\n jmp *\n"
    )
    told: list[str] = []
    session.on_log(told.append)
    session.points.add(Place(Kind.WATCH, (4, 4), "X", read=True, write=True), log="{accessed} {hits}")
    session.points.add(Place(Kind.WATCH, (4, 4), "X", write=True, changed=True), condition="accessed != 7")
    session.points.add(Place(Kind.WATCH, (0x300, 0x300), "P", write=True), condition="accessed == 7")
    assert [session.run().points for _ in range(3)] == [(2,), (3,), ()]
    assert told == ["$5 $1", "$5 $2", "$5 $3", "$7 $4"]
    with pytest.raises(Exception, match="no loaded program has a symbol 'accessed'"):
        session.points.add(at(session, "4"), condition="accessed == 7")


def test_all_that_is_met_at_once_is_told_and_counted(opened: Callable[[str], Debugger]) -> None:
    session = opened(" org p:0\n move #>5,x0\n move x0,x:4\nnext nop\n jmp *\n")
    write = Place(Kind.WATCH, (4, 4), "X", write=True)
    session.points.add(at(session, "next"))
    session.points.add(write)
    session.points.add(write, condition="0")
    session.points.add(Place(Kind.EXPRESSION), condition="x:4 == 5")
    event = session.run()
    assert (event.cause, event.points, event.pc) == (Cause.WATCHPOINT, (1, 2, 4), 3)
    assert [point.hits for point in session.points] == [1, 1, 1, 1]


def test_a_jump_to_itself_is_asked_each_time(opened: Callable[[str], Debugger]) -> None:
    """Without points its passes are counted in one piece."""
    session = opened(" org p:0\n nop\npoll jclr #0,x:<<$ffe9,poll\n jmp *\n")
    session.points.add(at(session, "poll"), condition="clocks >= 1000")
    session.limit = 10_000
    event = session.run()
    assert event.cause is Cause.BREAKPOINT
    assert 1000 <= session.dsp.clocks < 1020
    session.points.remove(1)
    session.points.add(Place(Kind.EXPRESSION), condition="clocks > 2000")
    assert session.run().cause is Cause.CONDITION
    assert 2000 < session.dsp.clocks <= 2020


def test_interrupts_are_counted_and_asked(session: Debugger) -> None:
    told: list[str] = []
    session.on_log(told.append)
    session.to(session.places("loop"))
    plain = session.dsp.snapshot()
    session.points.add(Place(Kind.INTERRUPT), log="{r7}")
    second = session.points.add(Place(Kind.INTERRUPT, (8,)), condition="r7 == 2", ignore=1)
    session.limit = 1000
    for _ in range(4):
        session.change("line", "irqa", True)
        session.change("line", "irqa", False)
        event = session.run()
    assert (event.cause, event.points, second.hits) == (Cause.BUDGET, (), 4)
    assert told == ["$0", "$1", "$2", "$3"]
    assert session.dsp.regs.r7 == 4
    end, after = session.position, session.dsp.snapshot()
    session.points.remove(1)
    session.points.remove(2)
    session.seek(session.known[0])
    session.seek(end)
    assert session.dsp.snapshot() == after != plain


def test_a_condition_without_a_value_ends_the_run_and_is_named(session: Debugger) -> None:
    point = session.points.add(at(session, "sub"), condition="6 / (3 - r3) < 0")
    with pytest.raises(ExpressionError, match=r"'6 / \(3 - r3\) < 0': it divides by 0"):
        session.run()
    assert (session.dsp.regs.r3, session.dsp.regs.pc, point.hits) == (3, 0x53, 4)
    assert session.known[1] == session.position
    assert (session.run().points, session.dsp.regs.r3) == ((1,), 4)
    session.points.remove(1)
    session.points.add(Place(Kind.INTERRUPT), condition="1 / (r4 + r7)")
    session.change("line", "irqb", True)
    with pytest.raises(ExpressionError, match="divides by 0"):
        session.run()
    with pytest.raises(DebugError, match="breakpoint 1 does not exist"):
        session.points.remove(1)


def test_counts_stay_as_they_are_in_the_past(session: Debugger) -> None:
    point = session.points.add(at(session, "sub"), condition="r3 >= hits - 4", ignore=1)
    session.points.add(at(session, "sub"), log="{r3}")
    assert [session.run().points for _ in range(4)] == [(1,)] * 4
    session.to(session.places("loop"))
    assert (point.hits, point.ignore) == (5, 0)
    event = session.reverse()
    assert (event.points, session.dsp.regs.r3, point.hits) == ((1,), 4, 5)


@pytest.mark.parametrize(
    ("access", "read", "write"), [("read", True, False), ("write", False, True), ("readWrite", True, True)]
)
def test_an_editor_s_data_breakpoint_has_its_kind_of_access(
    session: Debugger, access: str, *, read: bool, write: bool
) -> None:
    point = {"dataId": "X:0x0020-0x0020", "accessType": access}
    request = {"seq": 1, "command": "setDataBreakpoints", "arguments": {"breakpoints": [point]}}
    adapter = DebugAdapter(BytesIO())
    adapter.begin(session)
    adapter.serve(Incoming(BytesIO(encode_message(request))))
    assert [made.place for made in session.points] == [Place(Kind.WATCH, (0x20, 0x20), "X", read, write)]
