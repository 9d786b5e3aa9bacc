"""A bar for each configuration, with the range of what varies as a whisker and the value written at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsp56k.study.figures.content import Bar, BarPanel, Bars
from dsp56k.study.figures.style import COLOURS, HATCHES, INK, PAPER, WIDTH, Sheet, sheet
from dsp56k.study.words import amount, decade, span

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLUMNS = 2
_BAR_HEIGHT = 0.27
"""Inches for each bar."""
_ROOM = 1.75
"""The axis reaches so far beyond the longest bar: room for the values in words."""


def draw(content: Bars) -> Sheet:
    """The sheet, to be made and written in `styled()`."""
    columns = min(_COLUMNS, len(content.panels)) or 1
    rows = -(-len(content.panels) // columns)
    names = list(dict.fromkeys(bar.name for panel in content.panels for bar in panel.bars))
    most = [
        max(len(panel.bars) for panel in content.panels[row * columns : (row + 1) * columns]) for row in range(rows)
    ]
    page = sheet(content, [0.75 + _BAR_HEIGHT * bars for bars in most], columns, width=WIDTH)
    for place, panel in enumerate(content.panels):
        _panel(page.cells[divmod(place, columns)], panel, content.quantity, names)
    for spare in range(len(content.panels), rows * columns):
        page.cells[divmod(spare, columns)].set_axis_off()
    return page


def _panel(axes: Axes, panel: BarPanel, quantity: str, names: list[str]) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    longest = max(max(bar.value.high, bar.published or 0) for bar in panel.bars)
    for place, bar in enumerate(panel.bars):
        look = names.index(bar.name)
        value = bar.value
        axes.barh(
            place, value.value, height=0.62, color=COLOURS[look % len(COLOURS)], alpha=0.75,
            hatch=HATCHES[look % len(HATCHES)], edgecolor=INK, linewidth=0.6,
        )  # fmt: skip
        if not value.is_certain:
            whisker = [[value.value - value.low], [value.high - value.value]]
            axes.errorbar(value.value, place, xerr=whisker, color=INK, capsize=2.2, linewidth=0.9)
        if bar.published is not None:
            axes.plot(
                [bar.published] * 2, [place - 0.42, place + 0.42], color=PAPER, linewidth=2, solid_capstyle="butt"
            )
        end = max(value.high, bar.published or 0)
        axes.annotate(
            _words(bar), (end, place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=6.3
        )  # fmt: skip
    axes.set_yticks(range(len(panel.bars)), [bar.name for bar in panel.bars])
    axes.set_ylim(len(panel.bars) - 0.4, -0.6)
    axes.set_xlim(0, longest * _ROOM)
    axes.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda tick, _: decade(tick)))
    axes.tick_params(axis="y", length=0)
    axes.set_title(panel.title, loc="left")
    axes.set_xlabel(quantity)


def _words(bar: Bar) -> str:
    published = "" if bar.published is None else f"; paper {amount(bar.published, bar.value.unit)}"
    return span(bar.value) + published


def describe(content: Bars) -> str:
    """The alternative text: every bar's value, its range, and the published value where there is one."""
    panels = (
        f"{panel.title}: " + "; ".join(f"{bar.name} {_words(bar)}" for bar in panel.bars) for panel in content.panels
    )
    return f"{content.title}. Bars of {content.quantity}. {'. '.join(panels)}. {content.configuration}"
