"""A bar for each configuration, with its range over the corners as a whisker and its value next to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsp56k.study.figures.figure_data import Bar, BarPanel, Bars
from dsp56k.study.figures.style import COLOURS, HATCHES, INK, PAPER, WIDTH, Sheet, sheet
from dsp56k.study.results.wording import amount, decade, span

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLUMNS = 2
_BAR_HEIGHT = 0.27
"""Height of a bar in inches."""
_LETTER, _NAME_LETTER = 0.05, 0.065
"""Widths of a letter of a value and of a name in inches."""
_EDGES = 0.35
"""Width of the space around the axes in inches."""
_MAX_LINE = 0.6
"""Maximum part of an axis that a value in one line has."""
_MAX_WORDS = 0.75
"""Maximum part of an axis next to a bar that its value has."""


def draw(content: Bars) -> Sheet:
    """Return the sheet, to be drawn and written in `styled()`."""
    columns = min(_COLUMNS, len(content.panels)) or 1
    rows = -(-len(content.panels) // columns)
    names = list(dict.fromkeys(bar.name for panel in content.panels for bar in panel.bars))
    most = [
        max(len(panel.bars) for panel in content.panels[row * columns : (row + 1) * columns]) for row in range(rows)
    ]
    page = sheet(content, list(map(bars_height, most)), columns, width=WIDTH)
    for place, panel in enumerate(content.panels):
        bars(page.cell(*divmod(place, columns)), panel, content.quantity, names, WIDTH / columns)
    return page


def bars_height(count: int) -> float:
    """Return the height of `count` bars with their axis in inches."""
    return 0.75 + _BAR_HEIGHT * count


def bars(axes: Axes, panel: BarPanel, quantity: str, names: list[str], inches: float, *, narrow: bool = False) -> None:
    """Draw the bars of a panel of a width in inches; if it is `narrow`, values are written in two lines.

    `names` are all of the figure's.
    """
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    width = inches - _EDGES - _NAME_LETTER * max(len(bar.name) for bar in panel.bars)
    end_of_axis = 0.0
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
        words, width_of_words = bar_words(bar), _LETTER * (2 + len(bar_words(bar)))
        if narrow or width_of_words > _MAX_LINE * width:
            words = words.replace(" (", "\n(")
            width_of_words = _LETTER * (2 + max(map(len, words.splitlines())))
        part = width_of_words / max(width, _LETTER)
        end_of_axis = max(end_of_axis, end / (1 - min(part, _MAX_WORDS)))
        axes.annotate(words, (end, place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=6.3)
    axes.set_yticks(range(len(panel.bars)), [bar.name for bar in panel.bars])
    axes.set_ylim(len(panel.bars) - 0.4, -0.6)
    axes.set_xlim(0, end_of_axis or 1)
    axes.xaxis.set_major_locator(MaxNLocator(2 if narrow else 4, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda tick, _: decade(tick)))
    axes.tick_params(axis="y", length=0)
    axes.set_title(panel.title, loc="left")
    axes.set_xlabel(quantity)


def bar_words(bar: Bar) -> str:
    """Return a bar's value, its range, and the published value if there is one."""
    published = "" if bar.published is None else f"; paper {amount(bar.published, bar.value.unit)}"
    return span(bar.value) + published


def describe(content: Bars) -> str:
    """Return the alternative text: every bar's value, its range, and the published value if there is one."""
    panels = (
        f"{panel.title}: " + "; ".join(f"{bar.name} {bar_words(bar)}" for bar in panel.bars) for panel in content.panels
    )
    return f"{content.title}. Bars of {content.quantity}. {'. '.join(panels)}. {content.configuration}"
