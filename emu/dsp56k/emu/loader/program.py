"""The content of an object file: blocks of words, symbols, source lines and the start address."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from dsp56k.system.properties import lazy_property


@dataclass(frozen=True)
class Block:
    """Consecutive words of one space (X, Y or P)."""

    space: str
    address: int
    words: list[int]


@dataclass(frozen=True)
class SourceLine:
    """A line of a source file, with the file's name in the assembly."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass
class Program:
    """The content of an object file.

    Attributes:
        blocks: Blocks in the order of the file.
        symbols: Values of the symbols by name.
        spaces: Spaces of the symbols by name: X, Y, P, L, or N for none.
        start: Start address, or None if the file has none.
        find_lines: Function that returns the source lines.
    """

    blocks: list[Block] = field(default_factory=list)
    symbols: dict[str, int] = field(default_factory=dict)
    spaces: dict[str, str] = field(default_factory=dict)
    start: int | None = None
    find_lines: Callable[[], dict[tuple[str, int], SourceLine]] = dict

    @lazy_property
    def lines(self) -> dict[tuple[str, int], SourceLine]:
        """Return the source lines by (space, runtime address). They are read at the first use: most runs need none."""
        return self.find_lines()

    def words(self) -> Iterator[tuple[str, int, int]]:
        """Yield the space, address and value of each word."""
        for block in self.blocks:
            for address, word in enumerate(block.words, block.address):
                yield block.space, address, word
