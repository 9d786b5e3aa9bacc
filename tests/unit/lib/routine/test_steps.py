"""A call's instructions one by one, and those who watch calls."""

import pytest

from dsp56k.lib import OperandError, Routine
from dsp56k.lib.routine import observed, replay
from dsp56k.lib.routine.replay import CallTrace

SOURCE = """\
        org     p:$100
f       move    #$10,r0
        clr     a
        move    x:(r0)+,x0
        rep     #3
        add     x0,a
        move    a1,y:$20
        rts
"""


def routine() -> Routine:
    return Routine.from_source(SOURCE, "f", inputs={"v": "x:$10"}, outputs={"sum": "y:$20"})


def test_steps_show_clocks_registers_and_accesses() -> None:
    trace = routine().trace(v=2)
    assert trace.result == routine()(v=2)
    assert [step.text.split()[0] for step in trace] == ["move", "clr", "move", "rep", *["add"] * 3, "move", "rts"]
    assert [step.start for step in trace] == [0, 2, 4, 6, 10, 12, 14, 16, 18]
    load, store = trace[2], trace[-2]
    assert load.registers == {"x0": 2, "r0": 0x11}
    assert [str(access) for access in load.accesses] == ["X:$0010 -> $000002"]
    assert [str(access) for access in store.accesses] == ["Y:$0020 <- $000006"]
    assert (store.symbol, str(store.source), store.clocks) == ("f+5", "source.asm:7", 2)
    assert "a=$2000000" in str(trace[4])
    assert sum(step.clocks for step in trace) == routine()(v=2).clocks
    assert len(trace[1:3]) == 2


def test_of_a_long_call_the_last_steps_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = routine().trace(v=2)
    monkeypatch.setattr("dsp56k.lib.routine.routine.MAX_STEPS", 4)
    trace = routine().trace(v=2)
    assert (trace.skipped, trace.steps) == (5, whole.steps[5:])
    assert replay.MAX_STEPS > 4


def test_observers_see_each_call_of_any_routine() -> None:
    seen: list[tuple[Routine, CallTrace]] = []
    mine = routine()
    with observed(lambda which, trace: seen.append((which, trace))):
        assert mine(v=3).value == 9
        with pytest.raises(OperandError):
            mine(v=-1)
    mine(v=4)
    assert [(which, len(trace)) for which, trace in seen] == [(mine, 9)]
