"""`dsp56k study load`: simulate the PC and its cards under load, with measured service times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.console.completion import complete_studies
from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.studies.measurement_options import execution_options, measuring, plan_of, set_option
from dsp56k.study.errors import StudyError
from dsp56k.study.schema import MAX_DATA
from dsp56k.system.files import usable
from dsp56k.system.grid import Grid, columns
from dsp56k.system.suggestions import unknown
from dsp56k.system.text import counted, shown

if TYPE_CHECKING:
    from dsp56k.study.load import Load, LoadResult, Service
    from dsp56k.study.measurement.measurer import Measurer
    from dsp56k.study.plans.plan import Job, Plan
    from dsp56k.study.schema import Setting


class _Size(click.ParamType):  # type: ignore[type-arg]  # generic in the newest click only
    """SIZE or SIZE:WEIGHT."""

    name = "SIZE[:WEIGHT]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, float]:
        """Return size and weight."""
        if isinstance(value, tuple):
            return value
        size, _, weight = str(value).partition(":")
        try:
            return int(size), float(weight or 1)
        except ValueError:
            self.fail(f"size must be an integer and weight a number, as in 64:0.5, got {value!r}", param, ctx)


@click.command(
    "load",
    epilog=examples(
        "dsp56k study load crossover --job des-cbc --pc good --rate 200 --size 64:3 --size 1024",
        "dsp56k study load crossover --job des-cbc --pc good --clients 8 --policy faster --json",
    ),
)
@click.argument("study", shell_complete=complete_studies)
@click.option("--job", "job_name", metavar="NAME", help="Job of the requests. [default: the only one]")
@click.option("--card", metavar="NAME", help="Configuration with the card. [default: the only one of the job]")
@click.option("--pc", metavar="NAME", help="Configuration of the PC's software. [default: the only one of the job]")
@click.option(
    "--size",
    "sizes",
    type=_Size(),
    multiple=True,
    help="Size of requests with its weight; may be repeated. [default: all sizes of the job, equally often]",
)
@click.option("--rate", type=float, help="Requests per second of a Poisson process (open system).")
@click.option("--clients", type=int, help="Number of clients that wait for each response (closed system).")
@click.option("--think-us", type=float, default=0.0, help="Mean of a client's exponential think time in microseconds.")
@click.option(
    "--policy",
    default="shortest-queue",
    show_default=True,
    help="Assignment of calls: card, pc, faster (the smaller service time) or shortest-queue.",
)
@click.option("--cards", type=int, default=1, show_default=True, help="Number of cards in the PC.")
@click.option("--batch", type=int, default=1, show_default=True, help="Number of requests that become one call.")
@click.option("--timeout-us", type=float, help="Microseconds after which an incomplete batch becomes a call.")
@click.option("--polling", is_flag=True, help="Occupy the PC while the card computes, as the measured driver does.")
@click.option("--requests", type=int, default=100_000, show_default=True, help="Number of requests.")
@click.option("--seed", type=click.IntRange(min=0), default=1990, show_default=True, help="Seed of arrivals and sizes.")
@set_option
@execution_options
@json_option
def command(
    study: str,
    job_name: str | None,
    card: str | None,
    pc: str | None,
    sizes: tuple[tuple[int, float], ...],
    settings: dict[str, Setting],
    out: Path,
    as_json: bool,
    **options: Any,
) -> None:
    """Simulate requests to a PC with cards: throughput, response times and utilisation.

    The service times are those of the baseline of STUDY (a name or a file). Sizes that OUT does not have are measured.
    The first tenth of the requests is not observed. The same options give the same results.
    """
    from dsp56k.study.load import Load, closed_form, simulate

    execution = {name: options.pop(name) for name in ("jobs", "scheduler", "cache", "recheck")}
    plan = plan_of(study, settings, vary=False)
    job = _job_of(plan, job_name)
    runs = (_run_of(plan, job, "card", card), _run_of(plan, job, "pc", pc))
    load = Load(_weights(job, sizes), **options)
    _check_sizes(job, load)
    with usable(out), measuring(out, **execution) as measurer:
        services = _services(plan, job, runs, load.totals(), measurer)
    result, theory = simulate(load, services), closed_form(load, services)
    if as_json:
        print_json(_facts(plan, job, runs, load, services, result, theory))
    else:
        click.echo(_words(plan, job, runs, load, services, result, theory))


def _job_of(plan: Plan, name: str | None) -> Job:
    """Return the job of a name, or the only one that a card and a PC do.

    Raises:
        StudyError: there is none, or more than one.
    """
    where = {run: one.run.where for run, one in plan.configurations.items()}
    able = [job.name for job in plan.jobs.values() if {"card", "pc"} <= {where[run] for run in job.runs}]
    if name is None and len(able) == 1:
        return plan.jobs[able[0]]
    if name is None:
        raise StudyError(f"--job must be one of {', '.join(map(repr, able))}, got none", key="job")
    if name not in able:
        raise StudyError(unknown("job", name, able), key="job")
    return plan.jobs[name]


def _run_of(plan: Plan, job: Job, where: str, name: str | None) -> str:
    """Return the configuration of a name, or the only one of its kind that does the job.

    Raises:
        StudyError: there is none, or more than one.
    """
    able = [run for run in job.runs if plan.configurations[run].run.where == where]
    if name is None and len(able) == 1:
        return able[0]
    if name is None:
        raise StudyError(f"--{where} must be one of {', '.join(map(repr, able))}, got none", key=where)
    if name not in able:
        raise StudyError(unknown("configuration", name, able), key=where)
    return name


def _weights(job: Job, sizes: tuple[tuple[int, float], ...]) -> dict[int, float]:
    """Return the weights by size; those of a size that is given twice are added."""
    weights: dict[int, float] = {}
    for size, weight in sizes or ((size, 1.0) for size in job.sizes):
        weights[size] = weights.get(size, 0.0) + weight
    return weights


def _check_sizes(job: Job, load: Load) -> None:
    """Check that the operation of the job has the sizes of requests and batches.

    Raises:
        StudyError: it does not.
    """
    operation = job.operation
    for size in load.sizes:
        if size < max(1, operation.least) or size % operation.step:
            law = f"a multiple of {operation.step} from {max(1, operation.least)}"
            raise StudyError(f"size of {operation.name} must be {law} ({operation.unit}), got {size}", key="size")
    largest = max(load.totals())
    if largest > MAX_DATA:
        raise StudyError(f"size of a batch must be at most {MAX_DATA:,}, got {largest:,}", key="size")


def _services(
    plan: Plan, job: Job, runs: tuple[str, str], sizes: Sequence[int], measurer: Measurer
) -> dict[int, Service]:
    """Return the service times by size, measured where the cache does not have them.

    Raises:
        StudyError: a result is wrong.
    """
    from dsp56k.study.load import Service
    from dsp56k.study.tasks import Batch

    card, software = (plan.series(run, job, {}) for run in runs)
    measurer.measure([Batch(card, tuple(sizes)), Batch(software, tuple(sizes))])
    services = {}
    for size in sizes:
        called, computed = measurer.outcome(card, size), measurer.outcome(software, size)
        for run, outcome in zip(runs, (called, computed), strict=True):
            if not outcome.right:
                raise StudyError(f"{run}: the result of {job.name} at {size:,} {job.operation.unit} is wrong", key=run)
        # Measured times are rounded to nanoseconds; so is their difference.
        services[size] = Service(computed.us, called.host_busy_us, round(called.us - called.host_busy_us, 3))
    return services


def _facts(
    plan: Plan,
    job: Job,
    runs: tuple[str, str],
    load: Load,
    services: Mapping[int, Service],
    result: LoadResult,
    theory: dict[str, float],
) -> dict[str, Any]:
    return {
        "study": plan.id,
        "job": job.name,
        "card": runs[0],
        "pc": runs[1],
        **{key: getattr(load, key) for key in ("policy", "rate", "clients", "think_us", "cards", "batch")},
        **{key: getattr(load, key) for key in ("timeout_us", "polling", "requests", "seed")},
        "sizes": [{"size": size, "weight": weight} for size, weight in load.sizes.items()],
        "services": [{"size": size, **asdict(service)} for size, service in services.items()],
        "result": asdict(result),
        "closed_form": theory,
    }


def _words(
    plan: Plan,
    job: Job,
    runs: tuple[str, str],
    load: Load,
    services: Mapping[int, Service],
    result: LoadResult,
    theory: dict[str, float],
) -> str:
    from dsp56k.study.results.wording import amount, digits

    def mean(value: float, half_width: float, name: str) -> str:
        relative = f" ±{100 * half_width / value:.2g} %" if half_width and value > 0 else ""
        expected = f" (closed form {amount(theory[name], 'us')})" if name in theory else ""
        return f"mean {amount(value, 'us')}{relative}{expected}"

    arrivals = (
        f"{digits(load.rate)} requests per second"
        if load.rate is not None
        else f"{load.clients} clients with a think time of {amount(load.think_us, 'us')}"
    )
    rows = [
        (f"{size:,}", amount(service.software, "us"), amount(service.card, "us"), amount(service.transfer, "us"))
        for size, service in services.items()
    ]
    headings = columns(job.operation.unit, f"{runs[1]}:", f"{runs[0]}:", "without polling:")
    percentiles = ", ".join(f"p{part} {amount(value, 'us')}" for part, value in result.percentiles.items())
    cards = ", ".join(f"{100 * one:.1f} %" for one in result.cards)
    throughput = f" (closed form {digits(theory['throughput'])})" if "throughput" in theory else ""
    return "\n".join(
        (
            f"{plan.id}, {shown(job.name)}: {arrivals}, policy {load.policy}, {load.requests:,} requests",
            "",
            Grid("Service times", headings, rows).as_text(),
            f"throughput   {digits(result.throughput)} requests per second{throughput}",
            f"response     {mean(result.response, result.response_interval, 'response')}, {percentiles}",
            f"waiting      {mean(result.wait, result.wait_interval, 'wait')}",
            f"utilisation  PC {100 * result.pc:.1f} %, cards {cards}",
            f"calls        {result.calls_on_pc:,} on the PC, {result.calls_on_cards:,} on cards",
            f"backlog      {counted(result.backlog, 'request')} when the last one is issued",
        )
    )
