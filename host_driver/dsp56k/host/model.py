"""From measured times to an offload model: fixed and per-byte parts of both sides, and where the card starts to win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Point:
    """One measured size: end-to-end times of both sides in microseconds, and whether both results were right."""

    bytes: int
    host_us: float
    card_us: float
    verified: bool


@dataclass(frozen=True)
class Line:
    """time = fixed_us + us_per_byte * bytes; `worst` is the largest relative distance of a measured point from it."""

    fixed_us: float
    us_per_byte: float
    worst: float

    def at(self, size: float) -> float:
        """The time for `size` bytes in microseconds."""
        return self.fixed_us + self.us_per_byte * size


@dataclass(frozen=True)
class Crossing:
    """Where the card overtakes the host.

    `size` is the smallest size in bytes, in whole units, at which the card was measured to be no slower; None if one
    side wins at every measured size. `interval` brackets it: the largest size at which the host was measured to be
    faster, and `size`.
    `winner` is the side that wins on the largest size.
    """

    size: int | None
    interval: tuple[int, int] | None
    winner: str


def fit(sizes: Sequence[int], times: Sequence[float]) -> Line:
    """The line through the times that minimises the relative error; neither part is negative."""
    size = np.asarray(sizes, dtype=float)
    time = np.asarray(times, dtype=float)
    columns = np.column_stack([1 / time, size / time])
    fixed, slope = np.linalg.lstsq(columns, np.ones_like(time), rcond=None)[0]
    if fixed < 0:
        fixed, slope = 0.0, _single(columns[:, 1])
    elif slope < 0:
        fixed, slope = _single(columns[:, 0]), 0.0
    worst = float(np.max(np.abs((fixed + slope * size) / time - 1)))
    return Line(float(fixed), float(slope), worst)


def _single(column: np.ndarray) -> float:
    """The coefficient of a one-column least-squares fit to 1."""
    return float(column.sum() / (column @ column))


def crossing(points: Sequence[Point], unit: int, measure: Callable[[int], Point]) -> Crossing:
    """Find the crossing between ascending points by measuring sizes between the two that disagree.

    `measure` times one more size. If the sides change places more than once, the last change to the card counts: it
    is the size beyond which offloading pays.
    """
    winner = "card" if points[-1].card_us <= points[-1].host_us else "host"
    if winner == "host":
        return Crossing(None, None, winner)
    faster = [point.bytes for point in points if point.host_us < point.card_us]
    if not faster:
        return Crossing(None, None, winner)
    low = max(faster)
    high = min(point.bytes for point in points if point.bytes > low)
    while high - low > unit:
        middle = (low + high) // (2 * unit) * unit
        point = measure(middle)
        if point.host_us < point.card_us:
            low = middle
        else:
            high = middle
    return Crossing(high, (low, high), winner)


def reason(crossing: Crossing, host: Line, card: Line) -> str:
    """One sentence on who wins where, and why."""
    per_byte = f"{card.us_per_byte:.2f} us a byte on the card against {host.us_per_byte:.2f}"
    fixed = f"{card.fixed_us:.0f} us fixed against {host.fixed_us:.0f}"
    if crossing.interval is not None:
        low, high = crossing.interval
        return f"the card wins from {high} bytes on, the host still at {low}: {per_byte} pays for {fixed}"
    if crossing.winner == "card":
        return f"the card wins at every measured size: {per_byte}, {fixed}"
    if card.us_per_byte >= host.us_per_byte:
        return f"the host wins at every size: {per_byte}, {fixed}"
    return f"the host wins at every measured size: {per_byte} does not yet pay for {fixed}"
