"""Tokens of a source line and their kinds, for editors. Each text is tokenized once.

No assembly is needed, so a macro is not distinguished from an unknown operation, nor a symbol from a word of an option.
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

MAX_LINE_LENGTH = 1000
"""Maximum length of a line that is tokenized; longer ones are generated and not read by people."""
KEPT_LINES = 200_000
"""Number of lines whose tokens are stored: a large program has fewer different ones."""
_WORD = re.compile(
    r"(?P<string>'[^']*'?|\"[^\"]*\"?)|@(?P<function>\w+)|(?P<number>\$[0-9A-Fa-f]+|(?<![\w)])%[01]+|`?\d[\w.]*)"
    r"|(?P<space>[XYLPxylp](?=:))|(?P<name>[A-Za-z_]\w*)"
)
# Directives whose operands are keywords.
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


@lru_cache(maxsize=KEPT_LINES)
def statement(line: str) -> Statement:
    """Return the fields of a line."""
    return split(line)


@lru_cache(maxsize=KEPT_LINES)
def tokens(line: str) -> tuple[Token, ...]:
    """Return the words of a line, from left to right."""
    if len(line) > MAX_LINE_LENGTH:
        return ()
    parts = statement(line)
    found = []
    if parts.label:
        found.append(Token(parts.label_column, parts.label, "label"))
    if parts.key:
        found.append(Token(parts.operation_column, parts.operation, operation_kind(parts)))
        found += _operands(parts)
    if parts.comment:
        found.append(Token(line.rindex(parts.comment), parts.comment, "comment"))
    return tuple(found)


def operation_kind(parts: Statement) -> Sort:
    """Return the kind of a statement's operation, as far as its name shows it."""
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
    """Return the word at a column, or the one that ends there."""
    at = [token for token in tokens(line) if token.column <= column <= token.end]
    return at[-1] if at else None
