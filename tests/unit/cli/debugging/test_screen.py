"""The screen of `dsp56k debug --screen`, by keys and commands."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dsp56k.debug import Debugger

if TYPE_CHECKING:
    # Importing Textual takes a fifth of a second: the functions below do it when a test runs.
    from textual.pilot import Pilot

    from dsp56k.cli.debugging.screen import Screen

SOURCE = """\
        org     p:$40
start   move    #>3,r0
        jsr     sub
loop    move    (r2)+
        jmp     loop
sub     move    (r1)+
        rts
        end     start
"""


@pytest.fixture
def session(tmp_path: Path) -> Debugger:
    path = tmp_path / "prog.asm"
    path.write_text(SOURCE)
    return Debugger.open(path)


def on_screen(session: Debugger, act: Callable[[Screen, Pilot[None]], Awaitable[None]]) -> None:
    """Do something with a screen."""
    from dsp56k.cli.debugging.screen import Screen

    async def run() -> None:
        screen = Screen(session)
        async with screen.run_test(size=(160, 50)) as pilot:
            await act(screen, pilot)

    asyncio.run(run())


async def press(screen: Screen, pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await screen.workers.wait_for_complete()
    await pilot.pause()


async def typed(screen: Screen, pilot: Pilot[None], text: str) -> None:
    names = {" ": "space", "$": "dollar_sign", ":": "colon", "=": "equals_sign"}
    await press(screen, pilot, *(names.get(letter, letter) for letter in text), "enter")


def pane(screen: Screen, name: str) -> str:
    from textual.widgets import Static

    return str(screen.query_one(name, Static).render())


def messages(screen: Screen) -> list[str]:
    from textual.widgets import RichLog

    return [line.text.rstrip() for line in screen.query_one("#log", RichLog).lines]


def test_a_long_line_is_one_row_of_the_screen(tmp_path: Path) -> None:
    from dsp56k.cli.debugging.screen import Screen

    lines = SOURCE.splitlines()
    lines[1] += " " * 40 + "; a comment that begins far on the right"
    path = tmp_path / "prog.asm"
    path.write_text("\n".join(lines))
    rows: list[str] = []

    async def run() -> None:
        screen = Screen(Debugger.open(path))
        async with screen.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            rows.extend("".join(part.text for part in strip) for strip in screen.screen._compositor.render_strips())

    asyncio.run(run())
    first = next(number for number, row in enumerate(rows) if "start   move" in row)
    code = [row.partition("││")[0] for row in rows]
    assert code[first].rstrip("│ ").endswith("…")
    assert [number for number, row in enumerate(code[first - 1 :], 1) if f" {number}  " in row][:6] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


def test_keys_move_the_program_both_ways(session: Debugger) -> None:
    async def act(screen: Screen, pilot: Pilot[None]) -> None:
        assert ">     2  start" in pane(screen, "#code")
        await press(screen, pilot, "f10")
        assert " r0*$0003" in pane(screen, "#registers")
        await press(screen, pilot, "f10")
        assert ">     4  loop" in pane(screen, "#code")
        await press(screen, pilot, "f7")
        assert ">     7          rts" in pane(screen, "#code")
        assert "call" in pane(screen, "#stack")
        await press(screen, pilot, "f12")
        await press(screen, pilot, "f6")
        assert ">     2  start" in pane(screen, "#code")
        assert messages(screen)[-1] == "the start of the recording"
        assert "clock 0, instruction 0" in pane(screen, "#registers")

    on_screen(session, act)


def test_commands_and_breakpoints(session: Debugger) -> None:
    async def act(screen: Screen, pilot: Pilot[None]) -> None:
        await typed(screen, pilot, "break sub")
        await press(screen, pilot, "f5")
        assert messages(screen)[-1] == "breakpoint 1"
        assert "hits 1" in pane(screen, "#points")
        await press(screen, pilot, "f9")
        assert pane(screen, "#points").strip() == "no breakpoints"
        await press(screen, pilot, "f9")
        assert "sub; hits 0" in pane(screen, "#points")
        await typed(screen, pilot, "nonsense")
        assert messages(screen)[-1].startswith("error: unknown command 'nonsense'")
        await typed(screen, pilot, "memory x $20")
        assert pane(screen, "#memory").startswith("X:$0020")

    on_screen(session, act)


def test_an_endless_run_is_paused(session: Debugger) -> None:
    session.limit = 10**12

    async def act(screen: Screen, pilot: Pilot[None]) -> None:
        await pilot.press("f5")
        await pilot.pause(0.2)
        assert screen.busy
        await pilot.press("f9")
        await press(screen, pilot, "f8")
        assert messages(screen)[-1] == "paused"
        assert pane(screen, "#points").strip() == "no breakpoints"

    on_screen(session, act)


def test_quit_leaves(session: Debugger) -> None:
    async def act(screen: Screen, pilot: Pilot[None]) -> None:
        await typed(screen, pilot, "quit")
        assert screen.return_code == 0

    on_screen(session, act)


def test_a_program_without_source_is_disassembled(tmp_path: Path) -> None:
    path = tmp_path / "bare.lod"
    path.write_text("_START T 0 0 0\n_DATA P 0000\n200013 20001B\n0C0002\n_SYMBOL P\nhere I 0002\n_END 0000\n")

    async def act(screen: Screen, pilot: Pilot[None]) -> None:
        await press(screen, pilot, "f11")
        assert "> P:$0001 20001B" in pane(screen, "#code")

    on_screen(Debugger.open(path), act)
