"""Who is faster where: every change of sign between two runs, with its range over the corners.

Who wins is not read off fitted lines. Between two neighbouring sizes that disagree, more sizes are measured until the
two are one step apart. A tie belongs to the side that wins after it: curves that only touch change no places.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import Change, Crossing, stretches
from dsp56k.study.schema import Setting

Times = tuple[float, float]
"""What the first and the second of two runs take, in the same unit."""


@dataclass(frozen=True)
class Found:
    """Who wins at the smallest size, and every change; or the sizes that must be measured to know."""

    first: str
    changes: tuple[Change, ...]
    missing: tuple[int, ...] = ()


def search(of: tuple[str, str], sizes: Sequence[int], step: int, known: Mapping[int, Times]) -> Found:
    """Find every change of places between neighbours of `sizes`, to one `step`.

    Args:
        of: the names of the runs.
        sizes: ascending; all of them are known.
        step: the least distance between sizes.
        known: times by size; where more are needed they are `missing`, and the search is to be repeated with them.
    """
    winners = _winners(of, [known[size] for size in sizes])
    changes: list[Change] = []
    missing: list[int] = []
    for place in range(1, len(sizes)):
        winner = winners[place]
        if winner == winners[place - 1]:
            continue
        low, high = sizes[place - 1], sizes[place]
        while high - low > step:
            middle = (low + high) // (2 * step) * step
            if middle not in known:
                missing.append(middle)
                break
            if _winner(of, known[middle]) in (winner, None):
                high = middle
            else:
                low = middle
        changes.append(Change(winner, (low, high)))
    return Found(winners[0], tuple(changes), tuple(missing))


def _winner(of: tuple[str, str], times: Times) -> str | None:
    """The faster side; None for a tie."""
    if times[0] == times[1]:
        return None
    return of[0] if times[0] < times[1] else of[1]


def _winners(of: tuple[str, str], times: Iterable[Times]) -> list[str]:
    """The winner at each size, ties given to what follows them, or at the end to what goes before."""
    found = [_winner(of, pair) for pair in times]
    decided = [winner for winner in found if winner]
    after = decided[-1] if decided else of[0]
    winners = []
    for winner in reversed(found):
        after = winner or after
        winners.append(after)
    return winners[::-1]


def wins_from(found: Found, of: tuple[str, str], sizes: tuple[int, int]) -> float:
    """From which size on the first run wins up to the largest: the smallest if always, infinite if never."""
    last = found.changes[-1].winner if found.changes else found.first
    if last != of[0]:
        return math.inf
    return float(found.changes[-1].interval[1] if found.changes else sizes[0])


def crossing(
    of: tuple[str, str],
    job: str,
    sizes: tuple[int, int],
    unit: str,
    base: Found,
    corners: Sequence[tuple[dict[str, Setting], Found]],
) -> Crossing:
    """The crossing of two runs from what was found in the base and at each corner."""
    wins = Quantity.of(wins_from(base, of, sizes), [wins_from(found, of, sizes) for _, found in corners], unit)
    return Crossing(
        of=of,
        job=job,
        sizes=sizes,
        first=base.first,
        changes=base.changes,
        wins_from=wins,
        corners=tuple((corner, found.first, found.changes) for corner, found in corners),
        sentence=sentence(of, sizes, unit, base, [found for _, found in corners]),
    )


def sentence(of: tuple[str, str], sizes: tuple[int, int], unit: str, base: Found, corners: Sequence[Found] = ()) -> str:
    """Who wins where, in words; of the corners, only what the base does not say."""
    said = _where(base, sizes, unit)
    others = sum(_pattern(found) != _pattern(base) for found in corners)
    if not corners:
        return said
    if not others:
        return f"{said}; so at every corner"
    everywhere = (base, *corners)
    winners = {change.winner for found in everywhere for change in found.changes}
    if len(winners) > 1 or any(len(found.changes) > 1 for found in everywhere):
        return f"{said}; at {others} of {len(corners)} corners otherwise"
    if winners == {of[1]}:
        ends = [_wins_to(found, of, sizes) for found in everywhere]
        best, worst = _to(max(ends), sizes, unit), _to(min(ends), sizes, unit)
    else:
        begins = [wins_from(found, of, sizes) for found in everywhere]
        best, worst = _from(min(begins), sizes, unit), _from(max(begins), sizes, unit)
    return f"{said}; {of[0]} wins {best} at its best corner, {worst} at its worst"


def _wins_to(found: Found, of: tuple[str, str], sizes: tuple[int, int]) -> int:
    """Up to which size the first run wins from the smallest on: the largest if always, 0 if never."""
    if found.first != of[0]:
        return 0
    return found.changes[0].interval[0] if found.changes else sizes[1]


def _pattern(found: Found) -> tuple[str, tuple[Change, ...]]:
    return found.first, found.changes


def _from(size: float, sizes: tuple[int, int], unit: str) -> str:
    if math.isinf(size):
        return f"never (up to {sizes[1]:,} {unit})"
    return f"always (from {sizes[0]:,} {unit})" if size == sizes[0] else f"from {size:,.0f} {unit} on"


def _to(size: int, sizes: tuple[int, int], unit: str) -> str:
    if not size:
        return f"never (from {sizes[0]:,} {unit})"
    return f"always (up to {sizes[1]:,} {unit})" if size == sizes[1] else f"up to {size:,} {unit}"


def _where(found: Found, sizes: tuple[int, int], unit: str) -> str:
    smallest, largest = sizes
    if not found.changes:
        all_sizes = f"{smallest:,} to {largest:,}" if largest > smallest else f"{smallest:,}"
        return f"{found.first} wins at every measured size, {all_sizes} {unit}"
    parts = stretches(found.first, found.changes, sizes)
    places = ", ".join(f"{part.winner} at {_sizes(part.first, part.last)}" for part in parts)
    return f"of the measured sizes {places} {unit}"


def _sizes(first: int, last: int) -> str:
    return f"{first:,}" if first == last else f"{first:,} to {last:,}"
