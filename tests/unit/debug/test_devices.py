"""Boards with devices: going back takes them along, or is refused by their name."""

from __future__ import annotations

from pathlib import Path

import pytest
from Crypto.Cipher import DES

from dsp56k.card.dsp_memory_map import BOARD, DEVICES
from dsp56k.debug import Cause, DebugError, Debugger
from dsp56k.emu import Board, BoardError, DeviceSlot

ENCRYPTS = """\
        org     p:0
start   move    #$ffc0,r0               ; DES chip: data, command and status
        move    #$ffc1,r1
        move    #bytes,r2
        move    #>7,x0                  ; a key, then text to encrypt
        move    x0,y:(r1)
        do      #16,fed
        move    x:(r2)+,x0
        move    x0,y:(r0)
fed
poll    jclr    #2,y:(r1),poll
        do      #8,got
        move    y:(r0),x0
        move    x0,x:(r2)+
got
        jmp     *
        org     x:0
bytes   dc      $13,$34,$57,$79,$9b,$bc,$df,$f1
        dc      $01,$23,$45,$67,$89,$ab,$cd,$ef
result  ds      8
        end     start
"""
RESULT = list(DES.new(bytes.fromhex("133457799BBCDFF1"), DES.MODE_ECB).encrypt(bytes.fromhex("0123456789ABCDEF")))


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "encrypts.asm"
    path.write_text(ENCRYPTS)
    return path


def test_the_des_chip_goes_back_with_the_dsp(program: Path) -> None:
    session = Debugger.open(program, board=BOARD, devices={name: make() for name, make in DEVICES.items()})
    assert session.run().cause is Cause.HALT
    assert session.dsp.x[16:24] == RESULT
    end, after = session.position, session.dsp.snapshot()
    for part in range(16):
        session.seek(end * part // 16)
        assert session.dsp.x[16:24] != RESULT
        session.seek(end)
        assert session.dsp.snapshot() == after
    for _ in range(30):
        session.back()
    # The outputs of the chip are repeated.
    assert session.run().cause is Cause.HALT
    assert session.dsp.snapshot() == after


def test_a_device_that_cannot_go_back_is_named(program: Path) -> None:
    class Adc:
        def read(self, offset: int, now: int) -> int:
            return 4

        def write(self, offset: int, value: int, now: int) -> None:
            pass

    board = Board("mine", devices=[DeviceSlot("adc", "Y", 0xFFC0, 0xFFC1)], ram=BOARD.ram, views=BOARD.views)
    with pytest.raises(BoardError, match="a device adc, which was not passed"):
        Debugger.open(program, board=board)
    session = Debugger.open(program, board=board, devices={"adc": Adc()})
    session.step(3)
    session.change("register", "r7", 5)
    assert session.run().cause is Cause.HALT
    assert session.dsp.x[16:24] == [4] * 8
    for back in (
        session.back,
        session.back_over,
        session.reverse,
        lambda: session.seek(0),
        session.restart,
        session.recording,
    ):
        with pytest.raises(DebugError, match="the device adc has no state"):
            back()
