"""Validation of a study's `[figure]` before anything is measured."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dsp56k.study.figures.builder import FIXED
from dsp56k.study.plans.plan import Job, Plan
from dsp56k.system.suggestions import unknown


def check_figure(
    plan: Plan, crossings: Sequence[tuple[tuple[str, str], Job]], fixed: Collection[tuple[str, str]]
) -> None:
    """Check the table of the figure.

    Args:
        plan: The study.
        crossings: The runs and the job of each crossover point that the study searches for.
        fixed: The runs and jobs of fits with a coefficient FIXED.

    Raises:
        StudyError: The table names an unknown run, job or size, or lacks the data that it shows.
    """
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
        drawn = [(of, job) for of, job in crossings if job in jobs and {*job.runs} & {*(figure.runs or job.runs)}]
        if not drawn:
            raise refused(("figure", "kind"), "a map needs a [[crossing]] of a job of the figure")
        for of, job in drawn:
            for run in of:
                if (run, job.name) not in fixed:
                    reason = f"a map needs a [[fit]] of {run} at {job.name} with a coefficient {FIXED}"
                    raise refused(("figure", "kind"), reason)
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
