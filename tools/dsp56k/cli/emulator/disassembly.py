"""Disassembled instructions with the symbols of the program's file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsp56k.emu import Symbols


def text_of(symbols: Symbols) -> Callable[[int, tuple[int, int]], str]:
    """Return a function that disassembles an instruction, given its address, its word and the word after it."""
    from dsp56k.asm import disassemble

    def name(space: str, address: int) -> str | None:
        return next(iter(symbols.names(address, space)), None)

    def text(address: int, words: tuple[int, int]) -> str:
        return " ".join(disassemble(words[0], words[1], address, naming=name)[0].split())

    return text
