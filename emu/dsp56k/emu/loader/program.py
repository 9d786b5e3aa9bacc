"""The content of an object file: blocks of words, symbols, source lines and the start address.

The files in a chip's memory cause a warning where one block replaces different words of another.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from dsp56k.objects.overlaps import Piece, overlaps
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


class LoadedFiles:
    """The blocks of the files that were loaded, by file name."""

    def __init__(self) -> None:
        self._blocks: dict[str, Sequence[Block]] = {}

    def add(self, file: str, blocks: Sequence[Block], stacklevel: int = 3) -> None:
        """Add a file that is loaded now. It replaces a file of the same name, because it is its next version.

        Warns:
            RuntimeWarning: A block replaces words of another file or of an earlier block by different ones.
        """
        self._blocks.pop(file, None)
        known = [(name, block) for name, others in self._blocks.items() for block in others]
        loaded = known + [(file, block) for block in blocks]
        self._blocks[file] = blocks
        pieces = [Piece(block.space, block.address, block.words) for _, block in loaded]
        found = [overlap for overlap in overlaps(pieces) if overlap.later >= len(known)]
        if found:
            name, block = loaded[found[0].earlier]
            place = f"the block at {block.space}:${block.address:04X}" + (f" of {name}" if name != file else "")
            more = f"; more such pairs of blocks: {len(found) - 1}" if len(found) > 1 else ""
            warnings.warn(f"{file}: {found[0].message(place)}{more}", RuntimeWarning, stacklevel)

    def clear(self) -> None:
        """Remove all files, because memory has other contents now."""
        self._blocks.clear()
