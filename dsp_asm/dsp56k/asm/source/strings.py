"""Strings: quoted text, its concatenation, and its value as a number (ASM 2.3, 3.5.2)."""

from __future__ import annotations

import re

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError

Fields = list[tuple[str, int]]
"""Parts of a text, each with its offset."""
QUOTES = ("'", '"')
# Tab stops are at the columns 1, 9, 17 ... (ASM 2.1).
_TAB = 8
# A quote that nothing closes runs to the end of the text.
_QUOTED = re.compile(r"'[^']*'?|\"[^\"]*\"?")
_FIELD = re.compile(r"[^ \t]+")
# Spaces after a term, and before one, or of an operator without a space after it.
_EXTRA_FIELD = re.compile(r"(?<![-+*/%&|^<>=!~(, \t])[ \t]+(?![), \t]|[-+*/%&|^<>=!]+[ \t])")
_COMMA_OR_PARENTHESIS = re.compile(r"[,()]")


def parse_string(text: str, at: int, column: int = 0) -> tuple[str, int]:
    """Return the string that starts at text[at], with any that `++` appends, and the offset after it.

    Two quotes are one. Raises SourceError if no string starts there or it does not end; the text begins at
    `column` of the statement.
    """
    parts: list[str] = []
    while True:
        if not text.startswith(QUOTES, at):
            raise SourceError(
                messages.QUOTE_EXPECTED if not parts else messages.STRING_AFTER_CONCATENATION, column + at
            )
        quote = text[at]
        start = at
        at += 1
        while True:
            end = text.find(quote, at)
            if end < 0:
                raise SourceError(messages.MISSING_QUOTE, column + start, len(text) - start)
            parts.append(text[at:end])
            at = end + 1
            if text[at : at + 1] != quote:
                break
            parts.append(quote)
            at += 1
        if text[at : at + 2] != "++":
            return "".join(parts), at
        at += 2


def whole_string(text: str, column: int = 0) -> str:
    """Return the string that fills a text at `column`, except for spaces around it. Raises SourceError."""
    string, at = parse_string(text, len(text) - len(text.lstrip()), column)
    if text[at:].strip():
        raise SourceError(messages.EXTRA_AFTER_STRING, column + at, len(text) - at)
    return string


def is_string(text: str) -> bool:
    """Return True if a text is one string, or several joined by `++`, and nothing else."""
    if not text.startswith(QUOTES):
        return False
    try:
        return not text[parse_string(text, 0)[1] :].strip()
    except SourceError:
        return False


def string_number(string: str) -> int:
    """Return the first four characters as bytes of one number, the last one lowest (ASM 3.5.2)."""
    number = 0
    for char in string[:4]:
        number = number << 8 | ord(char) & 0xFF
    return number


def pack(string: str, per_word: int) -> list[int]:
    """Return characters as words of `per_word` bytes, left-aligned and filled with zeros (ASM chapter 6, DC)."""
    words: list[int] = []
    for first in range(0, len(string), per_word):
        word = 0
        for char in string[first : first + per_word].ljust(per_word, "\0"):
            word = word << 8 | ord(char) & 0xFF
        words.append(word)
    return words


def unquoted(text: str) -> str:
    """Return the text with quoted parts blanked out: characters found in it are outside quotes."""
    if "'" not in text and '"' not in text:
        return text
    return _QUOTED.sub(lambda quoted: "_" * len(quoted.group()), text)


def end_of_code(text: str) -> int:
    """Return the offset of the comment: of the first `;` outside quotes, or the length of the text."""
    at = text.find(";")
    if at > 0:
        at = unquoted(text).find(";")
    return at if at >= 0 else len(text)


def expand_tabs(text: str) -> str:
    """Return a line whose tabs inside strings are spaces up to the next tab stop; elsewhere they are white space."""
    expanded, done = "", 0
    for quoted in _QUOTED.finditer(text, 0, end_of_code(text)):
        if "\t" in quoted.group():
            expanded += text[done : quoted.start()]
            column = len(expanded.expandtabs(_TAB))
            expanded += (" " * column + quoted.group()).expandtabs(_TAB)[column:]
            done = quoted.end()
    return expanded + text[done:]


def matching_parenthesis(text: str, at: int) -> int | None:
    """Return the offset of the `)` that closes a parenthesis opened before `at`; None if there is none."""
    depth = 0
    for place, char in enumerate(unquoted(text[at:]), start=at):
        if char == "(":
            depth += 1
        elif char == ")":
            if not depth:
                return place
            depth -= 1
    return None


def split_fields(text: str) -> Fields:
    """Return the fields of an operand text, which spaces outside quotes separate, each with its offset."""
    shown = unquoted(text)
    if text and " " not in shown and "\t" not in shown:
        return [(text, 0)]
    return [(text[match.start() : match.end()], match.start()) for match in _FIELD.finditer(shown)]


def extra_field(text: str) -> int | None:
    """Return the offset of a second field in an operand text.

    Spaces end a field, except for those next to a comma and those on both sides of an operator, as in the manual.
    """
    match = _EXTRA_FIELD.search(unquoted(text))
    return match.end() if match else None


def split_commas(text: str, *, parentheses: bool = True) -> Fields:
    """Return the parts of a text between commas outside quotes (and parentheses), trimmed, each with its offset."""
    shown = unquoted(text)
    parts: Fields = []
    start = 0
    if not parentheses or "(" not in shown:
        for length in map(len, shown.split(",")):
            parts.append(_trimmed(text, start, start + length))
            start += length + 1
        return parts
    depth = 0
    for match in _COMMA_OR_PARENTHESIS.finditer(shown):
        if match.group() != ",":
            depth += 1 if match.group() == "(" else -1
        elif depth <= 0:
            parts.append(_trimmed(text, start, match.start()))
            start = match.end()
    return [*parts, _trimmed(text, start, len(text))]


def _trimmed(text: str, start: int, end: int) -> tuple[str, int]:
    """Return text[start:end] without the spaces around it, and its offset then."""
    part = text[start:end]
    trimmed = part.strip()
    return trimmed, start if trimmed == part else start + len(part) - len(part.lstrip())
