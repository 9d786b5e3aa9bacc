"""Diagnostics as data: what is wrong, how serious it is, where, and through which macros and files one got there.

Turning them into text is `rendering.py`'s business; the wording of each stands in `messages.py`.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from dsp56k.isa.errors import Dsp56kError
from dsp56k.objects.module import Span


class Severity(enum.Enum):
    """How serious a diagnostic is (ASM D.1); only errors and fatal errors make an object file invalid."""

    MESSAGE = "message"
    WARNING = "warning"
    ERROR = "error"
    FATAL = "fatal"


_ERRORS = (Severity.ERROR, Severity.FATAL)


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that can be wrong: its stable code, severity, the sentence with {fields}, and what to do about it."""

    code: str
    severity: Severity
    text: str
    help: str = ""

    @property
    def is_error(self) -> bool:
        """True where the object file must not be used."""
        return self.severity in _ERRORS


FrameKind = Literal["file included", "macro library file", "macro", "repetition"]
INCLUDED: FrameKind = "file included"
"""The kind of a Frame that is an INCLUDE; what others brought in is made of lines of the file."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A step on the way to a line: the INCLUDE, macro call or DUP at file:line, whose `text` is there, that brought it
    in.
    """

    kind: FrameKind
    name: str
    file: str
    line: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """Another place that a diagnostic is about, and what is there."""

    span: Span
    text: str


class Advice(NamedTuple):
    """Notes that go with a mistake, and what to write in its place, where that is certain enough to do it unasked."""

    notes: tuple[str, ...] = ()
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding of a run. `expanded` is the line after macro expansion and DEFINE, where it differs from the
    span's; `fix` what to write in the place of the span.
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
        """True where the object file must not be used."""
        return self.severity in _ERRORS

    @property
    def characters(self) -> int:
        """How much there is to be shown, without the frames."""
        shown = len(self.span.text) if self.span is not None else 0
        labelled = sum(len(label.span.text) + len(label.text) for label in self.labels)
        return shown + labelled + len(self.message) + len(self.expanded) + sum(map(len, self.notes))

    def __str__(self) -> str:
        """What is wrong and where, on one line; `render` shows everything."""
        place = f"{self.span.place}: " if self.span is not None else ""
        return f"{place}{self.severity.value}[{self.code}]: {self.message}"


class Later(NamedTuple):
    """What only a later `chip` has: a mnemonic, a form of one, an operand, a space of addresses."""

    chip: str
    what: str


class SourceTextError(Dsp56kError):
    """A mistake in source text, on its way from where it is noticed to the log; it never leaves `assemble`.

    `wording` is the sentence with the source's own text, as it stands. `column` is the offset (from 0) into the
    statement: what takes a part of it apart is told where that part begins. `later` says what of a later chip's the
    statement has, if that is its mistake.
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
        self.later: Later | None = None
        # Finds the advice where that takes a search, once the mistake is reported.
        self.hint: Callable[[], Advice] | None = None


class SourceError(SourceTextError):
    """A mistake in a statement; the assembly goes on after it."""

    def placed(self, column: int, length: int) -> SourceError:
        """The same error, at a column: arithmetic does not know the text of what it computes."""
        if self.column is None:
            self.column, self.length = column, length
        return self


class FollowingError(SourceError):
    """A mistake that only follows from one already reported in the same pass; it is not reported."""


class ExcusedError(FollowingError):
    """A mistake that a missing file may explain: it lacks something of a `name`. It is counted."""

    def __init__(self, kind: Message, name: str) -> None:
        super().__init__(kind, name=name)
        self.name = name


class FatalSourceError(SourceTextError):
    """A mistake after which the assembly cannot go on: a limit, or a missing file (ASM D.5)."""


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
        """Keep a diagnostic and count it."""
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
