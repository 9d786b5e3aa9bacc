"""Lines: from the stack of inputs to the text of statements, with continuations joined and DEFINE applied (ASM 1.5,
2.1).
"""

from __future__ import annotations

from dsp56k.asm import catalogue as say
from dsp56k.asm.defines import Defines
from dsp56k.asm.diagnostics import FatalSourceError, SourceError, Span
from dsp56k.asm.inputs import MAX_DEPTH, MAX_FILE_DEPTH, FileInput, Input, MacroInput
from dsp56k.asm.source import MAX_LINE, as_read
from dsp56k.asm.strings import expand_tabs

# Lines of one pass, expansions included: a runaway DUP ends here, a million NOPs don't.
MAX_EXPANDED_LINES = 5_000_000


class LineReader:
    """Reads statement by statement. `text` is the present one; `raw` what it was in the file, before DEFINE."""

    def __init__(self, defines: Defines, limit: int = MAX_EXPANDED_LINES) -> None:
        self.defines = defines
        self.limit = limit
        self.stack: list[Input] = []
        self.text = ""
        self.raw = ""
        self.count = 0
        self.file = ""
        self.line = 0
        self.ended: list[Input] = []

    def push(self, source: Input) -> None:
        """Read from another input until it ends. Raises FatalSourceError if they nest too deep."""
        if len(self.stack) >= MAX_DEPTH:
            raise FatalSourceError(say.NESTED_TOO_DEEP, depth=MAX_DEPTH)
        if (
            isinstance(source, FileInput)
            and sum(isinstance(other, FileInput) for other in self.stack) >= MAX_FILE_DEPTH
        ):
            raise FatalSourceError(say.NESTED_TOO_DEEP, depth=MAX_FILE_DEPTH)
        self.stack.append(source)

    def pop(self) -> None:
        """Leave the present input."""
        self.ended.append(self.stack.pop())

    def read(self, within: Input | None = None) -> str | None:
        """The next statement's text, or None at the end of everything (of `within`, which is not left then).

        Raises SourceError for a line that cannot be used; the next call goes on behind it.
        """
        stack = self.stack
        while stack:
            source = stack[-1]
            try:
                text = source.next()
            except SourceError:
                self._take(source)
                self.raw = self.text = source.written if isinstance(source, MacroInput) else ""
                raise
            if text is None:
                if source is within:
                    return None
                self.pop()
                continue
            self._take(source)
            if len(text) > MAX_LINE or (text.endswith("\\") and isinstance(source, FileInput)):
                text = self._joined(source, text)
            self.raw = text
            if "\t" in text and ("'" in text or '"' in text):
                text = expand_tabs(text)
            self.text = self.defines.expand(text) if self.defines else text
            return self.text
        return None

    def _take(self, source: Input) -> None:
        """Go on to the place of the line that an input gave. Raises FatalSourceError if it is one too many."""
        self.count += 1
        self.file, self.line = source.file, source.line
        if self.count > self.limit:
            raise FatalSourceError(say.TOO_MANY_LINES, limit=self.limit)

    def _joined(self, source: Input, text: str) -> str:
        """A line with its continuations; the statement stands where its first line does."""
        pieces: list[str] = []
        while text.endswith("\\") and isinstance(source, FileInput):
            pieces.append(text[:-1])
            text = source.next() or ""
            self.count += 1
        text = "".join((*pieces, text))
        if len(text) > MAX_LINE:
            self.raw = self.text = ""
            raise SourceError(say.LINE_TOO_LONG, 0, length=1, limit=MAX_LINE, count=len(text))
        return text

    def span(self, column: int | None, length: int) -> tuple[Span | None, str]:
        """The place of text[column] in the source file, and the expanded text where it differs from the file's line."""
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
            # Columns count what an editor shows.
            before, marked = as_read(raw[:column]), as_read(raw[column : column + length])
            column, length = len(before), len(marked) or length
            raw = as_read(raw)
        return Span(self.file, self.line, column + 1, length, raw), expanded


def _original(raw: str, text: str, column: int, length: int) -> tuple[int, int]:
    """Where a part of the text comes from in the line before DEFINE: exact before and after the replaced stretch, which
    counts as a whole.
    """
    shorter = min(len(raw), len(text))
    before = 0
    while before < shorter and raw[before] == text[before]:
        before += 1
    after = 0
    while after < shorter - before and raw[-1 - after] == text[-1 - after]:
        after += 1
    grown = len(raw) - len(text)
    end = column + length
    first = column if column < before else before if column < len(text) - after else column + grown
    last = end if end <= before else len(raw) - after if end <= len(text) - after else end + grown
    return first, max(1, last - first)
