"""Words of a program that conflict in the board's RAM."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dsp56k.emu.errors import IslandError
from dsp56k.emu.memory import SPACES

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.board import Board


def refuse_lost(chip: Chip, board: Board | None, words: Iterable[tuple[str, int, int]], file: object = None) -> None:
    """Refuse words (space, address, word) of which one would take the place of another, or that no memory takes.

    Equal words may share a place, and I/O registers and what devices take are no memory.

    Args:
        chip: which has the memory.
        board: what it is on; without one nothing is lost.
        words: of the program.
        file: where they come from, if it is a file.

    Raises:
        IslandError: which; `space`, `address`, and `other`, the first of the words that stand there.
    """
    if board is None:
        return
    source = "" if file is None else f"{file}: "
    found: dict[int, tuple[str, int, int]] = {}
    for space, address, word in words:
        number = SPACES.index(space)
        if not chip.takes(number, address):
            message = f"{source}{space}:${address:04X} is not memory of board {board.name}"
            raise IslandError(message, space=space, address=address, other=None)
        place = chip.ram_place(number, address)
        if place is None:
            continue
        before = found.setdefault(place, (space, address, word))
        if before[2] != word:
            one, other = f"{space}:${address:04X}", f"{before[0]}:${before[1]:04X}"
            message = (
                f"{one} and {other} select the same word of board {board.name}'s RAM, but the program "
                "has different words for them"
            )
            raise IslandError(source + message, space=space, address=address, other=before[:2])
