"""The requests that the server handles."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from importlib.metadata import version
from typing import Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from dsp56k.cli.language.server.protocol_types import SOURCE
from dsp56k.cli.language.server.semantic_tokens import add_semantic_tokens
from dsp56k.cli.language.server.workspace import Workspace
from dsp56k.language import queries
from dsp56k.language.completion import MAX_SYMBOLS, CompletionItem, complete
from dsp56k.language.folding import folds
from dsp56k.language.formatting import format_source
from dsp56k.language.project import FILE_NAME, Project
from dsp56k.language.renaming import RenameError, rename_edits
from dsp56k.language.signatures import signature_help
from dsp56k.language.symbol_index import Entry
from dsp56k.language.view import View

NAME = "dsp56k"
_KINDS = {
    "instruction": types.CompletionItemKind.Keyword,
    "directive": types.CompletionItemKind.Struct,
    "macro": types.CompletionItemKind.Function,
    "operand": types.CompletionItemKind.Value,
    "move": types.CompletionItemKind.Snippet,
    "symbol": types.CompletionItemKind.Variable,
    "register": types.CompletionItemKind.Constant,
}
_OUTLINED = {
    "label": types.SymbolKind.Function,
    "macro": types.SymbolKind.Method,
    "section": types.SymbolKind.Namespace,
}


def language_server(project: Project) -> LanguageServer:
    """Return a server for one session; `project` has the assembly options, which the client may extend."""
    server = LanguageServer(NAME, version(NAME))
    # The client shows an invalid name to the user; a traceback in its log would not help.
    for name in ("pygls", "concurrent.futures"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    workspace = Workspace(server, project)
    _add_session(server, workspace)
    _add_help_with_lines(server, workspace)
    _add_navigation(server, workspace)
    _add_changes(server, workspace)
    add_semantic_tokens(server, workspace)
    return server


class _PositionParams(Protocol):
    """A request about a position in a document."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


def _resolve_position(workspace: Workspace, params: _PositionParams) -> tuple[TextDocument, View, int, int] | None:
    """Return the document, its analysis, and line and column in characters."""
    known = workspace.view(params.text_document.uri)
    if known is None:
        return None
    document, view = known
    at = document.position_from_client_units(params.position)
    if params.position.line >= len(view.lines):
        return None
    return document, view, params.position.line, min(at.character, len(view.lines[params.position.line]))


def _add_session(server: LanguageServer, workspace: Workspace) -> None:
    @server.feature(types.INITIALIZE)
    def begin(params: types.InitializeParams) -> None:
        workspace.configure(params.initialization_options)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        workspace.opened(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        workspace.saved(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        workspace.changed(params.text_document.uri, params.content_changes)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        workspace.closed(params.text_document.uri)

    @server.feature(types.INITIALIZED)
    def begun(_: types.InitializedParams) -> None:
        capabilities = server.client_capabilities.workspace
        watching = capabilities.did_change_watched_files if capabilities is not None else None
        if watching is not None and watching.dynamic_registration:
            watchers = [types.FileSystemWatcher(f"**/{name}") for name in (FILE_NAME, "*.asm", "*.inc")]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            watched = types.Registration("watched", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            server.client_register_capability(types.RegistrationParams([watched]))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed_on_disk(params: types.DidChangeWatchedFilesParams) -> None:
        workspace.changed_on_disk(change.uri for change in params.changes)

    @server.feature(types.SHUTDOWN)
    def over(_: None) -> None:
        workspace.end()


def _add_help_with_lines(server: LanguageServer, workspace: Workspace) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        asked = _resolve_position(workspace, params)
        text = queries.hover(*asked[1:]) if asked else ""
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text else None

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", "\t", ",", ":"]))
    def completion(params: types.CompletionParams) -> types.CompletionList:
        asked = _resolve_position(workspace, params)
        if asked is None:
            return types.CompletionList(False, [])
        _, view, line, column = asked
        found = complete(view.lines[line], column, view.analysis, view.lines, view.modules)
        incomplete = sum(choice.sort == "symbol" for choice in found) == MAX_SYMBOLS
        return types.CompletionList(incomplete, [_item(workspace, view, line, column, choice) for choice in found])

    @server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpOptions([" ", ",", "("]))
    def signatures(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        asked = _resolve_position(workspace, params)
        found = signature_help(*asked[1:]) if asked else None
        if found is None:
            return None
        forms = [
            types.SignatureInformation(
                form.text, form.title, [types.ParameterInformation(at) for at in form.parameters]
            )
            for form in found.signatures
        ]
        return types.SignatureHelp(forms, found.active, found.parameter)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        known = workspace.view(params.text_document.uri)
        if known is None:
            return []
        _, view = known
        return [
            types.InlayHint(
                workspace.converter.range(view.lines, hint.line, hint.column, hint.column).start,
                f"{hint.clocks} clk",
                tooltip=hint.tip,
                padding_left=True,
            )
            for hint in queries.inlay_hints(view, params.range.start.line, params.range.end.line + 1)
        ]


def _add_navigation(server: LanguageServer, workspace: Workspace) -> None:
    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        asked = _resolve_position(workspace, params)
        where = queries.definition(*asked[1:]) if asked else None
        return workspace.converter.location(asked[1], where) if asked and where else None

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        asked = _resolve_position(workspace, params)
        return (
            [workspace.converter.location(asked[1], where) for where in queries.references(*asked[1:])] if asked else []
        )

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        asked = _resolve_position(workspace, params)
        if asked is None:
            return []
        _, view, line, column = asked
        return [
            types.DocumentHighlight(
                workspace.converter.location(view, where).range,
                types.DocumentHighlightKind.Write if defines else types.DocumentHighlightKind.Read,
            )
            for where, defines in queries.highlights(view, line, column)
        ]

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        known = workspace.view(params.text_document.uri)
        comment = types.FoldingRangeKind.Comment
        return [
            types.FoldingRange(fold.first, fold.last, kind=comment if fold.is_comment else None)
            for fold in (folds(known[1].lines) if known else ())
        ]

    @server.feature(types.WORKSPACE_SYMBOL)
    def search(params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
        view = workspace.view_of_nothing()
        return [
            types.SymbolInformation(
                workspace.converter.location(view, symbol.where),
                symbol.name,
                _OUTLINED["macro" if symbol.is_macro else "label"],
                container_name=symbol.section or None,
            )
            for symbol in queries.search_symbols(workspace.programs.values(), params.query)
        ]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        known = workspace.view(params.text_document.uri)
        return [_outlined(workspace, known[1], entry) for entry in known[1].names.outline] if known else []


def _add_changes(server: LanguageServer, workspace: Workspace) -> None:
    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        return [
            types.CodeAction(
                f"Write {entry.data['fix']}",
                types.CodeActionKind.QuickFix,
                [entry],
                is_preferred=True,
                edit=types.WorkspaceEdit({uri: [types.TextEdit(entry.range, entry.data["fix"])]}),
            )
            for entry in params.context.diagnostics
            if entry.source == SOURCE and isinstance(entry.data, dict) and isinstance(entry.data.get("fix"), str)
        ]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def may_rename(params: types.PrepareRenameParams) -> types.Range | None:
        asked = _resolve_position(workspace, params)
        if asked is None:
            return None
        _, view, line, column = asked
        here = [
            where
            for where in queries.references(view, line, column)
            if (where.path, where.line) == (view.path, line) and where.first <= column <= where.last
        ]
        return workspace.converter.range(view.lines, line, here[0].first, here[0].last) if here else None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        asked = _resolve_position(workspace, params)
        if asked is None:
            return None
        _, view, line, column = asked
        try:
            places = rename_edits(view, line, column, params.new_name)
        except RenameError as error:
            raise JsonRpcInvalidParams(str(error)) from error
        edits: dict[str, list[types.TextEdit]] = {}
        for where in places:
            location = workspace.converter.location(view, where)
            edits.setdefault(location.uri, []).append(types.TextEdit(location.range, params.new_name))
        return types.WorkspaceEdit(edits)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        known = workspace.view(params.text_document.uri)
        if known is None:
            return []
        _, view = known
        laid_out = format_source(view.lines)
        return _edits(workspace, view, laid_out) if laid_out is not None else []


def _edits(workspace: Workspace, view: View, laid_out: Sequence[str]) -> list[types.TextEdit]:
    """Return an edit for each line that differs."""
    return [
        types.TextEdit(workspace.converter.range(view.lines, number, 0, len(old)), new)
        for number, (old, new) in enumerate(zip(view.lines, laid_out, strict=True))
        if old != new
    ]


def _item(workspace: Workspace, view: View, line: int, column: int, choice: CompletionItem) -> types.CompletionItem:
    where = workspace.converter.range(view.lines, line, min(choice.column, column), column)
    return types.CompletionItem(
        choice.text,
        kind=_KINDS[choice.sort],
        detail=choice.detail or None,
        text_edit=types.TextEdit(where, choice.text),
        # Moves and operands come before registers and symbols.
        sort_text=("0" if choice.sort in ("operand", "move") else "1") + choice.text,
    )


def _outlined(workspace: Workspace, view: View, entry: Entry) -> types.DocumentSymbol:
    start = workspace.converter.range(view.lines, entry.line, 0, len(view.lines[entry.line]))
    end = workspace.converter.range(view.lines, entry.last, 0, len(view.lines[entry.last]))
    return types.DocumentSymbol(entry.name, _OUTLINED[entry.sort], types.Range(start.start, end.end), start)
