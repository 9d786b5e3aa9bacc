"""Semantic tokens of a file, of the lines that are shown, or of the changes since the last request."""

from __future__ import annotations

from array import array
from itertools import count

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from dsp56k.cli.language.server.workspace import Workspace
from dsp56k.language import semantic_tokens

_LEGEND = types.SemanticTokensLegend(list(semantic_tokens.TYPES), ["definition"])


def add_semantic_tokens(server: LanguageServer, workspace: Workspace) -> None:
    """Add the requests for semantic tokens to a server."""
    # The tokens that a client holds, under the number of its last request.
    sent: dict[str, tuple[str, array[int]]] = {}
    names = map(str, count(1))

    def renewed(uri: str) -> tuple[str, array[int]]:
        known = workspace.view(uri)
        sent[uri] = next(names), semantic_tokens.encode_tokens(known[1].lines) if known else array("I")
        return sent[uri]

    @server.feature(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        types.SemanticTokensRegistrationOptions(_LEGEND, full=types.SemanticTokensFullDelta(delta=True), range=True),
    )
    def full(params: types.SemanticTokensParams) -> types.SemanticTokens:
        name, numbers = renewed(params.text_document.uri)
        return types.SemanticTokens(numbers.tolist(), name)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
    def delta(params: types.SemanticTokensDeltaParams) -> types.SemanticTokens | types.SemanticTokensDelta:
        uri = params.text_document.uri
        before = sent.get(uri)
        name, numbers = renewed(uri)
        if before is None or before[0] != params.previous_result_id:
            return types.SemanticTokens(numbers.tolist(), name)
        edit = semantic_tokens.diff_tokens(before[1], numbers)
        edits = [types.SemanticTokensEdit(*edit)] if edit.removed or edit.added else []
        return types.SemanticTokensDelta(edits, name)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE)
    def shown(params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        known = workspace.view(params.text_document.uri)
        first = params.range.start.line
        lines = known[1].lines[first : params.range.end.line + 1] if known else []
        return types.SemanticTokens(semantic_tokens.encode_tokens(lines, first).tolist())
