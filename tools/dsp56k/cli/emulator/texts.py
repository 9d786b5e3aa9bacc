"""Instructions as text for the commands that run a program: with the symbols of its file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsp56k.emu import Symbols


def text_of(symbols: Symbols) -> Callable[[int, tuple[int, int]], str]:
    """What makes text of an instruction: of its address, its word and the one after it."""
    from dsp56k.asm import disassemble

    def name(space: str, address: int) -> str | None:
        return next(iter(symbols.names(address, space)), None)

    def text(address: int, words: tuple[int, int]) -> str:
        return " ".join(disassemble(words[0], words[1], address, naming=name)[0].split())

    return text
