"""Codes and wording of the linker's messages, Motorola's if its linker has the message (ASM, linker A)."""

from __future__ import annotations

from dsp56k.asm.diagnostics.model import Diagnostic, Label, Log, Message, Severity
from dsp56k.objects.module import Span

UNRESOLVED = Message("L0101", Severity.ERROR, "Unresolved external reference: {name} (in section {section})")
MULTIPLE = Message("L0102", Severity.WARNING, "Duplicate symbol: {name} of {second} is ignored, {first} defines it")
EXPRESSION = Message("L0103", Severity.ERROR, "Link expression {text} of {place}: {reason}")
FIELD_SIZE = Message("L0104", Severity.ERROR, "Result ${value:X} of {text} at {place} does not fit into {bits} bits")
SPACES = Message("L0105", Severity.WARNING, "{left} memory space used where {right} is expected, in {text} at {place}")
NO_ROOM = Message(
    "L0106", Severity.ERROR, "Location counter overflow: {section} {space}:${address:04X}, limit ${limit:04X}"
)
START = Message("L0107", Severity.ERROR, "Start address ${value:X} is not in program memory")
TOO_MANY = Message("L0108", Severity.MESSAGE, "More than {limit} {name}; the rest is not shown")
LOCAL_TWICE = Message(
    "L0109", Severity.ERROR, "Duplicate local symbol: {name} of section {section}, in {first} and {second}"
)
FRACTION = Message("L0110", Severity.WARNING, "Expression value outside fractional domain: {text} at {place}")
WORDS_LOST = Message(
    "L0111", Severity.WARNING, "{text}", "an ORG, --origin or the memory control file moves one of the two pieces"
)

MEMORY_SECTION = Message("L0201", Severity.ERROR, "Section not found: the memory control file names {name}")
MEMORY_SYMBOL = Message("L0202", Severity.ERROR, "Symbol already defined: {name} of a SYMBOL record")
MEMORY_ORDER = Message("L0203", Severity.WARNING, "Section already set as absolute: {name}")

MAX_SHOWN = 1000
"""Maximum number of errors that a link shows, and of warnings."""


class LinkLog(Log):
    """The diagnostics of a link, in the order of discovery."""

    def has_room(self, kind: Message) -> bool:
        """Return True if one more diagnostic would be shown."""
        return (self.warnings if kind.severity is Severity.WARNING else self.errors) < MAX_SHOWN

    def say(
        self, kind: Message, *notes: str, span: Span | None = None, labels: tuple[Label, ...] = (), **values: object
    ) -> None:
        """Report a diagnostic. Beyond a limit they are only counted, errors and warnings separately."""
        if kind.severity is Severity.WARNING:
            self.warnings += 1
            count, name = self.warnings, "warnings"
        else:
            self.errors += 1
            count, name = self.errors, "errors"
        if count == MAX_SHOWN + 1:
            kind, notes, values = TOO_MANY, (), {"limit": MAX_SHOWN, "name": name}
            span, labels = None, ()
        if count <= MAX_SHOWN + 1:
            message = kind.text.format(**values)
            self.entries.append(Diagnostic(kind.code, kind.severity, message, span, notes, kind.help, labels=labels))
