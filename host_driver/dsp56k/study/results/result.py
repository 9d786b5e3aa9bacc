"""What a study found: what figures, the report, the page and the results files are made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from dsp56k.study.points import Point
from dsp56k.study.results.quantities import Quantity
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
class Change:
    """The sides change places: at `interval[1]` `winner` is measured to be no slower, at `interval[0]` the other is
    still faster, and no size between the two was measured.
    """

    winner: str
    interval: tuple[int, int]


@dataclass(frozen=True)
class Stretch:
    """Measured sizes in a row at which `winner` is no slower: the first and the last."""

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
        changes: every change of places in the base, in ascending order.
        wins_from: the size from which `of[0]` wins up to the largest: `sizes[0]` if always, infinite if it does not
            win there; with its least and greatest over the corners.
        corners: the same at each corner: what is varied, and the changes.
        sentence: who wins where, in words.
    """

    of: tuple[str, str]
    job: str
    sizes: tuple[int, int]
    first: str
    changes: tuple[Change, ...]
    wins_from: Quantity
    corners: tuple[tuple[dict[str, Setting], str, tuple[Change, ...]], ...]
    sentence: str

    @property
    def told(self) -> str:
        """The sentence with the job and the two runs that it is about."""
        return f"{self.job}, {self.of[0]} against {self.of[1]}: {self.sentence}."

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The sizes, divided by who wins in the base."""
        return stretches(self.first, self.changes, self.sizes)


def stretches(first: str, changes: tuple[Change, ...], sizes: tuple[int, int]) -> tuple[Stretch, ...]:
    """The sizes, divided by who wins."""
    winners = [first, *(change.winner for change in changes)]
    firsts = [sizes[0], *(change.interval[1] for change in changes)]
    lasts = [*(change.interval[0] for change in changes), sizes[1]]
    return tuple(map(Stretch, winners, firsts, lasts))


@dataclass(frozen=True)
class Verdict:
    """Ours beside a published value.

    Attributes:
        published: its id.
        study: where ours comes from; of a setting, where that stands.
        quantity, of: what was compared.
        ours: in the published unit; None where nothing was measured.
        verdict: what ours is.
        expected: what the study says it is; a verdict that is another one is a broken expectation.
        cause: why, in the study's words.
        repeated: whether another study judges it, and this one only shows it.
    """

    published: str
    study: str
    quantity: QuantityName | Literal["setting"]
    of: tuple[str, ...]
    ours: Quantity | None
    verdict: AnyVerdict
    expected: AnyVerdict
    cause: str
    repeated: bool = False

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
