"""Pages of a listing, and source lines in columns (ASM E.2; chapter 6, PAGE, LSTCOL, OPT PP, RC and FC)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsp56k.asm.objectfile import FORM_FEED, ListingSettings
from dsp56k.asm.statements import split
from dsp56k.asm.strings import split_fields

# Label, operation, operand, X and Y data transfer fields, as the columns of figure E-2 lie.
_WIDTHS = (10, 8, 18, 12, 12)


def pretty(text: str, settings: ListingSettings) -> list[str]:
    """A source line with its fields in columns; a second line for a folded comment (OPT FC)."""
    text = text.expandtabs(8)
    parts = split(text)
    if not parts.key and not parts.label:
        return [text]
    widths = [given or default for given, default in zip((*settings.columns, *[None] * 5), _WIDTHS, strict=False)]
    operands = (
        [field for field, _ in split_fields(parts.operands)] if not parts.key.startswith(".") else [parts.operands]
    )
    fields = [parts.label, parts.operation, *operands]
    line = ""
    column = 0
    for number, value in enumerate(fields):
        line = f"{line:<{column}}" + (" " if line and not line.endswith(" ") and len(line) >= column else "") + value
        column += widths[number] if number < len(widths) else 0
    comment = parts.comment
    if not comment:
        return [line.rstrip()]
    if settings.fold:
        return [line.rstrip(), " " * widths[0] + comment]
    column = column if settings.relative_comments else sum(widths)
    gap = " " if line.rstrip() and len(line.rstrip()) >= column else ""
    return [f"{line.rstrip():<{column}}{gap}{comment}"]


def paged(lines: Iterable[str], settings: ListingSettings, banner: str) -> Iterator[str]:
    """Lines as pages: a banner, title and subtitle on top, margins, long lines wrapped, a form feed between pages.

    A line that is a form feed alone (PAGE without operands) begins a page.
    """
    margin = " " * settings.left
    width = max(1, settings.width - settings.left)
    body = max(1, settings.length - settings.top - settings.bottom)
    page, used = 0, body
    for line in lines:
        if line == FORM_FEED:
            used = body
            continue
        for first in range(0, max(1, len(line)), width):
            if used >= body:
                page += 1
                head = _head(settings, banner, page)
                yield from ([FORM_FEED] if page > 1 else [])
                yield from [""] * settings.top
                yield from (f"{margin}{text}"[: settings.width].rstrip() for text in head)
                used = len(head)
            yield f"{margin}{line[first : first + width]}".rstrip()
            used += 1


def _head(settings: ListingSettings, banner: str, page: int) -> list[str]:
    head = [f"{banner}  Page {page}"]
    # Titles come with the second page (ASM E.2).
    if settings.title and page > 1:
        head.append(settings.title)
    if settings.subtitle and page > 1:
        head.append(settings.subtitle)
    return [*head, ""]
