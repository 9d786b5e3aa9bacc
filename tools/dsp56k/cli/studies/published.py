"""`dsp56k published`: compare every number that the papers print with ours."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.studies.measurement_options import execution_options, measuring
from dsp56k.system.files import usable

if TYPE_CHECKING:
    from dsp56k.study.results.result import Verdict


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
    from dsp56k.study.conclusions.paper_settings import check_paper_settings
    from dsp56k.study.plans.plan import Plan
    from dsp56k.study.published import builtin_published
    from dsp56k.study.reports.tables import published_table
    from dsp56k.study.toml_reader import builtin_studies

    with usable(out), measuring(out, **execution) as measurer:
        results = analyze([Plan.builtin(name) for name in builtin_studies()], measurer)
    judged = [verdict for result in results for verdict in result.verdicts]
    verdicts = group_by_source([*judged, *check_paper_settings(builtin_published())])
    if as_json:
        print_json({"published": _facts(verdicts)})
    else:
        from rich.console import Console

        console = Console(width=None if sys.stdout.isatty() else 160)
        console.print(published_table(builtin_published(), verdicts.values()).as_rich())
    wrong = [result.id for result in results if not result.right]
    for name in wrong:
        click.echo(f"{name}: a result is wrong", err=True)
    if wrong or any(verdict.broken for verdict in verdicts.values()):
        ctx.exit(1)


def _facts(verdicts: dict[str, Verdict]) -> Sequence[dict[str, Any]]:
    from dsp56k.study.published import builtin_published
    from dsp56k.study.reports.writer import published_facts, verdict_facts

    entries = builtin_published()
    without = {"ours": None, "range": None, "study": None}
    return [
        verdict_facts(verdicts[name], entries)
        if name in verdicts
        else {**published_facts(name, entries), **without, "verdict": entry.without_verdict, "why": entry.outside}
        for name, entry in entries.items()
    ]
