"""The inputs of lines: files, macro expansions, DUP bodies, and a line to be read again.

Each yields physical lines with file and line number; `lines.py` joins them to the text of statements.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from dsp56k.asm.budget import Budget
from dsp56k.asm.diagnostics.model import Frame
from dsp56k.asm.source.files import SourceText
from dsp56k.asm.source.macros import BodyLine, LookupNumber, Macro


class Input(Protocol):
    """A source of lines.

    `scope` is the local label scope it opens, None if it shares the enclosing one; `sees_outside` whether labels
    of the enclosing scope are visible too. `if_depth` is the number of IFs open at its beginning.
    """

    file: str
    line: int
    chain: tuple[Frame, ...]
    scope: object
    is_macro: bool
    sees_outside: bool
    if_depth: int

    def next(self) -> str | None:
        """Return the next line, or None at the end; `file` and `line` are then its location."""


class FileInput:
    """The lines of a file or of a string."""

    is_macro = False
    sees_outside = True

    def __init__(self, source: SourceText, chain: tuple[Frame, ...], if_depth: int) -> None:
        self.source = source
        self.file = source.name
        self.line = 0
        self.chain = chain
        self.scope: object = None
        self.if_depth = if_depth

    def next(self) -> str | None:
        """See Input."""
        if self.line >= len(self.source.lines):
            return None
        self.line += 1
        return self.source.lines[self.line - 1]


class _Rounds:
    """The lines of a body, repeatedly. Each iteration has separate local labels."""

    is_macro = True

    def __init__(
        self, body: Sequence[BodyLine], count: int, chain: tuple[Frame, ...], scope: object, if_depth: int
    ) -> None:
        self.body = body
        self.count = count if body else 0
        self.file = ""
        self.line = 0
        self.chain = chain
        self.base_scope = scope
        self.scope: object = (scope, 0)
        self.if_depth = if_depth
        self.round = 0
        self._next = 0

    def step(self) -> int | None:
        """Go to the next line; return its index in the body, or None at the end."""
        index = self._next
        if index >= len(self.body):
            index = 0
            self.round += 1
            self.scope = (self.base_scope, self.round)
        if self.round >= self.count:
            return None
        self._next = index + 1
        line = self.body[index]
        self.file, self.line = line.file, line.line
        return index


class SingleArguments(Sequence[Sequence[str]]):
    """The arguments of iterations with one argument each, created on access: there may be a million numbers."""

    def __init__(self, values: Sequence[str] | range) -> None:
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: Any) -> Any:
        return (str(self.values[index]),)


class MacroInput(_Rounds):
    """Expansions of a body: one for a macro call, one for each iteration of DUPA, DUPC and DUPF, with its arguments."""

    def __init__(
        self,
        macro: Macro,
        rounds: Sequence[Sequence[str]],
        lookup: LookupNumber,
        budget: Budget,
        chain: tuple[Frame, ...],
        scope: object,
        if_depth: int,
        *,
        sees_outside: bool = False,
    ) -> None:
        super().__init__(macro.body, len(rounds), chain, scope, if_depth)
        self.sees_outside = sees_outside
        self.macro = macro
        self.rounds = rounds
        self.lookup = lookup
        self.budget = budget

    @property
    def written(self) -> str:
        """The current line as written in the macro."""
        return self.body[self._next - 1].text

    def next(self) -> str | None:
        """Return the next line (see Input). Raises SourceError if ? or % finds no integer; the line is skipped then."""
        index = self.step()
        return None if index is None else self.macro.line(index, self.rounds[self.round], self.lookup, self.budget)


class RepeatInput(_Rounds):
    """The body of a DUP, `count` times, without replacement of arguments."""

    sees_outside = True

    def next(self) -> str | None:
        """See Input."""
        index = self.step()
        return None if index is None else self.body[index].text


class ReplayInput:
    """One line that is read again after a macro library's file (ASM 5.2)."""

    is_macro = False
    sees_outside = True

    def __init__(self, text: str, file: str, line: int, chain: tuple[Frame, ...], if_depth: int) -> None:
        self.text: str | None = text
        self.file = file
        self.line = line
        self.chain = chain
        self.scope: object = None
        self.if_depth = if_depth

    def next(self) -> str | None:
        """See Input."""
        text, self.text = self.text, None
        return text
