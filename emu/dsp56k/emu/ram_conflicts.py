"""Words of a program that conflict in the board's RAM, because two mappings select the same word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dsp56k.emu.errors import RamConflictError
from dsp56k.emu.memory import SPACES

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.board import Board


def refuse_lost(chip: Chip, board: Board | None, words: Iterable[tuple[str, int, int]], file: object = None) -> None:
    """Refuse words (space, address, word) of which one would overwrite another, or that are not in memory.

    Equal words may share a word of RAM. I/O registers and devices are not checked.

    Args:
        chip: Chip on the board.
        board: Board with the RAM. Without a board no word can be lost.
        words: Words of the program.
        file: Name of the program's file, or None.

    Raises:
        RamConflictError: A word is lost; `space`, `address`, and `other`, the first word at the same RAM address.
    """
    if board is None:
        return
    source = "" if file is None else f"{file}: "
    found: dict[int, tuple[str, int, int]] = {}
    for space, address, word in words:
        number = SPACES.index(space)
        if not chip.takes(number, address):
            message = f"{source}{space}:${address:04X} is not memory of board {board.name}"
            raise RamConflictError(message, space=space, address=address, other=None)
        ram_address = chip.ram_place(number, address)
        if ram_address is None:
            continue
        before = found.setdefault(ram_address, (space, address, word))
        if before[2] != word:
            one, other = f"{space}:${address:04X}", f"{before[0]}:${before[1]:04X}"
            message = (
                f"{one} and {other} select the same word of board {board.name}'s RAM, but the program "
                "has different words for them"
            )
            raise RamConflictError(source + message, space=space, address=address, other=before[:2])
