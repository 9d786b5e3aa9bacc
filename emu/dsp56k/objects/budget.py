"""Limits of the content of one file.

A small file can specify a thousand million words or use one string ten thousand times. Its size therefore does not
bound the memory that its content needs. All readers of a file charge its content to one budget.

Every program of the chip fits the limits several times. Each reader needs at most some hundred megabytes and a few
seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

_SPACE = 65_536
"""Words of a memory space."""

FILE_BYTES = 64 * 1024 * 1024
"""Maximum size of a file."""
LONGEST_NAME = 4096
"""Characters of a symbol, a section or a source file."""
LONGEST_EXPRESSION = 20_000
"""Characters of a link expression."""
LONGEST_LINE = 1 << 20
"""Characters of a line of a text file, and of a comment. Motorola's tools break lines at eighty."""


@dataclass(frozen=True, eq=False)
class Limit:
    """The maximum number of items of one kind in a file, and the kind's name in messages."""

    most: int
    what: str


WORDS = Limit(16 * _SPACE, "words")
"""Several times the words of all spaces."""
OCTETS = Limit(3 * WORDS.most, "bytes of words")
"""The limit for files of bytes, such as those for PROM programmers."""
SECTIONS = Limit(2 * _SPACE, "sections")
"""Headers of sections and blocks, and data records, including empty ones. A block can have a single word."""
ENTRIES = Limit(24 * _SPACE, "entries")
"""Entries of tables: auxiliary entries, relocations, line numbers, source files, directories, and unused ones."""
SYMBOLS = Limit(8 * _SPACE, "symbols")
LINES = Limit(16 * _SPACE, "lines")
"""Lines of a text file."""
NAMES = Limit(1 << 24, "characters of names")
TEXT = Limit(1 << 24, "characters of comments")
EXPRESSIONS = Limit(3 << 20, "characters of link expressions")
"""Each expression counts 16 more characters, because it is compiled and evaluated."""
EXPRESSION_COST = 16
LINE_PROGRAMS = Limit(1 << 22, "bytes of line number programs")
LINE_WORDS = Limit(16 * _SPACE, "words that have a source line")


class Budget:
    """The amounts that a file has used of each limit. One file has one budget, independent of its format.

    `share` divides the limits, for readers with smaller ones.
    """

    def __init__(self, share: int = 1) -> None:
        self._share = share
        self._spent: dict[Limit, int] = {}

    def spend(self, limit: Limit, amount: int) -> bool:
        """Charge an amount to a limit; return True if the file is still within it."""
        spent = self._spent[limit] = self._spent.get(limit, 0) + amount
        return spent * self._share <= limit.most
