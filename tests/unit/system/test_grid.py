"""Tables in words: a terminal's, Markdown's, plain ones and a notebook's."""

import io

import pytest
from rich.console import Console

from dsp56k.system.grid import Column, Grid, columns, html_table, markdown


def test_markup_and_bars_in_a_file_s_words_stay_words() -> None:
    grid = Grid("t", (Column("a"), Column("b", number=True)), [("[red]x[/red] | y", "1")])
    assert grid.as_markdown() == "| a | b |\n| --- | ---: |\n| [red]x[/red] \\| y | 1 |\n"
    console = Console(width=60, file=io.StringIO(), record=True)
    console.print(grid.as_rich())
    assert "[red]x[/red] | y" in console.export_text()


def test_a_heading_with_a_colon_is_that_of_numbers() -> None:
    assert columns("a", "b:") == (Column("a"), Column("b", number=True))


def test_cells_of_markdown_stay_as_they_are() -> None:
    lines = ["| a | b |", "| --- | ---: |", "| [x](y.md) | `1 < 2` |"]
    assert markdown(columns("a", "b:"), [("[x](y.md)", "`1 < 2`")]) == lines


def test_columns_of_text_are_aligned_and_no_line_ends_in_a_blank() -> None:
    grid = Grid("t", columns("name", "clocks:", "where"), [("a", "1,000", ""), ("longer", "2", "x")])
    assert grid.as_text() == "name    clocks  where\na        1,000\nlonger       2  x\n"
    assert Grid("t", columns("a", "b:"), []).as_text() == "a  b\n"


def test_only_the_last_column_is_shortened() -> None:
    grid = Grid("", columns("clocks:", "instruction"), [("1,000", "do #20,a_long_label"), ("20", "nop")])
    assert grid.as_text(16) == "clocks  instruc…\n 1,000  do #20,…\n    20  nop\n"
    assert grid.as_text(27) == grid.as_text()
    assert grid.as_text(10).splitlines()[0] == "clocks  i…"
    assert grid.as_text(9) == grid.as_text(1) == "clocks  …\n 1,000  …\n    20  …\n"


def test_each_row_has_a_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="zip"):
        Grid("", columns("a", "b"), [("x",)]).as_text()


def test_cells_are_text() -> None:
    page = html_table("a < b", ["name", "value"], [["<script>", 1], ["x\x1b", "&"]])
    assert "<caption>a &lt; b</caption><tr><th>name</th><th>value</th></tr>" in page
    assert ">&lt;script&gt;</td>" in page
    assert ">x\\x1b</td>" in page
    assert ">&amp;</td>" in page
    assert page.count("<tr>") == 3


def test_a_table_without_a_header() -> None:
    assert html_table("", [], []) == "<table><caption></caption></table>"
