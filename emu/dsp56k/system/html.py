"""Tables for notebooks, which show an object by its `_repr_html_`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from dsp56k.system.text import shown

_CELL = "text-align:right;font-family:monospace"


def html_table(caption: str, header: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Return a table of plain cells; their content is text."""
    head = "".join(f"<th>{_text(cell)}</th>" for cell in header)
    body = "".join(
        "<tr>" + "".join(f'<td style="{_CELL}">{_text(cell)}</td>' for cell in row) + "</tr>" for row in rows
    )
    return f"<table><caption>{_text(caption)}</caption>" + (f"<tr>{head}</tr>" if head else "") + f"{body}</table>"


def _text(cell: object) -> str:
    return escape(shown(str(cell)))
