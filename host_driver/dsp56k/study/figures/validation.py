"""Validation of a study's `[figure]` before anything is measured."""

from __future__ import annotations

import re

from dsp56k.study.figures.builder import FIXED
from dsp56k.study.plans.plan import Plan
from dsp56k.system.suggestions import unknown


def check_figure(plan: Plan) -> None:
    """Raise a StudyError if the table names an unknown run, job or size, or lacks the data that it shows."""
    figure = plan.study.figure
    if figure is None:
        return
    refused = plan.document.refused
    if figure.job is not None and figure.job not in plan.jobs:
        raise refused(("figure", "job"), unknown("job", figure.job, plan.jobs))
    plan.check_runs(("figure", "runs"), figure.runs)
    jobs = [job for job in plan.jobs.values() if figure.job in (None, job.name)]
    if not any(run in job.runs for job in jobs for run in figure.runs or job.runs):
        raise refused(("figure", "runs"), "none of them measures a job of the figure")
    _check_together(plan)
    if figure.size is not None and not any(figure.size in job.sizes for job in jobs):
        raise refused(("figure", "size"), f"no job of the figure is measured at {figure.size}")
    if figure.kind == "map":
        _check_map(plan)
    if figure.kind == "table" and not plan.study.expect:
        raise refused(("figure", "kind"), "a table needs an [[expect]]")


def _check_together(plan: Plan) -> None:
    """Check that the jobs exist, and that the runs of each step share one of them."""
    figure = plan.study.figure
    assert figure is not None
    refused = plan.document.refused
    for name in figure.together:
        if name not in plan.jobs:
            raise refused(("figure", "together"), unknown("job", name, plan.jobs))
    done = {run for name in figure.together for run in plan.jobs[name].runs}
    for step in figure.step:
        for run in step.of:
            if run not in done:
                raise refused(("figure", "step"), f"{run!r} does not measure a job of the figure")


def _check_map(plan: Plan) -> None:
    """Check that there are crossover points, and for each of their runs a fit with the fixed overhead of a call."""
    refused = plan.document.refused
    fitted = {fit.run for fit in plan.study.fit if re.search(rf"\b{FIXED}\b", fit.model)}
    if not plan.study.crossing:
        raise refused(("figure", "kind"), "a map needs a [[crossing]]")
    for crossing in plan.study.crossing:
        for run in crossing.of:
            if not fitted & {run, None}:
                raise refused(("figure", "kind"), f"a map needs a [[fit]] of {run} with a coefficient {FIXED}")
