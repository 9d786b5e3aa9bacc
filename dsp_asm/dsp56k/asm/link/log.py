"""The linker's diagnostics."""

from __future__ import annotations

from dsp56k.asm.diagnostics.model import Diagnostic, Log, Message, Severity
from dsp56k.asm.link import messages

MOST_SHOWN = 1000


class LinkLog(Log):
    """The diagnostics of a link, in the order of discovery. None has a place in a source."""

    def say(self, kind: Message, *notes: str, **values: object) -> None:
        """Report a diagnostic; beyond a limit they are only counted, errors and warnings each for themselves."""
        if kind.severity is Severity.WARNING:
            self.warnings += 1
            count, name = self.warnings, "warnings"
        else:
            self.errors += 1
            count, name = self.errors, "errors"
        if count == MOST_SHOWN + 1:
            kind, notes, values = messages.TOO_MANY, (), {"limit": MOST_SHOWN, "name": name}
        if count <= MOST_SHOWN + 1:
            self.entries.append(Diagnostic(kind.code, kind.severity, kind.text.format(**values), None, notes))
