"""The linker's diagnostics."""

from __future__ import annotations

from dsp56k.asm.diagnostics.model import Diagnostic, Label, Log, Message, Severity, Span
from dsp56k.asm.link import messages

MOST_SHOWN = 1000


class LinkLog(Log):
    """The diagnostics of a link, in the order of discovery."""

    def has_room(self, kind: Message) -> bool:
        """Whether one more diagnostic would be shown."""
        return (self.warnings if kind.severity is Severity.WARNING else self.errors) < MOST_SHOWN

    def say(
        self, kind: Message, *notes: str, span: Span | None = None, labels: tuple[Label, ...] = (), **values: object
    ) -> None:
        """Report a diagnostic; beyond a limit they are only counted, errors and warnings each for themselves."""
        if kind.severity is Severity.WARNING:
            self.warnings += 1
            count, name = self.warnings, "warnings"
        else:
            self.errors += 1
            count, name = self.errors, "errors"
        if count == MOST_SHOWN + 1:
            kind, notes, values = messages.TOO_MANY, (), {"limit": MOST_SHOWN, "name": name}
            span, labels = None, ()
        if count <= MOST_SHOWN + 1:
            message = kind.text.format(**values)
            self.entries.append(Diagnostic(kind.code, kind.severity, message, span, notes, labels=labels))
