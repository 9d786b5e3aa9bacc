"""Formatting of a source in columns: operations in 8, operands in 16, moves in 32 and 48, comments in 48 or 64.

Fields at another tab stop stay there, as in a block of equates with long names.

Spaces that may be part of a text are not changed: text of COMMENT, continued lines, lines with a quote, long lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.asm.instructions.encoder import MNEMONICS
from dsp56k.asm.source.strings import split_fields
from dsp56k.language.tokenizer import MAX_LINE_LENGTH, statement

OPERATION = 8
FIELDS = (16, 32, 48)
"""Columns of operands and of the parallel moves after them."""
COMMENTS = (48, 64)
_TAB = 8
_COMMENT = "COMMENT"


def format_source(lines: Sequence[str]) -> list[str] | None:
    """Return the lines of a file in columns; None if a field of a statement would change."""
    laid_out = format_columns(lines)
    return laid_out if all(_same_fields(*pair) for pair in zip(lines, laid_out, strict=True)) else None


def _same_fields(line: str, laid_out: str) -> bool:
    """Return True if two lines differ only in blanks between the fields of a statement, or at their ends."""
    if line.rstrip() == laid_out.rstrip():
        return True
    one, other = statement(line.expandtabs(_TAB)), statement(laid_out)
    fields = one.label, one.operation, one.comment
    if fields != (other.label, other.operation, other.comment):
        return False
    return [text for text, _ in split_fields(one.operands)] == [text for text, _ in split_fields(other.operands)]


def format_columns(lines: Sequence[str]) -> list[str]:
    """Return the lines in columns; the number of lines does not change."""
    found: list[str] = []
    delimiter = ""
    for number, line in enumerate(lines):
        continued = line.endswith("\\") or (number > 0 and lines[number - 1].endswith("\\"))
        if delimiter:
            delimiter = "" if delimiter in line else delimiter
            found.append(line)
            continue
        parts = statement(line)
        if parts.key == _COMMENT and parts.operands:
            delimiter = "" if parts.operands[0] in parts.operands[1:] else parts.operands[0]
            found.append(line)
        else:
            found.append(line if continued or len(line) > MAX_LINE_LENGTH else _laid_out(line))
    return found


def _laid_out(line: str) -> str:
    if "'" in line or '"' in line:
        return line.rstrip()
    line = line.expandtabs(_TAB)
    parts = statement(line)
    if not parts.key or "=" in (parts.operation, parts.label[-1:]):
        return line.rstrip()
    if line[:1] not in (" ", "\t") and not parts.label:
        return line
    colon = ":" if parts.label and line[parts.label_column + len(parts.label) :].startswith(":") else ""
    machine = parts.key in MNEMONICS
    head = f"{parts.label}{colon}"
    text = _at(head, OPERATION if machine else _stop(head, parts.operation_column, OPERATION)) + parts.operation
    if parts.operands:
        fields = split_fields(parts.operands) if machine else [(parts.operands, 0)]
        if len(fields) > len(FIELDS):
            return line
        for column, (field, offset) in zip(FIELDS, fields, strict=False):
            text = _at(text, _stop(text, parts.operands_column + offset, column)) + field
    if not parts.comment:
        return text
    column = next((column for column in COMMENTS if len(text) < column), 0)
    return _at(text, _stop(text, len(line) - len(parts.comment), column)) + parts.comment


def _stop(text: str, column: int, usual: int) -> int:
    """Return the column of the next field: its current one if that is a tab stop after the text, else the default."""
    return column if column % _TAB == 0 and column > max(len(text), OPERATION) else usual


def _at(text: str, column: int) -> str:
    """Return the text padded with spaces up to a column, at least one if there is text."""
    return text.ljust(max(column, len(text) + 1 if text else 0))
