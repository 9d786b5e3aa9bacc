"""The object files in a chip's memory: a warning where one block replaces different words of another."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from dsp56k.emu.loader.program import Block
from dsp56k.objects.overlaps import Piece, overlaps


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
