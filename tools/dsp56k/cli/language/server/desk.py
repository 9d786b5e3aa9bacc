"""What the server knows: the texts that are open, the programs that they are parts of, and what was said of them."""

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
from dsp56k.cli.language.server.wire import Wire, path_of
from dsp56k.language.analysis import Analysis, Project, real
from dsp56k.language.answers import View, own_mistakes
from dsp56k.language.background import Background
from dsp56k.language.places import in_body
from dsp56k.language.roots import includer

# An edit of more lines than these waits for the assembler.
_LINES_AT_ONCE = 20


class Desk:
    """The programs of an editor's session.

    A file that is open is the root of a program unless one that was assembled, or a source near it, reads it. An edit
    is answered at once with the mistakes that its lines have by themselves; the program is assembled in the background.
    """

    def __init__(self, server: LanguageServer, project: Project) -> None:
        self.server = server
        self.project = project
        self.programs: dict[Path, Analysis] = {}
        self._uris: dict[Path, str] = {}
        self._background = Background()
        self._shown: dict[Path, list[Diagnostic]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def wire(self) -> Wire:
        """Makes the protocol's types, with the encoding that the client has chosen."""
        return Wire(self.server.workspace.position_codec)

    def configure(self, options: Any) -> None:
        """Take the client's initializationOptions: includePaths, maclibPaths, defines, options, relative."""
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
        """The open texts by real path."""
        found = {}
        for uri, document in self.server.workspace.text_documents.items():
            path = path_of(uri)
            if path is not None:
                found[path] = document.source
        return found

    def view(self, uri: str) -> tuple[TextDocument, View] | None:
        """An open document, and what is known of it; None for one without a file, and for one that is not open."""
        path = path_of(uri)
        if path is None or not self._is_open(uri):
            return None
        document = self.server.workspace.get_text_document(uri)
        lines = [line.rstrip("\r\n") for line in document.lines]
        # An editor shows the empty line after the last one, too.
        lines = [*lines, ""] if document.source.endswith("\n") or not lines else lines
        return document, View(path, lines, self.program(path), self.texts(), self.project)

    def _is_open(self, uri: str) -> bool:
        # The workspace has the addresses of its documents without escapes.
        return unquote(uri) in self.server.workspace.text_documents

    def program(self, path: Path) -> Analysis | None:
        """The program of a file: its own, else one that reads it."""
        own = self.programs.get(path)
        others = (known for root, known in self.programs.items() if path in known.files and root != path)
        return next(others, own) or own

    def opened(self, uri: str) -> None:
        """A document was opened: if its program is known, and the text is that of the file, all has been said."""
        path = path_of(uri)
        if path is None:
            return
        self._uris[path] = uri
        if self.program(path) is not None and self._as_on_disk(path, uri):
            self._publish(path)
        else:
            self._order(path)

    def saved(self, uri: str) -> None:
        """A document was saved: sources that are not open may have changed with it."""
        path = path_of(uri)
        if path is not None:
            self._order(path)

    def changed(self, uri: str, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Lines of a document have changed: say what is wrong with them alone, and have the program assembled."""
        path = path_of(uri)
        if path is None or not self._is_open(uri):
            return
        self._uris[path] = uri
        for change in changes:
            self._shift(path, change)
        self._publish(path)
        self._order(path)

    def closed(self, uri: str) -> None:
        """A document was closed: a program is known no more, and what is open of it is looked at anew."""
        path = path_of(uri)
        if path is None:
            return
        self._uris.pop(path, None)
        program = self.programs.pop(path, None)
        if program is None and self.program(path) is not None:
            # A part goes on as the file on the disk has it.
            self._order(path)
            return
        for part in {path, *(program.files if program is not None else ())} - self._uris.keys():
            if self._shown.pop(part, None) is not None or part == path:
                left = uri if part == path else part.as_uri()
                self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(left, []))
        for part in self._uris.keys() & (program.files if program is not None else frozenset()):
            self._order(part)

    def end(self) -> None:
        """The session is over."""
        self._background.end()

    # ---- the program, in the background ---------------------------------------------------------------------------

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
        """The first file of a program that nobody has assembled yet."""
        found, seen = path, {path}
        while (above := includer(found)) is not None and (above := real(above)) not in seen:
            found = above
            seen.add(found)
        return found

    def _done(self, analysis: Analysis) -> None:
        """An assembly is finished; this is the background's thread."""
        assert self._loop is not None
        # The session may have ended meanwhile.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._take, analysis)

    def _take(self, analysis: Analysis) -> None:
        before = self.programs.get(analysis.root)
        self._unread(analysis)
        self.programs[analysis.root] = analysis
        # What was a program by itself, and is read by this one, is none any more.
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
        """What is open and was taken for a part of this program, but is none, is a program by itself."""
        known = {path for program in self.programs.values() for path in program.files} | analysis.files
        for path in self._uris.keys() - known:
            if self._root(path) == analysis.root:
                self._background.order(path, self.texts(), self.project, self._done)

    # ---- what is said of a file -------------------------------------------------------------------------------------

    def _publish(self, path: Path) -> None:
        uri = self._uris.get(path, path.as_uri())
        if path in self._uris:
            known = self.view(uri)
            assert known is not None
            view = known[1]
        else:
            view = View(path, (), self.program(path), self.texts(), self.project)
        entries = [self.wire.diagnostic(view, entry) for entry in self._shown.get(path, ())]
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, entries))

    def _shift(self, path: Path, change: types.TextDocumentContentChangeEvent) -> None:
        """Move what was said below an edit, and say of its lines what is wrong with them alone."""
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
                for entry in own_mistakes(lines[number].rstrip("\r\n")):
                    assert entry.span is not None
                    kept.append(replace(entry, span=replace(entry.span, file=str(path), line=number + 1)))
        self._shown[path] = kept
