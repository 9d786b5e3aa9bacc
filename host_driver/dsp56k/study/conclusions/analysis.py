"""Conclusions from measured points: crossings, fits, LogCA numbers, verdicts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dsp56k.study.conclusions import crossovers, fits
from dsp56k.study.conclusions.crossovers import CrossoverSearch
from dsp56k.study.conclusions.expectations import Expectations
from dsp56k.study.conclusions.logca import logca_numbers
from dsp56k.study.conclusions.model_grammar import STEPS, Model, ModelError, parse_model
from dsp56k.study.conclusions.values import Pair
from dsp56k.study.figures.builder import FIXED
from dsp56k.study.figures.validation import check_figure
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Corner, Job, Plan
from dsp56k.study.points import OWN_COLUMNS, Point, column_names
from dsp56k.study.published import Published, builtin_published
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import UNITS, Coefficient, Crossing, Fit, StudyResult
from dsp56k.study.schema import CrossingTable, FitTable, FitTarget
from dsp56k.study.tasks import Batch
from dsp56k.study.toml_reader import Keys
from dsp56k.system.records import package_version


def analyze(
    plans: Sequence[Plan],
    measurer: Measurer,
    command: Callable[[Plan], str] = lambda plan: f"dsp56k study run {plan.id}",
) -> list[StudyResult]:
    """Measure several studies together and evaluate them; shared calls are measured once.

    Raises:
        StudyError: A study names something that does not exist, or its points cannot be fitted.
        Dsp56kError, OSError: As Measurer.measure.
    """
    analyses = [Analysis(plan) for plan in plans]
    batches = [batch for analysis in analyses for batch in analysis.first()]
    while batches:
        measurer.measure(batches)
        batches = [batch for analysis in analyses for batch in analysis.more(measurer)]
    return [analysis.result(measurer, command(analysis.plan)) for analysis in analyses]


@dataclass(frozen=True)
class _Fit:
    """A model to fit to the points of a run at some jobs; `place` is the index of its table."""

    place: int
    run: str
    jobs: tuple[Job, ...]
    model: Model
    name: str
    left_out: frozenset[int]
    of: FitTarget

    @property
    def job(self) -> str:
        """The names of the jobs."""
        return ", ".join(job.name for job in self.jobs)


class Analysis:
    """A study's plan with all references of its tables resolved, its measurements, and the evaluation.

    Raises:
        StudyError: A crossing, fit or expectation names something that does not exist.
    """

    def __init__(self, plan: Plan, published: Mapping[str, Published] | None = None) -> None:
        self.plan = plan
        self._asked: dict[str, set[int]] = {}
        study = plan.study
        self._pairs = [pair for place, table in enumerate(study.crossing) for pair in self._pairs_of(place, table)]
        self._models = [one for place, table in enumerate(study.fit) for one in self._models_of(place, table)]
        check_figure(plan, self._pairs, {(one.run, one.job) for one in self._models if FIXED in one.model.names})
        fits_named = {one.name: one.model.names for one in self._models}
        self._expectations = Expectations(
            plan,
            {**builtin_published(), **plan.published} if published is None else published,
            self._pairs,
            fits_named,
        )

    # ---- measurements ----

    def first(self) -> list[Batch]:
        """Return the batches of the first measurement."""
        return self._recorded(self.plan.batches())

    def more(self, measurer: Measurer) -> list[Batch]:
        """Return the further batches that crossover points need; empty if all are found."""
        return self._recorded(
            Batch(self.plan.series(run, job, corner), found.missing)
            for of, job in self._pairs
            for corner in self._corners
            for found in [self._search(of, job, corner, measurer)]
            for run in of
            if found.missing
        )

    def _recorded(self, batches: Iterable[Batch]) -> list[Batch]:
        batches = list(batches)
        for batch in batches:
            self._asked.setdefault(batch.series.digest(), set()).update(batch.sizes)
        return batches

    @property
    def _corners(self) -> Sequence[Corner]:
        return ({}, *self.plan.corners)

    def _search(self, of: tuple[str, str], job: Job, corner: Corner, measurer: Measurer) -> CrossoverSearch:
        one, other = (self._times(run, job, corner, measurer) for run in of)
        first, last = job.sizes[0], job.sizes[-1]
        known = {size: (us, other[size]) for size, us in one.items() if size in other and first <= size <= last}
        return crossovers.search(of, known, job.operation.step, job.operation.block_bytes)

    def _times(self, run: str, job: Job, corner: Corner, measurer: Measurer) -> dict[int, float]:
        series = self.plan.series(run, job, corner)
        return {size: measurer.outcome(series, size).us for size in sorted(self._asked[series.digest()])}

    # ---- evaluation ----

    def result(self, measurer: Measurer, command: str) -> StudyResult:
        """Return all results."""
        plan = self.plan
        points = tuple(self._points(measurer))
        found = tuple(self._crossing(of, job, measurer) for of, job in self._pairs)
        fitted = tuple(self._fit(one, points) for one in self._models)
        logca, notes = logca_numbers(plan, points, found)
        verdicts, holds, joints = self._expectations.conclude(points, found, fitted)
        return StudyResult(
            id=plan.id,
            study=plan.study,
            version=package_version(),
            settings=plan.set,
            varied=plan.varied,
            points=points,
            fits=fitted,
            crossings=found,
            verdicts=verdicts,
            command=command,
            inputs=plan.digest(),
            published=plan.published,
            holds=holds,
            joints=joints,
            logca=logca,
            notes=notes,
            configurations={name: one.words for name, one in plan.configurations.items()},
        )

    def _points(self, measurer: Measurer) -> Iterator[Point]:
        for job in self.plan.jobs.values():
            for run in job.runs:
                for corner in ({}, *self.plan.felt_corners(run, job)):
                    yield from self._points_of(run, job, corner, measurer)

    def _points_of(self, run: str, job: Job, corner: Corner, measurer: Measurer) -> Iterator[Point]:
        plan, operation = self.plan, job.operation
        series = plan.series(run, job, corner)
        settings = plan.settings_at(run, corner)
        for size in sorted(self._asked[series.digest()]):
            outcome = measurer.outcome(series, size)
            yield Point(
                study=plan.id,
                run=run,
                job=job.name,
                where=series.where,
                corner=corner,
                settings=settings,
                operation=operation.name,
                key=job.key,
                size=size,
                data_bytes=operation.data_bytes(size, series.seed),
                blocks=operation.blocks(size),
                seed=series.seed,
                version=package_version(),
                clocks=outcome.clocks,
                us=outcome.us,
                host_busy_us=outcome.host_busy_us,
                bus_bytes=outcome.bus_bytes,
                right=outcome.right,
                counts=outcome.counts,
                free_clocks=outcome.free_clocks,
            )

    # ---- crossover points ----

    def _pairs_of(self, place: int, table: CrossingTable) -> list[Pair]:
        plan = self.plan
        keys = ("crossing", place)
        if table.job is not None:
            self._check_pair((*keys, "of"), table.of)
            return [(table.of, plan.job_of((*keys, "job"), table.job, table.of))]
        self._check_pair((*keys, "of"), table.of)
        shared = [job for job in plan.jobs.values() if all(run in job.runs for run in table.of)]
        if not shared:
            raise plan.document.refused((*keys, "of"), "no job that both configurations measure")
        return [(table.of, job) for job in shared]

    def _check_pair(self, keys: Keys, of: tuple[str, str]) -> None:
        self.plan.check_runs(keys, of)
        if of[0] == of[1]:
            raise self.plan.document.refused(keys, "a configuration cannot be compared with itself")

    def _crossing(self, of: tuple[str, str], job: Job, measurer: Measurer) -> Crossing:
        base = self._search(of, job, {}, measurer)
        corners = [(corner, self._search(of, job, corner, measurer)) for corner in self.plan.corners]
        felt = [(corner, found) for corner, found in corners if any(self.plan.felt(run, corner, job) for run in of)]
        ratios = [self._speed_up(of, job, corner, measurer) for corner in ({}, *(corner for corner, _ in felt))]
        speed_up = Quantity.of(ratios[0], ratios[1:], UNITS["ratio"])
        sizes = job.sizes[0], job.sizes[-1]
        return crossovers.find_crossing(of, job.name, sizes, job.operation.unit, base, felt, speed_up)

    def _speed_up(self, of: tuple[str, str], job: Job, corner: Corner, measurer: Measurer) -> float:
        """Return the time of the second run over that of the first at the largest size."""
        one, other = (self._times(run, job, corner, measurer)[job.sizes[-1]] for run in of)
        return other / one

    # ---- fits ----

    def _models_of(self, place: int, table: FitTable) -> list[_Fit]:
        plan, keys = self.plan, ("fit", place)
        try:
            model = parse_model(table.model)
        except ModelError as error:
            raise plan.document.refused((*keys, "model"), str(error)) from None
        left_out = frozenset(table.left_out)
        for run in plan.configurations if table.run is None else (table.run,):
            plan.check_runs((*keys, "run"), (run,))
            self._check_names((*keys, "model"), run, model)
        if isinstance(table.job, tuple) and table.run is None:
            raise plan.document.refused((*keys, "run"), "missing: a fit of several jobs requires a configuration")
        if table.run is not None and table.job is not None:
            names: tuple[str, ...] = table.job if isinstance(table.job, tuple) else (table.job,)
            jobs = tuple(plan.job_of((*keys, "job"), name, (table.run,)) for name in names)
            unknown = left_out - {size for job in jobs for size in job.sizes}
            if unknown:
                raise plan.document.refused((*keys, "left_out"), f"{min(unknown)} is not measured")
            name = table.name or f"{table.run}, {', '.join(names)}"
            return [_Fit(place, table.run, jobs, model, name, left_out, table.of)]
        if table.name is not None:
            raise plan.document.refused((*keys, "name"), "a named fit requires a configuration and a job")
        if isinstance(table.job, str):
            plan.job_of((*keys, "job"), table.job, ())
        return [
            _Fit(place, run, (job,), model, f"{run}, {job.name}", left_out, table.of)
            for job in plan.jobs.values()
            for run in job.runs
            if table.run in (None, run)
            and table.job in (None, job.name)
            and len({*job.sizes} - left_out) >= self._coefficients(run, model)
        ]

    def _coefficients(self, run: str, model: Model) -> int:
        """Return the number of a model's names that are not columns of the run's points."""
        return len({*model.names} - OWN_COLUMNS - column_names(*self.plan.configurations[run].settings).keys())

    def _check_names(self, keys: Keys, run: str, model: Model) -> None:
        """Check that each name of a model is that of one parameter of a run at most.

        Raises:
            StudyError: It is that of several, or a coefficient is within a function that has steps; at `keys`.
        """
        named = column_names(*self.plan.configurations[run].settings)
        for name in model.names:
            if len(meant := named.get(name, ())) > 1:
                names = " or ".join(key.replace(".", "_") for key in meant)
                raise self.plan.document.refused(keys, f"{name} must be one parameter: write {names}")
            if name in model.stepped - OWN_COLUMNS - named.keys():
                reason = f"arguments of {' and '.join(STEPS)} must be columns and numbers, got the coefficient {name}"
                advice = "a fit cannot follow its steps; write a number, as in ceil(bytes / 16)"
                raise self.plan.document.refused(keys, f"{reason}: {advice}")

    def _fit(self, one: _Fit, points: Sequence[Point]) -> Fit:
        model, jobs = one.model, {job.name for job in one.jobs}
        all_of_it = [_Observed.of(point, one) for point in points if point.run == one.run and point.job in jobs]
        mine = [each for each in all_of_it if each.point.size not in one.left_out]
        apart = [each for each in all_of_it if each.point.size in one.left_out and not each.point.corner]
        varied = {key for each in mine for key in each.point.corner}
        named = column_names(*self.plan.configurations[one.run].settings)
        try:
            if any(varied.intersection(named.get(name, ())) for name in model.names):
                # A varied parameter is a variable of the model, so all points belong to one fit.
                base, corners, fitted = _fitted(one, mine), [], mine
            else:
                groups: dict[str, list[_Observed]] = {}
                for each in mine:
                    groups.setdefault(repr(each.point.corner), []).append(each)
                fitted = groups.pop(repr({}))
                base = _fitted(one, fitted)
                corners = [_fitted(one, group) for group in groups.values()]
            checked = tuple((each.point.size, _residual(one, base.values, each)) for each in apart)
            refitted = _left_one_out(one, fitted)
            errors = [abs(_residual(one, other.values, each)) for other, missing in refitted for each in missing]
        except fits.FitError as error:
            raise self.plan.document.refused(("fit", one.place, "model"), f"{one.name}: {error}") from None
        coefficients = tuple(
            Coefficient(
                name,
                value,
                _interval(name, refitted),
                Quantity.of(value, [corner.values[name] for corner in corners], ""),
            )
            for name, value in base.values.items()
        )
        residuals = tuple((each.point.size, residual) for each, residual in zip(fitted, base.residuals, strict=True))
        return Fit(
            one.name, one.run, one.job, model.text, coefficients, residuals, checked, one.of, max(errors, default=None)
        )


@dataclass(frozen=True)
class _Observed:
    """A point as a fit reads it: the columns that its model names, and the value that the model describes."""

    point: Point
    columns: Mapping[str, float]
    target: float

    @classmethod
    def of(cls, point: Point, one: _Fit) -> _Observed:
        """Return the point as a fit reads it."""
        columns = point.columns()
        numbers = {name: float(columns[name]) for name in one.model.names if name in columns}
        return cls(point, numbers, point.target(one.of))


def _fitted(one: _Fit, observed: Sequence[_Observed]) -> fits.Fitted:
    targets = [each.target for each in observed]
    if not all(targets):
        raise fits.FitError(f"{one.of} is 0 at some point")
    rows = [each.columns for each in observed]
    columns = [name for name in one.model.names if rows and all(name in row for row in rows)]
    return fits.fit(one.model, {fits.TIME: targets, **{name: [row[name] for row in rows] for name in columns}})


def _left_one_out(one: _Fit, observed: Sequence[_Observed]) -> list[tuple[fits.Fitted, list[_Observed]]]:
    """Return the fits without the points of one size, with these points; nothing if one is not determined."""
    found = []
    try:
        for size in dict.fromkeys(each.point.size for each in observed):
            kept = [each for each in observed if each.point.size != size]
            found.append((_fitted(one, kept), [each for each in observed if each.point.size == size]))
    except fits.FitError:
        return []
    return found


def _interval(name: str, refitted: Sequence[tuple[fits.Fitted, list[_Observed]]]) -> tuple[float, float]:
    """Return the least and the greatest coefficient of the fits without one size."""
    values = [one.values[name] for one, _ in refitted]
    return (min(values), max(values)) if values else (math.nan, math.nan)


def _residual(one: _Fit, values: Mapping[str, float], observed: _Observed) -> float:
    """Return the relative distance of a point from a fitted model.

    Raises:
        FitError: The model has no finite value at the point.
    """
    with np.errstate(all="ignore"):
        modelled = float(one.model.at({**observed.columns, **values}))
    if not math.isfinite(modelled):
        raise fits.FitError(f"the model has no finite value at size {observed.point.size}")
    return modelled / observed.target - 1
