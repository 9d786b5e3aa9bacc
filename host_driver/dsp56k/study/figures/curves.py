"""Rate and time per call over size: a column for each job, all with the same axes.

Curves are named at their right ends. Crossover points and published sizes are below the axes, in a strip of the sizes
at which a run is faster, so that no text is over a curve.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dsp56k.study.figures.bars import bar_words, bars, bars_height
from dsp56k.study.figures.figure_data import BarPanel, Curve, Curves, Mark, Panel
from dsp56k.study.figures.style import INK, PAPER, WIDTH, Sheet, log_ticks, sheet, style_of
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.wording import amount, span, time_tick

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BITS = "bit/s"
_COLUMNS = 3
_RATE_HEIGHT, _TIME_HEIGHT = 2.5, 1.6
"""Heights in inches."""
_USED = 0.72
"""Part of the height of a cell that its axes have: the rest are title, ticks and space."""
_LINE = 0.125
"""Height of a line of small text in inches."""
_NAME_LETTERS = 20
"""Maximum letters in a line of a curve's name."""
_TITLE_LETTERS = 30
_STRIP_LETTERS = 44
"""Maximum letters in a line of a strip in three columns."""
_MARKS = 24
"""Maximum intervals between the marks of a curve."""
_TICKS = 5
"""Maximum labels of a size axis in several columns."""
_SMALL = 6.3
"""Size of small letters in points."""


def draw(content: Curves) -> Sheet:
    """Return the sheet, to be drawn and written in `styled()`."""
    count = len(content.panels)
    columns = min(_COLUMNS, -(-count // 2) if count > _COLUMNS else count) or 1
    rows = -(-count // columns)
    names = list(dict.fromkeys(name for panel in content.panels for name in _names(panel)))
    letters = _STRIP_LETTERS * _COLUMNS // columns
    heights = [_heights(content.panels[row * columns : (row + 1) * columns], letters) for row in range(rows)]
    page = sheet(
        content,
        [height for parts in heights for height in parts],
        columns,
        width=WIDTH if columns > 1 else WIDTH * 2 / 3,
    )
    first: tuple[Axes, Axes] | None = None
    ends: list[tuple[Axes, Panel]] = []
    for place, panel in enumerate(content.panels):
        row, column = divmod(place, columns)
        if isinstance(panel, BarPanel):
            bars(page.cell(3 * row, column, 2), panel, f"rate ({_BITS})", names, WIDTH / columns, narrow=columns > 1)
            continue
        # The axes are common, because panels are compared with one another.
        rate = page.cell(3 * row, column, sharex=first and first[0], sharey=first and first[0])
        time = page.cell(3 * row + 1, column, sharex=rate, sharey=first and first[1])
        first = first or (rate, time)
        _panel(rate, time, panel, names)
        lines = _strip_lines(panel, letters)
        if lines:
            _strip(page.cell(3 * row + 2, column, sharex=rate), lines, heights[row][2])
        ends.append((rate, panel))
        time.set_xlabel(f"{panel.unit} per call")
        for axes in (rate, time):
            axes.tick_params(labelleft=column == 0 or axes in first)
        if column == 0 or first == (rate, time):
            rate.set_ylabel(f"rate ({content.rate_unit})")
            time.set_ylabel("time per call")
    if first:
        # Shared axes share the limits and ticks of the first.
        log_ticks(first[0].xaxis, most=_TICKS if columns > 1 else 2 * _TICKS)
        log_ticks(first[0].yaxis)
        log_ticks(first[1].yaxis, time_tick)
    for rate, panel in ends:
        _name_ends(rate, panel, names, content.rate_unit)
    return page


def _heights(panels: Sequence[Panel | BarPanel], letters: int) -> tuple[float, float, float]:
    """Return the heights of the three cells of a column, in inches."""
    bars_most = max((len(panel.bars) for panel in panels if isinstance(panel, BarPanel)), default=0)
    if bars_most and all(isinstance(panel, BarPanel) for panel in panels):
        return bars_height(bars_most) / 2, bars_height(bars_most) / 2, 0.01
    lines = max(len(_strip_lines(panel, letters)) for panel in panels if isinstance(panel, Panel))
    return _RATE_HEIGHT, _TIME_HEIGHT, _LINE * lines + 0.01


def _names(panel: Panel | BarPanel) -> list[str]:
    return [each.name for each in (panel.bars if isinstance(panel, BarPanel) else panel.curves)]


def _panel(rate: Axes, time: Axes, panel: Panel, names: list[str]) -> None:
    for axes in (rate, time):
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.grid(visible=True, which="major", linewidth=0.4, alpha=0.35)
        axes.tick_params(labelbottom=axes is time)
    for curve in panel.curves:
        style = style_of(names.index(curve.name))
        _band(rate, curve.sizes, curve.rates, curve.name, style)
        _band(time, curve.sizes, curve.times, curve.name, style)
    rate.set_title("\n".join(textwrap.wrap(panel.title, _TITLE_LETTERS)), loc="left")
    for published in panel.rates:
        rate.axhline(published.value, color=PAPER, linewidth=0.9, linestyle=(0, (4, 2)))
    for published in panel.sizes:
        for axes in (rate, time):
            axes.axvline(published.value, color=PAPER, linewidth=0.9, linestyle=(0, (4, 2)))


def _band(axes: Axes, sizes: Sequence[int], values: Sequence[Quantity], name: str, style: dict[str, Any]) -> None:
    shown = _apart(sizes)
    sizes, values = [sizes[place] for place in shown], [values[place] for place in shown]
    axes.plot(sizes, [quantity.value for quantity in values], label=name, **style)
    lows, highs = [quantity.low for quantity in values], [quantity.high for quantity in values]
    axes.fill_between(sizes, lows, highs, color=style["color"], alpha=0.18, linewidth=0)


def _apart(sizes: Sequence[int]) -> list[int]:
    """Return the indices of sizes whose marks do not overlap: a search measures many neighbours."""
    # A logarithmic axis does not show an empty message.
    places = [math.log(max(1, size)) for size in sizes]
    least = (places[-1] - places[0]) / _MARKS
    shown = [0]
    for place in range(1, len(sizes)):
        if places[place] - places[shown[-1]] >= least:
            shown.append(place)
    return [*shown[:-1], len(sizes) - 1] if len(shown) > 1 else list(dict.fromkeys((0, len(sizes) - 1)))


def _name_ends(axes: Axes, panel: Panel, names: list[str], unit: str) -> None:
    """Write the names of curves and of published rates at the right, in the order of their ends, none over another."""
    low, high = (math.log(limit) for limit in axes.get_ylim())
    labels: list[tuple[float, tuple[float, float], str, str]] = []
    for curve in panel.curves:
        rate = curve.rates[-1].value
        colour = style_of(names.index(curve.name))["color"]
        labels.append(((math.log(rate) - low) / (high - low), (curve.sizes[-1], rate), curve.name, colour))
    right = axes.get_xlim()[1]
    for published in panel.rates:
        text = f"{published.label}: {amount(published.value, unit)}"
        labels.append(((math.log(published.value) - low) / (high - low), (right, published.value), text, PAPER))
    labels.sort(key=lambda label: label[0])
    texts = [textwrap.wrap(text, _NAME_LETTERS) for _, _, text, _ in labels]
    heights = [len(lines) * _LINE / (_RATE_HEIGHT * _USED) for lines in texts]
    for (_, end, _, colour), lines, place in zip(
        labels, texts, _spread([one[0] for one in labels], heights), strict=True
    ):
        axes.annotate(
            "\n".join(lines), end, xycoords="data", xytext=(1.06, place), textcoords="axes fraction", color=colour,
            va="center", fontsize=_SMALL,
            arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.5, "relpos": (0, 0.5), "shrinkA": 0},
        )  # fmt: skip


def _spread(targets: Sequence[float], heights: Sequence[float]) -> list[float]:
    """Return the middles of labels with these heights, ascending and near their targets, without overlaps."""
    middles: list[float] = []
    for target, height in zip(targets, heights, strict=True):
        below = middles[-1] + (heights[len(middles) - 1] + height) / 2 if middles else height / 2
        middles.append(max(target, below))
    above = max(1.0, sum(heights))
    for index in reversed(range(len(middles))):
        middles[index] = min(middles[index], above - heights[index] / 2)
        above = middles[index] - heights[index] / 2
    return middles


def _strip_lines(panel: Panel, letters: int) -> list[tuple[str, Mark | None]]:
    """Return the lines of the strip: words, or a crossover point that is drawn."""
    lines: list[tuple[str, Mark | None]] = []
    for first in dict.fromkeys(mark.first for mark in panel.marks):
        lines += _wrapped(f"{first} is faster ({panel.unit} per call) than", letters)
        for mark in panel.marks:
            if mark.first == first:
                lines += [*_wrapped(f"{mark.second}: {_sizes(mark)}", letters), ("", mark)]
    for published in panel.sizes:
        lines += _wrapped(f"dashed: {published.label}, {amount(published.value, panel.unit)}", letters)
    for words in panel.words:
        lines += _wrapped(words, letters)
    return lines


def _wrapped(words: str, letters: int) -> list[tuple[str, Mark | None]]:
    return [(line, None) for line in textwrap.wrap(words, letters)]


def _sizes(mark: Mark) -> str:
    """Return the sizes at which the first is faster: "always", "never", "above 288 (136 to never)"."""
    return f"above {mark.words}" if mark.words[0].isdigit() else mark.words


def _strip(axes: Axes, lines: Sequence[tuple[str, Mark | None]], height: float) -> None:
    """Draw the words and below them the sizes at which the first run is faster, hatched where a corner decides."""
    axes.set_axis_off()
    axes.set_ylim(height, 0)
    for place, (words, drawn) in enumerate(lines):
        top = place * _LINE
        if words:
            line = axes.text(0, top, words, transform=axes.get_yaxis_transform(), va="top", fontsize=_SMALL)
            # A line may be longer than the axes: at its right is the empty space below the names of curves.
            line.set_in_layout(False)
        elif drawn is not None:
            _bar(axes, drawn, top + 0.2 * _LINE)


def _bar(axes: Axes, mark: Mark, top: float) -> None:
    smallest, largest = mark.sizes
    ends = (mark.crossover.value, mark.crossover.low, mark.crossover.high)
    value, low, high = (min(max(size, smallest), largest) for size in ends)
    height = 0.55 * _LINE
    parts: tuple[tuple[float, float, dict[str, Any]], ...] = (
        (smallest, largest, {"edgecolor": PAPER, "linewidth": 0.4}),
        (low, high, {"edgecolor": INK, "linewidth": 0, "hatch": "/////////"}),
        (high, largest, {"facecolor": INK, "linewidth": 0}),
    )
    for start, end, style in parts:
        for bar in axes.barh(top, end - start, height, start, align="edge", **{"facecolor": "none", **style}):
            # The ends of a bar are not the limits of the axes, which need space for marks.
            bar.sticky_edges.x.clear()
    if smallest < value < largest:
        axes.plot([value] * 2, [top - 0.1 * _LINE, top + height + 0.1 * _LINE], color=INK, linewidth=1)


def describe(content: Curves) -> str:
    """Return the alternative text: for each job each curve's rate at both ends, and the crossover points."""
    panels = (_panel_words(panel, content.rate_unit) for panel in content.panels)
    return " ".join([f"{content.title}.", *panels, content.configuration])


def _panel_words(panel: Panel | BarPanel, unit: str) -> str:
    if isinstance(panel, BarPanel):
        return f"{panel.title}: {'; '.join(f'{bar.name} {bar_words(bar)}' for bar in panel.bars)}."
    curves = "; ".join(_curve_words(curve, panel.unit) for curve in panel.curves)
    marks = "".join(
        f" {mark.first} is faster than {mark.second} from this size in {panel.unit}: {mark.words}."
        for mark in panel.marks
    )
    rates = "".join(f" {rate.label}: {amount(rate.value, unit)}." for rate in panel.rates)
    sizes = "".join(f" {size.label}: {amount(size.value, panel.unit)}." for size in panel.sizes)
    words = "".join(f" {each}." for each in panel.words)
    return f"{panel.title}: {curves}.{marks}{rates}{sizes}{words}"


def _curve_words(curve: Curve, unit: str) -> str:
    ends = dict.fromkeys((0, len(curve.sizes) - 1))
    rates = (f"{span(curve.rates[end])} at {amount(curve.sizes[end], unit)}" for end in ends)
    return f"{curve.name} {', '.join(rates)}"
