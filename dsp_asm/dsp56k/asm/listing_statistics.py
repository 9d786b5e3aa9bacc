"""Data of the reports at the end of a listing: symbols, macros and use of memory (ASM E.3, E.4).

The last pass fills them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from dsp56k.objects.word_sizes import Space

BlockKind = Literal["CODE", "CONST", "DATA", "MOD", "REV"]
"""Type column of a block of memory (ASM E.4)."""


@dataclass(slots=True)
class Block:
    """Locations used, `start` up to but without `end`; `other` is where an overlay is loaded (L) or runs (R)."""

    space: Space
    start: int
    end: int
    kind: BlockKind
    label: str
    section: str
    other: str = ""


@dataclass(slots=True)
class ListingStatistics:
    """References by symbol, and other data of the reports.

    A reference is a listing line, and whether it is the definition. The others are the first lines of macros and
    sections, DEFINE symbols with their strings, blocks of memory, and local labels outside of expansions (name, value,
    section).

    `crossing` is OPT CRE, `local` OPT LOC, `measuring` OPT MU.
    """

    crossing: bool = False
    local: bool = False
    measuring: bool = False
    references: dict[str, list[tuple[int, bool]]] = field(default_factory=dict)
    macros: dict[str, int] = field(default_factory=dict)
    sections: dict[str, int] = field(default_factory=dict)
    defines: dict[str, str] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    labels: list[tuple[str, int | float, str]] = field(default_factory=list)

    def refer(self, name: str, line: int, *, defines: bool = False) -> bool:
        """Record that a line names a symbol; return True if that is new."""
        if name.startswith("_") and not self.local:
            return False
        lines = self.references.setdefault(name, [])
        if (line, defines) in lines[-2:]:
            return False
        lines.append((line, defines))
        return True

    def take(self, block: Block) -> None:
        """Record the memory of a statement: code continues the block before it, data begins a block (ASM E.4)."""
        last = next((old for old in reversed(self.blocks) if old.space == block.space), None)
        goes_on = last is not None and block.kind == last.kind == "CODE" and last.end == block.start
        if goes_on and last is not None and (last.section, bool(last.other)) == (block.section, bool(block.other)):
            last.end = block.end
        else:
            self.blocks.append(block)
