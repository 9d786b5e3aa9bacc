"""The workspace of a session: open documents, the programs that they belong to, and their diagnostics."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from dsp56k.asm import Diagnostic
from dsp56k.cli.language.server.protocol_types import ProtocolConverter, path_of
from dsp56k.language.analysis import Analysis, Project, real
from dsp56k.language.analysis_worker import AnalysisWorker
from dsp56k.language.queries import View, syntax_errors
from dsp56k.language.root_files import find_including_source
from dsp56k.language.symbol_index import in_body

# An edit of more lines than these is checked only by the assembler.
_LINES_AT_ONCE = 20


class Workspace:
    """The programs of an editor's session.

    An open file is the root of a program unless an assembled program, or a source near it, includes it. An edit is
    answered at once with the syntax errors of its lines; the program is assembled in the background.
    """

    def __init__(self, server: LanguageServer, project: Project) -> None:
        self.server = server
        self.project = project
        self.programs: dict[Path, Analysis] = {}
        self._uris: dict[Path, str] = {}
        self._background = AnalysisWorker()
        self._shown: dict[Path, list[Diagnostic]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def converter(self) -> ProtocolConverter:
        """Converter to the protocol's types, with the position encoding that the client has chosen."""
        return ProtocolConverter(self.server.workspace.position_codec)

    def configure(self, options: Any) -> None:
        """Apply the client's initializationOptions: includePaths, maclibPaths, defines, options, relative."""
        self._loop = asyncio.get_running_loop()
        if not isinstance(options, dict):
            return
        root = Path(self.server.workspace.root_path or ".")

        def folders(name: str) -> tuple[Path, ...]:
            return tuple(root / str(folder) for folder in options.get(name) or ())

        self.project = replace(
            self.project,
            include_paths=(*self.project.include_paths, *folders("includePaths")),
            maclib_paths=(*self.project.maclib_paths, *folders("maclibPaths")),
            defines={**self.project.defines, **{str(k): str(v) for k, v in (options.get("defines") or {}).items()}},
            options=(*self.project.options, *map(str, options.get("options") or ())),
            relative=bool(options.get("relative", self.project.relative)),
        )

    def texts(self) -> dict[Path, str]:
        """Return the contents of open documents by real path."""
        found = {}
        for uri, document in self.server.workspace.text_documents.items():
            path = path_of(uri)
            if path is not None:
                found[path] = document.source
        return found

    def view(self, uri: str) -> tuple[TextDocument, View] | None:
        """Return an open document and its analysis.

        Return None for a document that is not a file, and for one that is not open.
        """
        path = path_of(uri)
        if path is None or not self._is_open(uri):
            return None
        document = self.server.workspace.get_text_document(uri)
        lines = [line.rstrip("\r\n") for line in document.lines]
        # An editor shows the empty line after the last one, too.
        lines = [*lines, ""] if document.source.endswith("\n") or not lines else lines
        return document, View(path, lines, self.program(path), self.texts(), self.project)

    def _is_open(self, uri: str) -> bool:
        # The keys of the workspace are unquoted.
        return unquote(uri) in self.server.workspace.text_documents

    def program(self, path: Path) -> Analysis | None:
        """Return the program of a file: another program that includes it, else its own."""
        own = self.programs.get(path)
        others = (known for root, known in self.programs.items() if path in known.files and root != path)
        return next(others, own) or own

    def opened(self, uri: str) -> None:
        """Handle an opened document: assemble its program, unless it is known and the document equals the file."""
        path = path_of(uri)
        if path is None:
            return
        self._uris[path] = uri
        if self.program(path) is not None and self._as_on_disk(path, uri):
            self._publish(path)
        else:
            self._order(path)

    def saved(self, uri: str) -> None:
        """Handle a saved document: sources that are not open may have changed as well."""
        path = path_of(uri)
        if path is not None:
            self._order(path)

    def changed(self, uri: str, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Handle an edit: publish the syntax errors of its lines, and have the program assembled."""
        path = path_of(uri)
        if path is None or not self._is_open(uri):
            return
        self._uris[path] = uri
        for change in changes:
            self._shift(path, change)
        self._publish(path)
        self._order(path)

    def closed(self, uri: str) -> None:
        """Handle a closed document: forget its program, and analyse the open documents of that program again."""
        path = path_of(uri)
        if path is None:
            return
        self._uris.pop(path, None)
        program = self.programs.pop(path, None)
        if program is None and self.program(path) is not None:
            # An included file is now read from the disk.
            self._order(path)
            return
        for part in {path, *(program.files if program is not None else ())} - self._uris.keys():
            if self._shown.pop(part, None) is not None or part == path:
                left = uri if part == path else part.as_uri()
                self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(left, []))
        for part in self._uris.keys() & (program.files if program is not None else frozenset()):
            self._order(part)

    def end(self) -> None:
        """End the session."""
        self._background.end()

    # ---- background assembly ----------------------------------------------------------------------------------------

    def _as_on_disk(self, path: Path, uri: str) -> bool:
        text = self.server.workspace.get_text_document(uri).source
        try:
            return path.read_bytes() == text.encode("utf-8", "surrogateescape")
        except (OSError, UnicodeError):
            return False

    def _order(self, path: Path) -> None:
        known = self.program(path)
        root = known.root if known is not None else self._root(path)
        texts = self.texts()
        self._background.order(root, texts, self.project, self._done)

    def _root(self, path: Path) -> Path:
        """Return the root file of a program that has not been assembled yet."""
        found, seen = path, {path}
        while (above := find_including_source(found)) is not None and (above := real(above)) not in seen:
            found = above
            seen.add(found)
        return found

    def _done(self, analysis: Analysis) -> None:
        """Receive a finished assembly in the thread of the worker."""
        assert self._loop is not None
        # The session may have ended in the meantime.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._take, analysis)

    def _take(self, analysis: Analysis) -> None:
        before = self.programs.get(analysis.root)
        self._unread(analysis)
        self.programs[analysis.root] = analysis
        # A former root that this program includes is not a root any more.
        for path in [path for path in self.programs if path in analysis.files and path != analysis.root]:
            del self.programs[path]
        found: dict[Path, list[Diagnostic]] = {
            path: [] for path in analysis.files | (before.files if before else set())
        }
        for entry in analysis.obj.diagnostics:
            path = real(entry.span.file) if entry.span is not None else analysis.root
            found.setdefault(path, []).append(entry)
        for path, entries in found.items():
            if entries or path in self._uris or self._shown.get(path):
                self._shown[path] = entries
                self._publish(path)

    def _unread(self, analysis: Analysis) -> None:
        """Assemble the open files that were assigned to this program but are not a part of it as roots."""
        known = {path for program in self.programs.values() for path in program.files} | analysis.files
        for path in self._uris.keys() - known:
            if self._root(path) == analysis.root:
                self._background.order(path, self.texts(), self.project, self._done)

    # ---- diagnostics of a file --------------------------------------------------------------------------------------

    def _publish(self, path: Path) -> None:
        uri = self._uris.get(path, path.as_uri())
        if path in self._uris:
            known = self.view(uri)
            assert known is not None
            view = known[1]
        else:
            view = View(path, (), self.program(path), self.texts(), self.project)
        entries = [self.converter.diagnostic(view, entry) for entry in self._shown.get(path, ())]
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, entries))

    def _shift(self, path: Path, change: types.TextDocumentContentChangeEvent) -> None:
        """Move the diagnostics below an edit, and replace those of its lines by their syntax errors."""
        if not isinstance(change, types.TextDocumentContentChangePartial):
            return
        first, last = change.range.start.line, change.range.end.line
        added = change.text.count("\n")
        moved = added - (last - first)
        kept: list[Diagnostic] = []
        for entry in self._shown.get(path, ()):
            line = entry.span.line - 1 if entry.span is not None else -1
            if line < first:
                kept.append(entry)
            elif line > last and entry.span is not None:
                kept.append(replace(entry, span=replace(entry.span, line=entry.span.line + moved)))
        if added < _LINES_AT_ONCE:
            lines = self.server.workspace.get_text_document(self._uris[path]).lines
            for number in range(first, min(first + added + 1, len(lines))):
                if in_body(lines, number):
                    continue
                for entry in syntax_errors(lines[number].rstrip("\r\n")):
                    assert entry.span is not None
                    kept.append(replace(entry, span=replace(entry.span, file=str(path), line=number + 1)))
        self._shown[path] = kept
