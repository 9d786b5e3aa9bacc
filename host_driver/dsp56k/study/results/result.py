"""What a study found: what figures, the report, the page and the results files are made from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from dsp56k.study.points import Point
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.words import digits
from dsp56k.study.schema import AnyVerdict, QuantityName, Setting, StudyFile


@dataclass(frozen=True)
class Coefficient:
    """A fitted coefficient of the base, its 95 % interval (nan where the points leave none), and over the corners."""

    name: str
    value: float
    interval: tuple[float, float]
    corners: Quantity


@dataclass(frozen=True)
class Fit:
    """A fitted model: coefficients, and by size how far the points of the base lie from it, relatively; the same of
    those that were left out of it.
    """

    name: str
    run: str
    job: str
    model: str
    coefficients: tuple[Coefficient, ...]
    residuals: tuple[tuple[int, float], ...]
    checked: tuple[tuple[int, float], ...] = ()

    @property
    def worst(self) -> float:
        """The largest of the residuals."""
        return max((abs(residual) for _, residual in self.residuals), default=0.0)

    @property
    def worst_checked(self) -> float | None:
        """The largest at the points that were left out; None if none were."""
        return max((abs(residual) for _, residual in self.checked), default=None)


@dataclass(frozen=True)
class LogCA:
    """The LogCA model of a card against software of the PC (Altaf and Wood, ISCA 2017).

    Attributes:
        of: the run with the card, and that of the PC.
        numbers: o, L, C, beta, A, h, g_1 and g_A/2, as `dsp56k.study.conclusions.logca` defines them; infinity for a
            granularity that does not exist.
        sizes: the smallest and the largest measured data size in bytes.
        misfit: the maximum residual of the fits, as in Fit.worst.
        measured: the measured crossover point in bytes: the largest size at which the PC is still faster, and the size
            from which the card is faster up to the largest size. Both are the smallest size if the card always is, and
            infinity if it is not at the largest size; None if the study does not search for it.
    """

    of: tuple[str, str]
    job: str
    numbers: tuple[Coefficient, ...]
    sizes: tuple[int, int]
    misfit: float
    measured: tuple[float, float] | None

    def __getitem__(self, name: str) -> Coefficient:
        return next(number for number in self.numbers if number.name == name)

    @property
    def difference(self) -> float | None:
        """The relative difference of g_1 from the nearer end of the measured crossover point; 0 within it.

        A g_1 below the smallest size counts as that size, and one above the largest as infinity. The difference is
        infinite if exactly one of the two is, and None if the crossover point is not measured.
        """
        if self.measured is None:
            return None
        smallest, largest = self.sizes
        modelled = self["g_1"].value
        modelled = math.inf if modelled > largest else max(modelled, smallest)
        low, high = self.measured
        if low <= modelled <= high:
            return 0.0
        if math.isinf(modelled) or math.isinf(low):
            return math.inf
        return modelled / (low if modelled < low else high) - 1


@dataclass(frozen=True)
class Change:
    """The sides change places: at `interval[1]` `winner` is measured to be no slower, at `interval[0]` the other is
    still faster, and no size between the two was measured.
    """

    winner: str
    interval: tuple[int, int]


@dataclass(frozen=True)
class Band:
    """Changes that belong together: around a crossing of two staircases the runs change places several times."""

    changes: tuple[Change, ...]

    @property
    def interval(self) -> tuple[int, int]:
        """The largest size before the first change, and the smallest after the last."""
        return self.changes[0].interval[0], self.changes[-1].interval[1]

    @property
    def in_turn(self) -> tuple[int, int] | None:
        """The smallest and the largest size at which now one run wins and now the other; None for a single change."""
        if len(self.changes) == 1:
            return None
        return self.changes[0].interval[1], self.changes[-1].interval[0]

    @property
    def after(self) -> str:
        """The winner after the last change."""
        return self.changes[-1].winner


@dataclass(frozen=True)
class Stretch:
    """Measured sizes in a row at which `winner` is no slower, from `first` to `last`; "" if both win in turn."""

    winner: str
    first: int
    last: int


@dataclass(frozen=True)
class Crossing:
    """Who is faster where, of two runs at one job.

    Attributes:
        of: the runs; the first is the one whose winning is asked for.
        sizes: the smallest and the largest measured; nothing is said of others.
        first: who wins at the smallest.
        bands: every change of places in the base, in ascending order; those within a window of each other together.
        wins_from: the size from which `of[0]` wins up to the largest: `sizes[0]` if always, infinite if it does not
            win there; with its least and greatest over the corners.
        corners: the same at each corner: what is varied, and the changes.
        sentence: who wins where, in words.
    """

    of: tuple[str, str]
    job: str
    sizes: tuple[int, int]
    first: str
    bands: tuple[Band, ...]
    wins_from: Quantity
    corners: tuple[tuple[dict[str, Setting], str, tuple[Change, ...]], ...]
    sentence: str

    @property
    def told(self) -> str:
        """The sentence with the job and the two runs that it is about."""
        return f"{self.job}, {self.of[0]} against {self.of[1]}: {self.sentence}."

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every change of places in the base, in ascending order."""
        return tuple(change for band in self.bands for change in band.changes)

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The sizes of the base, divided by the run that wins."""
        return stretches(self.first, self.bands, self.sizes)


def stretches(first: str, bands: Sequence[Band], sizes: tuple[int, int]) -> tuple[Stretch, ...]:
    """Return the sizes divided by the run that wins; the sizes of a band have no winner."""
    parts: list[Stretch] = []
    winner, start = first, sizes[0]
    for band in bands:
        last, following = band.interval
        parts.append(Stretch(winner, start, last))
        if band.in_turn:
            parts.append(Stretch("", *band.in_turn))
        winner, start = band.after, following
    return (*parts, Stretch(winner, start, sizes[1]))


@dataclass(frozen=True)
class Cause:
    """The factor by which one run is faster than another that differs from it in one thing.

    Attributes:
        share: the part of the whole difference, of its logarithm: 1 if the factor is all of it; None if there is no
            published value to differ from.
    """

    run: str
    against: str
    job: str
    factor: float
    share: float | None


@dataclass(frozen=True)
class Verdict:
    """The comparison of our value with a published one.

    Attributes:
        published: its id.
        study: where ours comes from; of a setting, where that stands.
        quantity, of: what was compared.
        ours: in the published unit; None where nothing was measured.
        criterion: the values at which ours counts as reproduced, in words.
        verdict: the result of the comparison.
        expected: the result that the study expects; a verdict that differs from it is a broken expectation.
        causes: runs that show why ours differs.
        remark: how the two set-ups differ, in the study's words.
        repeated: whether another study judges it, and this one only shows it.
    """

    published: str
    study: str
    quantity: QuantityName | Literal["setting"]
    of: tuple[str, ...]
    ours: Quantity | None
    verdict: AnyVerdict
    expected: AnyVerdict
    criterion: str
    causes: tuple[Cause, ...] = ()
    remark: str = ""
    repeated: bool = False

    @property
    def cause(self) -> str:
        """Why ours differs, by the runs that show it; empty if it does not differ."""
        if self.verdict in ("reproduced", "no number in our copy", "set"):
            return ""
        if not self.causes:
            return "not explained"
        return "; ".join(
            f"{one.run} is {digits(one.factor)} times as fast as {one.against} ({one.job})"
            + ("" if one.share is None else f", {digits(100 * one.share)} % of the difference")
            for one in self.causes
        )

    @property
    def broken(self) -> bool:
        """Whether the study expects another verdict."""
        return self.verdict != self.expected


@dataclass(frozen=True)
class StudyResult:
    """Everything that one study found.

    Attributes:
        id: the name of its file.
        study: the file.
        settings: what was set for this run of it beside the file (`--set`).
        points: the base's and the corners', in the order of runs, jobs, corners, sizes.
        command: what repeats it.
    """

    id: str
    study: StudyFile
    version: str
    settings: dict[str, Setting]
    varied: bool
    points: tuple[Point, ...]
    fits: tuple[Fit, ...]
    crossings: tuple[Crossing, ...]
    verdicts: tuple[Verdict, ...]
    command: str
    logca: tuple[LogCA, ...] = ()
    notes: tuple[str, ...] = ()
    configurations: dict[str, str] = field(default_factory=dict)
    """Each run in words."""

    def base(self, run: str, job: str) -> tuple[Point, ...]:
        """The base's points of a run at a job, by size."""
        return tuple(point for point in self.points if (point.run, point.job) == (run, job) and not point.corner)

    def measured(self, run: str, job: str, quantity: QuantityName) -> dict[int, Quantity]:
        """A quantity by size, each with its least and greatest over the corners measured at that size."""
        sizes: dict[int, list[Point]] = {}
        for point in self.points:
            if (point.run, point.job) == (run, job):
                sizes.setdefault(point.size, []).append(point)
        found = {}
        for size, points in sorted(sizes.items()):
            bases = [value_of(point, quantity) for point in points if not point.corner]
            if bases:
                found[size] = Quantity.of(bases[0], [value_of(point, quantity) for point in points], UNITS[quantity])
        return found

    @property
    def right(self) -> bool:
        """Whether every result was right but those of runs that are expected to be wrong."""
        expected = {run.name for run in self.study.run if run.expect_wrong}
        return all(point.right for point in self.points if point.run not in expected)


_WORD_BITS = 24
UNITS: dict[QuantityName, str] = {
    "rate": "bit/s",
    "time": "us",
    "clocks": "clocks",
    "ratio": "times",
    "crossing": "bytes",
    "share": "%",
    "bus_bytes": "bytes",
    "size": "bytes",
    "utilization": "%",
    "memory_rate": "bit/s",
    "correct": "%",
}
"""The unit of each quantity; a coefficient and a count have none of their own."""


def value_of(point: Point, quantity: QuantityName) -> float:
    """One of the quantities that a point has by itself."""
    values: dict[str, Any] = {
        "rate": point.bits_per_second,
        "time": point.us,
        "clocks": point.clocks.dsp
        if point.where == "dsp"
        else point.clocks.driver + point.clocks.bus + point.clocks.poll,
        "share": 100 * point.host_share,
        "bus_bytes": point.bus_bytes,
        "correct": 100 * point.right,
        "utilization": 100 * (1 - point.counts.get("stalled-clocks", 0) / max(1, point.clocks.dsp)),
        "memory_rate": _WORD_BITS * 1e6 * point.counts.get("external-accesses", 0) / point.us,
    }
    return float(values[quantity])
