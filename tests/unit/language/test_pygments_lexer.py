"""The Pygments lexer: the tokens of a source, and every source of the library without an error."""

from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, Number, String, Whitespace, _TokenType

from dsp56k.language.pygments_lexer import Asm56000Lexer

ROOT = Path(__file__).parents[3]
SOURCES = sorted((ROOT / "dsp_asm/dsp56k/lib/src").rglob("*.asm"))[:20] + sorted(
    (ROOT / "tests/asm_cases").rglob("*.asm")
)


def tokens(text: str) -> list[tuple[_TokenType, str]]:
    return [(kind, value) for kind, value in Asm56000Lexer().get_tokens(text) if kind is not Whitespace]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("loop  mac x0,y0,a", [(Name.Label, "loop"), (Keyword, "mac"), (Name.Builtin.Pseudo, "x0")]),
        ("  org p:$40", [(Keyword.Pseudo, "org"), (Keyword.Type, "p"), (Number.Hex, "$40")]),
        ("  dc 'it''s',%101,0.5", [(String, "'it''s'"), (Number.Bin, "%101"), (Number.Float, "0.5")]),
        ("* a comment", [(Comment.Single, "* a comment")]),
        ("  nop ; wait", [(Keyword, "nop"), (Comment.Single, "; wait")]),
        ("  mine arg", [(Name.Function, "mine"), (Name.Variable, "arg")]),
        ("a", [(Name.Label, "a")]),
    ],
)
def test_tokens(text: str, expected: list[tuple[_TokenType, str]]) -> None:
    found = tokens(text)
    assert [token for token in expected if token not in found] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_character_of_a_source_has_a_token(path: Path) -> None:
    text = path.read_text("latin-1")
    found = list(Asm56000Lexer(stripnl=False, ensurenl=False).get_tokens(text))
    assert "".join(value for _, value in found) == text.replace("\r\n", "\n").replace("\r", "\n")
    assert [value for kind, value in found if kind is Error] == []
