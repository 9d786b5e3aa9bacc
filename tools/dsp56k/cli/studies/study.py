"""`dsp56k study`: list, show and run studies, those of the package and the user's own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.console.completion import complete_studies
from dsp56k.cli.console.files import write_together
from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.studies.load import command as load_command
from dsp56k.cli.studies.measurement_options import (
    STUDY_SUFFIX,
    execution_options,
    measuring,
    origin,
    plan_of,
    selection_of,
    selection_options,
    set_option,
)
from dsp56k.system.files import usable
from dsp56k.system.text import counted, shown

if TYPE_CHECKING:
    from dsp56k.study.plans.plan import Plan
    from dsp56k.study.results.result import StudyResult
    from dsp56k.study.schema import Setting


@click.group(
    "study",
    epilog=examples("dsp56k study list", "dsp56k study run crossover --set machine.memory.wait_states=0"),
)
def command() -> None:
    """Measure configurations of machine, card and program at sizes and parameter corners, and assess the results.

    A study is one of the package (`study list`) or your own TOML file; docs/reference/studies.md explains every key.
    """


command.add_command(load_command)


@command.command("list", epilog=examples("dsp56k study list"))
@json_option
def list_studies(as_json: bool) -> None:
    """List the studies of the package."""
    from dsp56k.study.toml_reader import builtin_document, builtin_studies

    titles = {name: builtin_document(name).tables["title"] for name in builtin_studies()}
    if as_json:
        print_json({"studies": [{"id": name, "title": title} for name, title in titles.items()]})
        return
    width = max(map(len, titles), default=0)
    for name, title in titles.items():
        click.echo(f"{name:<{width}}  {title}")


@command.command(epilog=examples("dsp56k study show crossover"))
@click.argument("study", shell_complete=complete_studies)
@set_option
@click.option("--vary/--no-vary", default=True, help="Measure the parameter corners (table vary), too.")
@json_option
def show(study: str, settings: dict[str, Setting], vary: bool, as_json: bool) -> None:
    """Show STUDY (a name or a file): configurations, parameters, jobs, and the number of calls."""
    from dsp56k.study.conclusions.logca import pairs

    plan = plan_of(study, settings, vary=vary)
    calls = sum(len(batch.sizes) for batch in plan.batches())
    if as_json:
        print_json(
            {
                "id": plan.id,
                "title": plan.study.title,
                "about": plan.study.about,
                "configurations": [
                    {"name": name, "where": one.run.where, "parts": one.parts, "settings": one.settings}
                    for name, one in plan.configurations.items()
                ],
                "jobs": [
                    {
                        "name": job.name,
                        "operation": job.operation.name,
                        "key": job.key,
                        "sizes": job.sizes,
                        "runs": job.runs,
                    }
                    for job in plan.jobs.values()
                ],
                "logca": [{"of": of, "job": job} for *of, job in pairs(plan)],
                "vary": plan.study.vary if vary else {},
                "corners": 1 + len(plan.corners),
                "calls": calls,
            }
        )
        return
    click.echo(f"{plan.id}: {shown(plan.study.title)}\n\n{plan.study.about.strip()}\n")
    for name, one in plan.configurations.items():
        click.echo(f"{shown(name)}: {shown(one.words)}")
        for key, value in one.settings.items():
            click.echo(f"    {key} = {value}")
    click.echo("")
    for job in plan.jobs.values():
        sizes = f"{job.sizes[0]:,} to {job.sizes[-1]:,}" if len(job.sizes) > 1 else f"{job.sizes[0]:,}"
        unit = job.operation.unit
        click.echo(f"{shown(job.name)}, key {job.key}, {sizes} {unit}: {shown(', '.join(job.runs))}")
    for card, software, job_name in pairs(plan):
        click.echo(f"LogCA: {shown(card)} against {shown(software)}, {shown(job_name)}")
    for key, values in (plan.study.vary if vary else {}).items():
        click.echo(f"uncertain: {key} = {', '.join(map(str, values))}")
    click.echo(
        f"{counted(1 + len(plan.corners), 'corner')}, {counted(calls, 'call')} without the search for crossover points"
    )


@command.command(
    epilog=examples(
        "dsp56k study run crossover",
        "dsp56k study run mine.toml --set board.dsp_clock_hz=27000000 --jobs 2 --json",
        "dsp56k study run --all --scheduler tcp://192.0.2.1:8786",
    )
)
@click.argument("studies", nargs=-1, shell_complete=complete_studies)
@click.option("--all", "everything", is_flag=True, help="Measure all studies of the package.")
@set_option
@selection_options()
@click.option("--vary/--no-vary", default=True, help="Measure the corners of [vary], too.")
@execution_options
@json_option
@click.pass_context
def run(
    ctx: click.Context,
    /,
    studies: tuple[str, ...],
    everything: bool,
    settings: dict[str, Setting],
    wanted: tuple[str, ...],
    hosts: tuple[str, ...],
    machine_file: Path | None,
    seed: int | None,
    vary: bool,
    as_json: bool,
    out: Path,
    **execution: Any,
) -> None:
    """Measure STUDIES (names or files) and write the results to OUT/ID/.

    The results are data points, fits, crossover points, assessments, a figure and a report. The exit code is 1 if an
    expectation fails, or if a result is wrong. A study with a wrong result is not written.
    """
    from dsp56k.study.conclusions.analysis import analyze
    from dsp56k.study.toml_reader import builtin_studies

    if everything == bool(studies):
        raise click.UsageError("expected STUDIES or --all, and not both")
    selection = selection_of(wanted, hosts, machine_file, seed)
    names = builtin_studies() if everything else studies
    plans = [plan_of(name, settings, vary=vary, selection=selection) for name in names]
    check_names(plans)
    with usable(out):
        with measuring(out, **execution) as measurer:
            results = analyze(
                plans, measurer, command_of(studies, settings, vary, selection_words(wanted, hosts, machine_file, seed))
            )
        good = _written(results, out)
    _tell(results, out, as_json)
    if not as_json:
        click.echo(origin(measurer, out))
    if not good or any(result.broken for result in results):
        ctx.exit(1)


def selection_words(wanted: Sequence[str], hosts: Sequence[str], machine_file: Path | None, seed: int | None) -> str:
    """Return the options of a selection, as a shell takes them."""
    options = [("job", name) for name in wanted] + [("host", name) for name in hosts]
    options += [("machines", str(machine_file))] * (machine_file is not None) + [("seed", str(seed))] * (
        seed is not None
    )
    return "".join(f" --{option} {quote(value)}" for option, value in options)


def check_names(plans: Sequence[Plan]) -> None:
    """Reject two studies of one name."""
    names = [plan.id for plan in plans]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise click.UsageError(f"studies must have different names, got {twice} twice")


def command_of(
    studies: Sequence[str], settings: Mapping[str, Setting], vary: bool, selection: str = ""
) -> Callable[[Plan], str]:
    """Return a function that returns the command line for one study; `selection` are its options, after a blank."""
    files = {Path(name).stem: name for name in studies if name.endswith(STUDY_SUFFIX)}
    words = "".join(f" --set {key}={str(value).lower()}" for key, value in settings.items())
    return lambda plan: (
        f"dsp56k study run {files.get(plan.id, plan.id)}{words}{selection}{'' if vary else ' --no-vary'}"
    )


def _written(results: Sequence[StudyResult], out: Path) -> bool:
    """Write the files of the studies without wrong results; return True if there was at least one."""
    from dsp56k.study.reports.writer import files_of, folder_of
    from dsp56k.study.results.result import published_of_results

    published = published_of_results(results)
    for result in results:
        if not result.right:
            continue
        folder = folder_of(out, result)
        with usable(folder):
            write_together({folder / name: content for name, content in files_of(result, published).items()})
    return all(result.right for result in results)


def _tell(results: Sequence[StudyResult], out: Path, as_json: bool) -> None:
    import msgspec

    from dsp56k.study.reports.writer import folder_of, record_of
    from dsp56k.study.results.result import published_of_results

    published = published_of_results(results)
    if as_json:
        print_json({"studies": [msgspec.to_builtins(record_of(result, published)) for result in results]})
        return
    from rich.console import Console

    from dsp56k.study.reports import tables

    # A pipe does not have a width; this one is wide enough for the tables.
    console = Console(width=None if sys.stdout.isatty() else 120)
    for result in results:
        console.print(f"[bold]{result.id}[/]: {shown(result.study.title)}", highlight=False)
        grids = (
            tables.measured(result), tables.crossings(result), tables.break_even(result),
            tables.logca(result), tables.verdicts(result, published),
        )  # fmt: skip
        for grid in grids:
            if grid.rows:
                console.print(grid.as_rich())
        for told in (*(joint.told for joint in result.joints), *(crossing.told for crossing in result.crossings)):
            click.echo(shown(told))
        for held in result.holds:
            if held.broken:
                click.echo(f"changed: {shown(held.told)}", err=True)
        for point in result.points:
            if not point.right:
                click.echo(
                    f"wrong: {shown(point.run)}, {shown(point.job)} of {point.size}, {point.corner or 'baseline'}"
                )
        where = folder_of(out, result) if result.right else "nothing, because a result is wrong"
        click.echo(f"written: {where}\n")
