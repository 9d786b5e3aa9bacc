"""Builds a study's figure: its content, and the drawing of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import TypeVar

from dsp56k.study.errors import StudyError
from dsp56k.study.figures import bars, contour_map, curves, ratio_table
from dsp56k.study.figures.figure_data import (
    Bar,
    BarPanel,
    Bars,
    Content,
    Curve,
    Curves,
    Drawing,
    Map,
    MapPanel,
    MapPoint,
    Mark,
    Panel,
    RatioRow,
    RatioTable,
    Reference,
)
from dsp56k.study.figures.style import arrange, as_png, as_svg, styled
from dsp56k.study.operations import OPERATIONS
from dsp56k.study.published import Published
from dsp56k.study.results.configuration import configuration
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import UNITS, Crossing, StudyResult
from dsp56k.study.results.wording import digits
from dsp56k.study.schema import ExpectTable, FigureTable, PointQuantity, QuantityName
from dsp56k.system.garbage_collection import without_cycle_search

T = TypeVar("T")

KINDS: Mapping[type[Content], ModuleType] = {Curves: curves, Bars: bars, Map: contour_map, RatioTable: ratio_table}
"""The module that draws and describes each kind of content."""
AXES: Mapping[PointQuantity, str] = {
    "rate": "rate (bit/s)",
    "time": "time per call (us)",
    "clocks": "clocks",
    "share": "CPU left to the PC (%)",
    "free": "time of other work (us)",
    "free_share": "time of other work (%)",
    "bus_bytes": "bytes transferred over the bus",
    "utilization": "clocks not stalled (%)",
    "memory_rate": "rate of external memory (bit/s)",
    "correct": "right results (%)",
}
"""Titles of the axis of bars."""
RATES = {"bit/s": 1, "byte/s": 8}
"""Bit/s per unit of rates."""
ALIKE = 0.2
"""Overheads of a call that differ by less, relatively, share a panel of a map."""
MAX_CURVES = 5
"""Maximum curves of a panel: readers confuse the colours and marks of more."""
FIXED = "fixed"
"""The coefficient that a map uses as the fixed overhead of a call, in microseconds."""


@without_cycle_search()
def draw(content: Content, *, with_png: bool = True) -> Drawing:
    """Return the drawing of a content: the same bytes for the same content. A page needs no PNG."""
    kind = KINDS[type(content)]
    with styled():
        figure = kind.draw(content).figure
        arrange(figure)
        return Drawing(as_svg(figure), as_png(figure) if with_png else b"", kind.describe(content))


@without_cycle_search()
def picture(content: Content) -> bytes:
    """Return only the PNG of a content's drawing."""
    with styled():
        figure = KINDS[type(content)].draw(content).figure
        arrange(figure)
        return as_png(figure)


def build_content(result: StudyResult, published: Mapping[str, Published]) -> Content:
    """Return the content of the study's `[figure]`; by default curves, or bars if each job has only one size."""
    figure = result.study.figure
    if figure is None:
        jobs = {(point.run, point.job): 0 for point in result.points}
        single = all(len(result.base(*pair)) <= 1 for pair in jobs)
        figure = FigureTable(kind="bars" if single else "curves")
    makers: Mapping[str, Callable[[StudyResult, FigureTable, Mapping[str, Published]], Content]] = {
        "curves": _curves,
        "bars": _bars,
        "map": _map,
        "table": _ladder,
    }
    return makers[figure.kind](result, figure, published)


def _jobs(result: StudyResult, figure: FigureTable) -> list[str]:
    """Return the figure's jobs: those that one of its runs does."""
    jobs = dict.fromkeys(point.job for point in result.points if not figure.runs or point.run in figure.runs)
    return [job for job in jobs if figure.job in (None, job)]


def _runs(result: StudyResult, figure: FigureTable, job: str) -> list[str]:
    runs = dict.fromkeys(point.run for point in result.points if point.job == job)
    return [run for run in runs if not figure.runs or run in figure.runs]


def _name(result: StudyResult, run: str) -> str:
    """Return a run's name, with a note if its results are wrong."""
    return run if all(point.right for point in result.points if point.run == run) else f"{run} (wrong results)"


def size_unit(result: StudyResult, job: str) -> str:
    """Return the unit of the sizes of a job: bytes, or operations."""
    points = [point for point in result.points if point.job == job]
    if any(point.operation in OPERATIONS for point in points):
        return OPERATIONS[points[0].operation].unit
    return "bytes" if all(point.size == point.data_bytes for point in points) else "operations"


def _references(
    result: StudyResult, published: Mapping[str, Published], job: str, quantity: QuantityName
) -> Iterable[tuple[ExpectTable, Published, float]]:
    """Yield published values of a job in the unit of the drawing: the expectation, the entry and its value."""
    jobs = dict.fromkeys(point.job for point in result.points)
    for expect in result.study.expect:
        entry = published.get(expect.published)
        theirs = expect.job == job or (expect.job is None and len(jobs) == 1)
        if entry is None or entry.value is None or not theirs or expect.quantity != quantity:
            continue
        if entry.unit == UNITS.get(quantity):
            yield expect, entry, entry.value
        elif quantity == "rate" and entry.unit in RATES:
            yield expect, entry, entry.value * RATES[entry.unit]


def _in_unit(rate: Quantity, unit: str) -> Quantity:
    """Convert a rate in bit/s to another unit."""
    value, low, high = (part / RATES[unit] for part in (rate.value, rate.low, rate.high))
    return Quantity(value, low, high, unit)


def _marks(result: StudyResult, job: str, runs: list[str]) -> list[Mark]:
    return [
        _mark(result, crossing)
        for crossing in result.crossings
        if crossing.job == job and set(crossing.of) <= set(runs)
    ]


def _mark(result: StudyResult, crossing: Crossing) -> Mark:
    first, second = (_name(result, run) for run in crossing.of)
    return Mark(first, second, crossing.crossover, crossing.sizes)


def _curves(result: StudyResult, figure: FigureTable, published: Mapping[str, Published]) -> Curves:
    if figure.together:
        parts = _divided(_together(result, figure, published))
        return Curves(figure.title or result.study.title, parts, configuration(result), figure.unit)
    panels: list[Panel | BarPanel] = []
    for job in _jobs(result, figure):
        runs = _runs(result, figure, job)
        if size_unit(result, job) != "bytes" and not figure.batches:
            # A rate of operations hardly depends on their number, so bars show more than flat lines.
            panels.append(_bar_panel(result, figure, published, job))
            continue
        size_lines = [
            Reference(entry.seed, value) for _, entry, value in _references(result, published, job, "crossing")
        ]
        for title, group in _groups(result, job, runs):
            rate_lines = [
                Reference(f"{entry.seed}, {expect.of[0]}", value / RATES[figure.unit])
                for expect, entry, value in _references(result, published, job, "rate")
                if expect.of[0] in group
            ]
            panels.append(
                Panel(
                    f"{job}{title}",
                    [_curve(result, run, job, figure.unit) for run in group],
                    size_unit(result, job),
                    _marks(result, job, group),
                    _distinct(size_lines),
                    _distinct(rate_lines),
                )
            )
    return Curves(figure.title or result.study.title, panels, configuration(result), figure.unit)


def _groups(result: StudyResult, job: str, runs: list[str]) -> list[tuple[str, list[str]]]:
    """Return the runs of each panel with the addition to its title.

    Too many curves for a panel are divided by the run that others are compared with, the rest by PC, else in order.
    """
    if len(runs) <= MAX_CURVES:
        return [("", runs)]
    compared: dict[str, list[str]] = {}
    for crossing in result.crossings:
        if crossing.job == job and {*crossing.of} <= {*runs}:
            compared.setdefault(crossing.of[0], []).append(crossing.of[1])
    groups = [(first, [first, *part]) for first, others in compared.items() for part in _parts(others, MAX_CURVES - 1)]
    alone = [run for run in runs if all(run not in group for _, group in groups)]
    machines = {run.name: run.machine or "" for run in result.study.run}
    by_machine = {name: [run for run in alone if machines[run] == name] for name in dict.fromkeys(machines.values())}
    if max(map(len, by_machine.values())) > MAX_CURVES or len(by_machine) == 1:
        by_machine = {"": alone}
    groups += [(name, part) for name, group in by_machine.items() for part in _parts(group, MAX_CURVES)]
    titles = Counter(name for name, _ in groups)
    numbers: Counter[str] = Counter()
    found = []
    for name, group in groups:
        numbers[name] += 1
        part = f", {numbers[name]} of {titles[name]}" if titles[name] > 1 else ""
        found.append((f"{', ' * bool(name)}{name}{part}", group))
    return found


def _parts(names: Sequence[T], most: int) -> list[list[T]]:
    """Return names in as few parts of about the same length as have at most `most` of them."""
    count = -(-len(names) // most)
    each = -(-len(names) // count) if count else 0
    return [list(names[part * each : (part + 1) * each]) for part in range(count)]


def _divided(panel: Panel) -> list[Panel]:
    """Return a panel without crossover points as several ones of at most `MAX_CURVES` curves."""
    parts = _parts(panel.curves, MAX_CURVES)
    if len(parts) == 1:
        return [panel]
    return [
        replace(
            panel,
            title=f"{panel.title}, {place + 1} of {len(parts)}",
            curves=part,
            words=panel.words if place == len(parts) - 1 else (),
        )
        for place, part in enumerate(parts)
    ]


def _curve(result: StudyResult, run: str, job: str, unit: str) -> Curve:
    rates, times = _measured(result, run, job, "rate"), _measured(result, run, job, "time")
    told = [_in_unit(rate, unit) for rate in rates.values()]
    return Curve(_name(result, run), [*rates], told, [*times.values()])


def _together(result: StudyResult, figure: FigureTable, published: Mapping[str, Published]) -> Panel:
    """Return a panel with the curves of several jobs, and the steps from run to run in words."""
    jobs = {
        run: [job for job in figure.together if result.base(run, job)]
        for run in dict.fromkeys(run.name for run in result.study.run)
        if not figure.runs or run in figure.runs
    }
    curves = [_curve(result, run, theirs[0], figure.unit) for run, theirs in jobs.items() if theirs]
    words = []
    for step in figure.step:
        after, before = step.of
        common = next((job for job in jobs[after] if job in jobs[before]), None)
        rates = [_measured(result, run, common or jobs[run][0], "rate") for run in (after, before)]
        size = max(rates[0].keys() & rates[1].keys())
        ratio = rates[0][size].value / rates[1][size].value
        theirs = published[step.published].value
        words.append(f"{before} to {after}: {digits(ratio)} (published {digits(theirs or 0)})")
    return Panel(", ".join(figure.together), curves, size_unit(result, figure.together[0]), words=words)


def _distinct(references: list[Reference]) -> list[Reference]:
    return list({reference.value: reference for reference in references}.values())


def _bars(result: StudyResult, figure: FigureTable, published: Mapping[str, Published]) -> Bars:
    panels = [_bar_panel(result, figure, published, job) for job in _jobs(result, figure)]
    return Bars(figure.title or result.study.title, AXES[figure.quantity], panels, configuration(result))


def _bar_panel(result: StudyResult, figure: FigureTable, published: Mapping[str, Published], job: str) -> BarPanel:
    theirs: dict[str, float] = {}
    for expect, _, value in _references(result, published, job, figure.quantity):
        theirs.setdefault(expect.of[0], value)  # the study's first: others come from other people's work
    drawn = []
    for run in _runs(result, figure, job):
        values = _measured(result, run, job, figure.quantity)
        size = figure.size if figure.size in values else max(values)
        drawn.append(Bar(_name(result, run), values[size], theirs.get(run)))
    return BarPanel(job, drawn)


def _map(result: StudyResult, figure: FigureTable, published: Mapping[str, Published]) -> Map:
    """Return a panel for each overhead of a call: the cost of a crossing's first run over the second at any size."""
    panels: list[MapPanel] = []
    lines: list[Reference] = []
    left_out = []
    for job in _jobs(result, figure):
        lines += [Reference(entry.seed, value) for _, entry, value in _references(result, published, job, "crossing")]
        for crossing in result.crossings:
            if crossing.job != job:
                continue
            card, host = crossing.of
            overhead = _fixed(result, card, job) - _fixed(result, host, job)
            if overhead <= 0:
                left_out.append(f"{card} against {host} at {job}")
                continue
            rate, card_rate = (_largest(result, run, job, "rate") for run in (host, card))
            point = MapPoint(_name(result, host), rate, card_rate, _mark(result, crossing))
            title = f"{_name(result, card)}, {job}"
            place = next((place for place, panel in enumerate(panels) if _alike(panel, title, overhead)), None)
            if place is None:
                panels.append(MapPanel(title, overhead, [point]))
            else:
                panels[place] = replace(panels[place], points=[*panels[place].points, point])
    words = configuration(result)
    if left_out:
        words += f" Not on the map, because a call costs more on the PC alone at any size: {', '.join(left_out)}."
    return Map(figure.title or result.study.title, panels, lines[0] if lines else None, words)


def _alike(panel: MapPanel, title: str, overhead_us: float) -> bool:
    """Return True if a panel fits another pair: the same run and job, and an overhead that differs little."""
    return panel.title == title and abs(overhead_us / panel.overhead_us - 1) < ALIKE


def _fixed(result: StudyResult, run: str, job: str) -> float:
    """Return the fitted fixed overhead of a call in microseconds."""
    for fit in result.fits:
        for coefficient in fit.coefficients:
            if (fit.run, fit.job, coefficient.name) == (run, job, FIXED):
                return coefficient.value
    raise StudyError(
        f"{result.id}: [figure] kind: a map needs a fit of {run} at {job} with a coefficient named {FIXED}",
        key="figure.kind",
    )


def _largest(result: StudyResult, run: str, job: str, quantity: QuantityName) -> Quantity:
    values = _measured(result, run, job, quantity)
    return values[max(values)]


def _measured(result: StudyResult, run: str, job: str, quantity: QuantityName) -> dict[int, Quantity]:
    """Return a quantity by size, of the sizes measured at every corner: bisection measures some at only one corner."""
    counts = Counter(point.size for point in result.points if (point.run, point.job) == (run, job))
    whole = {size for size, count in counts.items() if count == max(counts.values())}
    return {size: value for size, value in result.measured(run, job, quantity).items() if size in whole}


def _ladder(result: StudyResult, figure: FigureTable, published: Mapping[str, Published]) -> RatioTable:
    rungs = [
        RatioRow(verdict.published, verdict.ours, published[verdict.published].value, verdict.verdict)
        for verdict in result.verdicts
        if verdict.published in published
    ]
    return RatioTable(figure.title or result.study.title, rungs, configuration(result))
