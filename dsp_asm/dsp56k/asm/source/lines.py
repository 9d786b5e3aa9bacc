"""Lines: from the stack of inputs to the text of statements, with continuations joined and DEFINE applied (ASM 1.5,
2.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import MAX_FILE_NESTING, MAX_LINE, MAX_NESTING, Budget
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import FatalSourceError, Frame, SourceError
from dsp56k.asm.source.defines import Defines
from dsp56k.asm.source.files import as_read
from dsp56k.asm.source.inputs import FileInput, Input, MacroInput
from dsp56k.asm.source.strings import expand_tabs
from dsp56k.objects.module import Span


class LineReader:
    """Reads statement by statement. `text` is the present one; `raw` what it was in the file, before DEFINE."""

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
        # A line that is not ASCII, and how it is shown: many spans may lie in it.
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
        """Leave the present input."""
        self.ended.append(self.stack.pop())

    @property
    def expanding(self) -> bool:
        """Whether the present line is not the source's own: one of a macro, a repetition or the assembler."""
        stack = self.stack
        return self._generated or (bool(stack) and stack[-1].is_macro)

    @property
    def chain(self) -> tuple[Frame, ...]:
        """What has brought in the present line, the innermost first."""
        return self.stack[-1].chain if self.stack else ()

    @property
    def from_file(self) -> bool:
        """Whether the present line stands in a file."""
        return not self._generated and isinstance(self.stack[-1], FileInput)

    @contextmanager
    def generating(self) -> Iterator[None]:
        """While the assembler gives `text` itself, line by line; the present line comes back afterwards."""
        text, generated = self.text, self._generated
        self._generated = True
        try:
            yield
        finally:
            self.text, self._generated = text, generated

    def read(self, within: Input | None = None) -> str | None:
        """The next statement's text, or None at the end of everything (of `within`, which is not left then).

        Raises SourceError for a line that cannot be used; the next call goes on after it.
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
        """Go on to the place of the line that an input gave. Raises FatalSourceError if the budget is spent."""
        self.count += 1
        self.file, self.line = source.file, source.line
        budget = self.budget
        budget.work -= costs.LINE + length // costs.CHARACTERS_OF_LINE
        if budget.work < 0 or budget.kept < 0 or budget.cancelled:
            budget.check()

    def _joined(self, source: Input, text: str) -> str:
        """A line with its continuations; the statement stands where its first line does."""
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
            if self._shown[0] != raw:
                self._shown = raw, as_read(raw)
            raw = self._shown[1]
        return Span(self.file, self.line, column + 1, length, raw), expanded


def _common(first: str, second: str) -> int:
    """How many characters two texts have in common at their beginnings."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first.startswith(second[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


def _original(raw: str, text: str, column: int, length: int) -> tuple[int, int]:
    """Where a part of the text comes from in the line before DEFINE: exact before and after the replaced stretch, which
    counts as a whole.
    """
    before = _common(raw, text)
    after = min(_common(raw[::-1], text[::-1]), len(raw) - before, len(text) - before)
    grown = len(raw) - len(text)
    end = column + length
    first = column if column < before else before if column < len(text) - after else column + grown
    last = end if end <= before else len(raw) - after if end <= len(text) - after else end + grown
    return first, max(1, last - first)
