"""`dsp56k crossover`: measure when offload to the card beats the host's own software."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dsp56k.cli.output import examples, json_option
from dsp56k.system.files import write_whole


@click.command(
    "crossover",
    short_help="Measure when the accelerator card pays off.",
    epilog=examples("dsp56k crossover", "dsp56k crossover --job des-cbc --job md2 --dsp-clock 27 --json"),
)
@click.option("--job", "jobs", multiple=True, metavar="NAME", help="Measure this job only; may be repeated.")
@click.option("--host", "hosts", multiple=True, metavar="NAME", help="Against this host only; may be repeated.")
@click.option("--seed", type=int, default=1990, show_default=True, help="Seed of keys, data and the noise circuit.")
@click.option("--dsp-clock", type=click.Choice(["20", "27"]), default="20", show_default=True, help="DSP clock in MHz.")
@click.option("--bank", type=click.Choice(["8", "32"]), default="8", show_default=True, help="K words in a bank.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("results"),
    show_default=True,
    help="Folder for crossover.json and crossover.png.",
)
@json_option
def command(
    jobs: tuple[str, ...], hosts: tuple[str, ...], seed: int, dsp_clock: str, bank: str, out: Path, as_json: bool
) -> None:
    """Time every job in x86 software on the emulated PC and, through the driver, on the emulated card.

    Writes OUT/crossover.json and OUT/crossover.png, the same bytes for the same options, and prints the tables.
    Both sides' results are checked on every measured point; a wrong one is an error.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from dsp56k.host import report
    from dsp56k.host.measure import Settings, measure

    settings = Settings.of(jobs, hosts, seed, int(dsp_clock) * 1_000_000, int(bank) * 1024)
    columns = (TextColumn("{task.description:<36}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def show(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        results = measure(settings, show)
    text = results.as_json()
    out.mkdir(parents=True, exist_ok=True)
    write_whole({out / "crossover.json": text.encode(), out / "crossover.png": report.picture(results)})
    if as_json:
        click.echo(text, nl=False)
        return
    # Piped output has no width of its own: wide enough for the tables.
    console = Console(width=None if sys.stdout.isatty() else 120)
    console.print(report.render(results))
    console.print(f"seed {seed}; written: {out / 'crossover.json'}, {out / 'crossover.png'}")
