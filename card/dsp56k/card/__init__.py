"""The PC crypto-accelerator card: a board that wires chips together."""

from dsp56k.system.optional_packages import check_extra

check_extra("numpy", "Crypto")

from dsp56k.card.access_outcomes import Outcome, Record
from dsp56k.card.board import Card
from dsp56k.card.chips.noise import NoiseParameters, NoiseSource
from dsp56k.card.chips.wd20c03 import Wd20c03, Wd20c03Description
from dsp56k.card.errors import CardAccessError, CardError
from dsp56k.card.fifo_board import FifoCard

__all__ = [
    "Card",
    "CardAccessError",
    "CardError",
    "FifoCard",
    "NoiseParameters",
    "NoiseSource",
    "Outcome",
    "Record",
    "Wd20c03",
    "Wd20c03Description",
]
