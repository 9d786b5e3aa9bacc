"""Overlaps in figures: text on text, and text on curves, bars or whiskers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox

SLACK = 1.0
"""Pixels at 100 dots an inch that two boxes may share: a box is wider than its letters."""
STEP = 2.0
"""Distance in pixels of the points of a line that are compared with boxes."""


def overlaps(figure: Figure) -> list[str]:
    """Return each overlap of a figure that is laid out, in words."""
    figure.canvas.draw()
    boxes = [(text.get_text(), _box(text)) for text in texts(figure)]
    found = [f"{one!r} over {other!r}" for (one, box), (other, its) in combinations(boxes, 2) if _shared(box, its)]
    for what, points in drawn(figure):
        for text, box in boxes:
            low, high = np.asarray(box.min) + SLACK, np.asarray(box.max) - SLACK
            if np.any(np.all((points > low) & (points < high), axis=1)):
                found.append(f"{text!r} over {what}")
    return found


def outside(figure: Figure) -> list[str]:
    """Return the texts that are not completely within the figure."""
    page = figure.bbox
    return [
        text.get_text()
        for text in texts(figure)
        for box in [_box(text)]
        if box.x0 < page.x0 - SLACK or box.y0 < page.y0 - SLACK or box.x1 > page.x1 + SLACK or box.y1 > page.y1 + SLACK
    ]


def texts(figure: Figure) -> list[Text]:
    """Return the texts that are drawn."""
    found: list[Text] = []
    for axes in figure.axes:
        found += axes.texts
        found += [axes.title, *(getattr(axes, f"_{side}_title") for side in ("left", "right"))]
        legend = axes.get_legend()
        found += legend.get_texts() if legend else []
        if axes.axison:
            for axis in (axes.xaxis, axes.yaxis):
                found += [axis.label, axis.offsetText]
                ticks: list[Any] = axis._update_ticks()  # type: ignore[union-attr]  # positions the labels
                found += [tick.label1 for tick in ticks]
    return [text for text in found if text.get_visible() and text.get_text().strip()]


def drawn(figure: Figure) -> Iterator[tuple[str, np.ndarray]]:
    """Yield each curve, whisker and bar, with points in pixels along it; a bar has the points of its outline."""
    for axes in figure.axes:
        for line in axes.get_lines():
            yield f"line {line.get_label()}", _along(line.get_transform().transform(_xy(line, axes)))
        for collection in axes.collections:
            if hasattr(collection, "get_segments"):
                for segment in collection.get_segments():
                    yield "whisker", _along(collection.get_transform().transform(np.asarray(segment)))
        for patch in axes.patches:
            yield "bar", _along(patch.get_transform().transform(patch.get_path().vertices))
        for text in axes.texts:
            if isinstance(text, Annotation) and text.arrow_patch is not None and not text.get_text():
                yield "arrow", _along(text.arrow_patch.get_transform().transform(text.arrow_patch.get_path().vertices))


def _xy(line: Line2D, _axes: Any) -> np.ndarray:
    return np.column_stack([np.asarray(line.get_xdata(orig=False)), np.asarray(line.get_ydata(orig=False))]).astype(
        float
    )


def _along(corners: np.ndarray) -> np.ndarray:
    """Return points along a line through corners, close to each other."""
    corners = corners[np.all(np.isfinite(corners), axis=1)]
    parts = []
    for start, end in pairwise(corners):
        count = int(np.hypot(*(end - start)) / STEP) + 2
        parts.append(np.linspace(start, end, min(count, 10_000)))
    return np.concatenate(parts) if parts else corners


def _box(text: Text) -> Bbox:
    return Text.get_window_extent(text)


def _shared(one: Bbox, other: Bbox) -> bool:
    width = min(one.x1, other.x1) - max(one.x0, other.x0)
    height = min(one.y1, other.y1) - max(one.y0, other.y0)
    return bool(width > SLACK and height > SLACK)
