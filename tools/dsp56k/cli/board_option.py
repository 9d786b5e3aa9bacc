"""The `--board` option: a board by its name or file, with the devices that the board names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import click

from dsp56k.cli.console.completion import complete_boards
from dsp56k.system.suggestions import unknown

if TYPE_CHECKING:
    from dsp56k.emu import Board, Dsp56001, PortDevice

Function = TypeVar("Function", bound=Callable[..., object])

CARD = "card"

board_option: Callable[[Function], Function] = click.option(
    "--board",
    metavar="FILE|NAME",
    shell_complete=complete_boards,
    help="Hardware on port A: bare, falcon, next, card, or a TOML file.  [default: bare]",
)
mode_option: Callable[[Function], Function] = click.option(
    "--mode", type=click.IntRange(0, 3), help="Operating mode: the MB:MA pins.  [default: 0, or the board's]"
)


@dataclass(frozen=True)
class FittedBoard:
    """A board and the devices at its device slots."""

    board: Board | None
    devices: dict[str, PortDevice]

    def chip(self, mode: int | None, *, strict: bool) -> Dsp56001:
        """Return a chip on the board."""
        from dsp56k.emu import Dsp56001

        return Dsp56001(mode=mode, refuse_restricted=strict, board=self.board, devices=self.devices)


def load_board(text: str | None) -> FittedBoard:
    """Return the board of a name or a file; for None, one with RAM at every address.

    Raises:
        BoardError: The board or a device of it is unknown, or the file has an error.
        OSError: The file cannot be read.
    """
    if text is None or text == "bare":
        return FittedBoard(None, {})
    from dsp56k.emu import BoardError
    from dsp56k.emu.board import NAMES, Board

    if text == CARD:
        from dsp56k.card.dsp_memory_map import BOARD

        board = BOARD
    elif text in NAMES:
        board = Board.named(text)
    else:
        try:
            board = Board.load(text)
        except FileNotFoundError:
            message = unknown("board", text, (*NAMES, CARD), "a TOML file")
            raise BoardError(message, key="name", value=text) from None
    return FittedBoard(board, _devices(text, board))


def _devices(text: str, board: Board) -> dict[str, PortDevice]:
    if not board.devices:
        return {}
    from dsp56k.card.dsp_memory_map import DEVICES
    from dsp56k.emu import BoardError

    for number, slot in enumerate(board.devices):
        if slot.name not in DEVICES:
            key = f"devices[{number}].name"
            message = f"{text}: {key}: {unknown('device', slot.name, DEVICES, 'in Python also your own device')}"
            raise BoardError(message, file=text, key=key, value=slot.name)
    return {slot.name: DEVICES[slot.name]() for slot in board.devices}
