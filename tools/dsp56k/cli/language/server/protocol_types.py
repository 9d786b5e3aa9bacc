"""Conversion of source locations and diagnostics to the protocol's types."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types
from pygls.workspace import PositionCodec, ServerTextPosition, ServerTextRange

from dsp56k.asm import Diagnostic, Severity, Span
from dsp56k.language.project import real
from dsp56k.language.view import SourceRange, View

SOURCE = "dsp56k"
_SEVERITIES = {
    Severity.FATAL: types.DiagnosticSeverity.Error,
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.MESSAGE: types.DiagnosticSeverity.Information,
}
# A client does not need more related locations than these.
_MOST_FRAMES = 8


class ProtocolConverter:
    """A converter to the protocol's types; columns are in the client's encoding."""

    def __init__(self, codec: PositionCodec) -> None:
        self._codec = codec

    def range(self, lines: Sequence[str], line: int, first: int, last: int) -> types.Range:
        """Return the range of a part of a line; the columns are in characters."""
        return self._codec.range_to_client_units(
            lines, ServerTextRange(ServerTextPosition(line, first), ServerTextPosition(line, last))
        )

    def location(self, view: View, where: SourceRange) -> types.Location:
        """Return the location of a range in a file of the program."""
        lines = view.lines_of(where.path)
        return types.Location(where.path.as_uri(), self.range(lines, where.line, where.first, where.last))

    def span(self, view: View, span: Span) -> types.Location:
        """Return the location of a diagnostic or a definition."""
        path, line, first = real(span.file), max(0, span.line - 1), max(0, span.column - 1)
        last = first + span.length
        if span.line and not span.column:
            # The linker knows only the line of a word.
            lines = view.lines_of(path)
            text = lines[line] if line < len(lines) else ""
            first, last = len(text) - len(text.lstrip()), len(text.rstrip())
        return self.location(view, SourceRange(path, line, first, last))

    def diagnostic(self, view: View, entry: Diagnostic) -> types.Diagnostic:
        """Return a diagnostic of the assembler; its replacement text is attached for the code action."""
        where = self.span(view, entry.span).range if entry.span is not None else self.range([""], 0, 0, 0)
        help_text = [f"help: {entry.help}"] if entry.help else []
        text = "\n".join([entry.message, *(f"note: {note}" for note in entry.notes), *help_text])
        related = [
            types.DiagnosticRelatedInformation(self.span(view, label.span), label.text) for label in entry.labels
        ]
        for frame in entry.chain[:_MOST_FRAMES]:
            place = SourceRange(real(frame.file), max(0, frame.line - 1), 0, len(frame.text))
            related.append(
                types.DiagnosticRelatedInformation(self.location(view, place), f"in {frame.kind} {frame.name}".rstrip())
            )
        return types.Diagnostic(
            where,
            text,
            _SEVERITIES[entry.severity],
            entry.code or None,
            source=SOURCE,
            related_information=related or None,
            data={"fix": entry.fix} if entry.fix else None,
        )


def path_of(uri: str) -> Path | None:
    """Return the real path of a document, or None if it is not a file or its name is invalid."""
    from pygls.uris import to_fs_path

    try:
        path = to_fs_path(uri) if uri.startswith("file:") else None
    except ValueError:
        return None
    return real(path) if path and "\0" not in path else None
