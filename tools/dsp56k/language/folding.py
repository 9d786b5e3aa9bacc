"""Parts of a source that an editor can fold: bodies between two directives, COMMENT texts, and blocks of comments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dsp56k.language.tokenizer import statement

_ENDS = {
    "MACRO": "ENDM", "DUP": "ENDM", "DUPA": "ENDM", "DUPC": "ENDM", "DUPF": "ENDM",
    "SECTION": "ENDSEC", "BUFFER": "ENDBUF", "IF": "ENDIF",
    ".IF": ".ENDI", ".FOR": ".ENDF", ".WHILE": ".ENDW", ".LOOP": ".ENDL", ".REPEAT": ".UNTIL",
}  # fmt: skip
_CLOSING = frozenset(_ENDS.values())
_COMMENT = "COMMENT"


class Fold(NamedTuple):
    """Lines from `first` to `last` (from 0), of which the first stays visible."""

    first: int
    last: int
    is_comment: bool


def folds(lines: Sequence[str]) -> list[Fold]:
    """Return the parts of a file that can be folded."""
    found: list[Fold] = []
    # The directives that wait for their end, with their lines.
    opened: list[tuple[str, int]] = []
    delimiter, begun = "", 0
    comments: int | None = None

    def close_comments(last: int) -> None:
        if comments is not None and last > comments:
            found.append(Fold(comments, last, is_comment=True))

    for number, text in enumerate(lines):
        if delimiter:
            if delimiter in text:
                delimiter = ""
                found.append(Fold(begun, number, is_comment=True))
            continue
        if text.startswith((";", "*")):
            comments = number if comments is None else comments
            continue
        close_comments(number - 1)
        comments = None
        parts = statement(text)
        if parts.key == _COMMENT and parts.operands and parts.operands[0] not in parts.operands[1:]:
            delimiter, begun = parts.operands[0], number
        elif parts.key in _ENDS:
            opened.append((_ENDS[parts.key], number))
        elif parts.key in _CLOSING:
            # An end without its beginning closes nothing; one of an outer part closes the inner ones.
            at = next((index for index in range(len(opened) - 1, -1, -1) if opened[index][0] == parts.key), None)
            if at is not None:
                found.append(Fold(opened[at][1], number, is_comment=False))
                del opened[at:]
    close_comments(len(lines) - 1)
    return [fold for fold in found if fold.last > fold.first]
