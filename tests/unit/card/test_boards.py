"""Boards by name."""

import pytest

from dsp56k.card import Card, CardError, FifoCard
from dsp56k.card.boards import STANDARD, board_of


def test_a_board_has_the_parameters_of_its_class() -> None:
    assert type(board_of(STANDARD, bank_words=32768)) is Card
    board = board_of("fifo", erratum="iv", wide=True, dsp_clock_hz=27_000_000)
    assert isinstance(board, FifoCard)
    assert board.erratum == "iv"
    assert board.wide
    assert board.dsp.clock.hertz == 27_000_000


def test_boards_that_are_none() -> None:
    with pytest.raises(CardError, match="unknown board 'other'"):
        board_of("other")
    with pytest.raises(CardError, match=r"board standard: .*wide"):
        board_of(STANDARD, wide=True)
