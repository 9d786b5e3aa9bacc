"""Strings: quoted text, its concatenation, and its value as a number (ASM 2.3, 3.5.2)."""

from __future__ import annotations

from dsp56k.asm import catalogue as say
from dsp56k.asm.diagnostics import SourceError

Fields = list[tuple[str, int]]
"""Parts of a text, each with its offset."""
QUOTES = "'\""
# Tabs inside a string become blanks up to the next column 1, 9, 17 ... (ASM 2.1); elsewhere they are only white space.
_TAB = 8


def parse_string(text: str, at: int) -> tuple[str, int]:
    """The string that starts at text[at], with any that `++` appends, and the offset behind it.

    Two quotes stand for one. Raises SourceError if no string starts there or it does not end.
    """
    parts: list[str] = []
    while True:
        if text[at : at + 1] not in ("'", '"') or at >= len(text):
            raise SourceError(say.QUOTE_EXPECTED if not parts else say.STRING_AFTER_CONCATENATION, at)
        quote = text[at]
        start = at
        at += 1
        while True:
            end = text.find(quote, at)
            if end < 0:
                raise SourceError(say.MISSING_QUOTE, start, len(text) - start)
            parts.append(text[at:end])
            at = end + 1
            if text[at : at + 1] != quote:
                break
            parts.append(quote)
            at += 1
        if text[at : at + 2] != "++":
            return "".join(parts).expandtabs(_TAB), at
        at += 2


def whole_string(text: str) -> str:
    """The string that fills a text but for blanks around it. Raises SourceError."""
    start = len(text) - len(text.lstrip())
    string, at = parse_string(text, start)
    if text[at:].strip():
        raise SourceError(say.EXTRA_AFTER_STRING, at, len(text) - at)
    return string


def is_string(text: str) -> bool:
    """Whether a text is one string, or several joined by `++`, and nothing else."""
    if text[:1] not in ("'", '"'):
        return False
    try:
        return not text[parse_string(text, 0)[1] :].strip()
    except SourceError:
        return False


def string_number(string: str) -> int:
    """The first four characters as bytes of one number, the last one lowest (ASM 3.5.2)."""
    number = 0
    for char in string[:4]:
        number = number << 8 | ord(char) & 0xFF
    return number


def pack(string: str, per_word: int) -> list[int]:
    """Characters as words of `per_word` bytes, left-aligned and filled with zeros (ASM chapter 6, DC)."""
    words: list[int] = []
    for first in range(0, len(string), per_word):
        word = 0
        for char in string[first : first + per_word].ljust(per_word, "\0"):
            word = word << 8 | ord(char) & 0xFF
        words.append(word)
    return words


def end_of_code(text: str) -> int:
    """The offset of the comment: of the first `;` outside quotes, or the length of the text."""
    if "'" not in text and '"' not in text:
        at = text.find(";")
        return at if at >= 0 else len(text)
    quote = ""
    for at, char in enumerate(text):
        if quote:
            if char == quote:
                quote = ""
        elif char in QUOTES:
            quote = char
        elif char == ";":
            return at
    return len(text)


def matching_parenthesis(text: str, at: int) -> int | None:
    """The offset of the `)` that closes a parenthesis opened before `at`; None if there is none."""
    quote, depth = "", 0
    for place, char in enumerate(text[at:], start=at):
        if quote:
            quote = "" if char == quote else quote
        elif char in QUOTES:
            quote = char
        elif char == "(":
            depth += 1
        elif char == ")":
            if not depth:
                return place
            depth -= 1
    return None


def split_fields(text: str) -> Fields:
    """The fields of an operand text, which blanks outside quotes separate, each with its offset."""
    return _split(text, " \t", parentheses=False)


def split_commas(text: str, *, parentheses: bool = True) -> Fields:
    """The parts of a text between commas outside quotes (and parentheses), trimmed, each with its offset."""
    if "," not in text:
        start = len(text) - len(text.lstrip())
        return [(text.strip(), start)]
    parts = _split(text, ",", parentheses=parentheses)
    return [(part.strip(), at + len(part) - len(part.lstrip())) for part, at in parts]


def _split(text: str, separators: str, *, parentheses: bool) -> Fields:
    """Split at any of `separators`; runs of blanks count as one separator, each comma as one."""
    parts: Fields = []
    blanks = "," not in separators
    quote = ""
    depth = 0
    start = 0
    for at, char in enumerate(text):
        if quote:
            if char == quote:
                quote = ""
        elif char in QUOTES:
            quote = char
        elif char == "(" and parentheses:
            depth += 1
        elif char == ")" and parentheses:
            depth -= 1
        elif char in separators and depth <= 0:
            if not blanks or at > start:
                parts.append((text[start:at], start))
            start = at + 1
    if not blanks or start < len(text):
        parts.append((text[start:], start))
    return parts
