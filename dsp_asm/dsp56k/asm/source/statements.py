"""Statements: a line of text to its label, operation and operand fields (ASM 2.4).

Text in column 1 is a label; a first field that ends with a colon is one in any column. `*` or `;` in column 1
makes the line a comment.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from dsp56k.asm.diagnostics.model import Message, SourceError
from dsp56k.asm.memoize import cached_by_text
from dsp56k.asm.source.strings import end_of_code

_FIELDS = re.compile(r"([^ \t;]*)[ \t]*([^ \t;]*)[ \t]*")
# Fields that begin with a quote can't be labels or operations; the operand text keeps its quotes.
_COMMENT_LINE = (";", "*")


class Statement(NamedTuple):
    """The fields of a line. Columns are offsets from 0; `key` is the operation in upper case."""

    text: str
    label: str
    label_column: int
    operation: str
    key: str
    operation_column: int
    operands: str
    operands_column: int
    comment: str

    def operation_error(self, kind: Message, **values: object) -> SourceError:
        """Return an error at the operation field."""
        return SourceError(kind, self.operation_column, len(self.key), **values)

    def operands_error(self, kind: Message, **values: object) -> SourceError:
        """Return an error of the complete operand field."""
        return SourceError(kind, self.operands_column, len(self.operands), **values)


@cached_by_text
def split(text: str) -> Statement:
    """Return the fields of a line."""
    if not text or text[0] in _COMMENT_LINE:
        return Statement(text, "", 0, "", "", 0, "", len(text), text)
    match = _FIELDS.match(text)
    assert match is not None
    label, operation = match.groups()
    label_column, operation_column, end = 0, match.start(2), match.end()
    if "=" in label:
        label, _, _ = label.partition("=")
        operation, operation_column = text[len(label) :], len(label)
    elif not label and operation.endswith(":") and len(operation) > 1:
        label, label_column = operation, operation_column
        rest = _FIELDS.match(text, end)
        assert rest is not None
        operation, operation_column = rest.group(1), rest.start(1)
        end = rest.start(2) if operation else rest.end()
    if operation.startswith("="):
        # NAME=value with or without spaces: the operation is the sign itself.
        operation, value = "=", text[operation_column + 1 :].lstrip()
        end = len(text) - len(value)
    label = label.removesuffix(":")
    code_end = end + end_of_code(text[end:])
    operands = text[end:code_end].rstrip()
    return Statement(
        text,
        label,
        label_column,
        operation,
        operation.upper(),
        operation_column,
        operands,
        end,
        text[code_end:].rstrip(),
    )
