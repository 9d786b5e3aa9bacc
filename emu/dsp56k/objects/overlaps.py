"""Overlaps: addresses for which two pieces of a program have different words, so that one of the words is lost.

A piece is a block of words with its load address. A piece that is loaded later replaces an earlier one. Reserved
storage without words is not a piece. Equal words are not an overlap, and neither are overlays that share a runtime
address, because their load addresses differ. A piece of L memory counts as one of X and one of Y.

Assembler, linker and loader all call `overlaps`. Its time is proportional to the number of pieces, and to the number of
words at addresses that pieces share.
"""

from __future__ import annotations

import bisect
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple


class Piece(NamedTuple):
    """Words that are loaded starting at `address` of a memory space; in L, the X and the Y word of each address.

    Only pieces with equal `base` are compared. `mapping` is I, E or B of ORG, or "" if it is unknown. Pieces whose
    mappings are known and differ are in different memories. A word of None is not known yet.
    """

    space: str
    address: int
    words: Sequence[int | None]
    base: Hashable = None
    mapping: str = ""


class Overlap(NamedTuple):
    """The first word that is lost, with its space, address, piece and index in the piece.

    `replaced` is the number of words of the earlier piece that the later piece replaces by different ones.
    """

    space: str
    address: int
    earlier: int
    earlier_index: int
    later: int
    later_index: int
    old: int
    new: int
    replaced: int

    def message(self, location: str) -> str:
        """Return the sentence of a warning. `location` is the source location of the lost word."""
        more = f" ({self.replaced} words are replaced)" if self.replaced > 1 else ""
        what = f"${self.new:06X} replaces ${self.old:06X}"
        return f"{self.space}:${self.address:04X} is defined twice: {what} of {location}{more}"


class _Half(NamedTuple):
    """A piece in one of X, Y and P: the addresses from `first` to `end`, with every `step`th word from `offset`."""

    memory: tuple[str, Hashable]
    first: int
    end: int
    offset: int
    step: int
    number: int


def overlaps(pieces: Sequence[Piece]) -> list[Overlap]:
    """Return the overlaps of pieces that are given in the order of loading: one for each two pieces that overlap."""
    halves = [half for number, piece in enumerate(pieces) for half in _halves(number, piece)]
    shared = _shared(halves)
    if not shared:
        return []
    # The word at each shared address: its piece and its index.
    loaded: dict[tuple[tuple[str, Hashable], int], tuple[int, int]] = {}
    found: dict[tuple[int, int], Overlap] = {}
    for half in halves:
        piece = pieces[half.number]
        for address in _addresses(half, shared.get(half.memory, ())):
            index = half.offset + (address - half.first) * half.step
            key = half.memory, address
            before = loaded.get(key)
            loaded[key] = half.number, index
            if before is None:
                continue
            earlier, earlier_index = before
            old, new = pieces[earlier].words[earlier_index], piece.words[index]
            mappings = {pieces[earlier].mapping, piece.mapping, ""}
            if old is None or new is None or old == new or len(mappings) > 2:
                continue
            pair = earlier, half.number
            known = found.get(pair)
            found[pair] = (
                known._replace(replaced=known.replaced + 1)
                if known is not None
                else Overlap(half.memory[0], address, earlier, earlier_index, half.number, index, old, new, 1)
            )
    return list(found.values())


def _halves(number: int, piece: Piece) -> Iterator[_Half]:
    """Split a piece of L memory into its X and Y words."""
    spaces = "XY" if piece.space == "L" else piece.space
    count = len(piece.words) // len(spaces)
    for offset, space in enumerate(spaces):
        if count:
            end = piece.address + count
            yield _Half((space, piece.base), piece.address, end, offset, len(spaces), number)


def _shared(halves: Sequence[_Half]) -> dict[tuple[str, Hashable], list[tuple[int, int]]]:
    """Return the ranges of addresses that at least two pieces have, by memory, in order."""
    by_memory: dict[tuple[str, Hashable], list[tuple[int, int]]] = {}
    for half in halves:
        by_memory.setdefault(half.memory, []).append((half.first, half.end))
    shared: dict[tuple[str, Hashable], list[tuple[int, int]]] = {}
    for memory, ranges in by_memory.items():
        # All addresses from the first range to `top` are done.
        top = 0
        for first, end in sorted(ranges):
            if first < min(top, end):
                known = shared.setdefault(memory, [])
                if known and known[-1][1] >= first:
                    known[-1] = known[-1][0], max(known[-1][1], min(top, end))
                else:
                    known.append((first, min(top, end)))
            top = max(top, end)
    return shared


def _addresses(half: _Half, shared: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yield the addresses of a piece that are in one of the ranges."""
    at = bisect.bisect_right(shared, half.first, key=lambda found: found[1])
    while at < len(shared) and shared[at][0] < half.end:
        yield from range(max(half.first, shared[at][0]), min(half.end, shared[at][1]))
        at += 1
