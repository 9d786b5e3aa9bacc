"""Output in notebooks."""

import re

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from dsp56k.lib import Result


def cells(page: str) -> list[str]:
    return re.findall(r"<td[^>]*>([^<]*)</td>", page)


def test_a_chip_shows_where_it_is_and_its_registers() -> None:
    dsp = Dsp56001()
    dsp.load(assemble(" org p:0\nstart jmp start\n"))
    dsp.regs.a = 0xFF_123456_789ABC
    dsp.regs.r3 = 0xBEEF
    shown = cells(dsp._repr_html_())
    assert shown[:6] == ["clocks", "0", "instructions", "0", "at", "start"]
    at = shown.index("a2")
    assert shown[at : at + 6] == ["a2", "$FF", "a1", "$123456", "a0", "$789ABC"]
    assert [name for name in shown if name[:1] in "xy" and name != "y"] == ["x1", "x0", "y1", "y0"]
    assert shown[shown.index("r3") + 1] == "$BEEF"
    assert shown[shown.index("pc") + 1] == "$0000"


def test_memory_shows_rows_that_hold_something() -> None:
    dsp = Dsp56001()
    assert "all 0" in dsp.y._repr_html_()
    dsp.y[0x123] = 0xABCDEF
    assert cells(dsp.y._repr_html_()) == ["$0120", "000000", "000000", "000000", "ABCDEF", *["000000"] * 4]
    dsp.y[0:0x800] = [1] * 0x800
    page = dsp.y._repr_html_()
    assert "32 of 256 lines" in page
    assert len(cells(page)) == 32 * 9


def test_costs_and_results_are_tables() -> None:
    dsp = Dsp56001()
    dsp.p[0] = 0x0C0000
    assert cells(dsp.explain_cost()._repr_html_()) == ["base", "4", "total", "4"]
    shown = cells(Result(value=255, clocks=12345, instructions=600, setup_clocks=7)._repr_html_())
    assert shown == ["value", "255", "clocks", "12,345", "instructions", "600", "clocks of setup", "7"]
