"""Semantic tokens in the encoding of the language server protocol (LSP 3.17, semantic tokens).

The encoded tokens of each line are cached by its text, so that an edit costs only the lines that it changes. Columns
are in UTF-16 units.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dsp56k.language.tokenizer import KEPT_LINES, Sort, tokens

TYPES = ("comment", "function", "keyword", "macro", "variable", "number", "string", "type", "decorator")
"""The legend, in the protocol's names."""
DEFINITION = 1
"""The bit of the only modifier, definition."""
_NUMBER: dict[Sort, int] = {
    "comment": 0,
    "label": 1,
    "instruction": 2,
    "directive": 8,
    "macro": 3,
    "register": 7,
    "symbol": 4,
    "number": 5,
    "string": 6,
    "function": 1,
}
_FIELDS = 5


class Edit(NamedTuple):
    """The number of values to remove from `start` onwards, and the values that replace them."""

    start: int
    removed: int
    added: list[int]


@lru_cache(maxsize=KEPT_LINES)
def _line(text: str) -> array[int]:
    """Return the encoded tokens of a line; the first value, the distance in lines, is set later."""
    encode_tokens = array("I")
    before = 0
    for token in tokens(text):
        column, length = token.column, len(token.text)
        if not text.isascii():
            column = len(text[:column].encode("utf-16-le")) // 2
            length = len(token.text.encode("utf-16-le")) // 2
        encode_tokens.extend(
            (0, column - before, length, _NUMBER[token.sort], DEFINITION if token.sort == "label" else 0)
        )
        before = column
    return encode_tokens


def encode_tokens(lines: Sequence[str], first: int = 0) -> array[int]:
    """Return the encoded tokens of lines, the first of which is line `first` of its file."""
    found = array("I")
    down = first
    for text in lines:
        line = _line(text)
        if line:
            at = len(found)
            found.extend(line)
            found[at] = down
            down = 0
        down += 1
    return found


def diff_tokens(old: array[int], new: array[int]) -> Edit:
    """Return the difference between two encodings."""
    start = _common(old, new)
    shorter = min(len(old), len(new)) - start
    tail = _common(old[len(old) - shorter :][::-1], new[len(new) - shorter :][::-1]) if shorter else 0
    return Edit(start, len(old) - start - tail, list(new[start : len(new) - tail]))


def _common(one: array[int], other: array[int]) -> int:
    """Return the length of the common prefix, by bisection: bytes compare fast."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
