"""The PC crypto-accelerator card: a board that wires chips together."""

from typing import TYPE_CHECKING

from dsp56k.system.imports import check_extra, lazy_names

check_extra("numpy", "Crypto")

if TYPE_CHECKING:
    from dsp56k.card.access_outcomes import Outcome, Record
    from dsp56k.card.board import Card
    from dsp56k.card.chips.noise import NoiseParameters, NoiseSource
    from dsp56k.card.chips.wd20c03 import Wd20c03, Wd20c03Description
    from dsp56k.card.errors import CardAccessError, CardError
    from dsp56k.card.fifo_board import FifoCard
else:
    _MODULES = {
        "access_outcomes": ("Outcome", "Record"),
        "board": ("Card",),
        "chips.noise": ("NoiseParameters", "NoiseSource"),
        "chips.wd20c03": ("Wd20c03", "Wd20c03Description"),
        "errors": ("CardAccessError", "CardError"),
        "fifo_board": ("FifoCard",),
    }
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)

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
