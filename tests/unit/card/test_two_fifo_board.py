"""The card with two FIFOs: bytes from either end to the other, flags, and latched errors."""

from __future__ import annotations

from typing import Any

import pytest

from dsp56k.card import CardError, Outcome, addresses
from dsp56k.card.fifo_interface import FIFO_BYTE, FIFO_CLEAR, FIFO_CONTROL, FIFO_DATA, FIFO_FLAGS, FIFO_STATUS
from dsp56k.card.two_fifo_board import TwoFifoCard


class Board:
    """The card, the PC's port and the DSP's end; each access at a different time."""

    def __init__(self, **options: Any) -> None:
        self.card = TwoFifoCard(**options)
        self.pc = self.card.more_ports[addresses.FIFO_PORTS].device
        end = self.card.faults._sites.points["end"].plug
        assert end is not None
        self.dsp = end.part
        self.now = 0

    def later(self) -> int:
        self.now += 1_000_000
        return self.now

    def status(self) -> set[str]:
        value = self.pc.read(FIFO_STATUS.offset, self.later())
        return {field.name for field in FIFO_STATUS if value & field.mask}

    def flags(self) -> set[str]:
        value = self.dsp.read(FIFO_FLAGS.offset, self.later())
        return {field.name for field in FIFO_FLAGS if value & field.mask}


def test_bytes_from_either_end_to_the_other() -> None:
    board = Board(fifo_words=512)
    for byte in range(257):
        board.pc.write(FIFO_DATA.offset, byte & 0xFF, board.later())
        board.dsp.write(FIFO_BYTE.offset, ~byte & 0xFF, board.later())
    assert board.status() == {"INHALF", "OUTSOME", "OUTHALF"}
    assert board.flags() == {"IH", "OH"}
    for byte in range(257):
        assert board.dsp.read(FIFO_BYTE.offset, board.later()) == byte & 0xFF
        assert board.pc.read(FIFO_DATA.offset, board.later()) == ~byte & 0xFF
    assert board.status() == set()
    assert board.flags() == {"IE"}
    assert board.card.anomalies == ()


def test_the_dsp_writes_to_a_full_fifo_and_reads_an_empty_one() -> None:
    board = Board(fifo_words=512)
    for _ in range(512):
        board.dsp.write(FIFO_BYTE.offset, 1, board.later())
    assert board.flags() == {"IE", "OF", "OH"}
    board.dsp.write(FIFO_BYTE.offset, 2, board.later())
    assert board.dsp.read(FIFO_BYTE.offset, board.later()) == 0
    assert board.flags() == {"IE", "OF", "OH", "OVER", "UNDER"}
    assert [each.outcome for each in board.card.anomalies] == [Outcome.FIFO_OVERRUN, Outcome.FIFO_UNDERRUN]
    assert {each.detail for each in board.card.anomalies} == {"by the DSP"}
    board.pc.write(FIFO_CLEAR.offset, 0, board.later())
    assert board.flags() == {"IE", "OVER", "UNDER"}
    board.dsp.write(FIFO_CONTROL.offset, FIFO_CONTROL.pack(RSF=1), board.later())
    assert board.flags() == {"IE"}


def test_the_dsps_reset_line_resets_both() -> None:
    board = Board(wide=True)
    board.pc.write(FIFO_DATA.offset, 1, board.later())
    board.dsp.write(FIFO_BYTE.offset, 1, board.later())
    assert board.status() == {"OUTSOME", "WIDE"}
    assert board.pc.read(FIFO_DATA.offset, board.later()) == 1
    assert board.pc.read(FIFO_DATA.offset, board.later()) == 0xFF
    assert board.status() == {"UNDER", "WIDE"}
    for run in (1, 0):
        board.card.port_write(addresses.CONTROL.start, run, board.later())
    assert board.flags() == {"IE"}
    board.card.reset(board.later())
    assert board.status() == {"WIDE"}


def test_fifos_that_nobody_makes() -> None:
    with pytest.raises(CardError, match="FIFOs of 100 words"):
        TwoFifoCard(fifo_words=100)
