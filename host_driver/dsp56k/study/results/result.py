"""The results of a study, for figures, the report, the page and the results files."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from dsp56k.study.errors import StudyError
from dsp56k.study.points import Point
from dsp56k.study.published import Published, builtin_published
from dsp56k.study.results.quantities import Budget, Coverage, Quantity
from dsp56k.study.results.wording import digits
from dsp56k.study.schema import FitTarget, QuantityName, Setting, StudyFile, VerdictName


@dataclass(frozen=True)
class Coefficient:
    """A fitted coefficient of the base, its interval, and its range over the corners.

    The interval of a model of times has the coefficients of the fits without one size: the model is deterministic, so
    its residuals are misfit. That of LogCA has 95 %. It is nan if undetermined.
    """

    name: str
    value: float
    interval: tuple[float, float]
    corners: Quantity


@dataclass(frozen=True)
class Fit:
    """A fitted model: coefficients, and the relative residuals of the base's points by size.

    Attributes:
        checked: The residuals of the points that were left out.
        of: The described column.
        left_one_out: The largest error at a size of the model that is fitted without this size; None if undetermined.
    """

    name: str
    run: str
    job: str
    model: str
    coefficients: tuple[Coefficient, ...]
    residuals: tuple[tuple[int, float], ...]
    checked: tuple[tuple[int, float], ...] = ()
    of: FitTarget = "us"
    left_one_out: float | None = None

    @property
    def worst(self) -> float:
        """The misfit: the largest of the residuals."""
        return max((abs(residual) for _, residual in self.residuals), default=0.0)

    @property
    def worst_checked(self) -> float | None:
        """The largest residual of the points that were left out; None if none were."""
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
    def smallest(self) -> int:
        """The smallest measured size in bytes, but at least 1, as g_1 and g_A/2 are."""
        return max(1, self.sizes[0])

    @property
    def difference(self) -> float | None:
        """The relative difference of g_1 from the nearer end of the measured crossover point; 0 within it.

        A g_1 below the smallest size counts as that size, and one above the largest as infinity. The difference is
        infinite if exactly one of the two is, and None if the crossover point is not measured.
        """
        if self.measured is None:
            return None
        modelled = self["g_1"].value
        modelled = math.inf if modelled > self.sizes[1] else max(modelled, self.smallest)
        low, high = (max(size, self.smallest) for size in self.measured)
        if low <= modelled <= high:
            return 0.0
        if math.isinf(modelled) or math.isinf(low):
            return math.inf
        return modelled / (low if modelled < low else high) - 1


@dataclass(frozen=True)
class Change:
    """A change of the faster run.

    At `interval[1]` `winner` is measured to be no slower, at `interval[0]` the other run is still faster, and no size
    between the two was measured.
    """

    winner: str
    interval: tuple[int, int]


@dataclass(frozen=True)
class Band:
    """Changes that belong together: two staircases cross several times around a crossover point."""

    changes: tuple[Change, ...]

    @property
    def interval(self) -> tuple[int, int]:
        """The largest size before the first change, and the smallest after the last."""
        return self.changes[0].interval[0], self.changes[-1].interval[1]

    @property
    def in_turn(self) -> tuple[int, int] | None:
        """The smallest and the largest size between which the faster run alternates; None for a single change."""
        if len(self.changes) == 1:
            return None
        return self.changes[0].interval[1], self.changes[-1].interval[0]

    @property
    def after(self) -> str:
        """The faster run after the last change."""
        return self.changes[-1].winner


@dataclass(frozen=True)
class Stretch:
    """Consecutive measured sizes at which `winner` is no slower, from `first` to `last`; "" if the runs alternate."""

    winner: str
    first: int
    last: int


@dataclass(frozen=True)
class Crossing:
    """The faster of two runs at one job, by size.

    Attributes:
        of: The runs; `crossover` is the point from which on the first is faster.
        sizes: The smallest and the largest measured; the result does not extend beyond them.
        first: The faster run at the smallest size.
        bands: Every change of the faster run in the base, in ascending order; those within a window are in one band.
        crossover: The last size at which `of[1]` is faster, with its minimum and maximum over the corners: 0 if it is
            at none of the measured sizes, infinity if it is at the largest.
        corners: The varied parameters of each corner, and its changes.
        sentence: The result in words.
        speed_up: The time of `of[1]` over that of `of[0]` at the largest size, with its range over the corners.
    """

    of: tuple[str, str]
    job: str
    sizes: tuple[int, int]
    first: str
    bands: tuple[Band, ...]
    crossover: Quantity
    corners: tuple[tuple[dict[str, Setting], str, tuple[Change, ...]], ...]
    sentence: str
    speed_up: Quantity

    @property
    def told(self) -> str:
        """The sentence with the job and the two runs."""
        return f"{self.job}, {self.of[0]} against {self.of[1]}: {self.sentence}."

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every change of the faster run in the base, in ascending order."""
        return tuple(change for band in self.bands for change in band.changes)

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The sizes of the base, divided by the faster run."""
        return stretches(self.first, self.bands, self.sizes)


def stretches(first: str, bands: Sequence[Band], sizes: tuple[int, int]) -> tuple[Stretch, ...]:
    """Return the sizes divided by the faster run; the sizes of a band have no winner."""
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
    """The factor by which one run at a job is faster than another that differs from it in one thing.

    Attributes:
        share: The part of the complete difference, of its logarithm: 1 if the factor is all of it; None if there is no
            published value to differ from.
    """

    run: str
    against: str
    job: str
    versus: str
    factor: float
    share: float | None

    @property
    def told(self) -> str:
        """The factor in words."""
        if self.run == self.against:
            said = f"{self.job} is {digits(self.factor)} times as fast as {self.versus}"
        else:
            said = f"{self.run} is {digits(self.factor)} times as fast as {self.against} ({self.job})"
        return said if self.share is None else f"{said}, {digits(100 * self.share)} % of the difference"


FormerVerdictName = Literal[
    "reproduced", "exceeded", "bounded", "contradicted", "no number in our copy", "set", "outside"
]
"""The words of the previous release, which JSON still has."""


@dataclass(frozen=True)
class Verdict:
    """The comparison of our value with a published one.

    Attributes:
        published: The id of the published value.
        study: The study of our value; for a setting, its location; empty if nothing here has such a value.
        quantity, of: The compared quantity and its runs.
        ours: Our value in the published unit; None if nothing was measured.
        verdict: The result of the comparison.
        expected: The result that the study expects; another result is a broken expectation.
        former: The result in the words of the previous release.
        budget: Our value with the components of its uncertainty.
        coverage: The interval that covers 95 % of our value, by Monte Carlo; None if nothing varies.
        error: The normalised error E_n; None without a comparison.
        flip: The smallest relative change of our time that gives another result; None if none does.
        causes: Runs that show why ours differs.
        remark: The difference of the two set-ups, in the study's words.
        reason: The reason why nothing is compared, or the location at which the value is an input.
        repeated: True if another study assesses it, and this one only shows it.
    """

    published: str
    study: str
    quantity: QuantityName | Literal["setting"]
    of: tuple[str, ...]
    ours: Quantity | None
    verdict: VerdictName
    expected: VerdictName
    former: FormerVerdictName
    budget: Budget | None = None
    error: float | None = None
    flip: float | None = None
    causes: tuple[Cause, ...] = ()
    remark: str = ""
    reason: str = ""
    repeated: bool = False
    coverage: Coverage | None = None

    @property
    def cause(self) -> str:
        """The cause of the assessment, by runs, by the budget of the uncertainty, or by the reason."""
        if self.verdict in ("not comparable", "input"):
            return self.reason
        if self.verdict == "agrees":
            return self._tolerated
        if not self.causes:
            return f"not explained by runs{': ' * bool(self.remark)}{self.remark}"
        shares = [one.share for one in self.causes if one.share is not None]
        left = 100 * (1 - sum(shares))
        rest = f"; {digits(abs(left))} % {'not explained' if left >= 0 else 'too much'}" if shares else ""
        return "; ".join(one.told for one in self.causes) + rest

    @property
    def _tolerated(self) -> str:
        """The largest component of the uncertainty that makes the values agree."""
        if not self.error or self.budget is None:
            return "the value itself" if self.error == 0 else "as printed"
        shares = {**self.budget.shares(below=True), **self.budget.shares(below=False)}
        largest = max(shares, key=lambda name: shares[name], default="")
        return f"within the uncertainty, of {largest}" if largest else "within the printed digits"

    @property
    def flips(self) -> str:
        """The change of our time that gives another result: "at -12 %", or "never"."""
        if self.flip is None:
            return "never"
        percent = 100 * self.flip
        return f"at {percent:+,.0f} %" if abs(percent) >= 10 else f"at {percent:+.2g} %"

    @property
    def broken(self) -> bool:
        """True if the study expects another result."""
        return self.verdict != self.expected


@dataclass(frozen=True)
class Held:
    """A recorded value of the study itself, and the present one."""

    quantity: QuantityName
    of: tuple[str, ...]
    job: str
    ours: Quantity
    value: float
    within: float

    @property
    def change(self) -> float:
        """The relative difference from the recorded value; 0 if both are infinite."""
        if self.ours.value == self.value:
            return 0.0
        return self.ours.value / self.value - 1 if self.value else math.inf

    @property
    def broken(self) -> bool:
        """True if the value has changed."""
        return not abs(self.change) <= self.within

    @property
    def told(self) -> str:
        """The change in words."""
        what = " ".join(filter(None, (self.quantity, "of", " and ".join(self.of), self.job and f"at {self.job}")))
        return f"{what}: {self.ours.value:g}, recorded {self.value:g} ({100 * self.change:+.2g} %)"


@dataclass(frozen=True)
class JointPoint:
    """A point of a joint assessment: parameters and runs, and for each claim whether it holds there."""

    settings: dict[str, Setting]
    held: tuple[bool, ...]


@dataclass(frozen=True)
class Joint:
    """The joint assessment of several claims."""

    name: str
    claims: tuple[str, ...]
    points: tuple[JointPoint, ...]

    @property
    def region(self) -> tuple[JointPoint, ...]:
        """The points at which every claim holds."""
        return tuple(point for point in self.points if all(point.held))

    @property
    def best(self) -> tuple[JointPoint, ...]:
        """The points at which the most claims hold."""
        most = max(sum(point.held) for point in self.points)
        return tuple(point for point in self.points if sum(point.held) == most)

    @property
    def counts(self) -> dict[str, int]:
        """The number of points at which each claim holds."""
        return {claim: sum(point.held[place] for point in self.points) for place, claim in enumerate(self.claims)}

    @property
    def told(self) -> str:
        """The result in sentences."""
        count, claims = len(self.points), len(self.claims)
        if self.region:
            where = f"{len(self.region)} of {count} points: {_ranges(self.region)}"
            return f"{self.name}: all {claims} claims hold at {where}."
        never = [claim for claim, points in self.counts.items() if not points]
        others = [claim for claim in self.claims if claim not in never]
        parts = [f"{self.name}: no point of {count} holds all {claims} claims"]
        if never:
            parts.append(f"{', '.join(never)} hold{'s' * (len(never) == 1)} at none")
        best = self.best
        most = sum(best[0].held)
        if most == len(others):
            parts.append(f"the other {most} hold together at {len(best)}: {_ranges(best)}")
        else:
            lost = {claim for point in best for claim, held in zip(self.claims, point.held, strict=True) if not held}
            parts.append(
                f"at most {most} hold together, at {len(best)}: {_ranges(best)}; "
                f"there {', '.join(sorted(lost - {*never}))} fail"
            )
        return "; ".join(parts) + "."


def _ranges(points: Sequence[JointPoint]) -> str:
    """Return the values of each parameter that occur."""
    found: dict[str, dict[str, None]] = {}
    for point in points:
        for key, value in point.settings.items():
            found.setdefault(key, {})[str(value)] = None
    return ", ".join(f"{key} {' or '.join(values)}" for key, values in found.items())


@dataclass(frozen=True)
class StudyResult:
    """All results of one study.

    Attributes:
        id: The name of its file.
        study: The file.
        settings: Parameters that were set in addition to the file (`--set`).
        points: The points of the base and the corners, in the order of runs, jobs, corners, sizes.
        command: The command that repeats it.
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
    inputs: str = ""
    """The SHA-256 of everything but the code on which the results depend: `Plan.digest`."""
    published: Mapping[str, Published] = field(default_factory=dict)
    """The published numbers of the study's own file, by id."""
    holds: tuple[Held, ...] = ()
    joints: tuple[Joint, ...] = ()
    logca: tuple[LogCA, ...] = ()
    notes: tuple[str, ...] = ()
    configurations: dict[str, str] = field(default_factory=dict)
    """Each run in words."""

    def base(self, run: str, job: str) -> tuple[Point, ...]:
        """Return the base's points of a run at a job, by size."""
        return tuple(point for point in self.points if (point.run, point.job) == (run, job) and not point.corner)

    def measured(self, run: str, job: str, quantity: QuantityName) -> dict[int, Quantity]:
        """Return a quantity by size, each with its minimum and maximum over the corners measured at that size."""
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
    def broken(self) -> list[str]:
        """The ids of unexpected assessments, and the changed values in words."""
        verdicts = [verdict.published for verdict in self.verdicts if verdict.broken]
        return [*verdicts, *(held.told for held in self.holds if held.broken)]

    @property
    def right(self) -> bool:
        """True if every result was correct, except of runs that are expected to be wrong."""
        expected = {run.name for run in self.study.run if run.expect_wrong}
        return all(point.right for point in self.points if point.run not in expected)


def published_of_results(results: Iterable[StudyResult]) -> dict[str, Published]:
    """Return the published numbers of the package and of the studies' own files; StudyError if two have one id."""
    found = dict(builtin_published())
    for result in results:
        for name, entry in result.published.items():
            if found.setdefault(name, entry) != entry:
                raise StudyError(f"{result.id}: published.{name} differs from that of another study", key=name)
    return found


_WORD_BITS = 24
UNITS: dict[QuantityName, str] = {
    "rate": "bit/s",
    "time": "us",
    "clocks": "clocks",
    "ratio": "times",
    "crossing": "bytes",
    "share": "%",
    "free": "us",
    "free_share": "%",
    "bus_bytes": "bytes",
    "size": "bytes",
    "utilization": "%",
    "memory_rate": "bit/s",
    "correct": "%",
}
"""The unit of each quantity; a coefficient and a count have none."""


def value_of(point: Point, quantity: QuantityName) -> float:
    """Return one of the quantities of a single point."""
    values: dict[str, Any] = {
        "rate": point.bits_per_second,
        "time": point.us,
        "clocks": point.clocks.dsp if point.where == "dsp" else point.pc_clocks,
        "share": 100 * point.host_share,
        "free": point.free_us,
        "free_share": 100 * point.free_us / point.us,
        "bus_bytes": point.bus_bytes,
        "correct": 100 * point.right,
        "utilization": 100 * (1 - point.counts.get("stalled-clocks", 0) / max(1, point.clocks.dsp)),
        "memory_rate": _WORD_BITS * 1e6 * point.counts.get("external-accesses", 0) / point.us,
    }
    return float(values[quantity])
