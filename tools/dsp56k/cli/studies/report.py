"""`dsp56k report`: one HTML page of studies, with figures, assessments and the commands that repeat them."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from dsp56k.cli.console.completion import complete_studies
from dsp56k.cli.console.files import write_together
from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.studies.measurement_options import execution_options, measuring, plan_of
from dsp56k.cli.studies.study import check_names, command_of
from dsp56k.system.files import usable, write_whole

PAGE = "report.html"
"""The name of the page in OUT."""


@click.command(
    "report",
    epilog=examples(
        "dsp56k report",
        "dsp56k report crossover mine.toml --out results --jobs 2",
        "dsp56k report mine.toml --bundle mine.zip",
    ),
)
@click.argument("studies", nargs=-1, shell_complete=complete_studies)
@click.option("--vary/--no-vary", default=True, help="Measure the parameter corners (table vary), too.")
@click.option(
    "--bundle",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a ZIP file of the page, the results and the files that repeat them.",
)
@execution_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    studies: tuple[str, ...],
    vary: bool,
    bundle: Path | None,
    out: Path,
    as_json: bool,
    **execution: Any,
) -> None:
    """Write OUT/report.html: STUDIES (names or files) with their published numbers, by default all of the package.

    The page needs no other file. Calls that are in the cache are not measured again. The exit code is 1 if an
    expectation fails or a result is wrong; the page shows where.
    """
    from dsp56k.study.conclusions.analysis import analyze
    from dsp56k.study.conclusions.paper_settings import check_paper_settings, incomparable_entries
    from dsp56k.study.figures.builder import build_content, draw
    from dsp56k.study.reports.bundle import bundled
    from dsp56k.study.reports.html_page import page
    from dsp56k.study.results.result import published_of_results
    from dsp56k.study.toml_reader import builtin_studies

    plans = [plan_of(name, {}, vary=vary) for name in studies or builtin_studies()]
    check_names(plans)
    if bundle is not None and bundle.resolve() == (out / PAGE).resolve():
        raise click.UsageError(f"--bundle must not be the page {out / PAGE}; choose another file")
    with usable(out), nullcontext() if bundle is None else usable(bundle.parent):
        with measuring(out, **execution) as measurer:
            results = analyze(plans, measurer, command_of(studies, {}, vary))
        published = published_of_results(results)
        drawn = [(result, draw(build_content(result, published), with_png=False)) for result in results]
        # A page of named studies has only their published numbers.
        others = [] if studies else check_paper_settings(published)
        if not studies:
            judged = [*others, *(verdict for result in results for verdict in result.verdicts)]
            others += incomparable_entries(published, judged)
        text = page(drawn, published, others)
        write_together({out / PAGE: text.encode()})
        if bundle is not None:
            write_whole({bundle: bundled(plans, results, published, {PAGE: text.encode()})})
    broken = [what for result in results for what in result.broken]
    wrong = [result.id for result in results if not result.right]
    if as_json:
        page_facts = {
            "page": str(out / PAGE),
            **({"bundle": str(bundle)} if bundle else {}),
            "studies": [result.id for result in results],
        }
        print_json({**page_facts, "broken": broken, "wrong": wrong})
    else:
        click.echo(f"written: {out / PAGE}{f', {bundle}' if bundle else ''}")
        for words, names in (("failed expectations", broken), ("wrong results", wrong)):
            if names:
                click.echo(f"{words}: {', '.join(names)}")
    if broken or wrong:
        ctx.exit(1)
