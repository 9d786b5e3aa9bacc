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
from dsp56k.language.analysis import Project
from dsp56k.language.completion import MAX_SYMBOLS, CompletionItem, complete
from dsp56k.language.formatting import format_source
from dsp56k.language.queries import RenameError, View
from dsp56k.language.symbol_index import Entry, names_of

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
    _add_questions(server, workspace)
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

    @server.feature(types.SHUTDOWN)
    def over(_: None) -> None:
        workspace.end()


def _add_questions(server: LanguageServer, workspace: Workspace) -> None:
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
        found = complete(view.lines[line], column, view.analysis, view.lines)
        incomplete = sum(choice.sort == "symbol" for choice in found) == MAX_SYMBOLS
        return types.CompletionList(incomplete, [_item(workspace, view, line, column, choice) for choice in found])

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

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        known = workspace.view(params.text_document.uri)
        return [_outlined(workspace, known[1], entry) for entry in names_of(known[1].lines).outline] if known else []

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
            places = queries.rename_edits(view, line, column, params.new_name)
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
        root = view.analysis.root if view.analysis is not None else view.path
        laid_out = format_source(view.path, view.lines, root, dict(view.texts), view.project)
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
