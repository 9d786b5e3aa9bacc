"""Listing control and options (ASM 6.3.4).

LIST NOLIST LSTCOL OPT PAGE PRCTL STITLE TITLE, and TABS of later versions.
"""

from __future__ import annotations

from dataclasses import replace

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.listing import CONTROL, FORM_FEED, PAGE_FIELDS, ListingLine, with_page
from dsp56k.asm.passes.assembly_pass import Directive, Pass
from dsp56k.asm.source.statements import Statement
from dsp56k.asm.source.strings import is_string, split_commas, whole_string

_MAX_ARGUMENTS = 5
_FIELD_NAMES = ("label", "opcode", "operand", "X", "Y")
_BYTE = range(256)


def list_on(assembly: Pass, parts: Statement) -> None:
    """LIST: one level back towards a listing."""
    assembly.listing.level += 1


def list_off(assembly: Pass, parts: Statement) -> None:
    """NOLIST: one level away from a listing."""
    assembly.listing.level -= 1


def _numbers(assembly: Pass, parts: Statement) -> list[int | None]:
    """Return up to five non-negative integers, any of which may be omitted."""
    fields = split_commas(parts.operands) if parts.operands else []
    if len(fields) > _MAX_ARGUMENTS:
        raise SourceError(messages.EXTRA_FIELDS, parts.operands_column + fields[_MAX_ARGUMENTS][1])
    numbers: list[int | None] = []
    for text, at in fields:
        column = parts.operands_column + at
        number = assembly.scope.integer(text, column) if text else None
        if number is not None and number < 0:
            raise SourceError(messages.NEGATIVE_VALUE, column, len(text))
        numbers.append(number)
    return numbers


def page(assembly: Pass, parts: Statement) -> None:
    """PAGE [width,length,top,bottom,left]."""
    numbers = _numbers(assembly, parts)
    if not numbers:
        # A new page, and not a line of the listing (ASM chapter 6, PAGE).
        if assembly.listing.wanted:
            assembly.listing.add(ListingLine(assembly.reader.count, "", FORM_FEED, settings=assembly.listing.settings))
        return
    # An argument that is omitted keeps its last value (ASM chapter 6, PAGE).
    given = {name: number for name, number in zip(PAGE_FIELDS, numbers, strict=False) if number is not None}
    page_form, wrong = with_page(assembly.listing.settings, given)
    if wrong is not None:
        raise parts.operands_error(wrong)
    assembly.listing.settings = page_form
    assembly.listing.statement(parts)


def lstcol(assembly: Pass, parts: Statement) -> None:
    """LSTCOL [label,operation,operand,x,y widths]."""
    columns, settings = tuple(_numbers(assembly, parts)), assembly.listing.settings
    for name, width in zip(_FIELD_NAMES, columns, strict=False):
        if width is not None and width >= settings.width:
            raise parts.operands_error(messages.FIELD_WIDTH, name=name, width=settings.width)
    assembly.listing.settings = replace(settings, columns=columns, pretty=True, given=settings.given | {"columns"})
    assembly.listing.statement(parts)


def opt(assembly: Pass, parts: Statement) -> None:
    """OPT option,..."""
    if not parts.operands:
        raise parts.operation_error(messages.MISSING_OPTION)
    assembly.listing.statement(parts)
    for text, at in split_commas(parts.operands):
        # Text after a space is a comment (ASM chapter 6, OPT).
        option = text.split()[0] if text else ""
        assembly.switches.set(option, parts.operands_column + at)


def prctl(assembly: Pass, parts: Statement) -> None:
    """PRCTL byte|string,...: send bytes to the printer at this point of the listing."""
    pieces: list[str] = []
    for text, at in split_commas(parts.operands):
        if is_string(text):
            pieces.append(whole_string(text))
            continue
        byte = assembly.scope.integer(text, parts.operands_column + at)
        if byte not in _BYTE:
            raise SourceError(messages.RESULT_TOO_LARGE, parts.operands_column + at, len(text), bits=8)
        pieces.append(chr(byte))
    line = ListingLine(assembly.reader.count, CONTROL, "".join(pieces), settings=assembly.listing.settings)
    assembly.listing.add(line)


def _optional_string(parts: Statement) -> str:
    return whole_string(parts.operands, parts.operands_column) if parts.operands else ""


def title(assembly: Pass, parts: Statement) -> None:
    """TITLE ['string']."""
    assembly.listing.settings = replace(assembly.listing.settings, title=_optional_string(parts))


def stitle(assembly: Pass, parts: Statement) -> None:
    """STITLE ['string']."""
    assembly.listing.settings = replace(assembly.listing.settings, subtitle=_optional_string(parts))


def tabs(assembly: Pass, parts: Statement) -> None:
    """TABS stops (1996 manual): source tabs are white space here, so only the operand is checked."""
    if parts.operands:
        assembly.scope.integer(parts.operands, parts.operands_column)


DIRECTIVES = {
    "LIST": Directive(list_on, alone=True),
    "LSTCOL": Directive(lstcol),
    "NOLIST": Directive(list_off, alone=True),
    "OPT": Directive(opt),
    "PAGE": Directive(page),
    "PRCTL": Directive(prctl),
    "STITLE": Directive(stitle),
    "TABS": Directive(tabs),
    "TITLE": Directive(title),
}
