"""A user's boards, with devices, in the front ends of the debugger."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsp56k.cli.board_option import load_board
from dsp56k.cli.debugging.session_options import open_session
from dsp56k.debug.adapter.session import serve_client
from shared.debugging.adapter_client import Conversation

BOARD = """\
name = "mine"
ram.r = 256
[[views]]
ram = "r"
space = "P"
first = 0
last = 0xff
[[devices]]
name = "wd20c03"
space = "Y"
first = 0xffc0
last = 0xffc1
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a program that reads the DES chip without a result, which the chip counts as an error in its status."""
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(BOARD)
    program = tmp_path / "reads.asm"
    program.write_text(" org p:0\n move y:>$ffc1,a\n move y:>$ffc0,x0\n move y:>$ffc1,b\n jmp *\n")
    return program


def test_the_console_s_session_has_the_devices(program: Path) -> None:
    session = open_session(program, board="mine.toml", mode=None, strict=False, folders=(), defines={}, replay=None)
    for _ in range(2):
        session.run()
        assert (session.dsp.regs.a1, session.dsp.regs.b1) == (0, 0x80)
        session.restart()


@pytest.fixture
def client() -> Iterator[Conversation]:
    """A conversation with an adapter in this process."""
    here, there = socket.socketpair()
    streams = [end.makefile(mode) for end in (here, there) for mode in ("rb", "wb")]
    adapter = threading.Thread(target=serve_client, args=(*streams[2:], load_board), daemon=True)
    adapter.start()
    client = Conversation(streams[0], streams[1])
    yield client
    client.ask("disconnect")
    adapter.join(10)
    here.shutdown(socket.SHUT_RDWR)
    for each in (*streams, here, there):
        each.close()


def test_the_adapter_s_session_has_them_too(program: Path, client: Conversation) -> None:
    client.launch(program, board="mine.toml")
    client.stop("configurationDone")
    for _ in range(2):
        assert client.ask("evaluate", expression="a1 << 8 | b1")["result"] == "$80 (128)"
        client.stop("reverseContinue")
        client.stop("continue")
