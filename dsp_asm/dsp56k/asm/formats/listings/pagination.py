"""Pages of a listing, and source lines in columns (ASM E.2; chapter 6, PAGE, LSTCOL, OPT PP, RC and FC)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsp56k.asm.listing import FORM_FEED, ListingSettings
from dsp56k.asm.source.statements import Statement, split
from dsp56k.asm.source.strings import split_fields
from dsp56k.isa.toml_files import load

# Label, operation, operand, X and Y data transfer fields, at the columns of the listings of 3.1 and 6.3.
_WIDTHS = (10, 8, 10, 12, 12)
_LABEL, _OPERATION, _OPERAND, _X, _Y = range(5)
_COLUMNS = load("assembler.toml")["columns"]
_MOVES, _PERIPHERAL_MOVES = frozenset(_COLUMNS["moves"]), frozenset(_COLUMNS["peripheral_moves"])
# A source or destination in Y memory.
_Y_MEMORY = re.compile(r"(?:^|,)y:", re.IGNORECASE)


def pretty(text: str, settings: ListingSettings, *, told: bool = True) -> list[str]:
    """Return a source line with its fields in columns; a second line for a folded comment (OPT FC).

    Unless the operations are distinguished (`told`), each field is in the column after the one before.

    A label that is too long for its column is omitted: it has a separate line (see `long_label`).
    """
    text = text.expandtabs(8)
    parts = split(text)
    if not parts.key and not parts.label and (not parts.comment or text == parts.comment):
        # A comment in column 1 is written to the label's column, any other one to the comment's.
        return [text]
    widths = _widths(settings)
    starts = [sum(widths[:number]) for number in range(len(widths))]
    label = "" if long_label(text, settings) else parts.label
    fields = [(_LABEL, label), (_OPERATION, parts.operation), *_operand_fields(parts, told=told)]
    line = ""
    column = 0
    for place, value in fields:
        if value:
            line = f"{line:<{starts[place]}}" + (" " if line and len(line) >= starts[place] else "") + value
            column = starts[place] + widths[place]
    comment = parts.comment
    if comment and settings.fold:
        return [line, " " * widths[_LABEL] + comment]
    if comment:
        column = column if settings.relative_comments else sum(widths)
        line = f"{line:<{column}}" + (" " if len(line) >= column else "") + comment
    return [line]


def long_label(text: str, settings: ListingSettings) -> str:
    """Return the label of a statement if it is too long for its column, else ""."""
    parts = split(text)
    return parts.label if parts.operation and len(parts.label) > _widths(settings)[_LABEL] else ""


def _widths(settings: ListingSettings) -> list[int]:
    """Return the widths of the columns, as set by LSTCOL."""
    return [given or default for given, default in zip((*settings.columns, *[None] * 5), _WIDTHS, strict=False)]


def _operand_fields(parts: Statement, *, told: bool) -> Iterator[tuple[int, str]]:
    """Yield the operand and the data transfers of a statement, each with its column.

    A move has no operand; a transfer with only Y memory is in the Y column, except for a peripheral move's.
    """
    if parts.key.startswith(".") or not parts.operands:
        yield _OPERAND, parts.operands
        return
    moves = [field for field, _ in split_fields(parts.operands)]
    if parts.key not in _MOVES or not told:
        yield _OPERAND, moves.pop(0)
    if told and len(moves) == 1 and parts.key not in _PERIPHERAL_MOVES and _Y_MEMORY.search(moves[0]) is not None:
        yield _Y, moves[0]
    else:
        yield from zip((_X, _Y, _Y, _Y, _Y), moves, strict=False)


class Control(str):
    """Text that goes to the printer unchanged and takes no line of the page (PRCTL)."""

    __slots__ = ()


def joined(lines: Iterable[str | ListingSettings]) -> str:
    """Return lines as one text."""
    texts = (line for line in lines if isinstance(line, str))
    return "".join(line if isinstance(line, Control) else f"{line}\n" for line in texts)


def paged(lines: Iterable[str | ListingSettings], banner: str) -> Iterator[str]:
    """Yield lines as pages: a banner, title and subtitle on top, margins, long lines wrapped.

    Settings among the lines apply to the lines after them. A line of only a form feed (PAGE without operands) begins
    a page. Between pages there are blank lines, or a form feed with OPT FF.
    """
    settings = ListingSettings()
    page, used, body = 0, 0, 0
    for line in lines:
        if isinstance(line, ListingSettings):
            settings = line
            if page:
                body = _body(settings)
            continue
        if isinstance(line, Control):
            yield line
            continue
        if line == FORM_FEED:
            yield from [""] * (0 if settings.form_feeds else body - used)
            used = body
            continue
        margin = " " * settings.left
        width = max(1, settings.width - settings.left)
        for first in range(0, max(1, len(line)), width):
            if used >= body:
                page += 1
                if page > 1:
                    yield from [""] * settings.bottom
                    yield from [FORM_FEED] if settings.form_feeds else []
                head = _head(settings, banner, page)
                yield from [""] * settings.top
                yield from (f"{margin}{text}"[: settings.width].rstrip() for text in head)
                used, body = len(head), _body(settings)
            yield f"{margin}{line[first : first + width]}" if line else ""
            used += 1


def _body(settings: ListingSettings) -> int:
    """Return the number of lines of a page between its margins, including the banner's."""
    return max(1, settings.length - settings.top - settings.bottom)


def _head(settings: ListingSettings, banner: str, page: int) -> list[str]:
    """Return four lines: the banner, and from the second page onwards the titles (ASM E.2)."""
    titles = (settings.title, settings.subtitle) if page > 1 else ("", "")
    return [f"{banner}  Page {page}", *titles, ""]
