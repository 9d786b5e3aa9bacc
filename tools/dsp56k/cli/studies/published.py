"""`dsp56k published`: compare every number that the papers print with ours."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.studies.measurement_options import execution_options, measuring
from dsp56k.system.files import usable


@click.command(
    "published",
    epilog=examples("dsp56k published", "dsp56k published --jobs 2 --json"),
)
@execution_options
@json_option
@click.pass_context
def command(ctx: click.Context, /, out: Path, as_json: bool, **execution: Any) -> None:
    """Run all studies of the package, with the calls that OUT has cached, and print the table of assessments.

    The exit code is 1 if an expectation of a study fails, or if a result is wrong.
    """
    from dsp56k.study.conclusions.analysis import analyze
    from dsp56k.study.conclusions.assessments import group_by_source
    from dsp56k.study.conclusions.paper_settings import check_paper_settings, incomparable_entries
    from dsp56k.study.plans.plan import Plan
    from dsp56k.study.published import builtin_published
    from dsp56k.study.reports.tables import published_table
    from dsp56k.study.reports.writer import verdict_facts
    from dsp56k.study.toml_reader import builtin_studies

    with usable(out), measuring(out, **execution) as measurer:
        results = analyze([Plan.builtin(name) for name in builtin_studies()], measurer)
    judged = [verdict for result in results for verdict in result.verdicts]
    entries = builtin_published()
    measured = group_by_source([*judged, *check_paper_settings(entries)])
    all_of_them = {**measured, **group_by_source(incomparable_entries(entries, measured.values()))}
    verdicts = [all_of_them[name] for name in entries]
    if as_json:
        print_json({"published": [verdict_facts(verdict, entries) for verdict in verdicts]})
    else:
        from rich.console import Console

        console = Console(width=None if sys.stdout.isatty() else 160)
        console.print(published_table(entries, verdicts).as_rich())
    wrong = [result.id for result in results if not result.right]
    for name in wrong:
        click.echo(f"{name}: a result is wrong", err=True)
    broken = [f"{result.id}: {what}" for result in results for what in result.broken]
    broken += [verdict.published for verdict in verdicts if verdict.quantity == "setting" and verdict.broken]
    for what in broken:
        click.echo(f"unexpected: {what}", err=True)
    if wrong or broken:
        ctx.exit(1)
