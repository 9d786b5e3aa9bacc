from dsp56k.system.html import html_table


def test_cells_are_text() -> None:
    page = html_table("a < b", ["name", "value"], [["<script>", 1], ["x\x1b", "&"]])
    assert "<caption>a &lt; b</caption><tr><th>name</th><th>value</th></tr>" in page
    assert ">&lt;script&gt;</td>" in page
    assert ">x\\x1b</td>" in page
    assert ">&amp;</td>" in page
    assert page.count("<tr>") == 3


def test_a_table_without_a_header() -> None:
    assert html_table("", [], []) == "<table><caption></caption></table>"
