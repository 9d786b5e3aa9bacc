"""A board is a list of fittings: one that has no name is as good as those of boards.py."""

import pytest

from dsp56k.card import Card, CardError, FifoCard, Wd20c03, addresses
from dsp56k.card.boards import BOARDS
from dsp56k.card.chips.framer import Framer
from dsp56k.card.chips.noise import NoiseSource
from dsp56k.card.chips.pump import Pump
from dsp56k.card.faults import BusyDesChip, StuckLine
from dsp56k.card.faults.signal_names import OPTIONAL
from dsp56k.card.fifo_board import PumpedDes
from dsp56k.card.fittings import DesChip
from dsp56k.card.line_board import LineCard, LinePort
from dsp56k.card.two_fifo_board import TwoFifoCard, TwoFifos


def test_a_board_without_a_class_has_the_chips_of_its_fittings() -> None:
    pumped, line = PumpedDes(1024, "iv"), LinePort(1_000_000)
    card = Card(des=pumped, fittings=[line], seed=3)
    assert card.des is card.chip(Wd20c03) is pumped.des
    assert card.chip(Framer) is line.framer
    assert card.noise is card.chip(NoiseSource)
    assert list(card.more_ports) == [addresses.FIFO_PORTS]
    assert card.chip(Pump) is None  # it does not have a separate injection point
    for fault in (StuckLine("fifo.data", bit=0, level=1), StuckLine("line.bits", bit=0, level=1), BusyDesChip()):
        card.faults.add(fault)
    with pytest.raises(CardError, match="this card has no FIFOs between PC and DSP"):
        card.faults.add(StuckLine("end.data", bit=0, level=1))


def test_the_named_boards_are_their_fittings() -> None:
    for named, made, points in (
        (Card(), Card(des=DesChip()), {"des"}),
        (FifoCard(), Card(des=PumpedDes()), {"des", "fifo"}),
        (TwoFifoCard(), Card(fittings=[TwoFifos()]), {"des", "fifo", "end"}),
        (LineCard(), Card(fittings=[LinePort()]), {"des", "line", "line.bits"}),
        (Card(des_chip=False, bus_master=True), Card(des_chip=False, bus_master=True), {"master", "bus"}),
    ):
        names = [card.faults._sites.points.keys() for card in (named, made)]
        assert names[0] == names[1]
        assert {name for name in names[0] if name.partition(".")[0] in OPTIONAL} == points
    assert set(BOARDS) == {"standard", "fifo", "two-fifos", "line"}


def test_two_fittings_cannot_have_one_injection_point() -> None:
    with pytest.raises(CardError, match="two fittings of the board have an injection point fifo"):
        Card(des=PumpedDes(), fittings=[TwoFifos()])
