"""Reverse execution: the chip's earlier state is restored to the last bit; recordings repeat a run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsp56k.debug import Cause, DebugError, Debugger, Kind, Place
from dsp56k.debug.history import INITIAL_SPACING
from dsp56k.debug.recordings import read, save
from dsp56k.emu import Board


def states(session: Debugger, count: int) -> list[tuple[int, bytes]]:
    """The boundaries of the next steps, each with the chip."""
    found = []
    for _ in range(count):
        found.append((session.position, session.dsp.snapshot()))
        session.step()
    return found


def test_each_step_back_is_the_step_before(session: Debugger) -> None:
    known = states(session, 60)
    for position, state in reversed(known):
        assert session.back().cause is (Cause.START if position == 0 and session.position < 0 else Cause.STEP)
        assert (session.position, session.dsp.snapshot()) == (position, state)
    assert session.back().cause is Cause.START


def test_back_over_passes_calls(session: Debugger) -> None:
    session.to(session.places("loop"))
    ways = []
    while session.dsp.regs.pc != 0x49:
        session.back_over()
        ways.append(session.dsp.regs.pc)
    assert ways[:3] == [0x4E, 0x4C, 0x4B]
    assert 0x53 not in ways


def test_reverse_finds_the_places_where_a_run_stops(session: Debugger) -> None:
    session.points.add(Place(Kind.ADDRESS, tuple(session.places("sub"))), condition="r3 != 2")
    session.points.add(Place(Kind.WATCH, (0x20, 0x20), "X", write=True), condition="x:count < $1003 && x:count > $1000")
    session.points.add(Place(Kind.INTERRUPT))
    session.to(session.places("loop"))
    session.seek(0)
    stops = [session.run()]
    while len(stops) < 6:
        stops.append(session.run())
    session.change("line", "irqa", True)
    stops.append(session.run())
    assert stops[-1].cause is Cause.INTERRUPT
    session.limit = 10_000
    session.run()
    back = [session.reverse() for _ in stops]
    assert back == stops[::-1]
    assert session.reverse().cause is Cause.START
    assert (session.position, session.dsp.regs.pc) == (0, 0x40)


def test_a_pause_ends_a_search_where_it_began(session: Debugger) -> None:
    session.limit = 3 * INITIAL_SPACING
    session.run()
    here, state = session.position, session.dsp.snapshot()
    session.on_pause(lambda: True)
    assert session.reverse().cause is Cause.PAUSED
    assert (session.position, session.dsp.snapshot()) == (here, state)


def test_reverse_crosses_snapshots(session: Debugger) -> None:
    session.points.add(Place(Kind.ADDRESS, tuple(session.places("sub"))))
    first = session.run()
    session.points[1].enabled = False
    session.limit = 5 * INITIAL_SPACING
    session.run()
    session.points[1].enabled = True
    assert session.reverse().pc == first.pc
    assert session.dsp.regs.r3 == 4


def test_reverse_finds_what_lies_at_a_snapshot(session: Debugger) -> None:
    """Every third clock is the beginning of `loop`: one of them falls on a snapshot."""
    session.points.add(Place(Kind.ADDRESS, tuple(session.places("loop"))), condition=f"clocks >= {INITIAL_SPACING}")
    session.limit = 4 * INITIAL_SPACING
    stop = session.run()
    session.to([])
    assert [session.reverse().position for _ in range(1)]
    session.seek(stop.position)
    assert session.reverse().cause is Cause.START


def test_a_change_is_undone_and_done_again(session: Debugger) -> None:
    session.to(session.places("loop"))
    here = session.position
    session.change("register", "r0", 0x2000)
    session.change("memory", "X", 0x30, 1, 2, 3)
    session.step(2)
    assert session.dsp.x[0x20] == 0x2001
    end = session.position
    session.seek(here - 2)
    assert (session.dsp.regs.r0, session.dsp.x[0x30:0x33]) == (0x1000, [0, 0, 0])
    session.seek(end)
    assert (session.dsp.x[0x20], session.dsp.x[0x30:0x33]) == (0x2001, [1, 2, 3])


def test_a_change_in_the_past_makes_another_future(session: Debugger) -> None:
    session.to(session.places("loop"))
    session.change("register", "r7", 7)
    session.step(10)
    session.seek(50)
    session.change("register", "r6", 6)
    assert session.known == (0, session.position)
    session.to(session.places("loop"))
    assert (session.dsp.regs.r6, session.dsp.regs.r7) == (6, 0)


def test_a_mistaken_change_changes_nothing(session: Debugger) -> None:
    session.to(session.places("loop"))
    session.back(5)
    known, state = session.known, session.dsp.snapshot()
    for name, arguments in (("warp", ()), ("line", ("hreq", True)), ("line", ("foo", True)), ("memory", ("Q", 1, 2))):
        with pytest.raises(DebugError):
            session.change(name, *arguments)
    assert (session.known, session.dsp.snapshot()) == (known, state)


def test_a_wait_that_an_input_ends(tmp_path: Path) -> None:
    path = tmp_path / "wait.asm"
    path.write_text(
        " org p:0\n jmp $40\n org p:8\n move (r7)+\n nop\n org p:$40\n movep #7,x:$ffff\n andi #$fc,mr\n"
        " wait\n move (r1)+\n ori #3,mr\n jmp *\n"
    )
    session = Debugger.open(path)
    assert session.run().cause is Cause.WAIT
    session.step(3)
    session.change("line", "irqa", True)
    assert session.run().cause is Cause.HALT
    end, state = session.position, session.dsp.snapshot()
    session.seek(0)
    # The inputs come again by themselves.
    assert session.run().cause is Cause.HALT
    assert (session.position, session.dsp.snapshot()) == (end, state)


def test_words_of_the_ssi_are_given_again(tmp_path: Path) -> None:
    path = tmp_path / "ssi.asm"
    path.write_text(
        " org p:0\n movep #$6000,x:$ffec\n movep #$2000,x:$ffed\n movep #$1f8,x:$ffe1\n move #0,r0\n"
        "poll jclr #7,x:<<$ffee,poll\n movep x:<<$ffef,x:(r0)+\n jmp poll\n"
    )
    session = Debugger.open(path)
    session.dsp.ssi.external_clock(40)
    session.change("ssi", 0x111100, 0x222200, 0x333300)
    session.limit = 20_000
    session.run()
    got = session.dsp.x[0:3]
    assert got == [0x111100, 0x222200, 0x333300]
    end, state = session.position, session.dsp.snapshot()
    session.seek(5000)
    session.seek(end)
    assert session.dsp.snapshot() == state
    session.seek(0)
    session.run()
    assert session.dsp.x[0:3] == got


@pytest.mark.parametrize("board", [None, "falcon"])
def test_words_of_ssi_and_host_and_the_clock_of_the_ssi_cross_snapshots(board: str | None, tmp_path: Path) -> None:
    """A jump forward to a snapshot needs the words that a jump back has undone."""
    path = tmp_path / "echo.asm"
    path.write_text(
        " org p:$40\nstart movep #1,x:$ffe0\n movep #$4000,x:$ffec\n movep #$3200,x:$ffed\n movep #$1ff,x:$ffe1\n"
        "loop jclr #6,x:<<$ffee,host\n movep x:<<$ffef,x0\n movep x0,x:<<$ffef\n"
        "host jclr #0,x:<<$ffe9,loop\n movep x:<<$ffeb,x:<<$ffeb\n jmp loop\n end start\n"
    )
    session = Debugger.open(path, board=None if board is None else Board.named(board))
    sent = session.record_ssi()
    session.limit = INITIAL_SPACING // 3
    session.run()
    session.change("ssi_clock", 25, 2)
    session.change("ssi", *range(0, 0x10000, 0x100))
    session.change("host_send", 1, 2, 3)
    session.run()
    assert session.received() == [1, 2, 3]
    session.change("host_send", 4, 5)
    session.limit = 2 * INITIAL_SPACING
    session.run()
    end, state, words = session.position, session.dsp.snapshot(), sent()
    assert {word.word for word in words} >= {*range(0, 0x10000, 0x100)}
    session.restart()
    assert sent() == []
    for position in (end, INITIAL_SPACING // 6, INITIAL_SPACING * 3 // 2, end):
        session.seek(position)
        assert sent() == [word for word in words if word.clock < session.position]
    assert session.dsp.snapshot() == state
    assert session.received() == [1, 2, 3, 4, 5]


INPUTS = st.lists(
    st.tuples(
        st.integers(0, 90),
        st.sampled_from(
            [
                ("line", "irqa", True),
                ("line", "irqa", False),
                ("line", "irqb", True),
                ("line", "irqb", False),
                ("register", "n3", 17),
                ("memory", "X", 0x30, 1, 2),
                ("host_write", 7, 0x55),
                ("host_read", 7),
                ("pins", "C", 0x5, 0xF),
            ]
        ),
    ),
    max_size=12,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(inputs=INPUTS, visits=st.lists(st.integers(0, 99), max_size=8))
def test_any_known_position_is_as_it_was(
    program: Path, inputs: list[tuple[int, tuple[str | int, ...]]], visits: list[int]
) -> None:
    session = Debugger.open(program)
    known = []
    for step in range(100):
        for when, (name, *arguments) in inputs:
            if when == step:
                session.change(str(name), *arguments)
        known.append((session.position, session.dsp.snapshot(), session.dsp.port_c.pins))
        session.step()
    for visit in visits:
        position, state, pins = known[visit]
        session.seek(position)
        assert (session.position, session.dsp.snapshot(), session.dsp.port_c.pins) == (position, state, pins)
    session.seek(known[-1][0])
    again = Debugger.open(program, recording=session.recording())
    again.seek(known[-1][0])
    assert again.dsp.snapshot() == known[-1][1]


def test_a_recording_in_a_file_repeats_a_run(session: Debugger, program: Path, tmp_path: Path) -> None:
    session.to(session.places("loop"))
    session.change("line", "irqa", True)
    session.limit = 1000
    session.run()
    path = tmp_path / "run.json"
    save(session.recording(), path)
    again = Debugger.open(program, recording=read(path))
    assert again.known == session.known
    again.seek(session.position)
    assert again.dsp.snapshot() == session.dsp.snapshot()


def test_a_recording_that_does_not_fit_is_refused(session: Debugger, program: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    save(session.recording(), path)
    facts = json.loads(path.read_text())
    for wrong in (
        {"program": "0"},
        {"format": "dsp56k recording 0"},
        {"clock_hz": "fast"},
        {"actions": [{"position": 9, "name": "line", "arguments": []}], "end": 3},
    ):
        path.write_text(json.dumps(facts | wrong))
        with pytest.raises(DebugError):
            Debugger.open(program, recording=read(path))
    path.write_text("{")
    with pytest.raises(DebugError, match="not a recording"):
        read(path)


def test_a_recording_belongs_to_a_program(session: Debugger, tmp_path: Path) -> None:
    other = tmp_path / "other.asm"
    other.write_text(" org p:0\n jmp *\n")
    with pytest.raises(DebugError, match="it is not of"):
        Debugger.open(other, recording=session.recording())


def test_a_board_is_gone_back_on_and_recorded(tmp_path: Path) -> None:
    path = tmp_path / "prog.asm"
    # The store through X rewrites the instruction behind it: MOVE (R1)+ in place of MOVE (R2)+.
    path.write_text(" org p:$4300\nstart move #>$205900,x0\n move x0,x:>$304\n move (r2)+\n jmp *\n end start\n")
    board = Board.named("falcon")
    session = Debugger.open(path, board=board)
    session.run()
    assert (session.dsp.regs.r1, session.dsp.regs.r2) == (1, 0)
    session.back(2)
    assert session.dsp.p[0x4304] == 0x205A00
    recording = session.recording()
    again = Debugger.open(path, board=board, recording=recording)
    again.seek(session.known[1])
    session.seek(session.known[1])
    assert again.dsp.snapshot() == session.dsp.snapshot()
    for other in (None, replace(board, clock_hz=board.clock_hz + 1)):
        with pytest.raises(DebugError, match="another board"):
            Debugger.open(path, board=other, recording=recording)


# UM 11-12 reserves the word format 1 of the SCI. The instruction at P:3 is an error, and the program can continue.
RESERVED = """\
        org     p:0
        movep   #7,x:$ffe1
        nop
        movep   #$101,x:$fff0
loop    nop
        move    (r0)+
        jmp     loop
"""


def test_a_step_back_and_a_seek_pass_an_error_of_the_program(opened: Callable[[str], Debugger]) -> None:
    session = opened(RESERVED)
    assert session.run().cause is Cause.FAILED
    failed = session.dsp.snapshot()
    assert (session.back().cause, session.dsp.regs.pc) == (Cause.STEP, 3)
    assert (session.step().cause, session.dsp.snapshot()) == (Cause.FAILED, failed)
    session.step(9)
    position, state = session.position, session.dsp.snapshot()
    session.restart()
    session.seek(position)
    assert session.dsp.snapshot() == state


def test_reverse_finds_stops_after_an_error_of_the_program(opened: Callable[[str], Debugger]) -> None:
    session = opened(RESERVED)
    session.points.add(Place(Kind.ADDRESS, tuple(session.places("loop+1"))))
    stops = [session.run() for _ in range(4)]
    assert [stop.cause for stop in stops] == [Cause.FAILED, *3 * [Cause.BREAKPOINT]]
    assert [session.reverse() for _ in range(3)] == [
        stops[2],
        stops[1],
        replace(stops[1], cause=Cause.START, pc=0, position=0, points=()),
    ]
