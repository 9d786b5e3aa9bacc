"""`dsp56k study load`: simulate the PC and its cards under load, with measured service times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
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
    from dsp56k.study.load import Load, LoadRanges, LoadResult, Service
    from dsp56k.study.measurement.measurer import Measurer
    from dsp56k.study.plans.plan import Job, Plan
    from dsp56k.study.schema import Setting
    from dsp56k.study.tasks import Outcome


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
@click.option("--vary/--no-vary", default=True, help="Simulate the service times of the corners of [vary], too.")
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
    vary: bool,
    out: Path,
    as_json: bool,
    **options: Any,
) -> None:
    """Simulate requests to a PC with cards: throughput, response times and utilisation.

    The service times are those of the baseline of STUDY (a name or a file), and the ranges of the results are those of
    its corners. Sizes that OUT does not have are measured. The first tenth of the requests is not observed. The same
    options give the same results.
    """
    from dsp56k.study.load import Load, closed_form, ranges_of, simulate

    execution = {name: options.pop(name) for name in ("jobs", "scheduler", "cache", "recheck")}
    plan = plan_of(study, settings, vary=vary)
    job = _job_of(plan, job_name)
    runs = (_run_of(plan, job, "card", card), _run_of(plan, job, "pc", pc))
    load = Load(_weights(job, sizes), **options)
    _check_sizes(job, load)
    with usable(out), measuring(out, **execution) as measurer:
        services, *corners = _services(plan, job, runs, load.totals(), measurer)
    result, theory = simulate(load, services), closed_form(load, services)
    ranges = ranges_of([result, *(simulate(load, corner) for corner in corners)])
    found = _Found(plan, job, runs, load, services, result, ranges, theory, varied=bool(corners))
    if as_json:
        print_json(found.facts())
    else:
        click.echo(found.words())


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
) -> list[dict[int, Service]]:
    """Return the service times by size, of the baseline and of each corner at which they are others.

    Raises:
        StudyError: a result is wrong.
    """
    from dsp56k.study.tasks import Batch

    pairs = {
        (card.encoded(), software.encoded()): (card, software)
        for card, software in (
            (plan.series(runs[0], job, corner), plan.series(runs[1], job, corner)) for corner in ({}, *plan.corners)
        )
    }
    series = {one.encoded(): one for pair in pairs.values() for one in pair}
    measurer.measure([Batch(one, tuple(sizes)) for one in series.values()])
    found: list[dict[int, Service]] = []
    for pair in pairs.values():
        services = {size: _service(job, runs, size, *(measurer.outcome(one, size) for one in pair)) for size in sizes}
        if services not in found:
            found.append(services)
    return found


def _service(job: Job, runs: tuple[str, str], size: int, called: Outcome, computed: Outcome) -> Service:
    """Return the service times of a size from the call on the card and that of the software.

    Raises:
        StudyError: a result is wrong.
    """
    from dsp56k.study.load import Service

    for run, outcome in zip(runs, (called, computed), strict=True):
        if not outcome.right:
            raise StudyError(f"{run}: the result of {job.name} at {size:,} {job.operation.unit} is wrong", key=run)
    # Measured times are rounded to nanoseconds; so is their difference.
    return Service(computed.us, called.host_busy_us, round(called.us - called.host_busy_us, 3))


@dataclass(frozen=True)
class _Found:
    """A simulation with its inputs: `runs` are the card's and the PC's, `varied` is set if there are corners."""

    plan: Plan
    job: Job
    runs: tuple[str, str]
    load: Load
    services: Mapping[int, Service]
    result: LoadResult
    ranges: LoadRanges
    theory: Mapping[str, float]
    varied: bool

    def facts(self) -> dict[str, Any]:
        """Return the document of --json."""
        load = self.load
        return {
            "study": self.plan.id,
            "job": self.job.name,
            "card": self.runs[0],
            "pc": self.runs[1],
            **{key: getattr(load, key) for key in ("policy", "rate", "clients", "think_us", "cards", "batch")},
            **{key: getattr(load, key) for key in ("timeout_us", "polling", "requests", "seed")},
            "sizes": [{"size": size, "weight": weight} for size, weight in load.sizes.items()],
            "services": [{"size": size, **asdict(service)} for size, service in self.services.items()],
            "result": asdict(self.result),
            "ranges": asdict(self.ranges) if self.varied else None,
            "closed_form": dict(self.theory),
        }

    def words(self) -> str:
        """Return the text for a terminal."""
        from dsp56k.study.results.wording import amount, digits

        load, result, ranges = self.load, self.result, self.ranges
        arrivals = (
            f"{digits(load.rate)} requests per second"
            if load.rate is not None
            else f"{counted(load.clients or 0, 'client')} with a think time of {amount(load.think_us, 'us')}"
        )
        rows = [
            (f"{size:,}", amount(service.software, "us"), amount(service.card, "us"), amount(service.transfer, "us"))
            for size, service in self.services.items()
        ]
        headings = columns(self.job.operation.unit, f"{self.runs[1]}:", f"{self.runs[0]}:", "without polling:")
        percentiles = ", ".join(
            f"p{part} {_with_range(value, 'us', ranges.percentiles[part])}"
            for part, value in result.percentiles.items()
        )
        busy = [_percent(share, ranges.cards[place]) for place, share in enumerate(result.cards)]
        expected = f" (closed form {digits(self.theory['throughput'])})" if "throughput" in self.theory else ""
        throughput = _with_range(result.throughput, "", ranges.throughput)
        response = self._mean("response", result.response, result.response_interval)
        return "\n".join(
            (
                f"{self.plan.id}, {shown(self.job.name)}: {arrivals}, policy {load.policy}, {load.requests:,} requests",
                "",
                Grid("Service times", headings, rows).as_text(),
                f"throughput   {throughput} requests per second{expected}",
                f"response     {response}, {percentiles}",
                f"waiting      {self._mean('wait', result.wait, result.wait_interval)}",
                f"utilisation  PC {_percent(result.pc, ranges.pc)}, cards {', '.join(busy)}",
                f"calls        {result.calls_on_pc:,} on the PC, {result.calls_on_cards:,} on cards",
                f"backlog      {counted(result.backlog, 'request')} when the last one is issued",
                f"ranges       {'over the corners of [vary]' if self.varied else 'none: nothing varied'}",
            )
        )

    def _mean(self, name: str, value: float, half_width: float | None) -> str:
        """Return a mean with its interval ("±?" if it is not determined), its range and its closed form."""
        from dsp56k.study.results import wording

        relative = f" {wording.half_width(half_width / value)}" if half_width and value > 0 else ""
        if half_width is None:
            relative = " ±?"
        expected = f" (closed form {wording.amount(self.theory[name], 'us')})" if name in self.theory else ""
        ends: tuple[float, float] = getattr(self.ranges, name)
        return f"mean {_with_range(value, 'us', ends)}{relative}{expected}"


def _with_range(value: float, unit: str, ends: tuple[float, float]) -> str:
    from dsp56k.study.results.wording import amount, between

    text = amount(value, unit)
    return text if ends[0] == ends[1] else f"{text} ({between(*ends, unit)})"


def _percent(share: float, ends: tuple[float, float]) -> str:
    text = f"{100 * share:.1f} %"
    return text if ends[0] == ends[1] else f"{text} ({100 * ends[0]:.1f} to {100 * ends[1]:.1f} %)"
