"""The answer of a study at first sight: the faster run by size, how certain that is, and the time that the PC has free.

A strip is the axis of the measured sizes, logarithmic, for one job. It compares a run with each of some others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from dsp56k.study.figures.builder import size_unit
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import Change, Crossing, StudyResult
from dsp56k.study.results.wording import amount, between, decade, digits, span

Shade = Literal["all", "some", "none"]
"""The corners at which the first run is faster at some sizes."""
LEGEND: dict[Shade, str] = {
    "all": "faster at every corner",
    "some": "faster at some corners",
    "none": "not faster",
}
_TICKS_APART = 22.0
"""Minimum distance of a tick from an end in percent of a strip: labels of ends have up to six letters."""


@dataclass(frozen=True)
class Segment:
    """Neighbouring sizes with the same shade; the position is in percent of the strip."""

    shade: Shade
    start: float
    width: float


@dataclass(frozen=True)
class Comparison:
    """A comparison of two runs at a job.

    Attributes:
        against: The run that the strip's run is compared with.
        segments: The sizes, divided by shade.
        mark: The position of the baseline's crossover point in percent; None without a crossover point.
        words: The sizes at which the strip's run is faster.
        certainty: The number of corners at which it is faster at the largest size.
        speed_up: How much faster it is at the largest size, with the range over the corners.
    """

    against: str
    segments: tuple[Segment, ...]
    mark: float | None
    words: str
    certainty: str
    speed_up: str


@dataclass(frozen=True)
class Strip:
    """The answer for one job and one run.

    Attributes:
        sentence: The answer in one sentence.
        busy: The time in which the PC is busy; empty if the run has no card.
        comparisons: The comparison with each other run.
        ticks: Positions in percent and labels of the axis, in `unit`.
    """

    job: str
    run: str
    sentence: str
    busy: str
    comparisons: tuple[Comparison, ...]
    ticks: tuple[tuple[float, str], ...]
    unit: str


def strips(result: StudyResult) -> list[Strip]:
    """Return a strip for each job and first run of the study's crossover points, in their order."""
    pairs: dict[tuple[str, str], list[Crossing]] = {}
    for crossing in result.crossings:
        pairs.setdefault((crossing.job, crossing.of[0]), []).append(crossing)
    return [_strip(result, run, job, crossings) for (job, run), crossings in pairs.items()]


def leading(found: Sequence[Strip]) -> list[Strip]:
    """Return the first strip of each job: other runs follow in the section of the study."""
    first: dict[str, Strip] = {}
    for strip in found:
        first.setdefault(strip.job, strip)
    return list(first.values())


def fastest(result: StudyResult) -> list[str]:
    """Return a sentence for each job of several runs: the fastest one at the largest size, and the others."""
    sentences = []
    for job in dict.fromkeys(point.job for point in result.points):
        found = {
            run: result.measured(run, job, "rate")
            for run in dict.fromkeys(point.run for point in result.points if point.job == job)
        }
        shared = set.intersection(*(set(rates) for rates in found.values()))
        if len(found) == 1 or not max(shared, default=0):
            continue
        size = max(shared)
        rates = {run: values[size] for run, values in found.items()}
        best, *others = sorted(rates, key=lambda run: -rates[run].value)
        ratios = (f"{digits(rates[best].value / rates[run].value)} times as fast as {run}" for run in others)
        at = amount(size, size_unit(result, job))
        sentences.append(f"{job}, {at}: {best} is the fastest, {span(rates[best])}; it is {', '.join(ratios)}.")
    return sentences


def _strip(result: StudyResult, run: str, job: str, crossings: Sequence[Crossing]) -> Strip:
    first, last = crossings[0].sizes
    facts: dict[tuple[str, str], list[str]] = {}
    for one in crossings:
        facts.setdefault((_faster(one), _where(one)), []).append(one.of[1])
    told = (f"{faster} {' and '.join(others)}{where}" for (faster, where), others in facts.items())
    sentence = f"{job}: {run} is {'; '.join(told)}."
    busy = _time_of_pc(result, run, job, [one.of[1] for one in crossings])
    comparisons = tuple(_comparison(one) for one in crossings)
    return Strip(job, run, sentence, busy, comparisons, tuple(_ticks(first, last)), crossings[0].crossover.unit)


def _faster(crossing: Crossing) -> str:
    never = math.isinf(crossing.crossover.low) and crossing.first != crossing.of[0]
    return "never faster than" if never else "faster than"


def _where(crossing: Crossing) -> str:
    """Return the sizes at which the first run is faster, with their range over the corners."""
    size, unit = crossing.crossover, crossing.crossover.unit
    if math.isinf(size.value):
        if crossing.first == crossing.of[0]:
            return f" only up to {amount(crossing.stretches[0].last, unit)}"
        if size.is_certain:
            return ""
        return f" only at some corners, at best {_above(size.low, unit)}"
    if size.is_certain:
        return f" {_above(size.value, unit)}"
    ends = between(size.low, size.high, unit) if size.low else f"every size to {amount(size.high, unit)}"
    return f" {_above(size.value, unit)} ({ends})"


def _above(size: float, unit: str) -> str:
    return f"above {amount(size, unit)}" if size else "at every size"


def _time_of_pc(result: StudyResult, run: str, job: str, others: Iterable[str]) -> str:
    """Return a sentence about the PC's time in the largest call; empty if the run has no card."""
    mine = {point.size: point for point in result.base(run, job)}
    largest = mine[max(mine)]
    if largest.where != "card":
        return ""
    software = [point for one in others for point in result.base(one, job) if point.where == "pc"]
    times = sorted(point.us for point in software if point.size == largest.size)
    at = amount(largest.size, size_unit(result, job))
    told = f"In a call of {at} the PC is busy {amount(largest.host_busy_us, 'us')} of {amount(largest.us, 'us')}"
    has = "has" if largest.free_clocks else "could have at most"
    told += f", and another program {has} {digits(100 * largest.host_share)} % of the time"
    ends = dict.fromkeys(amount(us, "us") for us in (*times[:1], *times[-1:]))
    return f"{told}{'; its own software takes ' * bool(ends)}{' to '.join(ends)}."


def _comparison(crossing: Crossing) -> Comparison:
    largest = crossing.sizes[1]
    won = _won(crossing, largest)
    words = "never" if _faster(crossing).startswith("never") else _where(crossing).strip()
    value = crossing.crossover.value
    mark = _position(value, crossing.sizes) if value and math.isfinite(value) else None
    certainty = f"{sum(won)} of {len(won)} corners" if len(won) > 1 else "nothing varied"
    return Comparison(crossing.of[1], _segments(crossing), mark, words, certainty, _as_fast(crossing.speed_up))


def _as_fast(speed_up: Quantity) -> str:
    text = f"{amount(speed_up.value, speed_up.unit)} as fast"
    if speed_up.is_certain:
        return text
    return f"{text}, {between(speed_up.low, speed_up.high, speed_up.unit)} over the corners"


def _segments(crossing: Crossing) -> tuple[Segment, ...]:
    """Return the sizes of the strip, divided where the faster run changes at some corner."""
    changes = [*crossing.changes, *(change for _, _, changes in crossing.corners for change in changes)]
    ends = sorted({*crossing.sizes, *(size for change in changes for size in change.interval)})
    segments: list[Segment] = []
    for size, following in pairwise(ends) if len(ends) > 1 else [(ends[0], ends[0])]:
        won = _won(crossing, size)
        shade: Shade = "all" if all(won) else "some" if any(won) else "none"
        start, end = _position(size, crossing.sizes), _position(following, crossing.sizes) if ends[1:] else 100.0
        if segments and segments[-1].shade == shade:
            start = segments.pop().start
        segments.append(Segment(shade, start, round(end - start, 2)))
    return tuple(segments)


def _won(crossing: Crossing, size: int) -> list[bool]:
    """Return for the baseline and each corner whether the first run is faster at a size."""
    corners = [(crossing.first, crossing.changes), *((first, changes) for _, first, changes in crossing.corners)]
    return [_winner(first, changes, size) == crossing.of[0] for first, changes in corners]


def _winner(first: str, changes: Sequence[Change], size: int) -> str:
    """Return the faster run at a size; between the ends of a change, where nothing was measured, the former one."""
    winner = first
    for change in changes:
        if size >= change.interval[1]:
            winner = change.winner
    return winner


def _position(size: float, sizes: tuple[int, int]) -> float:
    first, last = (max(1, end) for end in sizes)
    if first == last:
        return 0.0
    return round(100 * math.log(max(1, size) / first) / math.log(last / first), 2)


def _ticks(first: int, last: int) -> Iterable[tuple[float, str]]:
    """Yield the position and the label of both ends and of the decades between them."""
    decades = [10**power for power in range(1, 8) if first < 10**power < last]
    for size in (first, *decades, last):
        position = _position(size, (first, last))
        if size in (first, last) or _TICKS_APART <= position <= 100 - _TICKS_APART:
            yield position, decade(size) if size in decades else f"{size:,}"
