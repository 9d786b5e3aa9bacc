"""Finds the English of a source file: the prose of Markdown, comments, documentation and strings, with line numbers.

A passage is a paragraph of a document, a comment, a docstring or a string. Its lines are joined by spaces, so that a
pattern matches across a line break. Code in backticks and the placeholders of strings are blanked out, fenced blocks
left out.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

PROSE, COMMENT, DOC, STRING = KINDS = ("prose", "comment", "doc", "string")
"""Kinds of passages: of a document, a comment, a docstring or doc comment, a string literal."""
LANGUAGES = {"md": "md", "py": "py", "pyi": "py", "rs": "rs", "c": "c", "h": "c", "asm": "asm", "inc": "asm"}
"""Languages by the suffixes of their files."""

_TOKENS = {
    language: re.compile(f"(?P<comment>{comment})|(?P<literal>{literal})", re.DOTALL)
    for language, comment, literal in (
        ("py", r"#[^\n]*", r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'"),
        (
            "rs",
            r"//[^\n]*|/\*.*?\*/",
            r'\br(?P<hash>#*)".*?"(?P=hash)|"(?:\\.|[^"\\])*"|' + r"'(?:\\.[^'\n]*|[^'\\\n])'",
        ),
        ("c", r"//[^\n]*|/\*.*?\*/", r'"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'"),
        ("asm", r";[^\n]*", r'"[^"\n]*"|' + r"'[^'\n]*'"),
    )
}
_MARKER = re.compile(r"(?://[/!]|//|#+:?|;+|/\*+|\*/|\*)?[^\S\n]?(?P<text>.*?)\s*(?:\*/)?$")
_CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_BEGINS_PARAGRAPH = re.compile(r"\s*(?:[-*+]|\d+[.)])\s|\s*\||#")
_BETWEEN_PARTS_OF_A_STRING = re.compile(r"\s*[bfru]*", re.IGNORECASE)
_ITEM = re.compile(r"(?:\s*#\[[^\n]*\n)*\s*([^\n]*)")

NumberedLine = tuple[int, str]


@dataclass(frozen=True)
class Passage:
    """A paragraph. `begins` is true if no other paragraph of the same comment, docstring or string precedes it."""

    kind: str
    text: str
    starts: tuple[int, ...]
    """Offset in the text at which each of its lines begins."""
    lines: tuple[int, ...]
    """Line number of each of its lines, from 1."""
    begins: bool
    documents: str = ""
    """First line of the item that a Rust doc comment documents, after its attributes."""

    def line_at(self, offset: int) -> int:
        """Return the line number of a position in the text."""
        return self.lines[bisect_right(self.starts, offset) - 1]


def passages(suffix: str, text: str) -> Iterator[Passage]:
    """Yield the passages of a file with a suffix of `LANGUAGES`."""
    match LANGUAGES[suffix]:
        case "md":
            yield from _paragraphs(PROSE, _markdown_lines(text))
        case "py":
            # Expression statements that are strings: docstrings, and the documentation of constants and fields.
            statements = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr))
            docstrings = {
                value.lineno for value in statements if isinstance(value, ast.Constant) and isinstance(value.value, str)
            }
            yield from _tokens("py", text, docstrings)
        case language:
            yield from _tokens(language, text)


def _markdown_lines(text: str) -> Iterator[NumberedLine]:
    """Yield the lines outside of fenced blocks and comments, without the targets of links."""
    fence = ""
    in_comment = False
    for number, line in enumerate(text.splitlines(), 1):
        opening = re.match(r"\s*(```+)", line)
        if opening and not fence:
            fence = opening[1]
        elif fence:
            fence = "" if line.strip() == fence else fence
        else:
            in_comment |= "<!--" in line
            yield number, "" if in_comment else re.sub(r"\]\([^)\s]*\)", "]", line)
            in_comment &= "-->" not in line
            continue
        yield number, ""


def _tokens(language: str, text: str, docstrings: Container[int] = ()) -> Iterator[Passage]:
    """Yield the passages of comments and literals.

    Comments on successive lines are one if they have the same marker; adjacent literals are one string. A literal
    without a space is a name and not English.
    """
    newlines = [match.end() for match in re.finditer("\n", text)]
    comment: list[NumberedLine] = []
    string: list[NumberedLine] = []
    marker, string_end = "", 0
    for token in _TOKENS[language].finditer(text):
        number = bisect_right(newlines, token.start()) + 1
        if token["literal"]:
            if string and not _BETWEEN_PARTS_OF_A_STRING.fullmatch(text, string_end, token.start()):
                yield from _paragraphs(STRING, string)
                string = []
            body = token["literal"].strip("\"'")
            lines = [(number + offset, line.removesuffix("\\")) for offset, line in enumerate(body.split("\n"))]
            if number in docstrings:
                yield from _paragraphs(DOC, _without_examples(lines))
            else:
                string, string_end = _appended(string, lines), token.end()
            continue
        alone = not text[newlines[number - 2] if number > 1 else 0 : token.start()].strip()
        kind = token["comment"][:3] if token["comment"].startswith(("///", "//!")) else token["comment"][:1]
        if comment and not (alone and kind == marker and number == comment[-1][0] + 1):
            yield from _comment(comment, marker, text, newlines)
            comment = []
        marker = kind if alone else "after code"
        texts = [match["text"] for line in token["comment"].split("\n") if (match := _MARKER.match(line.strip()))]
        comment += [(number + offset, line) for offset, line in enumerate(texts)]
    yield from _paragraphs(STRING, string)
    if comment:
        yield from _comment(comment, marker, text, newlines)


def _appended(string: list[NumberedLine], lines: list[NumberedLine]) -> list[NumberedLine]:
    """Return the lines of two adjacent literals, the end of one and the beginning of the other as one line."""
    if not string:
        return lines
    number, last = string[-1]
    return [*string[:-1], (number, last + lines[0][1]), *lines[1:]]


def _comment(lines: list[NumberedLine], marker: str, text: str, newlines: list[int]) -> Iterator[Passage]:
    if marker not in {"///", "//!"}:
        yield from _paragraphs(COMMENT, lines)
        return
    last = lines[-1][0]
    item = _ITEM.match(text, newlines[last - 1]) if marker == "///" and last <= len(newlines) else None
    yield from _paragraphs(DOC, _without_examples(lines), item[1] if item else "")


def _without_examples(lines: Iterable[NumberedLine]) -> Iterator[NumberedLine]:
    """Yield lines of documentation, with fenced blocks and doctests empty."""
    fenced = False
    for number, line in lines:
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        yield number, "" if fenced or fence or line.lstrip().startswith((">>>", "...")) else line


def _paragraphs(kind: str, lines: Iterable[NumberedLine], documents: str = "") -> Iterator[Passage]:
    """Cut lines before empty lines, items of lists, headings and lines of tables."""
    paragraph: list[NumberedLine] = []
    begins = True
    for number, line in [*lines, (0, "")]:
        if paragraph and (not line.strip() or _BEGINS_PARAGRAPH.match(line)):
            passage = _joined(kind, paragraph, begins, documents)
            if kind != STRING or " " in passage.text:
                yield passage
            paragraph, begins = [], False
        if line.strip():
            paragraph.append((number, line.strip()))


def _joined(kind: str, lines: list[NumberedLine], begins: bool, documents: str) -> Passage:
    starts, offset = [], 0
    for _, line in lines:
        starts.append(offset)
        offset += len(line) + 1
    text = _CODE.sub(lambda code: code[1] + "~" * len(code[2]) + code[1], " ".join(line for _, line in lines))
    if kind == STRING:
        text = _PLACEHOLDER.sub(lambda code: "{" + "~" * len(code[1]) + "}", text)
    return Passage(kind, text, tuple(starts), tuple(number for number, _ in lines), begins, documents)
