"""Rate and time per call over size: a column for each job, all with the same axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dsp56k.study.figures.bars import bar_words, bars, bars_height
from dsp56k.study.figures.figure_data import BarPanel, Curve, Curves, Mark, Panel
from dsp56k.study.figures.style import HALO, PAPER, WIDTH, Sheet, log_ticks, sheet, style_of
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.wording import amount, span, time_tick

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

_BITS = "bit/s"
_COLUMNS = 3
_BESIDE = 0.05
_LEFTMOST, _RIGHTMOST = 0.2, 0.4
"""Range in which the label of a crossover point begins, relative to the width of the axes: curves rise from the left.
"""
_RATE_HEIGHT, _TIME_HEIGHT = 2.5, 1.6
"""Heights in inches."""


def draw(content: Curves) -> Sheet:
    """Return the sheet, to be drawn and written in `styled()`."""
    count = len(content.panels)
    columns = min(_COLUMNS, -(-count // 2) if count > _COLUMNS else count) or 1
    rows = -(-count // columns)
    names = list(dict.fromkeys(name for panel in content.panels for name in _names(panel)))
    page = sheet(
        content,
        [height for row in range(rows) for height in _heights(content.panels[row * columns : (row + 1) * columns])],
        columns,
        width=WIDTH if columns > 1 else WIDTH * 2 / 3,
        legend=names,
    )
    first: tuple[Axes, Axes] | None = None
    drawn: dict[str, Artist] = {}
    for place, panel in enumerate(content.panels):
        row, column = divmod(place, columns)
        if isinstance(panel, BarPanel):
            axes = page.cell(2 * row, column, 2)
            bars(axes, panel, f"rate ({_BITS})", names, narrow=columns > 1)
            drawn = dict(zip([bar.name for bar in panel.bars], axes.patches, strict=True)) | drawn
            continue
        # The axes are common, because panels are compared with one another.
        rate = page.cell(2 * row, column, sharex=first and first[0], sharey=first and first[0])
        time = page.cell(2 * row + 1, column, sharex=rate, sharey=first and first[1])
        first = first or (rate, time)
        _panel(rate, time, panel, names, content.rate_unit)
        drawn.update({str(line.get_label()): line for line in rate.get_lines()})
        time.set_xlabel(f"{panel.unit} per call")
        if column == 0 or first == (rate, time):
            rate.set_ylabel(f"rate ({content.rate_unit})")
            time.set_ylabel("time per call")
    if first:
        # Shared axes share the limits and ticks of the first.
        log_ticks(first[0].xaxis)
        log_ticks(first[0].yaxis)
        log_ticks(first[1].yaxis, time_tick)
    page.explain([drawn[name] for name in names], names)
    return page


def _heights(panels: Sequence[Panel | BarPanel]) -> tuple[float, float]:
    """Return the heights of the two cells of a column, in inches."""
    bars_most = max((len(panel.bars) for panel in panels if isinstance(panel, BarPanel)), default=0)
    if bars_most and all(isinstance(panel, BarPanel) for panel in panels):
        return bars_height(bars_most) / 2, bars_height(bars_most) / 2
    return _RATE_HEIGHT, _TIME_HEIGHT


def _names(panel: Panel | BarPanel) -> list[str]:
    return [each.name for each in (panel.bars if isinstance(panel, BarPanel) else panel.curves)]


def _panel(rate: Axes, time: Axes, panel: Panel, names: list[str], unit: str) -> None:
    for axes in (rate, time):
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.grid(visible=True, which="major", linewidth=0.4, alpha=0.35)
        axes.tick_params(labelbottom=axes is time)
    for curve in panel.curves:
        style = style_of(names.index(curve.name))
        _band(rate, curve.sizes, curve.rates, curve.name, style)
        _band(time, curve.sizes, curve.times, curve.name, style)
    rate.set_title(panel.title, loc="left")
    for published in panel.rates:
        rate.axhline(published.value, color=PAPER, linewidth=0.9, linestyle=(0, (4, 2)))
        rate.annotate(
            f"{published.label}: {amount(published.value, unit)}",
            (0.99, published.value), xycoords=("axes fraction", "data"), xytext=(0, -3), textcoords="offset points",
            ha="right", va="top", fontsize=6.3, color=PAPER, bbox=dict(HALO),
        )  # fmt: skip
    for published in panel.sizes:
        for axes in (rate, time):
            axes.axvline(published.value, color=PAPER, linewidth=0.9, linestyle=(0, (4, 2)))
        time.annotate(
            f"{published.label}: {amount(published.value, panel.unit)}",
            (published.value, 0.03), xycoords=("data", "axes fraction"), xytext=(3, 0), textcoords="offset points",
            fontsize=6.3, color=PAPER, bbox=dict(HALO),
        )  # fmt: skip
    if panel.words:
        # Times rise from the left, so that corner is free.
        time.annotate(
            "\n".join(panel.words), (0.01, 0.97), xycoords="axes fraction",
            ha="left", va="top", fontsize=5.5, color=PAPER, bbox=dict(HALO),
        )  # fmt: skip
    for place, mark in enumerate(panel.marks):
        _mark(rate, time, mark, place, style_of(names.index(mark.second))["color"])


def _band(axes: Axes, sizes: Sequence[int], values: Sequence[Quantity], name: str, style: dict[str, Any]) -> None:
    axes.plot(sizes, [quantity.value for quantity in values], label=name, **style)
    lows, highs = [quantity.low for quantity in values], [quantity.high for quantity in values]
    axes.fill_between(sizes, lows, highs, color=style["color"], alpha=0.18, linewidth=0)


def _mark(rate: Axes, time: Axes, mark: Mark, place: int, colour: str) -> None:
    """Draw the range of a crossover point as a bar over both axes, a line at its value, and both in words."""
    smallest, largest = mark.sizes
    value, low, high = (
        min(max(size, smallest), largest) for size in (mark.crossover.value, mark.crossover.low, mark.crossover.high)
    )
    for axes in (rate, time):
        axes.axvspan(low, high, color=colour, alpha=0.07, linewidth=0)
        axes.axvline(value, color=colour, linewidth=0.9, linestyle=":")
    # The label is at the line, unless it would leave the axes.
    place_of_line = math.log(value / smallest) / math.log(largest / smallest) + _BESIDE
    rate.annotate(
        f"{mark.second}: {mark.words}",
        (min(max(place_of_line, _LEFTMOST), _RIGHTMOST), 0.03 + 0.08 * place), xycoords="axes fraction",
        fontsize=6.3, bbox=dict(HALO),
    )  # fmt: skip


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
