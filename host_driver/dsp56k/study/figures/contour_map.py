"""Contours of the crossover size over the rates of host and card, one panel for each overhead of a call.

A call of n bytes costs the host n/h, and the card n/c plus an overhead. The two are equal at n = overhead / (1/h -
1/c), rates in bytes for each unit of time. If the card is not faster than the host, they are never equal.
"""

from __future__ import annotations

import textwrap
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from dsp56k.study.figures.figure_data import Map, MapPanel, Reference
from dsp56k.study.figures.style import COLOURS, INK, MARKERS, WIDTH, Sheet, log_ticks, sheet
from dsp56k.study.results.wording import amount, decade, span

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

_CELLS = 121
"""Number of rates per axis at which the contours are computed."""
_LEVELS = (0.0, 10.0, 100.0, 1_000.0, 10_000.0)
_SHADES = ("#f3e9c6", "#d9c88f", "#a9a57b", "#6f7f83", "#3d5673")
"""Light to dark with the crossover size; the order remains visible in grey."""
_LINE = "#b3003c"
"""Colour of the published size."""
_COLUMNS = 3
_TITLE_LETTERS = 34
"""Maximum letters in a line of a panel's title."""
_CROSSING_LETTERS = 40
"""Maximum letters in a line below a panel, whose font is smaller."""


def crossing(host: Any, card: Any, overhead_us: float) -> Any:
    """Return the size in bytes from which the card is no slower, or infinity; rates are in bit/s."""
    with np.errstate(divide="ignore", invalid="ignore"):
        size = overhead_us / (8e6 / np.asarray(host, dtype=float) - 8e6 / np.asarray(card, dtype=float))
    return np.where(np.asarray(card) > np.asarray(host), np.maximum(size, 0.0), np.inf)


def draw(content: Map) -> Sheet:
    """Return the sheet, to be drawn and written in `styled()`."""
    count = len(content.panels)
    columns = min(_COLUMNS, -(-count // 2) if count > _COLUMNS else count) or 1
    rows = -(-count // columns)
    names = list(dict.fromkeys(point.name for panel in content.panels for point in panel.points))
    shades, words = _shades(content.published)
    most = max((len(_crossings(panel)) for panel in content.panels), default=0)
    page = sheet(
        content, [2.7 + 0.12 * most] * rows, columns, width=WIDTH * max(columns, 2) / _COLUMNS, legend=[*names, *words]
    )
    hosts, cards = _range(content, "host"), _range(content, "card")
    drawn: dict[str, Artist] = {}
    for place, panel in enumerate(content.panels):
        axes = page.cell(*divmod(place, columns))
        _panel(axes, panel, hosts, cards, content.published, names)
        drawn.update({str(line.get_label()): line for line in axes.get_lines()})
        # The words are below the axes, where nothing is drawn.
        axes.set_xlabel("\n".join(["PC alone (bit/s)", *_crossings(panel)]), fontsize=6.5)
        if place % columns == 0:
            axes.set_ylabel("card (bit/s)")
    page.explain([*(drawn[name] for name in names), *shades], [*names, *words])
    return page


def _crossings(panel: MapPanel) -> list[str]:
    """Return the lines that name the crossover sizes of a panel; none is wider than it."""
    words = (f"{point.name}: {point.mark.words}" for point in panel.points)
    return [line for text in words for line in textwrap.wrap(text, _CROSSING_LETTERS)]


def _shades(published: Reference | None) -> tuple[list[Artist], list[str]]:
    """Return the part of the legend for the shades."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Artist] = [Patch(facecolor=shade, edgecolor=INK, linewidth=0.4) for shade in _SHADES]
    words = [f"{decade(low)} to {decade(high)} bytes" for low, high in pairwise(_LEVELS)]
    words.append(f"from {decade(_LEVELS[-1])} bytes")
    handles.append(Patch(facecolor="none", edgecolor=INK, linewidth=0.4))
    words.append("the card is never faster")
    if published is not None:
        handles.append(Line2D([], [], color=_LINE, linewidth=1.8, linestyle="--"))
        words.append(f"{published.label}: {amount(published.value, 'bytes')}")
    return handles, words


def _range(content: Map, side: str) -> Any:
    """Return the rates of an axis: half a decade beyond all points, at least two decades on both axes."""
    rates = [getattr(point, side) for panel in content.panels for point in panel.points]
    low, high = min(rate.low for rate in rates) / 3, max(rate.high for rate in rates) * 3
    return np.geomspace(low, high, _CELLS)


def _panel(axes: Axes, panel: MapPanel, hosts: Any, cards: Any, published: Reference | None, names: list[str]) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    sizes = crossing(hosts[None, :], cards[:, None], panel.overhead_us)
    shown = np.ma.masked_invalid(sizes)
    axes.contourf(hosts, cards, shown, levels=_LEVELS, colors=_SHADES, extend="max")
    if published is not None and shown.min() < published.value < shown.max():
        axes.contour(hosts, cards, shown, levels=[published.value], colors=_LINE, linewidths=1.8, linestyles="--")
    for point in panel.points:
        look = names.index(point.name)
        axes.errorbar(
            point.host.value, point.card.value,
            xerr=[[point.host.value - point.host.low], [point.host.high - point.host.value]],
            yerr=[[point.card.value - point.card.low], [point.card.high - point.card.value]],
            color=COLOURS[look % len(COLOURS)], capsize=1.5, linewidth=0.8, markersize=0,
        )  # fmt: skip
        axes.plot(
            point.host.value, point.card.value, linestyle="none", label=point.name,
            marker=MARKERS[look % len(MARKERS)], color=COLOURS[look % len(COLOURS)], markeredgecolor=INK, markersize=5,
        )  # fmt: skip
    title = [*textwrap.wrap(f"{panel.title}:", _TITLE_LETTERS), f"{amount(panel.overhead_us, 'us')} per call"]
    axes.set_title("\n".join(title), loc="left", fontsize=7.5)
    log_ticks(axes.xaxis)
    log_ticks(axes.yaxis)


def describe(content: Map) -> str:
    """Return the alternative text: every point with both rates, the overhead and the measured crossover point."""
    panels = "; ".join(
        f"{panel.title}, {amount(panel.overhead_us, 'us')} a call: "
        + ", ".join(
            f"{point.name}: PC alone {span(point.host)}, card {span(point.card)}, the card is "
            f"crossover point {point.mark.words}"
            for point in panel.points
        )
        for panel in content.panels
    )
    line = content.published
    published = "" if line is None else f" {line.label}: {amount(line.value, 'bytes')}."
    what = "Map of the size in bytes from which the card is faster"
    return f"{content.title}. {what}. {panels}.{published} {content.configuration}"
