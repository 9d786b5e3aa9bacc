"""Boards by name."""

import pytest

from dsp56k.card import Card, CardError, FifoCard
from dsp56k.card.boards import STANDARD, board_of
from dsp56k.card.chips.wd20c03 import Wd20c03Description
from dsp56k.card.line_board import LineCard
from dsp56k.card.two_fifo_board import TwoFifoCard
from dsp56k.card.wiring import Wiring


def test_a_board_has_the_parameters_of_its_class() -> None:
    assert type(board_of(STANDARD, bank_words=32768)) is Card
    board = board_of("fifo", erratum="iv", wide=True, dsp_clock_hz=27_000_000)
    assert isinstance(board, FifoCard)
    assert board.erratum == "iv"
    assert board.wide
    assert board.dsp.clock.hertz == 27_000_000


@pytest.mark.parametrize("board", [Card, FifoCard, LineCard, TwoFifoCard])
def test_every_board_takes_further_parts(board: type[Card]) -> None:
    fitted: list[Wiring] = []

    class Part:
        def fit(self, wiring: Wiring) -> None:
            fitted.append(wiring)

    board(fittings=[Part()])
    assert len(fitted) == 1


def test_a_board_with_fifos_has_its_own_des_chip() -> None:
    with pytest.raises(CardError, match=r"^des must be None on a card with FIFOs, got Wd20c03Description\("):
        FifoCard(des=Wd20c03Description())


def test_boards_that_are_none() -> None:
    with pytest.raises(CardError, match="unknown board 'other'"):
        board_of("other")
    with pytest.raises(CardError, match=r"board standard: .*wide"):
        board_of(STANDARD, wide=True)
