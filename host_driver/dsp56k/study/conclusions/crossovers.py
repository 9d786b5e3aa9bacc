"""Crossover points of two runs: every change of the faster run, and its range over the corners.

The crossover point of a run against another one is the last size at which the other one is faster: 0 if it is at none
of the measured sizes, infinity if it is at the largest.

The faster run is not read off fitted lines. Between two neighbouring sizes that disagree, more sizes are measured until
the two are one step apart. The times are staircases: a digest takes a step at each block, a driver one at each poll of
the card. So the order of two runs can reverse several times around a crossover point, and a bisection would find one of
these changes. All sizes within a window on each side of each change are therefore measured, until no further change is
found. The window is the width of a stair, at least MIN_WINDOW_STEPS. Two runs of nearly one rate alternate over a wide
zone, of which only the first and the last change are searched.

A tie counts for the run that is faster after it: curves that only touch do not cross.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import Band, Change, Crossing, stretches
from dsp56k.study.results.wording import amount, between
from dsp56k.study.schema import Setting

Times = tuple[float, float]
"""The times of the first and the second of two runs, in the same unit."""

MIN_WINDOW_STEPS = 16
"""Minimum window, in steps of the size.

For a driver that polls every 33 us, changes were observed within 4 steps of a crossover point of DES, and within 12 of
one of packets.
"""
MAX_DENSE_WINDOWS = 32
"""Maximum number of windows whose sizes are all measured.

The widest zone of the crossover study, of DES against the assembler of 1994, takes fewer; two programs of one rate
would take every size.
"""
QUIET_WINDOWS = 4
"""Number of windows without a change that end a wider zone.

A later change, which is within a stair of a tie, can be missed; more windows miss fewer and take more calls.
"""


@dataclass(frozen=True)
class CrossoverSearch:
    """The run that is faster at the smallest size and every change; or the sizes that must be measured first.

    Attributes:
        bands: The changes; those within a window of each other are in one band.
    """

    first: str
    bands: tuple[Band, ...]
    missing: tuple[int, ...] = ()

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes in ascending order."""
        return tuple(change for band in self.bands for change in band.changes)


def search(of: tuple[str, str], known: Mapping[int, Times], step: int, block: int = 1) -> CrossoverSearch:
    """Find every change of the faster run at the sizes of `known`, to one `step`.

    Two neighbours that agree are accepted, unless one is nearer to a tie than the height of a stair: then its window is
    measured, too. If this would take more sizes than MAX_DENSE_WINDOWS windows have, the runs alternate over a wide
    zone: then only its first and its last change are searched.

    Args:
        of: The names of the runs.
        known: Times by size. If more are needed, their sizes are `missing`: add them and search again.
        step: The minimum distance between sizes, all of which are multiples of it.
        block: The width of a stair, in the unit of the sizes.
    """
    sizes = sorted(known)
    faster = winners(of, [known[size] for size in sizes])
    window = max(-(-block // step), MIN_WINDOW_STEPS) * step
    changes: list[Change] = []
    alike: list[tuple[int, int]] = []
    middles: dict[tuple[int, int], int] = {}
    missing: set[int] = set()
    dense = 0

    def measure(low: int, high: int) -> None:
        first, last = max(sizes[0], low - window), min(sizes[-1], high + window)
        missing.update(size for size in range(-(-first // step) * step, last + 1, step) if size not in known)

    for (low, before), (high, after) in pairwise(zip(sizes, faster, strict=True)):
        dense += high - low == step
        if before != after and high - low > step:
            middles[low, high] = (low + high) // (2 * step) * step
        elif before != after:
            changes.append(Change(after, (low, high)))
            measure(low, high)
        elif high - low > step:
            stair = block * max(abs(two - one) for one, two in zip(known[low], known[high], strict=True)) / (high - low)
            near = [size for size in (low, high) if abs(known[size][0] - known[size][1]) < stair]
            if near:
                alike.append((low, high))
            for size in near:
                measure(size, size)
    missing.update(middles.values())
    if dense + len(missing) > MAX_DENSE_WINDOWS * window // step:
        missing = _at_ends(sizes, changes, alike, middles, QUIET_WINDOWS * window, step)
    bands = _bands(changes, window, [*alike, *middles])
    return CrossoverSearch(faster[0], bands, tuple(sorted(missing)))


def _at_ends(
    sizes: Sequence[int],
    changes: Sequence[Change],
    alike: Sequence[tuple[int, int]],
    middles: Mapping[tuple[int, int], int],
    window: int,
    step: int,
) -> set[int]:
    """Return the sizes that must be measured to find the first and the last change of a wide zone.

    A `window` is measured in the middle of each long gap at an end of which the runs are `alike`, that is nearer to a
    tie than a stair. The gap between the last change and the next window without one is bisected by windows, and so is
    that before the first change.
    """
    first, last = (changes[0].interval[0], changes[-1].interval[1]) if changes else (math.inf, -math.inf)
    missing = {middle for (low, high), middle in middles.items() if high <= first or low >= last}
    for low, high in alike:
        if high - low > MAX_DENSE_WINDOWS // 2 * window and (high <= first or low >= last):
            missing.update(_window((low + high) // 2, window, step))
    if changes:
        missing.update(_beyond(sizes, changes[-1].interval[1], window, step))
        mirrored = [-size for size in reversed(sizes)]
        missing.update(-size for size in _beyond(mirrored, -changes[0].interval[0], window, step))
    return missing.difference(sizes)


def _window(start: int, window: int, step: int) -> range:
    first = -(-start // step) * step
    return range(first, first + window + 1, step)


def _beyond(sizes: Sequence[int], change: int, window: int, step: int) -> Iterable[int]:
    """Return the next sizes that show whether there is a change above the last known one, which ends at `change`."""
    top = sizes[-1]
    runs: list[list[int]] = []
    for size in sizes:
        if runs and size - runs[-1][1] == step:
            runs[-1][1] = size
        else:
            runs.append([size, size])
    end = next(last for first, last in runs if first <= change <= last)
    if end >= min(change + window, top):
        return ()
    quiet = next((first for first, last in runs if first > end and last - first >= window), None)
    if quiet is None:
        return range(max(top - window, end + step), top + 1, step)
    if quiet - end > 2 * window:
        return _window((end + quiet - window) // 2, window, step)
    return range(end + step, min(change + window, quiet) + 1, step)


def _bands(changes: Sequence[Change], window: int, open_gaps: Sequence[tuple[int, int]]) -> tuple[Band, ...]:
    """Return the changes in groups.

    Neighbours in a group are at most a window apart, or a gap between them could have further changes.
    """
    groups: list[list[Change]] = []
    for change in changes:
        if groups:
            low, high = groups[-1][-1].interval[1], change.interval[0]
            is_open = any(low <= first and last <= high for first, last in open_gaps)
            if high - low <= window or is_open:
                groups[-1].append(change)
                continue
        groups.append([change])
    return tuple(Band(tuple(group)) for group in groups)


def _winner(of: tuple[str, str], times: Times) -> str | None:
    """Return the faster run; None for a tie."""
    if times[0] == times[1]:
        return None
    return of[0] if times[0] < times[1] else of[1]


def winners(of: tuple[str, str], times: Iterable[Times]) -> list[str]:
    """Return the faster run at each size; a tie counts for the next run, or at the end for the previous one."""
    found = [_winner(of, pair) for pair in times]
    decided = [winner for winner in found if winner]
    after = decided[-1] if decided else of[0]
    faster = []
    for winner in reversed(found):
        after = winner or after
        faster.append(after)
    return faster[::-1]


def crossover_size(found: CrossoverSearch, of: tuple[str, str]) -> float:
    """Return the last size at which the second run is faster: 0 if at none, infinity if at the largest."""
    last = found.changes[-1].winner if found.changes else found.first
    if last != of[0]:
        return math.inf
    return float(found.changes[-1].interval[0] if found.changes else 0)


def find_crossing(
    of: tuple[str, str],
    job: str,
    sizes: tuple[int, int],
    unit: str,
    base: CrossoverSearch,
    corners: Sequence[tuple[dict[str, Setting], CrossoverSearch]],
    speed_up: Quantity,
) -> Crossing:
    """Return the crossover point of two runs from the searches in the base and at each corner."""
    crossover = Quantity.of(crossover_size(base, of), [crossover_size(found, of) for _, found in corners], unit)
    return Crossing(
        of=of,
        job=job,
        sizes=sizes,
        first=base.first,
        bands=base.bands,
        crossover=crossover,
        corners=tuple((corner, found.first, found.changes) for corner, found in corners),
        sentence=describe_crossing(of, sizes, unit, base, [found for _, found in corners]),
        speed_up=speed_up,
    )


def describe_crossing(
    of: tuple[str, str],
    sizes: tuple[int, int],
    unit: str,
    base: CrossoverSearch,
    corners: Sequence[CrossoverSearch] = (),
) -> str:
    """Return in words which run is faster at which sizes; of the corners, only their difference from the base."""
    said = _where(base, sizes, unit)
    others = sum(_pattern(found) != _pattern(base) for found in corners)
    if not corners:
        return said
    if not others:
        return f"{said}; the same at every corner"
    everywhere = (base, *corners)
    winners = {band.after for found in everywhere for band in found.bands}
    if len(winners) > 1 or any(len(found.bands) > 1 for found in everywhere):
        return f"{said}; different at {others} of {len(corners)} corners"
    if winners == {of[1]}:
        lasts = [_wins_to(found, of, sizes) for found in everywhere]
        best, worst = _to(max(lasts), sizes, unit), _to(min(lasts), sizes, unit)
    else:
        ends = [crossover_size(found, of) for found in everywhere]
        best, worst = _above(min(ends), sizes, unit), _above(max(ends), sizes, unit)
    return f"{said}; {of[0]} is faster {best} at its best corner, {worst} at its worst"


def _wins_to(found: CrossoverSearch, of: tuple[str, str], sizes: tuple[int, int]) -> int:
    """Return the size up to which the first run is faster from the smallest on: the largest if always, 0 if never."""
    if found.first != of[0]:
        return 0
    return found.changes[0].interval[0] if found.changes else sizes[1]


def _pattern(found: CrossoverSearch) -> tuple[str, tuple[Change, ...]]:
    return found.first, found.changes


def _above(size: float, sizes: tuple[int, int], unit: str) -> str:
    if math.isinf(size):
        return f"at no size up to {amount(sizes[1], unit)}"
    return f"above {amount(size, unit)}" if size else f"at every size from {amount(sizes[0], unit)}"


def _to(size: int, sizes: tuple[int, int], unit: str) -> str:
    if not size:
        return f"at no size from {amount(sizes[0], unit)}"
    return f"at every size up to {amount(sizes[1], unit)}" if size == sizes[1] else f"up to {amount(size, unit)}"


def _where(found: CrossoverSearch, sizes: tuple[int, int], unit: str) -> str:
    smallest, largest = sizes
    if not found.changes:
        all_sizes = between(smallest, largest, unit) if largest > smallest else amount(smallest, unit)
        return f"{found.first} is faster at every measured size, {all_sizes}"
    parts = []
    for part in stretches(found.first, found.bands, sizes):
        winner = part.winner or " and ".join(sorted({change.winner for change in found.changes})) + " in turn"
        parts.append(f"{winner} at {_sizes(part.first, part.last)}")
    return f"of the measured sizes {', '.join(parts)} {unit}"


def _sizes(first: int, last: int) -> str:
    return f"{first:,}" if first == last else f"{first:,} to {last:,}"
