"""Breakpoints, watchpoints, steps: each stops at the right instruction, and does not change the chip's clocks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dsp56k.asm import assemble
from dsp56k.debug import Cause, DebugError, Debugger, Kind, Place
from dsp56k.debug.call_stack import entries
from dsp56k.debug.run_limits import RunLimits, ScriptRunEnded
from dsp56k.emu import Dsp56001, StopReason


def at(session: Debugger, text: str) -> Place:
    return Place(Kind.ADDRESS, tuple(session.places(text)))


def test_a_breakpoint_stops_at_a_symbol_a_line_and_an_address(session: Debugger, program: Path) -> None:
    line = program.read_text().splitlines().index("sub     move    (r3)+") + 1
    for text in ("sub", f"prog.asm:{line}", f":{line}", f"{program}:{line}", "$53", "p:$53", "start+$13"):
        assert session.places(text) == [0x53]
    point = session.points.add(at(session, "sub"))
    assert [session.run().pc for _ in range(5)] == [0x53] * 5
    assert (point.hits, session.dsp.regs.r3) == (5, 4)


def test_a_line_without_code_stands_for_the_next_with_code(session: Debugger, program: Path) -> None:
    line = program.read_text().splitlines().index("lend") + 1
    assert session.places(f":{line}") == [session.dsp.symbols["loop"]]
    with pytest.raises(DebugError, match="no code at or after line 99"):
        session.places(":99")
    with pytest.raises(DebugError, match="no source file other"):
        session.places("other.asm:3")


def test_conditions_ignore_counts_and_once(session: Debugger) -> None:
    session.points.add(at(session, "sub"), condition="r3 == 2")
    assert (session.run().cause, session.dsp.regs.r3) == (Cause.BREAKPOINT, 2)
    session.seek(0)
    session.points.remove(1)
    session.points.add(at(session, "sub"), ignore=3, once=True)
    session.points.add(at(session, "loop"))
    assert (session.run().points, session.dsp.regs.r3) == ((2,), 3)
    assert [point.number for point in session.points] == [3]
    assert session.run().points == (3,)


def test_hits_count_however_the_condition_is(session: Debugger) -> None:
    point = session.points.add(at(session, "sub"), condition="hits == 3 || hits > 3 && r3 == 4")
    assert [(session.run().pc, session.dsp.regs.r3, point.hits) for _ in range(2)] == [(0x53, 2, 3), (0x53, 4, 5)]


def test_a_breakpoint_waits_for_another(session: Debugger) -> None:
    """The third call is the second in the loop, whose body is met once more by then."""
    session.points.add(at(session, "$4c"), log="", ignore=1)
    session.points.add(at(session, "sub"), condition="met(1) >= 2", once=True)
    assert (session.run().points, session.dsp.regs.r3) == ((2,), 2)
    session.points.add(at(session, "loop"), condition="met(2) == 3 && met(9) == 0")
    assert session.run().points == (3,)


def test_memory_can_be_asked_for_in_a_condition(session: Debugger) -> None:
    session.points.add(at(session, "loop"), condition="x:count >= $1004 && clocks > 0")
    session.run()
    assert session.dsp.x[0x20] == 0x1004


def test_a_log_point_writes_and_does_not_stop(session: Debugger) -> None:
    told: list[str] = []
    session.on_log(told.append)
    session.points.add(at(session, "sub"), log="r3 is {r3}, {x:count + 1}")
    session.points.add(at(session, "loop"))
    assert session.run().points == (2,)
    assert told == [f"r3 is ${number:X}, $1" for number in range(5)]


def test_a_disabled_breakpoint_does_not_count(session: Debugger) -> None:
    point = session.points.add(at(session, "sub"))
    point.enabled = False
    session.points.add(at(session, "loop"))
    session.run()
    assert (session.dsp.regs.pc, point.hits) == (session.dsp.symbols["loop"], 0)


def test_a_watchpoint_tells_the_access_and_its_instruction(session: Debugger) -> None:
    session.points.add(Place(Kind.WATCH, (0x20, 0x20), "X", write=True), condition="x:$20 == $1003")
    event = session.run()
    assert event.cause is Cause.WATCHPOINT
    assert [str(access) for access in event.accesses] == ["X:$0020 <- $001003"]
    assert event.accessed_by == session.dsp.symbols["loop"] + 1


def test_a_watchpoint_on_changes_passes_equal_writes(opened: Callable[[str], Debugger]) -> None:
    session = opened(
        " org p:0\n move #>1,x0\n move x0,x:4\n move x0,x:4\n move #>2,x0\n move x0,x:4\n move x:4,x0\n jmp *\n"
    )
    session.points.add(Place(Kind.WATCH, (4, 4), "X", write=True, changed=True))
    assert [session.run().accesses[0].value for _ in range(2)] == [1, 2]
    assert session.run().cause is Cause.HALT


def test_an_expression_stops_where_it_becomes_true(session: Debugger) -> None:
    session.points.add(Place(Kind.EXPRESSION), condition="r2 > 1")
    assert (session.run().cause, session.dsp.regs.r2, session.dsp.regs.r3) == (Cause.CONDITION, 2, 2)
    session.limit = 10_000
    assert session.run().cause is Cause.BUDGET


@pytest.mark.parametrize(("line", "vector", "register"), [("irqa", 8, "r7"), ("irqb", 10, "r4")])
def test_an_interrupt_stops_before_its_first_word(session: Debugger, line: str, vector: int, register: str) -> None:
    session.to(session.places("loop"))
    session.points.add(Place(Kind.INTERRUPT, (vector,)))
    session.change("line", line, True)
    event = session.run()
    assert (event.cause, session.next_address) == (Cause.INTERRUPT, vector)
    assert session.dsp.regs[register] == 0
    session.limit = 1000
    assert session.run().cause is Cause.BUDGET
    assert session.dsp.regs[register] == 1


def test_code_at_a_vector_is_no_interrupt(session: Debugger) -> None:
    session.change("register", "pc", 0)
    session.points.add(Place(Kind.INTERRUPT))
    session.points.add(at(session, "sub"))
    assert session.run().points == (2,)


def test_over_passes_calls_and_repetitions(session: Debugger) -> None:
    ways = []
    while (pc := session.dsp.regs.pc) != session.dsp.symbols["loop"]:
        ways.append(pc)
        session.over()
    body = [0x4B, 0x4C, 0x4E]
    assert ways == [0x40, 0x42, 0x43, 0x45, 0x47, 0x49, *body * 4]


def test_over_stops_at_a_breakpoint_on_the_way(session: Debugger) -> None:
    session.to([0x47])
    session.points.add(at(session, "sub"))
    assert session.over().cause is Cause.BREAKPOINT
    assert session.dsp.regs.pc == 0x53


def test_over_a_call_with_an_interrupt_in_it(session: Debugger) -> None:
    session.to([0x47])
    session.change("line", "irqb", True)
    session.over()
    assert (session.dsp.regs.pc, session.dsp.regs.r3, session.dsp.regs.r4) == (0x49, 1, 1)


def test_out_returns_from_the_innermost_routine(session: Debugger) -> None:
    session.to(session.places("sub"))
    assert [frame.name for frame in session.frames()] == ["sub", "start+9"]
    assert session.out().pc == 0x49
    with pytest.raises(DebugError, match="no subroutine or interrupt is active"):
        session.out()
    session.to(session.places("sub"))
    # The stack holds the loop, too.
    assert session.out().pc == 0x4E


def test_out_of_an_interrupt(session: Debugger) -> None:
    session.to(session.places("loop"))
    session.change("line", "irqb", True)
    session.to(session.places("long"))
    assert [frame.interrupted for frame in session.frames()] == [False, True]
    pc = session.frames()[1].pc
    assert session.out().pc == pc


def test_the_stack_holds_loops_and_calls(opened: Callable[[str], Debugger]) -> None:
    session = opened(" org p:0\n jsr sub\n jmp *\nsub do #3,last\n nop\nlast rts\n")
    session.step(2)
    kinds = [(entry.kind.name, entry.location, entry.address) for entry in entries(session.dsp)]
    assert kinds == [("LOOP", 2, session.dsp.regs.pc), ("CALL", 1, 2)]


def test_lines_are_stepped_over_and_into(opened: Callable[[str], Debugger]) -> None:
    session = opened(
        "two     macro\n        nop\n        nop\n        endm\n        org     p:0\n        two\n        jsr     sub\n"
        "        jmp     *\nsub     nop\n        rts\n"
    )
    ways = [session.line().pc for _ in range(3)]
    assert ways == [1, 2, 4]
    session.seek(0)
    assert [session.line(over=False).pc for _ in range(4)] == [1, 2, 5, 6]


def test_the_ends_of_a_program_are_told(opened: Callable[[str], Debugger]) -> None:
    def first(text: str) -> Cause:
        return opened(text).run().cause

    assert first(" org p:0\n jmp *\n") is Cause.HALT
    assert first(" org p:0\n wait\n") is Cause.WAIT
    assert first(" org p:0\n stop\n") is Cause.STOP
    assert first(" org p:0\n illegal\n") is Cause.ILLEGAL
    assert first(" org p:0\n jmp $100\n") is Cause.UNLOADED
    assert first(" org p:0\n rts\n") is Cause.STACK_ERROR
    session = opened(" org p:0\n rts\n org p:2\n jmp *\n")
    session.stop_at_mistakes(stack_errors=False, unloaded=False)
    assert (session.run().cause, session.dsp.regs.pc) == (Cause.HALT, 2)


@pytest.mark.parametrize(("source", "mistake"), [("rts", "stack_errors"), ("jmp $100", "unloaded")])
def test_a_script_s_run_ends_at_its_own_kind_of_mistake(source: str, mistake: str) -> None:
    for ends in ("stack_errors", "unloaded"):
        dsp = Dsp56001()
        dsp.load(assemble(f" org p:$40\nstart {source}\n end start\n"))
        run = RunLimits(None, None, None, None, stack_errors=ends == "stack_errors", unloaded=ends == "unloaded")
        ended = False
        try:
            stop = run.run(dsp, 100, stack_errors=True, unloaded=True)
        except ScriptRunEnded as end:
            ended, stop = True, end.result()
        assert (stop.reason.name.lower().rstrip("s"), ended) == (mistake.rstrip("s"), ends == mistake)


def test_a_script_s_run_ends_at_its_own_number_of_instructions() -> None:
    dsp = Dsp56001()
    dsp.load(assemble(" org p:$40\nstart\n dup 5\n nop\n endm\n end start\n"))
    limits = RunLimits(None, None, dsp.instructions + 3, None, stack_errors=False, unloaded=False)
    assert limits.run(dsp, 100, 2, stack_errors=False, unloaded=False).reason is StopReason.BUDGET
    with pytest.raises(ScriptRunEnded):
        limits.run(dsp, 100, 2, stack_errors=False, unloaded=False)
    assert dsp.regs.pc == 0x43


def test_a_restricted_sequence_is_told(tmp_path: Path) -> None:
    path = tmp_path / "hasty.asm"
    path.write_text(" org p:0\n move #$20,r0\n move x:(r0),a\n jmp *\n")
    event = Debugger.open(path, strict=True).run()
    assert (event.cause, event.pc) == (Cause.FAILED, 1)
    assert "UM A-237" in event.text


def test_a_session_takes_the_clocks_of_a_run(session: Debugger, program: Path) -> None:
    plain = Debugger.open(program).dsp
    plain.run(max_clocks=100_000)
    session.points.add(at(session, "loop"), condition="0")
    session.points.add(Place(Kind.WATCH, (0x20, 0x20), "X", read=True, write=True), condition="0")
    session.points.add(Place(Kind.INTERRUPT))
    session.limit = 100_000
    assert session.run().cause is Cause.BUDGET
    assert session.dsp.snapshot() == plain.snapshot()


def test_nothing_stays_set_on_the_chip(session: Debugger) -> None:
    session.points.add(at(session, "sub"))
    session.points.add(Place(Kind.WATCH, (0x20, 0x20), "X", write=True))
    session.points.add(Place(Kind.INTERRUPT))
    session.run()
    dsp: Dsp56001 = session.dsp
    assert dsp.conditional_breakpoints.counts == {}


def test_a_pause_ends_an_endless_run(session: Debugger) -> None:
    asked = iter([False, False, True])
    session.on_pause(lambda: next(asked))
    assert session.run().cause is Cause.PAUSED
    assert session.position > 1 << 20


def test_breakpoints_have_numbers(session: Debugger) -> None:
    session.points.add(at(session, "sub"))
    with pytest.raises(DebugError, match="breakpoint 7 does not exist"):
        session.points.remove(7)
    with pytest.raises(DebugError):
        session.points.add(at(session, "sub"), condition="1 +")
    assert len(session.points) == 1


def test_a_source_with_errors_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wrong.asm"
    path.write_text(" org p:0\n mvoe a,b\n")
    with pytest.raises(DebugError, match="errors: 1") as caught:
        Debugger.open(path)
    assert caught.value.fields["diagnostics"]
