"""Tables in words, for a terminal, a Markdown document, plain text and the `_repr_html_` of a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsp56k.system.text import as_markdown, shown

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class Column:
    """A column's heading, and whether it has numbers, which are aligned to the right."""

    heading: str
    number: bool = False


@dataclass(frozen=True)
class Grid:
    """A table in words."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]

    def as_rich(self) -> Table:
        """Return the table for a terminal."""
        from rich.table import Table
        from rich.text import Text

        table = Table(title=self.title)
        for column in self.columns:
            table.add_column(column.heading, justify="right" if column.number else "left", overflow="fold")
        for row in self.rows:
            table.add_row(*map(Text, row))  # a cell may contain brackets
        return table

    def as_markdown(self) -> str:
        """Return the table for a document, without the title."""
        rows = [[as_markdown(cell) for cell in row] for row in self.rows]
        return "".join(f"{line}\n" for line in markdown(self.columns, rows))

    def as_text(self, max_width: int | None = None) -> str:
        """Return aligned columns, without the title and without blanks at the end of a line.

        A cell of the last column is shortened if its line would be longer than `max_width`.
        """
        lines: list[Sequence[str]] = [[column.heading for column in self.columns], *self.rows]
        widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
        if max_width is not None:
            last = max(1, max_width - sum(width + 2 for width in widths[:-1]))
            lines = [(*line[:-1], line[-1] if len(line[-1]) <= last else f"{line[-1][: last - 1]}…") for line in lines]
        return "".join(
            "  ".join(
                cell.rjust(width) if column.number else cell.ljust(width)
                for column, cell, width in zip(self.columns, line, widths, strict=True)
            ).rstrip()
            + "\n"
            for line in lines
        )


def columns(*headings: str) -> tuple[Column, ...]:
    """Return columns with these headings; those with a colon at the end have numbers, as in the rule of Markdown."""
    return tuple(Column(heading.removesuffix(":"), heading.endswith(":")) for heading in headings)


def markdown(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table whose cells are Markdown."""
    rule = ["---:" if column.number else "---" for column in columns]
    return [markdown_row(line) for line in ([column.heading for column in columns], rule, *rows)]


def markdown_row(cells: Sequence[str]) -> str:
    """Return the line of a table whose cells are Markdown."""
    return f"| {' | '.join(cells)} |"


def html_table(caption: str, header: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Return a table of plain cells; their content is text."""
    from html import escape

    def text(cell: object) -> str:
        return escape(shown(str(cell)))

    head = "".join(f"<th>{text(cell)}</th>" for cell in header)
    body = "".join(
        "<tr>"
        + "".join(f'<td style="text-align:right;font-family:monospace">{text(cell)}</td>' for cell in row)
        + "</tr>"
        for row in rows
    )
    return f"<table><caption>{text(caption)}</caption>" + (f"<tr>{head}</tr>" if head else "") + f"{body}</table>"
