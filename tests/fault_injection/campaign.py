"""Inject faults into the card at random moments of every job: make card-faults, packet-faults, command-faults.

- `python tests/fault_injection/campaign.py --count 3 --jobs 2` tries three cases of every kind in every job, in two
  processes.
- `python tests/fault_injection/campaign.py --only "BR held/des-600/7"` repeats one case.
- `python tests/fault_injection/campaign.py --campaign packets` tries sessions of packets.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from dsp56k.host.cpu_modes import MODES, ModeName
from dsp56k.system.suggestions import unknown

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fault_injection.cases import CAMPAIGNS, Bench, Report, cases_of, jobs_for
from fault_injection.kinds import KINDS
from fault_injection.table import as_json, is_finding, table

Case = tuple[str, str, int]
WIDTH = 140

_benches: list[Bench] = []
"""The bench of a worker process."""


def _prepare(seed: int, mode: ModeName) -> None:
    _benches.append(Bench(seed, mode))


def _run(case: Case) -> Report:
    return _benches[0].run(*case)


def reports(cases: list[Case], seed: int, mode: ModeName, processes: int) -> Iterator[Report]:
    """Run cases with the driver of a mode, in any order, in several processes."""
    if processes == 1:
        _prepare(seed, mode)
        yield from map(_run, cases)
        return
    # A forked worker shares the imported modules; each builds its machines itself.
    with multiprocessing.get_context("fork").Pool(processes, _prepare, (seed, mode)) as pool:
        yield from pool.imap_unordered(_run, cases)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--seed", default=0, show_default=True, help="Random seed of the cases.")
@click.option(
    "--count",
    default=1,
    show_default=True,
    type=click.IntRange(1),
    help="Number of cases of each kind for each job.",
)
@click.option("--kind", "kinds", multiple=True, metavar="NAME", help="Run only this kind; may be repeated.")
@click.option("--job", "names", multiple=True, metavar="NAME", help="Run only this job; may be repeated.")
@click.option("--only", metavar="KIND/JOB/NUMBER", help="Run only this case.")
@click.option(
    "--mode",
    default="flat32",
    show_default=True,
    type=click.Choice(list(MODES)),
    help="Mode of the PC: the 32-bit or the 16-bit driver.",
)
@click.option(
    "--campaign",
    default="card",
    show_default=True,
    type=click.Choice(list(CAMPAIGNS)),
    help="Set of jobs: of the card with and without FIFOs, packets, or user commands.",
)
@click.option("--jobs", "processes", default=1, show_default=True, type=click.IntRange(1), help="Processes.")
@click.option("--json", "json_", is_flag=True, help="Print the result as one JSON object.")
def main(
    seed: int,
    count: int,
    kinds: tuple[str, ...],
    names: tuple[str, ...],
    only: str | None,
    mode: ModeName,
    campaign: str,
    processes: int,
    json_: bool,
) -> None:
    """Put faults on the card at random moments of every job, and check its answers and those after them.

    Prints kinds of faults by what came of them: right answers, errors by name, and wrong answers without an error
    (silent). The exit code is 1 if any of the last is of a kind that a check could find; those that none can find are
    marked with a star and explained in docs/reference/limitations.md.

    \b
    Example:
      python tests/fault_injection/campaign.py --count 3 --jobs 2
      python tests/fault_injection/campaign.py --only "BR held/des-600/7"
    """
    if only is None:
        cases = _chosen(kinds, names, count, mode, campaign)
    else:
        cases = [_case(only, mode, campaign)]
        count = cases[0][2] + 1
    found = list(
        track(
            reports(cases, seed, mode, processes),
            "cases",
            total=len(cases),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
        )
    )
    found.sort(key=lambda report: (list(KINDS).index(report.kind), report.job, report.number))
    findings = [report for report in found if is_finding(report)]
    if json_:
        click.echo(json.dumps(as_json(found, seed, count), indent=2))
    else:
        _print(found, findings, only is not None)
    sys.exit(1 if findings else 0)


def _print(found: list[Report], findings: list[Report], all_of_them: bool) -> None:
    console = Console(width=WIDTH, highlight=False)
    if not all_of_them:
        console.print(table(found))
        console.print("* no check can find it: docs/reference/limitations.md")
    for report in found if all_of_them else findings:
        console.print(str(report), markup=False, soft_wrap=True)
    console.print(f"{len(found)} cases, {len(findings)} findings")


def _chosen(kinds: tuple[str, ...], names: tuple[str, ...], count: int, mode: ModeName, campaign: str) -> list[Case]:
    jobs = [job.name for job in CAMPAIGNS[campaign]]
    for option, given, known in (("--kind", kinds, list(KINDS)), ("--job", names, jobs)):
        for name in given:
            if name not in known:
                raise click.UsageError(f"{option}: {unknown(option.removeprefix('--'), name, known)}")
    return [
        case
        for kind in KINDS.values()
        if not kinds or kind.name in kinds
        for case in cases_of(kind, count, mode, campaign)
        if not names or case[1] in names
    ]


def _case(name: str, mode: ModeName, campaign: str) -> Case:
    kind, _, rest = name.partition("/")
    job, _, number = rest.partition("/")
    jobs = [each.name for each in jobs_for(KINDS[kind], mode, campaign)] if kind in KINDS else []
    if job not in jobs or not number.isdigit():
        raise click.UsageError(f"--only {name!r}: must be KIND/JOB/NUMBER, as a campaign prints it")
    return kind, job, int(number)


if __name__ == "__main__":
    main()
