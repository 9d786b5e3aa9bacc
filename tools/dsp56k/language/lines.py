"""A line of source taken apart for an editor: words with what they are. Each text is taken apart once.

It needs no assembly, and so tells neither a macro from an unknown operation nor a symbol from a word of an option.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from dsp56k.asm.directives import DIRECTIVES
from dsp56k.asm.instructions.encoder import MNEMONICS
from dsp56k.asm.source.statements import Statement, split
from dsp56k.isa import REGISTERS

Sort = Literal[
    "comment", "label", "instruction", "directive", "macro", "register", "symbol", "number", "string", "function"
]

LONGEST = 1000
"""Characters of a line beyond which nobody reads it: what a program has written."""
_KEPT_LINES = 200_000
_WORD = re.compile(
    r"(?P<string>'[^']*'?|\"[^\"]*\"?)|@(?P<function>\w+)|(?P<number>\$[0-9A-Fa-f]+|(?<![\w)])%[01]+|`?\d[\w.]*)"
    r"|(?P<space>[XYLPxylp](?=:))|(?P<name>[A-Za-z_]\w*)"
)
# Directives whose operands are words of their own.
_NO_SYMBOLS = frozenset({"OPT", "MODE", "RDIRECT", "FORCE", "SCSREG", "COMMENT", "TITLE", "STITLE", "LSTCOL"})


class Token(NamedTuple):
    """A word at a column (from 0) of its line."""

    column: int
    text: str
    sort: Sort

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + len(self.text)


@lru_cache(maxsize=_KEPT_LINES)
def tokens(line: str) -> tuple[Token, ...]:
    """The words of a line, from left to right."""
    if len(line) > LONGEST:
        return ()
    parts = split(line)
    found = []
    if parts.label:
        found.append(Token(parts.label_column, parts.label, "label"))
    if parts.key:
        found.append(Token(parts.operation_column, parts.operation, sort_of(parts)))
        found += _operands(parts)
    if parts.comment:
        found.append(Token(line.rindex(parts.comment), parts.comment, "comment"))
    return tuple(found)


def sort_of(parts: Statement) -> Sort:
    """What the operation of a statement is, as far as its name tells."""
    return "instruction" if parts.key in MNEMONICS else "directive" if parts.key in DIRECTIVES else "macro"


def _operands(parts: Statement) -> list[Token]:
    if parts.key in _NO_SYMBOLS:
        return []
    found: list[Token] = []
    for match in _WORD.finditer(parts.operands):
        column = parts.operands_column + match.start()
        text = match[0]
        if match["name"]:
            found.append(Token(column, text, "register" if text.upper() in REGISTERS else "symbol"))
        elif match["string"]:
            found.append(Token(column, text, "string"))
        elif match["number"]:
            found.append(Token(column, text, "number"))
        elif match["function"]:
            found.append(Token(column, text, "function"))
    return found


def token_at(line: str, column: int) -> Token | None:
    """The word at a column, or the one that ends there."""
    at = [token for token in tokens(line) if token.column <= column <= token.end]
    return at[-1] if at else None
