"""The tables of studies as text: the terminal, report.md and the page show the same ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from dsp56k.study.figures.builder import size_unit
from dsp56k.study.published import SOURCES, Published
from dsp56k.study.results.result import Change, Coefficient, Crossing, LogCA, StudyResult, Verdict
from dsp56k.study.results.wording import NEVER, amount, between, digits, half_width, span, with_uncertainty
from dsp56k.system.grid import Column, Grid

NOTHING = "-"
ALWAYS = "always"
SHOWN_HALF_WIDTH = 5e-4
"""The relative half-width below which an interval is within the three digits shown."""


def measured(result: StudyResult) -> Grid:
    """Return the measurements: maximum rate, time of the smallest call, CPU fraction, correctness.

    The headings name the sizes if all jobs share them, else the cells. If a driver lets the PC do other work, a column
    has its time in the call of the largest size.
    """
    with_free = any(point.free_clocks for point in result.points)
    pairs = dict.fromkeys((point.job, point.run) for point in result.points)
    jobs = dict.fromkeys(job for job, _ in pairs)
    smallest = _shared(_end(result, job, min) for job in jobs)
    largest = _shared(_end(result, job, max) for job in jobs)
    columns = (
        Column("job"),
        Column("configuration"),
        Column(f"rate at {largest}" if largest else "rate at the largest size", number=True),
        Column(f"time at {smallest}" if smallest else "time at the smallest size", number=True),
        Column("CPU left to the PC", number=True),
        *([Column("other work", number=True)] if with_free else []),
        Column("verified", number=True),
    )
    rows = []
    for job, run in pairs:
        points = [point for point in result.points if (point.job, point.run) == (job, run)]
        rates, times, shares = (result.measured(run, job, quantity) for quantity in ("rate", "time", "share"))
        first, last = min(times), max(times)
        large = "" if largest else f", {_end(result, job, max)}"
        small = "" if smallest else f", {_end(result, job, min)}"
        share = NOTHING if points[0].where == "dsp" else span(shares[last])
        right = all(point.right for point in points)
        free = [_free(result, run, job)] if with_free else []
        rows.append((job, run, span(rates[last]) + large, span(times[first]) + small, share, *free, _yes(right)))
    return Grid("Measured", columns, rows)


def _free(result: StudyResult, run: str, job: str) -> str:
    """Return time and share of the PC's other work in the largest call, or NOTHING for a run without a card."""
    points = [point for point in result.points if (point.job, point.run) == (job, run)]
    if points[0].where != "card":
        return NOTHING
    times, shares = (result.measured(run, job, quantity) for quantity in ("free", "free_share"))
    return f"{span(times[max(times)])}, {span(shares[max(shares)])}"


def _end(result: StudyResult, job: str, which: Callable[[Iterable[int]], int]) -> str:
    return amount(which(point.size for point in result.points if point.job == job), size_unit(result, job))


def _shared(words: Iterable[str]) -> str:
    """Return the text, if all texts are equal."""
    different = set(words)
    return different.pop() if len(different) == 1 else ""


def _yes(right: bool) -> str:
    return "yes" if right else "NO"


def overview(result: StudyResult, published: Mapping[str, Published]) -> Grid:
    """Return the pairs of runs that are compared: rates, crossover points, published values and assessments.

    The rates are those at the largest size; a crossover point has its range.
    """
    judged_pairs = {
        (expect.of, expect.job): verdict
        for expect, verdict in zip(result.study.expect, result.verdicts, strict=True)
        if expect.quantity == "crossing" and expect.published in published
    }
    largest = _shared(_end(result, job, max) for job in dict.fromkeys(one.job for one in result.crossings))
    size = largest or "the largest size"
    columns = (
        Column("job"), Column("configuration"), Column("against"), Column(f"configuration, rate at {size}", True),
        Column(f"against, rate at {size}", True), Column("crossover point", True), Column("published: assessment"),
        Column("verified", True),
    )  # fmt: skip
    rows = []
    for crossing in result.crossings:
        verdict = judged_pairs.get((crossing.of, crossing.job), judged_pairs.get((crossing.of, None)))
        theirs = NOTHING if verdict is None else f"{printed(published[verdict.published])}: {judged(verdict)}"
        rates = [_largest(result, run, crossing.job) for run in crossing.of]
        wins = _at(crossing) if crossing.crossover.is_certain else f"{_at(crossing)}; {_range(crossing)}"
        right = all(point.right for point in result.points if point.job == crossing.job and point.run in crossing.of)
        rows.append((crossing.job, *crossing.of, *rates, wins, theirs, _yes(right)))
    return Grid("Comparison", columns, rows)


def _largest(result: StudyResult, run: str, job: str) -> str:
    rates = result.measured(run, job, "rate")
    return span(rates[max(rates)])


def crossings(result: StudyResult) -> Grid:
    """Return the crossover points, with the faster run and the range over the corners."""
    columns = (
        Column("job"),
        Column("configuration"),
        Column("against"),
        Column("crossover point", True),
        Column("range", True),
    )
    rows = [(crossing.job, *crossing.of, _at(crossing), _range(crossing)) for crossing in result.crossings]
    return Grid("Crossover points", columns, rows)


def _at(crossing: Crossing) -> str:
    """Return the crossover point; if the first run is faster only at the smallest sizes, up to which."""
    if _wins_small_ones_alone(crossing):
        return f"only up to {amount(crossing.stretches[0].last, crossing.crossover.unit)}"
    return _size(crossing.crossover.value, crossing)


def _wins_small_ones_alone(crossing: Crossing) -> bool:
    return math.isinf(crossing.crossover.value) and crossing.first == crossing.of[0]


def _range(crossing: Crossing) -> str:
    wins = crossing.crossover
    if _wins_small_ones_alone(crossing):
        everywhere = ((crossing.first, crossing.changes), *((first, changes) for _, first, changes in crossing.corners))
        ends = [_end_of_first(crossing, first, changes) for first, changes in everywhere]
        low, high = min(ends), max(ends)
        if low == high:
            return NOTHING
        return between(low, high, wins.unit) if low else f"none to {amount(high, wins.unit)}"
    return NOTHING if wins.is_certain else f"{_size(wins.low, crossing)} to {_size(wins.high, crossing)}"


def _end_of_first(crossing: Crossing, first: str, changes: Sequence[Change]) -> int:
    """Return the size up to which the first run is faster from the smallest on; 0 if it is not."""
    if first != crossing.of[0]:
        return 0
    return changes[0].interval[0] if changes else crossing.sizes[1]


def _size(size: float, crossing: Crossing) -> str:
    """Format a crossover point, or on which side of the measured sizes it would be."""
    smallest, largest = crossing.sizes
    unit = crossing.crossover.unit
    if math.isinf(size):
        return f"none up to {amount(largest, unit)}"
    return amount(size, unit) if size else f"faster from {amount(smallest, unit)}"


def fits(result: StudyResult) -> Grid:
    """Return the coefficients of the fitted models."""
    checked = any(fit.checked for fit in result.fits)
    columns = (
        Column("configuration"), Column("job"), Column("model"), Column("coefficient"), Column("value", True),
        Column("range, one size left out", True), Column("range over corners", True), Column("misfit", True),
        Column("misfit at a size left out", True),
        *([Column("maximum residual, left out", True)] if checked else []),
    )  # fmt: skip
    rows = [
        (fit.run, fit.job, f"{fit.of} = {fit.model}", coefficient.name, digits(coefficient.value),
         _interval(coefficient),
         NOTHING if coefficient.corners.is_certain else between(coefficient.corners.low, coefficient.corners.high, ""),
         _percent(fit.worst), _percent(fit.left_one_out), *([_percent(fit.worst_checked)] if checked else []))
        for fit in result.fits
        for coefficient in fit.coefficients
    ]  # fmt: skip
    return Grid("Fitted models", columns, rows)


def break_even(result: StudyResult) -> Grid:
    """Return the LogCA granularities of each pair, and the difference of g_1 from the measured crossover point."""
    columns = (
        Column("job"), Column("configurations"), Column("g_1 (bytes)", True), Column("range", True),
        Column("measured", True), Column("difference", True), Column("g_A/2 (bytes)", True),
        Column("maximum residual", True),
    )  # fmt: skip
    rows = [
        (one.job, ", ".join(one.of), _granularity(one, one["g_1"]), _granularity_range(one), _crossover(one),
         _difference(one.difference), _granularity(one, one["g_A/2"]), _percent(one.misfit))
        for one in result.logca
    ]  # fmt: skip
    return Grid("LogCA: break-even", columns, rows)


def logca(result: StudyResult) -> Grid:
    """Return the LogCA coefficients of each pair of card and PC, each with half of its 95 % interval."""
    headings = {
        "o": "o (µs)",
        "L": "L (µs/byte)",
        "C": "C (µs/byte^β)",
        "beta": "β",
        "A": "A",
        "h": "h (µs)",
    }
    columns = (Column("job"), Column("configurations"), *(Column(heading, True) for heading in headings.values()))
    rows = [(one.job, ", ".join(one.of), *(_with_half_width(one[name]) for name in headings)) for one in result.logca]
    return Grid("LogCA: coefficients", columns, rows)


def _with_half_width(number: Coefficient) -> str:
    """Return a value with half of its interval, relatively; "±?" if the sizes are too few for an interval."""
    low, high = number.interval
    if math.isinf(number.value):
        return NEVER
    if math.isnan(low):
        return f"{digits(number.value)} ±?"
    relative = (high - low) / 2 / number.value if number.value else 0
    return digits(number.value) + (f" {half_width(relative)}" if relative >= SHOWN_HALF_WIDTH else "")


def _granularity(one: LogCA, number: Coefficient) -> str:
    return ALWAYS if number.value <= one.smallest else _with_half_width(number)


def _granularity_range(one: LogCA) -> str:
    corners = one["g_1"].corners
    return NOTHING if corners.is_certain else f"{_bytes(corners.low, one)} to {_bytes(corners.high, one)}"


def _bytes(size: float, one: LogCA) -> str:
    if math.isinf(size):
        return NEVER
    return ALWAYS if size <= one.smallest else digits(size)


def _crossover(one: LogCA) -> str:
    """Return the measured crossover point in words."""
    if one.measured is None:
        return NOTHING
    low, high = one.measured
    return _bytes(high, one) if low == high else f"{digits(low)} to {digits(high)}"


def _difference(relative: float | None) -> str:
    if relative is None:
        return NOTHING
    return "∞" if math.isinf(relative) else f"{100 * relative:.0f} %"


def _percent(part: float | None) -> str:
    return NOTHING if part is None else f"{round(100 * part, 3):g} %"


def _interval(coefficient: Coefficient) -> str:
    low, high = coefficient.interval
    return NOTHING if math.isnan(low) or math.isnan(high) else between(low, high, "")


_VERDICT_COLUMNS = (
    Column("published"), Column("source"), Column("the paper says"), Column("ours", True), Column("assessment"),
    Column("E_n", True), Column("flips", True), Column("cause"),
)  # fmt: skip


def verdicts(result: StudyResult, published: Mapping[str, Published]) -> Grid:
    """Return our values next to the published ones: verdict, normalised error, what flips it, and its cause."""
    return published_table(published, result.verdicts, "Assessments", measured=True)


def judged(verdict: Verdict) -> str:
    """Format an assessment; one that the study does not expect has a note."""
    return f"{verdict.verdict}, NOT {verdict.expected} as expected" if verdict.broken else verdict.verdict


def place(entry: Published) -> str:
    """Format the location of a published value: "Dussé & Kaliski 1990, section 6"."""
    return f"{SOURCES.get(entry.seed, entry.seed)}, {entry.place}"


_RELATIONS = {"more": "more than ", "less": "at most ", "about": "about ", "up to": "up to ", None: ""}


def said(entry: Published) -> str:
    """Return the published value, if there is one, and the paper's words."""
    quote = f"\u201c{entry.quote}\u201d"
    return quote if entry.value is None else f"{printed(entry)}: {quote}"


def printed(entry: Published) -> str:
    """Format a published value: "350 Kbit/s", "about 600 bytes", "9 to 12 Kbyte/s", or the text that replaces it."""
    if entry.value is None:
        return "drawn, without a number" if entry.kind == "bar" else "stated in words"
    unit = entry.unit or ""
    if entry.to is not None:
        return between(entry.value, entry.to, unit)
    return _RELATIONS[entry.relation] + amount(entry.value, unit)


def _ours(verdict: Verdict) -> str:
    """Format our value with its uncertainty; that of a setting has none."""
    if verdict.ours is None:
        return NOTHING
    if verdict.budget is None:
        return span(verdict.ours)
    return with_uncertainty(verdict.budget, verdict.ours.unit)


def _error(error: float | None) -> str:
    """Format a normalised error; that of a value without uncertainty is infinite."""
    if error is None:
        return NOTHING
    return "∞" if math.isinf(error) else digits(error)


def published_table(
    published: Mapping[str, Published],
    verdicts: Iterable[Verdict],
    title: str = "Published numbers",
    *,
    measured: bool = False,
) -> Grid:
    """Return the table of published numbers, in the order of the assessments.

    It has the paper's words, our value with its range, the verdict, E_n, the change of our time that flips the verdict,
    and the cause. `measured` leaves out entries without a value of ours.
    """
    rows = [
        (verdict.published, place(published[verdict.published]), said(published[verdict.published]),
         _ours(verdict), judged(verdict),
         _error(verdict.error), verdict.flips, verdict.cause)
        for verdict in verdicts
        if verdict.published in published and not (measured and verdict.ours is None)
    ]  # fmt: skip
    return Grid(title, _VERDICT_COLUMNS, rows)
