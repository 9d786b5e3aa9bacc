"""The diagnostics of each file: from every program that reads it, from the linker, and from edits since then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from lsprotocol import types

from dsp56k.asm import Diagnostic
from dsp56k.language.project import real
from dsp56k.language.queries import syntax_errors
from dsp56k.language.symbol_index import in_body

# An edit of more lines than these is checked only by the assembler.
_LINES_AT_ONCE = 20


class FileDiagnostics:
    """The diagnostics of all files.

    A *source* of diagnostics is the root file of an assembly, or the project file whose modules were linked.
    """

    def __init__(self) -> None:
        self._found: dict[Path, dict[Path, list[Diagnostic]]] = {}
        # The syntax errors of edited lines, until the next assembly.
        self._edited: dict[Path, list[Diagnostic]] = {}

    def of(self, file: Path) -> list[Diagnostic]:
        """Return the diagnostics of a file; one that several programs have found is there once."""
        entries = [entry for found in self._found.values() for entry in found.get(file, ())]
        return list(dict.fromkeys([*entries, *self._edited.get(file, ())]))

    def replace(self, source: Path, files: Iterable[Path], entries: Iterable[Diagnostic]) -> set[Path]:
        """Replace the diagnostics of a source, which has read these files. Return the files whose diagnostics change.

        A diagnostic without a span belongs to the source.
        """
        found: dict[Path, list[Diagnostic]] = {}
        for entry in entries:
            found.setdefault(real(entry.span.file) if entry.span is not None else source, []).append(entry)
        changed = {file for file in files if self._edited.pop(file, None) is not None}
        changed.update(self._found.pop(source, {}), found)
        self._found[source] = found
        return changed

    def forget(self, source: Path) -> set[Path]:
        """Forget the diagnostics of a source. Return the files that had some."""
        return set(self._found.pop(source, {}))

    def shift(self, file: Path, change: types.TextDocumentContentChangeEvent, lines: Sequence[str]) -> None:
        """Move the diagnostics below an edit, and replace those of its lines by their syntax errors.

        `lines` are those of the file after the edit.
        """
        if not isinstance(change, types.TextDocumentContentChangePartial):
            return
        first, last = change.range.start.line, change.range.end.line
        added = change.text.count("\n")

        def moved(entries: Iterable[Diagnostic]) -> list[Diagnostic]:
            kept = []
            for entry in entries:
                line = entry.span.line - 1 if entry.span is not None else -1
                if line < first:
                    kept.append(entry)
                elif line > last and entry.span is not None:
                    span = replace(entry.span, line=entry.span.line + added - (last - first))
                    kept.append(replace(entry, span=span))
            return kept

        for found in self._found.values():
            if file in found:
                found[file] = moved(found[file])
        edited = moved(self._edited.get(file, ()))
        if added < _LINES_AT_ONCE:
            for number in range(first, min(first + added + 1, len(lines))):
                if in_body(lines, number):
                    continue
                for entry in syntax_errors(lines[number]):
                    assert entry.span is not None
                    edited.append(replace(entry, span=replace(entry.span, file=str(file), line=number + 1)))
        self._edited[file] = edited
