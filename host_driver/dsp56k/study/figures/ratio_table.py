"""A ratio plot: for each published value our ratio to it, with its range, and the assessment in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from dsp56k.study.figures.figure_data import RatioRow, RatioTable
from dsp56k.study.figures.style import COLOURS, INK, MARKERS, PAPER, WIDTH, Sheet, log_ticks, sheet
from dsp56k.study.results.wording import amount, digits, span

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_VERDICTS = ("agrees", "disagrees above", "disagrees below", "not comparable", "input")
_ROW = 0.24
"""Height of a line in inches."""


def draw(content: RatioTable) -> Sheet:
    """Return the sheet, to be drawn and written in `styled()`."""
    page = sheet(content, [0.7 + _ROW * len(content.rungs)], 1, width=WIDTH)
    axes = page.cell(0, 0)
    ratios = [ratio for rung in content.rungs if (ratio := _ratio(rung)) is not None]
    axes.set_xscale("log")
    axes.axvline(1, color=PAPER, linewidth=1)
    for place, rung in enumerate(content.rungs):
        _row(axes, rung, place)
    axes.set_yticks(range(len(content.rungs)), [rung.name for rung in content.rungs])
    axes.set_ylim(len(content.rungs) - 0.4, -0.6)
    ends = [end for ratio in ratios for end in (*ratio, 1 / ratio[1]) if math.isfinite(end)]
    reach = max([3.0, *ends]) * 1.3
    axes.set_xlim(1 / reach, reach)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("ours over the published value")
    log_ticks(axes.xaxis, lambda value: digits(value))
    return page


def _ratio(rung: RatioRow) -> tuple[float, float, float] | None:
    """Return our value over the published one, its minimum and maximum; None if one is missing, zero or never."""
    if rung.ours is None or not rung.published:
        return None
    parts = [part / rung.published for part in (rung.ours.value, rung.ours.low, rung.ours.high)]
    if parts[1] <= 0 or math.isinf(parts[0]):
        return None
    return parts[0], parts[1], parts[2]


def _row(axes: Axes, rung: RatioRow, place: int) -> None:
    look = _VERDICTS.index(rung.verdict) if rung.verdict in _VERDICTS else len(_VERDICTS)
    ratio = _ratio(rung)
    if ratio is not None:
        value, low, high = ratio
        if math.isinf(high):
            axes.annotate(
                "", (1, place), (low, place), xycoords=("axes fraction", "data"), textcoords="data",
                arrowprops={"arrowstyle": "->", "color": INK, "linewidth": 1.2},
            )  # fmt: skip
        else:
            axes.plot([low, high], [place, place], color=INK, linewidth=1.2)
        axes.plot(value, place, marker=MARKERS[look % len(MARKERS)], color=COLOURS[look % len(COLOURS)], markersize=5.5)
    axes.annotate(
        _words(rung), (1.01, place), xycoords=("axes fraction", "data"), va="center", fontsize=6.5
    )  # fmt: skip


def _words(rung: RatioRow) -> str:
    ours = "not measured" if rung.ours is None else span(rung.ours)
    unit = "" if rung.ours is None else rung.ours.unit
    published = "" if rung.published is None else f"; paper {amount(rung.published, unit)}"
    return f"{ours}{published}: {rung.verdict}"


def describe(content: RatioTable) -> str:
    """Return the alternative text of all lines."""
    rungs = ". ".join(f"{rung.name}: {_words(rung)}" for rung in content.rungs)
    return f"{content.title}. {rungs}. {content.configuration}"
