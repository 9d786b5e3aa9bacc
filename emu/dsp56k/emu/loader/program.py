"""What an object file says, in memory."""

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
    """A line of a source file, which the assembler gave this name."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass
class Program:
    """Blocks in the order of the file, symbols and their spaces (X, Y, P, L, N for none) by name, the start address if
    the file has one, and what finds its source lines.
    """

    blocks: list[Block] = field(default_factory=list)
    symbols: dict[str, int] = field(default_factory=dict)
    spaces: dict[str, str] = field(default_factory=dict)
    start: int | None = None
    find_lines: Callable[[], dict[tuple[str, int], SourceLine]] = dict

    @lazy_property
    def lines(self) -> dict[tuple[str, int], SourceLine]:
        """The source line of each (space, runtime address) that has one; most runs of a program ask for none."""
        return self.find_lines()

    def words(self) -> Iterator[tuple[str, int, int]]:
        """Space, address and word, one after the other."""
        for block in self.blocks:
            for address, word in enumerate(block.words, block.address):
                yield block.space, address, word
