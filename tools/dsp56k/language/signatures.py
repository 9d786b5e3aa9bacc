"""The operands of an instruction, a directive, a function or a macro while they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from dsp56k.asm.source.statements import split
from dsp56k.language import keyword_info
from dsp56k.language.instruction_info import forms_of, title_of
from dsp56k.language.project import real
from dsp56k.language.view import View

_CALL = re.compile(r"@(\w+)\(([^()]*)$")
# Blanks separate the operands from parallel moves.
_SEPARATOR = re.compile(r"\s*,\s*|\s+")
_PARAMETER = re.compile(r"[^\s,]+")


class Signature(NamedTuple):
    """A form of a statement or a function: its text, the ranges of its parameters, and its meaning."""

    text: str
    parameters: tuple[tuple[int, int], ...]
    title: str


class SignatureHelp(NamedTuple):
    """The forms, and the numbers of the form and of the parameter that are being written."""

    signatures: tuple[Signature, ...]
    active: int
    parameter: int


def signature_help(view: View, line: int, column: int) -> SignatureHelp | None:
    """Return the forms of the statement or function before a column of a line."""
    before = view.lines[line][:column]
    parts = split(before)
    if not parts.key or parts.comment or not before[parts.operation_column + len(parts.operation) :]:
        return None
    if (call := _CALL.search(parts.operands)) and (known := keyword_info.function(call[1])):
        return SignatureHelp((_signature(known.syntax, known.title, "("),), 0, call[2].count(","))
    signatures = tuple(_statement(view, parts.key, parts.operation))
    if not signatures:
        return None
    number = len(_SEPARATOR.findall(before[parts.operands_column :]))
    fitting = (index for index, form in enumerate(signatures) if number < len(form.parameters))
    return SignatureHelp(signatures, next(fitting, 0), number)


def _statement(view: View, key: str, operation: str) -> Iterator[Signature]:
    macro = view.analysis.macros.get(operation) if view.analysis is not None else None
    if macro is not None:
        lines = view.lines_of(real(macro.file))
        definition = split(lines[macro.line - 1]) if macro.line <= len(lines) else None
        yield _signature(f"{operation} {definition.operands if definition else ''}".rstrip(), "macro", " ")
    elif (known := keyword_info.directive(key)) is not None:
        yield _signature(known.syntax, known.title, " ", known.name)
    else:
        for form in forms_of(key):
            yield _signature(form, title_of(key), " ")


def _signature(text: str, title: str, after: str, name: str = "") -> Signature:
    """Return a form; the parameters are the words after its name."""
    begin = text.index(after, text.index(name) if name else 0) + 1 if after in text else len(text)
    spans = tuple(
        (begin + match.start(), begin + match.end()) for match in _PARAMETER.finditer(text[begin:].rstrip(")"))
    )
    return Signature(text, spans, title)
