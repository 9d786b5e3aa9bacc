"""From measured times to an offload model: fixed and per-byte parts of both sides, and who wins where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

HOST = "host"
CARD = "card"


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
class Change:
    """A place where the sides change places: at `interval[1]` bytes `winner` is measured to be no slower, at
    `interval[0]` the other side still faster; no size between the two was measured.
    """

    winner: str
    interval: tuple[int, int]


@dataclass(frozen=True)
class Range:
    """Measured sizes in bytes, the first and the last of several in a row, at which `winner` wins."""

    winner: str
    first: int
    last: int


@dataclass(frozen=True)
class Crossing:
    """Who wins where, at the sizes that were measured.

    Attributes:
        sizes: the smallest and the largest of them, in bytes.
        first: who wins at the smallest: `"host"` or `"card"`.
        changes: every change of places between neighbouring sizes, in ascending order.
    """

    sizes: tuple[int, int]
    first: str
    changes: tuple[Change, ...]

    @property
    def winner(self) -> str:
        """Who wins at the largest size."""
        return self.changes[-1].winner if self.changes else self.first

    @property
    def size(self) -> int | None:
        """The size from which on the card wins up to the largest; None if it wins at all, or not at the largest."""
        return self.changes[-1].interval[1] if self.changes and self.winner == CARD else None

    @property
    def ranges(self) -> tuple[Range, ...]:
        """The sizes, divided by who wins."""
        winners = [self.first, *(change.winner for change in self.changes)]
        firsts = [self.sizes[0], *(change.interval[1] for change in self.changes)]
        lasts = [*(change.interval[0] for change in self.changes), self.sizes[1]]
        return tuple(map(Range, winners, firsts, lasts))


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
    """Find every change of places between ascending points, to one `unit` in bytes.

    Between two neighbours that disagree, `measure` times more sizes. A tie belongs to the side that wins after it:
    curves that only touch change no places.
    """
    winners = _winners(points)
    changes = []
    for place in range(1, len(points)):
        winner = winners[place]
        if winner == winners[place - 1]:
            continue
        low, high = points[place - 1].bytes, points[place].bytes
        while high - low > unit:
            middle = (low + high) // (2 * unit) * unit
            if _winner(measure(middle)) in (winner, None):
                high = middle
            else:
                low = middle
        changes.append(Change(winner, (low, high)))
    return Crossing((points[0].bytes, points[-1].bytes), winners[0], tuple(changes))


def _winner(point: Point) -> str | None:
    """The faster side; None for a tie."""
    if point.host_us == point.card_us:
        return None
    return HOST if point.host_us < point.card_us else CARD


def _winners(points: Sequence[Point]) -> list[str]:
    """The winner at each point, ties given to what follows them, or at the end to what goes before."""
    found = [_winner(point) for point in points]
    decided = [winner for winner in found if winner]
    after = decided[-1] if decided else CARD
    winners = []
    for winner in reversed(found):
        after = winner or after
        winners.append(after)
    return winners[::-1]


def reason(crossing: Crossing, host: Line, card: Line) -> str:
    """One sentence on who wins where, and why."""
    per_byte = f"{card.us_per_byte:.2f} us a byte on the card against {host.us_per_byte:.2f}"
    fixed = f"{card.fixed_us:.0f} us fixed against {host.fixed_us:.0f}"
    if not crossing.changes:
        smallest, largest = crossing.sizes
        where = f"the {crossing.winner} wins at every measured size, {smallest:,} to {largest:,} bytes"
        unpaid = crossing.winner == HOST and card.us_per_byte < host.us_per_byte
        return f"{where}: {per_byte} does not yet pay for {fixed}" if unpaid else f"{where}: {per_byte}, {fixed}"
    places = ", ".join(f"the {part.winner} at {_sizes(part)}" for part in crossing.ranges)
    paid = len(crossing.changes) == 1 and crossing.winner == CARD
    return f"of the measured sizes {places} bytes: {per_byte}{' pays for ' if paid else ', '}{fixed}"


def _sizes(part: Range) -> str:
    return f"{part.first:,}" if part.first == part.last else f"{part.first:,} to {part.last:,}"
