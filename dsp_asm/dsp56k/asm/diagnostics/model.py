"""Diagnostics as data: message, severity, source span, and the macros and files that led there.

`rendering.py` converts them to text; `messages.py` has the wording.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from dsp56k.isa.errors import Dsp56kError
from dsp56k.objects.module import Span


class Severity(enum.Enum):
    """Severity of a diagnostic (ASM D.1); only errors and fatal errors make an object file invalid."""

    MESSAGE = "message"
    WARNING = "warning"
    ERROR = "error"
    FATAL = "fatal"


_ERRORS = (Severity.ERROR, Severity.FATAL)


@dataclass(frozen=True, slots=True)
class Message:
    """A kind of diagnostic: its stable code, severity, the sentence with {fields}, and the help text."""

    code: str
    severity: Severity
    text: str
    help: str = ""

    @property
    def is_error(self) -> bool:
        """True if the object file must not be used."""
        return self.severity in _ERRORS


FrameKind = Literal["file included", "macro library file", "macro", "repetition"]
INCLUDED: FrameKind = "file included"
"""The kind of a Frame that is an INCLUDE; other frames generate lines from lines of the file."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A step of the expansion trace: an INCLUDE, macro call or DUP. `text` is the source at `file` and `line`."""

    kind: FrameKind
    name: str
    file: str
    line: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A second span of a diagnostic, with a text about it."""

    span: Span
    text: str


class Advice(NamedTuple):
    """Notes for an error, and its replacement if that is certain enough for an automatic fix."""

    notes: tuple[str, ...] = ()
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A message about a source or a link.

    `expanded` is the line after macro expansion and DEFINE if it differs from the span's; `fix` is the replacement of
    the span's text.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    notes: tuple[str, ...] = ()
    help: str = ""
    chain: tuple[Frame, ...] = ()
    expanded: str = ""
    labels: tuple[Label, ...] = ()
    fix: str = ""

    @property
    def is_error(self) -> bool:
        """True if the object file must not be used."""
        return self.severity in _ERRORS

    @property
    def characters(self) -> int:
        """Number of characters of the diagnostic, without the frames."""
        shown = len(self.span.text) if self.span is not None else 0
        labelled = sum(len(label.span.text) + len(label.text) for label in self.labels)
        return shown + labelled + len(self.message) + len(self.expanded) + sum(map(len, self.notes))

    def __str__(self) -> str:
        """Return the message and its location on one line; `render` shows everything."""
        place = f"{self.span.place}: " if self.span is not None else ""
        return f"{place}{self.severity.value}[{self.code}]: {self.message}"


class NewerChipFeature(NamedTuple):
    """A feature that only a newer `chip` has: a mnemonic, a form of one, an operand, a space of addresses."""

    chip: str
    what: str


class SourceTextError(Dsp56kError):
    """An error in source text, raised where it is detected and caught for the log; it never leaves `assemble`.

    `wording` is the sentence with unchanged text of the source. `column` is the offset (from 0) into the
    statement: parsers of a part receive the column where that part begins. `later` is the newer chip's feature in the
    statement, if that is the error.
    """

    def __init__(self, kind: Message, column: int | None = None, length: int = 1, **values: object) -> None:
        self.wording = kind.text.format(**values)
        super().__init__(self.wording)
        self.kind = kind
        self.values = values
        self.column = column
        self.length = length
        self.advice = Advice()
        self.labels: tuple[Label, ...] = ()
        self.later: NewerChipFeature | None = None
        # Finds the help text, which may require a search, when the error is reported.
        self.hint: Callable[[], Advice] | None = None


class SourceError(SourceTextError):
    """An error in a statement; the assembly continues after it."""

    def placed(self, column: int, length: int) -> SourceError:
        """Return this error at a column.

        Arithmetic raises it without one, because it does not have the text of its operands.
        """
        if self.column is None:
            self.column, self.length = column, length
        return self


class CascadingError(SourceError):
    """An error that follows from one already reported in the same pass; it is not reported."""


class SuppressedError(CascadingError):
    """An error that a missing file may explain, because it requires something of a `name`. It is counted."""

    def __init__(self, kind: Message, name: str) -> None:
        super().__init__(kind, name=name)
        self.name = name


class FatalSourceError(SourceTextError):
    """An error after which the assembly cannot continue: a limit, or a missing file (ASM D.5)."""


class Log:
    """The diagnostics of a run, in the order of discovery."""

    def __init__(self) -> None:
        self.entries: list[Diagnostic] = []
        self.errors = 0
        self.warnings = 0
        self.messages = 0
        self.characters = 0
        self.seen_once: set[str] = set()

    def add(self, diagnostic: Diagnostic) -> None:
        """Store a diagnostic and count it."""
        if diagnostic.is_error:
            self.errors += 1
        elif diagnostic.severity is Severity.WARNING:
            self.warnings += 1
        else:
            self.messages += 1
        self.characters += diagnostic.characters
        self.entries.append(diagnostic)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.entries)
