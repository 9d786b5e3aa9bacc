"""What the server answers, request by request."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from importlib.metadata import version
from typing import Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from dsp56k.cli.language.server.colouring import add_colours
from dsp56k.cli.language.server.desk import Desk
from dsp56k.cli.language.server.wire import SOURCE
from dsp56k.language import answers
from dsp56k.language.analysis import Project
from dsp56k.language.answers import RenameError, View
from dsp56k.language.completion import MOST_SYMBOLS, Choice, choices
from dsp56k.language.formatting import formatted
from dsp56k.language.places import Entry, names_of

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
    """A server for one session; `project` says how programs are assembled, the client may add to it."""
    server = LanguageServer(NAME, version(NAME))
    # A name that is refused is the client's to show, not a page of traceback in its log.
    for name in ("pygls", "concurrent.futures"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    desk = Desk(server, project)
    _add_session(server, desk)
    _add_questions(server, desk)
    _add_changes(server, desk)
    add_colours(server, desk)
    return server


class _OfPlace(Protocol):
    """A request about a place in a document."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


def _place(desk: Desk, params: _OfPlace) -> tuple[TextDocument, View, int, int] | None:
    """The document, what is known of it, and line and column in characters."""
    known = desk.view(params.text_document.uri)
    if known is None:
        return None
    document, view = known
    at = document.position_from_client_units(params.position)
    if params.position.line >= len(view.lines):
        return None
    return document, view, params.position.line, min(at.character, len(view.lines[params.position.line]))


def _add_session(server: LanguageServer, desk: Desk) -> None:
    @server.feature(types.INITIALIZE)
    def begin(params: types.InitializeParams) -> None:
        desk.configure(params.initialization_options)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        desk.opened(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        desk.saved(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        desk.changed(params.text_document.uri, params.content_changes)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        desk.closed(params.text_document.uri)

    @server.feature(types.SHUTDOWN)
    def over(_: None) -> None:
        desk.end()


def _add_questions(server: LanguageServer, desk: Desk) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        asked = _place(desk, params)
        text = answers.hover(*asked[1:]) if asked else ""
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text else None

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", "\t", ",", ":"]))
    def completion(params: types.CompletionParams) -> types.CompletionList:
        asked = _place(desk, params)
        if asked is None:
            return types.CompletionList(False, [])
        _, view, line, column = asked
        found = choices(view.lines[line], column, view.analysis, view.lines)
        incomplete = sum(choice.sort == "symbol" for choice in found) == MOST_SYMBOLS
        return types.CompletionList(incomplete, [_item(desk, view, line, column, choice) for choice in found])

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        asked = _place(desk, params)
        where = answers.definition(*asked[1:]) if asked else None
        return desk.wire.location(asked[1], where) if asked and where else None

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        asked = _place(desk, params)
        return [desk.wire.location(asked[1], where) for where in answers.references(*asked[1:])] if asked else []

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        known = desk.view(params.text_document.uri)
        return [_outlined(desk, known[1], entry) for entry in names_of(known[1].lines).outline] if known else []

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        known = desk.view(params.text_document.uri)
        if known is None:
            return []
        _, view = known
        return [
            types.InlayHint(
                desk.wire.range(view.lines, hint.line, hint.column, hint.column).start,
                f"{hint.clocks} clk",
                tooltip=hint.tip,
                padding_left=True,
            )
            for hint in answers.hints(view, params.range.start.line, params.range.end.line + 1)
        ]


def _add_changes(server: LanguageServer, desk: Desk) -> None:
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
        asked = _place(desk, params)
        if asked is None:
            return None
        _, view, line, column = asked
        here = [
            where
            for where in answers.references(view, line, column)
            if (where.path, where.line) == (view.path, line) and where.first <= column <= where.last
        ]
        return desk.wire.range(view.lines, line, here[0].first, here[0].last) if here else None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        asked = _place(desk, params)
        if asked is None:
            return None
        _, view, line, column = asked
        try:
            places = answers.renamed(view, line, column, params.new_name)
        except RenameError as error:
            raise JsonRpcInvalidParams(str(error)) from error
        edits: dict[str, list[types.TextEdit]] = {}
        for where in places:
            location = desk.wire.location(view, where)
            edits.setdefault(location.uri, []).append(types.TextEdit(location.range, params.new_name))
        return types.WorkspaceEdit(edits)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        known = desk.view(params.text_document.uri)
        if known is None:
            return []
        _, view = known
        root = view.analysis.root if view.analysis is not None else view.path
        laid_out = formatted(view.path, view.lines, root, dict(view.texts), view.project)
        return _edits(desk, view, laid_out) if laid_out is not None else []


def _edits(desk: Desk, view: View, laid_out: Sequence[str]) -> list[types.TextEdit]:
    """An edit for each line that differs."""
    return [
        types.TextEdit(desk.wire.range(view.lines, number, 0, len(old)), new)
        for number, (old, new) in enumerate(zip(view.lines, laid_out, strict=True))
        if old != new
    ]


def _item(desk: Desk, view: View, line: int, column: int, choice: Choice) -> types.CompletionItem:
    where = desk.wire.range(view.lines, line, min(choice.column, column), column)
    return types.CompletionItem(
        choice.text,
        kind=_KINDS[choice.sort],
        detail=choice.detail or None,
        text_edit=types.TextEdit(where, choice.text),
        # Moves and operands come before registers and symbols.
        sort_text=("0" if choice.sort in ("operand", "move") else "1") + choice.text,
    )


def _outlined(desk: Desk, view: View, entry: Entry) -> types.DocumentSymbol:
    start = desk.wire.range(view.lines, entry.line, 0, len(view.lines[entry.line]))
    end = desk.wire.range(view.lines, entry.last, 0, len(view.lines[entry.last]))
    return types.DocumentSymbol(entry.name, _OUTLINED[entry.sort], types.Range(start.start, end.end), start)
