"""The `[[expect]]` and `[[hold]]` tables of a study: published numbers, and its own recorded ones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dsp56k.study.conclusions.assessments import flip, former, judge
from dsp56k.study.conclusions.joint import JointClaims
from dsp56k.study.conclusions.values import Pair, Selected, Selector, Values
from dsp56k.study.plans.plan import Plan
from dsp56k.study.points import Point
from dsp56k.study.published import Published
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import Cause, Crossing, Fit, Held, Joint, Verdict
from dsp56k.study.schema import CauseTable, ExpectTable, HoldTable


@dataclass(frozen=True)
class _Expectation:
    table: ExpectTable
    published: Published
    selected: Selected


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
        self._selector = Selector(plan, pairs, fits)
        self._all = [self._expected(place, table) for place, table in enumerate(plan.study.expect)]
        self._holds: list[tuple[HoldTable, Selected]] = [
            (table, self._selector.select(("hold", place), table)) for place, table in enumerate(plan.study.hold)
        ]
        self._joint = JointClaims(plan, published, self._selector)

    def conclude(
        self, points: Sequence[Point], crossings: Sequence[Crossing], fits: Sequence[Fit]
    ) -> tuple[tuple[Verdict, ...], tuple[Held, ...], tuple[Joint, ...]]:
        """Return the assessments of published numbers, of recorded ones, and the joint ones."""
        values = Values(self._plan, self._selector, points, crossings, fits)
        return (
            tuple(self._verdict(one, values) for one in self._all),
            tuple(self._held(table, values.quantity(selected)) for table, selected in self._holds),
            self._joint.conclude(values),
        )

    def _held(self, table: HoldTable, ours: Quantity) -> Held:
        return Held(table.quantity, table.of, table.job or "", ours, table.value, table.within)

    def _verdict(self, one: _Expectation, values: Values) -> Verdict:
        table, selected, entry = one.table, one.selected, one.published
        ours, budget = values.quantity(selected), values.budget(selected)
        verdict, error = judge(entry, budget)
        word = former(verdict, entry, budget.value, table.quantity)
        change = None
        if error is not None:
            change = flip(verdict, lambda scale: judge(entry, values.budget(selected, scale))[0])
        return Verdict(
            published=table.published,
            study=self._plan.id,
            quantity=table.quantity,
            of=table.of,
            ours=ours,
            verdict=verdict,
            expected=table.verdict if self._plan.as_written else verdict,
            former=word,
            budget=budget,
            coverage=values.coverage(selected),
            error=error,
            flip=change,
            causes=tuple(self._cause(one, cause, ours, values) for cause in table.cause),
            remark=table.because,
            reason=entry.given or entry.reason,
            repeated=table.repeats,
        )

    def _cause(self, one: _Expectation, cause: CauseTable, ours: Quantity, values: Values) -> Cause:
        """Return a cause with its factor in the base, and its contribution to the difference."""
        job = self._plan.jobs[cause.job] if cause.job else one.selected.job
        size = job.sizes[-1] if cause.size is None else cause.size
        other = self._plan.jobs[cause.versus] if cause.versus else job
        mine, other_point = values.at(cause.run, job, {}, size), values.at(cause.against, other, {}, size)
        factor = mine.bits_per_second / other_point.bits_per_second
        theirs = one.published.value if one.published.to is None else one.published.to
        whole = math.log(ours.value / theirs) if theirs and ours.value * theirs > 0 else 0.0
        return Cause(
            cause.run, cause.against, job.name, other.name, factor, math.log(factor) / whole if whole else None
        )

    def _expected(self, place: int, table: ExpectTable) -> _Expectation:
        refused = self._plan.document.refused
        keys = ("expect", place)
        entry = self._published.get(table.published)
        if entry is None:
            raise refused((*keys, "published"), f"unknown published number {table.published!r}")
        selected = self._selector.select(keys, table, entry.unit, maximum=entry.relation == "up to")
        for number, cause in enumerate(table.cause):
            job = cause.job or selected.job.name
            for name, run in ((job, cause.run), (cause.versus or job, cause.against)):
                named = self._plan.job_of((*keys, "cause", number), name, (run,))
                if cause.size is not None and cause.size not in named.sizes:
                    raise refused((*keys, "cause", number, "size"), f"{named.name} is not measured at {cause.size}")
        return _Expectation(table, entry, selected)
