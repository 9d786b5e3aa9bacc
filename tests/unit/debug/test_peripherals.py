"""Peripheral registers by name: in expressions, in the console, in the adapter's scope."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dsp56k.debug import DebugError, Debugger
from dsp56k.debug.console.console import Console
from dsp56k.isa.errors import Dsp56kError

PROGRAM = """\
        org     p:$40
start   movep   #1,x:$ffe0              ; port B is the host interface
wait    jclr    #0,x:$ffe9,wait
        movep   x:$ffeb,x:$10
        jmp     *
        end     start
"""


@pytest.fixture
def waiting(opened: Callable[[str], Debugger]) -> Debugger:
    session = opened(PROGRAM)
    session.step()
    return session


def typed(session: Debugger, *lines: str) -> list[str]:
    written: list[str] = []
    console = Console(session, written.append)
    for line in lines:
        console.do(line)
    return written


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("hsr", 0x1A),
        ("HSR", 0x1A),
        ("x:hsr", 0x1A),
        ("hsr.htde", 1),
        ("hsr.hrdf || hsr.hf", 1),
        ("hsr.hf", 3),
        ("hsr.hf1 + hsr.HF0", 2),
        ("bcr.io * 16 + bcr.x", 0xFF),
        ("pbc.bc == 1", 1),
        ("signed(hrx)", -2),
        ("hcr", 0),
    ],
)
def test_an_expression_reads_registers_and_fields(waiting: Debugger, text: str, value: int) -> None:
    waiting.change("host_write", 0, 0x18)
    waiting.change("memory", "X", 0xFFEB, 0xFFFFFE)
    waiting.change("memory", "X", 0xFFE9, 0x1A)
    assert waiting.evaluate(text) == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hsr.te", "HSR has no field 'te'"),
        ("foo.te", "no loaded program has a symbol 'foo'"),
        ("start.te", "'start' is not a peripheral register"),
    ],
)
def test_an_unknown_field_is_named(waiting: Debugger, text: str, why: str) -> None:
    with pytest.raises(Dsp56kError, match=why):
        waiting.evaluate(text)


def test_a_symbol_of_the_program_hides_the_register_but_not_its_fields(opened: Callable[[str], Debugger]) -> None:
    session = opened("        org     p:$40\nstart   jmp     *\nhsr     equ     $1234\n        end     start\n")
    assert session.evaluate("hsr") == 0x1234
    assert session.evaluate("hsr.htde") == 1
    assert session.address("hsr") == 0x1234
    assert session.address("hcr") == 0xFFE8


def test_the_console_shows_fields(waiting: Debugger) -> None:
    assert typed(waiting, "registers hsr") == ["HSR   $02 HTDE"]
    assert typed(waiting, "registers r0 cra hcr") == [" r0 $0000", "CRA   $0000 WL=0 (8 bits) DC=0 PM=0", "HCR   $00"]
    assert typed(waiting, "print hsr") == ["$2  2  +0.0000002  HTDE"]
    page = typed(waiting, "registers io")
    assert page[0].startswith("IPR   $0000 SCL=0 (disabled)")
    assert [line.split()[0] for line in page][-4:] == ["PCDDR", "PBDDR", "PCC", "PBC"]
    with pytest.raises(DebugError, match="no register 'htx'"):
        typed(waiting, "registers htx")


def test_a_register_is_set_watched_and_shown_as_memory_by_its_name(waiting: Debugger) -> None:
    typed(waiting, "registers hcr=$1F", "set x:ipr = $0C00", "set pbc=1")
    assert [waiting.dsp.x[address] for address in (0xFFE8, 0xFFFF, 0xFFE0)] == [0x1F, 0x0C00, 1]
    assert typed(waiting, "memory x hcr-hsr") == ["X:$FFE8  00001F 000002"]
    written = typed(waiting, "watch x:hrx r", "host send $123456", "continue")
    assert any(line.startswith("watchpoint 1: X:$FFEB (HRX) -> $123456 by P:$0044") for line in written), written


def test_a_condition_waits_for_a_bit(waiting: Debugger) -> None:
    waiting.change("host_send", 0x123456)
    typed(waiting, "break $44 if hsr.hrdf", "continue")
    assert waiting.dsp.regs.pc == 0x44
