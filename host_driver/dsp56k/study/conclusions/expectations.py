"""Expectations of a study about published numbers: its `[[expect]]` tables, checked and assessed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dsp56k.study.conclusions.assessments import UnitError, assess, convert_unit, criterion
from dsp56k.study.plans.plan import Corner, Job, Plan
from dsp56k.study.points import Point
from dsp56k.study.published import Published
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import UNITS, Cause, Crossing, Fit, Verdict, value_of
from dsp56k.study.schema import CauseTable, ExpectTable, QuantityName
from dsp56k.system.suggestions import unknown

Pair = tuple[tuple[str, str], Job]
"""Two runs, and the job of both."""

_OF_TWO: frozenset[QuantityName] = frozenset(("ratio", "crossing"))
_At = Callable[[str, Job, Corner, int], Point]
"""Returns the point of a run at a job, corner and size."""


@dataclass(frozen=True)
class _Expectation:
    """A table with its jobs; `against` is the job of the second run."""

    table: ExpectTable
    published: Published
    job: Job
    against: Job
    beyond: Job | None = None

    @property
    def size(self) -> int:
        """The size that is compared."""
        return self.job.sizes[-1] if self.table.size is None else self.table.size

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes whose greatest value is compared: all of the job for a published maximum."""
        is_maximum = self.published.relation == "up to" and self.table.size is None
        return self.job.sizes if is_maximum else (self.size,)


class Expectations:
    """All expectations of a study.

    Args:
        plan: The study.
        published: All published numbers, by id.
        pairs: The crossover points that the study searches for.
        fits: The names in each model, by the name of its fit.

    Raises:
        StudyError: An expectation refers to something that does not exist or cannot be compared.
    """

    def __init__(
        self,
        plan: Plan,
        published: Mapping[str, Published],
        pairs: Sequence[Pair],
        fits: Mapping[str, tuple[str, ...]],
    ) -> None:
        self._plan = plan
        self._published = published
        self._pairs = pairs
        self._fits = fits
        self._all = [self._checked(place, table) for place, table in enumerate(plan.study.expect)]

    def verdicts(
        self, points: Sequence[Point], crossings: Sequence[Crossing], fits: Sequence[Fit]
    ) -> tuple[Verdict, ...]:
        """Return the assessment of each expectation."""
        by_place = {(point.run, point.job, repr(sorted(point.corner.items())), point.size): point for point in points}

        def at(run: str, job: Job, corner: Corner, size: int) -> Point:
            felt = self._plan.felt(run, corner, job)
            return by_place[run, job.name, repr(sorted(felt.items())), size]

        return tuple(self._verdict(one, self._ours(one, at, crossings, fits), at) for one in self._all)

    def _verdict(self, one: _Expectation, ours: Quantity, at: _At) -> Verdict:
        table = one.table
        verdict = assess(one.published, ours, table)
        return Verdict(
            published=table.published,
            study=self._plan.id,
            quantity=table.quantity,
            of=table.of,
            ours=ours,
            verdict=verdict,
            expected=table.verdict if self._plan.as_written else verdict,
            criterion=criterion(one.published, table, ours.unit),
            causes=tuple(self._cause(one, cause, ours, at) for cause in table.cause),
            remark=table.because,
            repeated=table.repeats,
        )

    def _cause(self, one: _Expectation, cause: CauseTable, ours: Quantity, at: _At) -> Cause:
        """Return a cause with its factor in the base, and its contribution to the difference."""
        job = self._plan.jobs[cause.job] if cause.job else one.job
        size = job.sizes[-1] if cause.size is None else cause.size
        rates = [at(run, job, {}, size).bits_per_second for run in (cause.run, cause.against)]
        factor = rates[0] / rates[1]
        theirs = one.published.value if one.published.to is None else one.published.to
        whole = math.log(ours.value / theirs) if theirs and ours.value * theirs > 0 else 0.0
        return Cause(cause.run, cause.against, job.name, factor, math.log(factor) / whole if whole else None)

    def _ours(self, one: _Expectation, at: _At, crossings: Sequence[Crossing], fits: Sequence[Fit]) -> Quantity:
        table, corners = one.table, ({}, *self._plan.corners)
        if table.quantity == "coefficient":
            fit = next(fit for fit in fits if fit.name == table.fit)
            ours = next(part.corners for part in fit.coefficients if part.name == table.coefficient)
        elif table.quantity == "crossing":
            ours = next(found.wins_from for found in crossings if (found.of, found.job) == (table.of, one.job.name))
        elif table.quantity == "ratio":
            nearest = {size: min(one.against.sizes, key=lambda other: abs(other - size)) for size in one.sizes}
            values = [
                max(
                    at(table.of[0], one.job, corner, size).bits_per_second
                    / at(table.of[-1], one.against, corner, nearest[size]).bits_per_second
                    for size in one.sizes
                )
                for corner in corners
            ]
            ours = Quantity.of(values[0], values, UNITS["ratio"])
        elif table.quantity == "count":
            values = [self._count(one, at, corner) for corner in corners]
            ours = Quantity.of(values[0], values, UNITS["ratio"] if table.versus else "")
        elif table.quantity == "size":
            size = float(self._size(one))
            ours = Quantity(size, size, size, UNITS["size"])
        else:
            values = [
                max(value_of(at(table.of[0], one.job, corner, size), table.quantity) for size in one.sizes)
                for corner in corners
            ]
            ours = Quantity.of(values[0], values, UNITS[table.quantity])
        return _said(ours, one)

    def _checked(self, place: int, table: ExpectTable) -> _Expectation:
        refused = self._plan.document.refused
        keys = ("expect", place)
        if table.published not in self._published:
            raise refused((*keys, "published"), f"unknown published number {table.published!r}")
        two = table.quantity in _OF_TWO and not table.versus
        if two != (len(table.of) == 2) and not table.versus:
            raise refused((*keys, "of"), f"a {table.quantity} is of {'two runs' if two else 'one run'}")
        if table.versus and table.quantity not in ("ratio", "count"):
            raise refused((*keys, "versus"), "only a ratio or a count can refer to another job")
        job = self._plan.job_of((*keys, "job"), table.job, table.of[:1] if table.versus else table.of)
        against = self._plan.job_of((*keys, "versus"), table.versus, table.of[-1:]) if table.versus else job
        if table.quantity == "coefficient":
            self._check_coefficient(keys, table)
        for number, cause in enumerate(table.cause):
            named = self._plan.job_of((*keys, "cause", number), cause.job or job.name, (cause.run, cause.against))
            if cause.size is not None and cause.size not in named.sizes:
                raise refused((*keys, "cause", number, "size"), f"{named.name} is not measured at {cause.size}")
        if table.quantity == "crossing" and (table.of, job.name) not in [(of, one.name) for of, one in self._pairs]:
            raise refused((*keys, "of"), f"no [[crossing]] of {' and '.join(table.of)} at {job.name}")
        beyond = self._plan.job_of((*keys, "beyond"), table.beyond, table.of[:1]) if table.beyond else None
        self._check_count(keys, table, {"job": job, "versus": against, "beyond": beyond})
        if table.size is not None and table.size not in job.sizes:
            raise refused((*keys, "size"), f"{job.name} is not measured at {table.size}")
        expectation = _Expectation(table, self._published[table.published], job, against, beyond)
        if table.quantity == "size" and not self._size(expectation):
            raise refused((*keys, "symbols"), f"no symbol of the program begins with {table.symbols!r}")
        try:
            _said(Quantity(1, 1, 1, UNITS.get(table.quantity, "")), expectation)
        except UnitError as error:
            raise refused((*keys, "quantity"), str(error)) from None
        return expectation

    def _count(self, one: _Expectation, at: _At, corner: Corner) -> float:
        """Return a count of the job's call: minus another job's, per part, or relative to another's."""
        table = one.table

        def counted(run: str, job: Job) -> int:
            counts = at(run, job, corner, one.size).counts
            return sum(counts.get(kind, 0) for kind in table.kinds)

        first, last = table.of[0], table.of[-1]
        ours = (counted(first, one.job) - (counted(first, one.beyond) if one.beyond else 0)) / (table.each or 1)
        return ours / max(1, counted(last, one.against)) if table.versus else ours

    def _size(self, one: _Expectation) -> int:
        """Return the bytes of the symbols of the run's program that an expectation names."""
        program = self._plan.program(one.table.of[0])
        return program.size_of(one.table.symbols or "") if program else 0

    def _check_count(self, keys: tuple[str, int], table: ExpectTable, jobs: Mapping[str, Job | None]) -> None:
        refused = self._plan.document.refused
        own = {"kinds": "count", "beyond": "count", "each": "count", "symbols": "size"}
        for key, quantity in own.items():
            if getattr(table, key) and table.quantity != quantity:
                raise refused((*keys, key), f"only a {quantity} has {key}")
        for key in ("kinds", "symbols"):
            if not getattr(table, key) and table.quantity == own[key]:
                raise refused((*keys, key), f"missing: a {table.quantity} needs it")
        for key, job in jobs.items():
            if table.quantity != "count" or job is None:
                continue
            if not job.counted:
                raise refused((*keys, key), f"no counts of {job.name}: it requires counted = true")
            if table.size is not None and table.size not in job.sizes:
                raise refused((*keys, "size"), f"{job.name} is not measured at {table.size}")

    def _check_coefficient(self, keys: tuple[str, int], table: ExpectTable) -> None:
        refused = self._plan.document.refused
        names = self._fits.get(table.fit or "")
        if names is None:
            raise refused((*keys, "fit"), unknown("fit", table.fit, self._fits))
        if table.coefficient not in names:
            raise refused((*keys, "coefficient"), unknown("coefficient", table.coefficient, names))


def _said(ours: Quantity, one: _Expectation) -> Quantity:
    """Convert our value to the published unit. Bounds that a study sets itself have our unit if they have no other."""
    table = one.table
    if one.published.value is None and (table.at_least is not None or table.at_most is not None):
        return ours
    return convert_unit(
        ours, table.quantity, one.published.unit, one.job.operation.block_bytes * one.job.operation.bytes_each
    )
