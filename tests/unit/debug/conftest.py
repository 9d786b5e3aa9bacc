"""A program with all that a debugger has to do with: calls, loops, a repeated instruction, interrupts, memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dsp56k.debug import Debugger

SOURCE = """\
        org     p:0
        jmp     start
        org     p:8
        move    (r7)+                   ; IRQA, short
        nop
        org     p:$0a
        jsr     long                    ; IRQB, long
        org     p:$40
start   movep   #$3f,x:$ffff            ; both by the edge
        andi    #$fc,mr
        move    #$1000,r0
        rep     #3
        move    (r1)+
        jsr     sub
        do      #4,lend
        move    (r2)+
        jsr     sub
        nop
lend
loop    move    (r0)+
        move    r0,x:count
        jmp     <loop
sub     move    (r3)+
        rts
long    move    (r4)+
        rti
        org     x:$20
count   ds      1
        end     start
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "prog.asm"
    path.write_text(SOURCE)
    return path


@pytest.fixture
def session(program: Path) -> Debugger:
    return Debugger.open(program)


@pytest.fixture
def opened(tmp_path: Path) -> Callable[[str], Debugger]:
    """A session with a source."""

    def of(text: str) -> Debugger:
        path = tmp_path / "own.asm"
        path.write_text(text)
        return Debugger.open(path)

    return of
