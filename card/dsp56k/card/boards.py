"""The boards by name. A study can put them into a PC. A new board is a list of fittings and a line here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from dsp56k.card.board import Card
from dsp56k.card.errors import CardError
from dsp56k.card.fifo_board import FifoCard
from dsp56k.card.line_board import LineCard
from dsp56k.card.two_fifo_board import TwoFifoCard
from dsp56k.system.suggestions import unknown

STANDARD = "standard"
BOARDS: Mapping[str, type[Card]] = MappingProxyType(
    {STANDARD: Card, "fifo": FifoCard, "two-fifos": TwoFifoCard, "line": LineCard}
)


def board_of(name: str, **parameters: Any) -> Card:
    """Return a board of class `name` with these parameters.

    Raises:
        CardError: there is no such board, or it has no such parameter or value.
    """
    if name not in BOARDS:
        raise CardError(unknown("board", name, BOARDS))
    try:
        return BOARDS[name](**parameters)
    except TypeError as error:
        raise CardError(f"board {name}: {error}") from None
