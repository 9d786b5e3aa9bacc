"""The workspace of a session: open documents, the programs that they belong to, and their diagnostics."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from dsp56k.asm import Diagnostic
from dsp56k.asm.budget import Budget
from dsp56k.cli.language.server.file_diagnostics import FileDiagnostics
from dsp56k.cli.language.server.project_files import ProjectFiles
from dsp56k.cli.language.server.protocol_types import ProtocolConverter, path_of
from dsp56k.language.analysis import Analysis, analyze, link_names
from dsp56k.language.analysis_worker import AnalysisWorker
from dsp56k.language.project import FILE_NAME, Project, ProjectFile, find_including_source, real
from dsp56k.language.view import SourceCache, View
from dsp56k.system.text import described

T = TypeVar("T")


class Workspace:
    """The programs of an editor's session.

    An open file is the root of a program unless an assembled program, or a source near it, includes it. The modules of
    a project file are roots as well, open or not. An edit is answered at once with the syntax errors of its lines; the
    program is assembled in the background.
    """

    def __init__(self, server: LanguageServer, project: Project) -> None:
        self.server = server
        self.programs: dict[Path, Analysis] = {}
        self._projects = ProjectFiles(project)
        self._uris: dict[Path, str] = {}
        self._lines: dict[str, tuple[str, list[str]]] = {}
        self._sources = SourceCache()
        self._background = AnalysisWorker()
        self._shown = FileDiagnostics()
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

        def strings(name: str) -> list[str]:
            value = options.get(name) or []
            if isinstance(value, list) and all(isinstance(text, str) for text in value):
                return value
            self._refuse(name, "a list of strings", value)
            return []

        def folders(name: str) -> tuple[Path, ...]:
            return tuple(root / folder for folder in strings(name))

        given = self._projects.given
        defines, relative = options.get("defines") or {}, options.get("relative")
        if not isinstance(defines, dict):
            self._refuse("defines", "an object of names and texts", defines)
            defines = {}
        if not isinstance(relative, bool | None):
            self._refuse("relative", "true or false", relative)
            relative = None
        self._projects.given = replace(
            given,
            include_paths=(*given.include_paths, *folders("includePaths")),
            maclib_paths=(*given.maclib_paths, *folders("maclibPaths")),
            defines={**given.defines, **{name: str(text) for name, text in defines.items()}},
            options=(*given.options, *strings("options")),
            relative=given.relative if relative is None else relative,
        )

    def _refuse(self, name: str, expected: str, value: object) -> None:
        """Show the user an initialisation option that is ignored."""
        message = f"initializationOptions: {name} must be {expected}, got {described(value)}"
        self.server.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))

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
        return document, self._view(path, self._lines_of(uri, document))

    def view_of_nothing(self) -> View:
        """Return a view of the open documents, for responses that concern no single file."""
        return View(Path(), (), None, self.texts(), self._projects.given, sources=self._sources)

    def _view(self, path: Path, lines: Sequence[str]) -> View:
        analysis = self.program(path)
        root = analysis.root if analysis is not None else path
        others = [module for module in self._modules_of(root) if module != root]
        modules = [self.programs[module] for module in others if module in self.programs]
        missing = [module for module in others if module not in self.programs]
        settings = self._projects.settings_of(root)
        return View(path, lines, analysis, self.texts(), settings, modules, missing, self._sources)

    def _lines_of(self, uri: str, document: TextDocument) -> list[str]:
        """Return the lines of a document, split once for each text."""
        known = self._lines.get(uri)
        if known is None or known[0] is not document.source:
            lines = [line.rstrip("\r\n") for line in document.lines]
            # An editor shows the empty line after the last one, too.
            lines = [*lines, ""] if document.source.endswith("\n") or not lines else lines
            known = self._lines[uri] = document.source, lines
        return known[1]

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
        self._read_project(path)
        if self.program(path) is not None and self._as_on_disk(path, uri):
            self._publish(path)
        else:
            self._order(path)

    def saved(self, uri: str) -> None:
        """Handle a saved document: sources that are not open may have changed as well."""
        path = path_of(uri)
        if path is not None:
            self._read_project(path)
            self._order(path)

    def changed_on_disk(self, uris: Iterable[str]) -> None:
        """Handle files that other programs have changed: project files, and sources that are not open."""
        for path in filter(None, map(path_of, uris)):
            if path.name == FILE_NAME:
                for source in [source for source in self._uris if path.parent in source.parents]:
                    self._read_project(source)
            elif path not in self._uris and self.program(path) is not None:
                self._order(path)

    def changed(self, uri: str, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Handle an edit: publish the syntax errors of its lines, and have the program assembled."""
        path = path_of(uri)
        if path is None or not self._is_open(uri):
            return
        self._uris[path] = uri
        lines = self._lines_of(uri, self.server.workspace.get_text_document(uri))
        for change in changes:
            self._shown.shift(path, change, lines)
        self._publish(path)
        self._order(path)

    def closed(self, uri: str) -> None:
        """Handle a closed document: forget its program, and analyse the open documents of that program again."""
        path = path_of(uri)
        if path is None:
            return
        self._uris.pop(path, None)
        self._lines.pop(uri, None)
        file = self._projects.of(path)
        program = self.programs.get(path)
        is_included = program is None and self.program(path) is not None
        is_needed = file is not None and self._is_needed(file)
        if is_included or (is_needed and path in self._modules_of(path)):
            # It is now read from the disk.
            self._order(path)
            return
        self._forget([path])
        if file is not None and not is_needed:
            self._forget([*file.modules, file.path])
        self._publish(path, uri)
        for part in self._uris.keys() & (program.files if program is not None else frozenset()):
            self._order(part)

    def _is_needed(self, file: ProjectFile) -> bool:
        """Return True if a project file, as it was read last, applies to an open document."""
        return any(self._projects.of(path) is file for path in self._uris)

    def _forget(self, sources: Iterable[Path]) -> None:
        """Forget programs, and the diagnostics of programs and project files."""
        for source in sources:
            self.programs.pop(source, None)
            for path in self._shown.forget(source):
                self._publish(path)

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

    def _read_project(self, source: Path) -> None:
        """Read the project file of a source, if it has changed, and have its programs assembled."""
        before, file = self._projects.refresh(source)
        if file is before:
            return
        modules = {*(before.modules if before else ()), *(file.modules if file else ())}
        self._forget([root for root in self.programs if root in modules or self._projects.of(root) is file])
        if before is not None:
            self._forget([before.path])
        if file is not None:
            self._show(file.path, (), file.problems, ())
        opened = [path for path in self._uris if self._projects.of(path) is file]
        for path in dict.fromkeys((*(file.modules if file else ()), *opened)):
            self._order(path)

    def _order(self, path: Path) -> None:
        """Have every program assembled that reads a file."""
        roots = [root for root, known in self.programs.items() if path in known.files] or [self._root(path)]
        for root in roots:
            self._assemble(root)

    def _assemble(self, root: Path) -> None:
        texts, settings = self.texts(), self._projects.settings_of(root)
        self._background.order(root, lambda budget: self._later(analyze(root, texts, settings, budget), self._take))

    def _root(self, path: Path) -> Path:
        """Return the root file of a program that has not been assembled yet."""
        file = self._projects.of(path)
        modules = file.modules if file is not None else ()
        found, seen = path, {path}
        while (
            found not in modules
            and (above := find_including_source(found)) is not None
            and (above := real(above)) not in seen
        ):
            found = above
            seen.add(found)
        return found

    def _later(self, result: T, take: Callable[[T], None]) -> None:
        """Pass a result of the background thread to the session's own."""
        assert self._loop is not None
        # The session may have ended in the meantime.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(take, result)

    def _take(self, analysis: Analysis) -> None:
        self._unread(analysis)
        file = self._projects.of(analysis.root)
        is_needed = file is not None and analysis.root in file.modules and self._is_needed(file)
        if not is_needed and self._uris.keys().isdisjoint(analysis.files):
            # The documents were closed while the program was assembled.
            self._forget([analysis.root])
            return
        self.programs[analysis.root] = analysis
        # A former root that this program includes is not a root any more.
        roots = {analysis.root, *self._modules_of(analysis.root)}
        self._forget([path for path in self.programs if path in analysis.files and path not in roots])
        self._show(analysis.root, analysis.files, analysis.obj.diagnostics, analysis.files & self._uris.keys())
        self._refresh_hints()
        self._link(file)

    def _refresh_hints(self) -> None:
        """Have the client request the clocks of lines again: its last request was about the former assembly."""
        capabilities = self.server.client_capabilities.workspace
        hints = capabilities.inlay_hint if capabilities is not None else None
        if hints is not None and hints.refresh_support:
            self.server.workspace_inlay_hint_refresh(None)

    def _modules_of(self, root: Path) -> tuple[Path, ...]:
        """Return the modules of the program of a root, if that is a module."""
        file = self._projects.of(root)
        return file.modules if file is not None and root in file.modules else ()

    def _unread(self, analysis: Analysis) -> None:
        """Assemble the open files that were assigned to this program but are not a part of it as roots."""
        known = {path for program in self.programs.values() for path in program.files} | analysis.files
        for path in self._uris.keys() - known:
            if self._root(path) == analysis.root:
                self._assemble(path)

    def _link(self, file: ProjectFile | None) -> None:
        """Have the names of a program's modules linked, if all of them are assembled."""
        if file is None or not file.modules or not all(module in self.programs for module in file.modules):
            return
        modules = [self.programs[module] for module in file.modules]

        def work(_: Budget) -> None:
            libraries, problems = self._projects.read_libraries(file)
            self._later([*file.problems, *problems, *link_names(modules, libraries)], take)

        def take(found: list[Diagnostic]) -> None:
            # The documents may have been closed in the meantime, or the project file read again.
            if self._is_needed(file):
                self._show(file.path, (), found, [file.path])

        self._background.order(file.path, work)

    # ---- diagnostics of a file --------------------------------------------------------------------------------------

    def _show(self, source: Path, files: Iterable[Path], entries: Iterable[Diagnostic], always: Iterable[Path]) -> None:
        """Publish the diagnostics of a source, which has read these files; some files even if theirs are the same."""
        for path in self._shown.replace(source, files, entries) | set(always):
            self._publish(path)

    def _publish(self, path: Path, uri: str | None = None) -> None:
        uri = uri or self._uris.get(path, path.as_uri())
        known = self.view(uri)
        view = known[1] if known is not None else self._view(path, ())
        entries = [self.converter.diagnostic(view, entry) for entry in self._shown.of(path)]
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, entries))
