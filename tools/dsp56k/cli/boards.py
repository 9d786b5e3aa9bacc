"""`--board`: a board by its name or its file, and the devices that it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import click

from dsp56k.system.suggestions import unknown

if TYPE_CHECKING:
    from dsp56k.emu import Board, Dsp56001, PortDevice

Function = TypeVar("Function", bound=Callable[..., object])

CARD = "card"
CHIP_MODE = 0

board_option: Callable[[Function], Function] = click.option(
    "--board",
    metavar="FILE|NAME",
    help="Hardware on port A: bare, falcon, next, card, or a TOML file.  [default: bare]",
)
mode_option: Callable[[Function], Function] = click.option(
    "--mode", type=click.IntRange(0, 3), help="Operating mode: the MB:MA pins.  [default: 0, or the board's]"
)


@dataclass(frozen=True)
class Fitted:
    """A board with what answers at its places for devices."""

    board: Board | None
    devices: dict[str, PortDevice]

    def chip(self, mode: int | None, *, strict: bool) -> Dsp56001:
        """A chip on it."""
        from dsp56k.emu import Dsp56001

        return Dsp56001(mode=mode, refuse_restricted=strict, board=self.board, devices=self.devices)


def fitted(text: str | None) -> Fitted:
    """The board of a name or a file; None: RAM at every address.

    Raises:
        BoardError: no such board, a mistake in the file, or a device that there is not.
        OSError: it cannot be read.
    """
    if text is None or text == "bare":
        return Fitted(None, {})
    from dsp56k.emu import BoardError
    from dsp56k.emu.board import NAMES, Board

    if text == CARD:
        from dsp56k.card.dsp_side import BOARD

        board = BOARD
    elif text in NAMES:
        board = Board.named(text)
    else:
        try:
            board = Board.load(text)
        except FileNotFoundError:
            message = unknown("board", text, (*NAMES, CARD), "a TOML file")
            raise BoardError(message, key="name", value=text) from None
    return Fitted(board, _devices(text, board))


def _devices(text: str, board: Board) -> dict[str, PortDevice]:
    if not board.devices:
        return {}
    from dsp56k.card.dsp_side import DEVICES
    from dsp56k.emu import BoardError

    for number, place in enumerate(board.devices):
        if place.name not in DEVICES:
            key = f"devices[{number}].name"
            message = f"{text}: {key}: {unknown('device', place.name, DEVICES, 'in Python also your own device')}"
            raise BoardError(message, file=text, key=key, value=place.name)
    return {place.name: DEVICES[place.name]() for place in board.devices}
