"""How much one file may make of itself. A small file can say "a thousand million words" or name one string ten thousand
times: what counts is not its size but what is made of it, so all that reads one file spends from one budget.

The limits leave every program of the chip room several times over, and keep each reader within some hundred megabytes
and a few seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

_SPACE = 65_536
"""Words of a memory space."""

FILE_BYTES = 64 * 1024 * 1024
"""The largest file that is read."""
LONGEST_NAME = 4096
"""Characters of a symbol, a section or a source file."""
LONGEST_EXPRESSION = 20_000
"""Characters of a link expression."""
LONGEST_LINE = 1 << 20
"""Characters of a line of a text file, and of a comment: Motorola's tools break lines at eighty."""


@dataclass(frozen=True, eq=False)
class Limit:
    """The most that a file may have of something, and what messages call that."""

    most: int
    what: str


WORDS = Limit(16 * _SPACE, "words")
"""Every word of every space, several times over."""
OCTETS = Limit(3 * WORDS.most, "bytes of words")
"""In files of bytes, as those for PROM programmers."""
SECTIONS = Limit(2 * _SPACE, "sections")
"""Headers of sections and blocks, data records: empty ones too. A block may be as short as a word."""
ENTRIES = Limit(24 * _SPACE, "entries")
"""Entries of tables: auxiliary ones, relocations, line numbers, source files, folders; also those that mean nothing."""
SYMBOLS = Limit(8 * _SPACE, "symbols")
LINES = Limit(16 * _SPACE, "lines")
"""Lines of a text file."""
NAMES = Limit(1 << 24, "characters of names")
TEXT = Limit(1 << 24, "characters of comments")
EXPRESSIONS = Limit(3 << 20, "characters of link expressions")
"""Each is compiled and evaluated: 16 characters are added for that."""
EXPRESSION_COST = 16
LINE_PROGRAMS = Limit(1 << 22, "bytes of line number programs")
LINE_WORDS = Limit(16 * _SPACE, "words that have a source line")


class Budget:
    """What a file has used of each limit. One file has one budget, whatever lies in it.

    `share` divides the limits, for readers that want to take less.
    """

    def __init__(self, share: int = 1) -> None:
        self._share = share
        self._spent: dict[Limit, int] = {}

    def spend(self, limit: Limit, amount: int) -> bool:
        """Take an amount; whether the file has stayed within the limit."""
        spent = self._spent[limit] = self._spent.get(limit, 0) + amount
        return spent * self._share <= limit.most
