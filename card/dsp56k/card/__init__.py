"""The PC crypto-accelerator card: a board that wires chips together."""

from typing import TYPE_CHECKING

from dsp56k.system.imports import check_extra, lazy_names

check_extra("numpy", "Crypto")

if TYPE_CHECKING:
    __all__: list[str]

    from dsp56k.card.access_outcomes import Outcome as Outcome
    from dsp56k.card.access_outcomes import Record as Record
    from dsp56k.card.board import Card as Card
    from dsp56k.card.board import CardParameters as CardParameters
    from dsp56k.card.chips.noise import NoiseParameters as NoiseParameters
    from dsp56k.card.chips.noise import NoiseSource as NoiseSource
    from dsp56k.card.chips.wd20c03 import Wd20c03 as Wd20c03
    from dsp56k.card.chips.wd20c03 import Wd20c03Description as Wd20c03Description
    from dsp56k.card.errors import CardAccessError as CardAccessError
    from dsp56k.card.errors import CardError as CardError
    from dsp56k.card.fifo_board import FifoCard as FifoCard
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
