"""Lines: from the stack of inputs to the text of statements.

Continuations are joined and DEFINE is applied (ASM 1.5, 2.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import MAX_FILE_NESTING, MAX_LINE, MAX_NESTING, Budget
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import FatalSourceError, Frame, SourceError
from dsp56k.asm.source.define_symbols import Defines
from dsp56k.asm.source.files import as_read
from dsp56k.asm.source.line_sources import FileInput, Input, MacroInput
from dsp56k.asm.source.strings import expand_tabs
from dsp56k.objects.module import Span


class LineReader:
    """Reads statement by statement. `text` is the current one; `raw` is its text in the file, before DEFINE."""

    def __init__(self, defines: Defines, budget: Budget) -> None:
        self.defines = defines
        self.budget = budget
        self.stack: list[Input] = []
        self.text = ""
        self.raw = ""
        self.count = 0
        self.file = ""
        self.line = 0
        self.ended: list[Input] = []
        self._generated = False
        # A line that is not ASCII, and its displayed form: many spans may be in it.
        self._shown = "", ""

    def push(self, source: Input) -> None:
        """Read from another input until it ends. Raises FatalSourceError if they nest too deep."""
        if len(self.stack) >= MAX_NESTING:
            raise FatalSourceError(messages.NESTED_TOO_DEEP, depth=MAX_NESTING)
        if (
            isinstance(source, FileInput)
            and sum(isinstance(other, FileInput) for other in self.stack) >= MAX_FILE_NESTING
        ):
            raise FatalSourceError(messages.NESTED_TOO_DEEP, depth=MAX_FILE_NESTING)
        self.stack.append(source)

    def pop(self) -> None:
        """Leave the current input."""
        self.ended.append(self.stack.pop())

    @property
    def expanding(self) -> bool:
        """True if the current line comes from a macro, a repetition or the assembler instead of the source."""
        stack = self.stack
        return self._generated or (bool(stack) and stack[-1].is_macro)

    @property
    def chain(self) -> tuple[Frame, ...]:
        """The chain of frames that brought in the current line, the innermost first."""
        return self.stack[-1].chain if self.stack else ()

    @property
    def from_file(self) -> bool:
        """True if the current line is in a file."""
        return not self._generated and isinstance(self.stack[-1], FileInput)

    @contextmanager
    def generating(self) -> Iterator[None]:
        """Let the assembler set `text` itself, line by line; restore the current line afterwards."""
        text, generated = self.text, self._generated
        self._generated = True
        try:
            yield
        finally:
            self.text, self._generated = text, generated

    def read(self, within: Input | None = None) -> str | None:
        """Return the next statement's text, or None at the end of everything (of `within`, which is not left then).

        Raises SourceError for a line that cannot be used; the next call continues after it.
        """
        stack = self.stack
        while stack:
            source = stack[-1]
            try:
                text = source.next()
            except SourceError:
                self._take(source, 0)
                self.raw = self.text = source.written if isinstance(source, MacroInput) else ""
                raise
            if text is None:
                if source is within:
                    return None
                self.pop()
                continue
            self._take(source, len(text))
            if len(text) > MAX_LINE or (text.endswith("\\") and isinstance(source, FileInput)):
                text = self._joined(source, text)
            self.raw = text
            if "\t" in text and ("'" in text or '"' in text):
                text = expand_tabs(text)
            self.text = self.defines.expand(text) if self.defines else text
            return self.text
        return None

    def _take(self, source: Input, length: int) -> None:
        """Update the location to the line of an input. Raises FatalSourceError if the budget is spent."""
        self.count += 1
        self.file, self.line = source.file, source.line
        budget = self.budget
        budget.work -= costs.LINE + length // costs.CHARACTERS_OF_LINE
        if budget.work < 0 or budget.kept < 0 or budget.cancelled:
            budget.check()

    def _joined(self, source: Input, text: str) -> str:
        """Return a line with its continuations; the statement has the location of its first line."""
        pieces: list[str] = []
        while text.endswith("\\") and isinstance(source, FileInput):
            pieces.append(text[:-1])
            text = source.next() or ""
            self.count += 1
            self.budget.work -= costs.LINE + len(text) // costs.CHARACTERS_OF_LINE
        text = "".join((*pieces, text))
        if len(text) > MAX_LINE:
            self.raw = self.text = ""
            raise SourceError(messages.LINE_TOO_LONG, 0, length=1, limit=MAX_LINE, count=len(text))
        return text

    def span(self, column: int | None, length: int) -> tuple[Span | None, str]:
        """Return the span of text[column] in the source file, and the expanded text if it differs from its line."""
        if not self.file:
            return None, ""
        if column is None:
            column = len(self.text) - len(self.text.lstrip())
            length = max(1, len(self.text.strip()))
        raw, expanded = self.raw, ""
        if raw != self.text:
            column, length = _original(raw, self.text, column, length)
            expanded = as_read(self.text)
        if not raw.isascii():
            # Columns count the characters that an editor shows.
            before, marked = as_read(raw[:column]), as_read(raw[column : column + length])
            column, length = len(before), len(marked) or length
            if self._shown[0] != raw:
                self._shown = raw, as_read(raw)
            raw = self._shown[1]
        return Span(self.file, self.line, column + 1, length, raw), expanded


def _common(first: str, second: str) -> int:
    """Return the length of the common beginning of two texts."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first.startswith(second[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


def _original(raw: str, text: str, column: int, length: int) -> tuple[int, int]:
    """Return the offsets of a part of the text in the line before DEFINE.

    They are exact before and after the replaced part, which counts as a whole.
    """
    before = _common(raw, text)
    after = min(_common(raw[::-1], text[::-1]), len(raw) - before, len(text) - before)
    grown = len(raw) - len(text)
    end = column + length
    first = column if column < before else before if column < len(text) - after else column + grown
    last = end if end <= before else len(raw) - after if end <= len(text) - after else end + grown
    return first, max(1, last - first)
