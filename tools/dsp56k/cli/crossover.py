"""`dsp56k crossover`: measure when offload to the card beats the host's own software."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dsp56k.cli.files import write_together
from dsp56k.cli.output import examples, json_option
from dsp56k.host.jobs import JOBS
from dsp56k.host.machines import DEFAULT_MACHINE, builtin_machines, load_machines
from dsp56k.system.files import usable

_MHZ = 1_000_000


@click.command(
    "crossover",
    short_help="Measure when the accelerator card pays off.",
    epilog=examples("dsp56k crossover", "dsp56k crossover --job des-cbc --job md2 --dsp-clock 27 --json"),
)
@click.option(
    "--job", "jobs", multiple=True, metavar="NAME", help=f"Measure this job only ({', '.join(JOBS)}); may be repeated."
)
@click.option(
    "--host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help=f"Against this host ({', '.join(builtin_machines())}); may be repeated. [default: {DEFAULT_MACHINE}]",
)
@click.option(
    "--machines",
    "machine_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A TOML file of further hosts (docs/host.md).",
)
@click.option("--seed", type=int, default=1990, show_default=True, help="Seed of keys, data and the noise circuit.")
@click.option("--dsp-clock", type=click.Choice(["20", "27"]), default="20", show_default=True, help="DSP clock in MHz.")
@click.option("--bank", type=click.Choice(["8", "32"]), default="8", show_default=True, help="K words in a bank.")
@click.option("--host-clock", type=click.IntRange(6, 100), help="The PC's clock in MHz, if not its own.")
@click.option("--wait-states", type=click.IntRange(0, 15), help="Wait states of the PC's memory, if not its own.")
@click.option(
    "--isa-cycle", type=click.IntRange(3, 32), help="Clocks of the ISA bus for an access to the card, if not its own."
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("results"),
    show_default=True,
    help="Folder for crossover.json and crossover.png.",
)
@json_option
def command(
    jobs: tuple[str, ...],
    hosts: tuple[str, ...],
    machine_file: Path | None,
    seed: int,
    dsp_clock: str,
    bank: str,
    host_clock: int | None,
    wait_states: int | None,
    isa_cycle: int | None,
    out: Path,
    as_json: bool,
) -> None:
    """Time every job in x86 software on the emulated PC and, through the driver, on the emulated card.

    Writes OUT/crossover.json and OUT/crossover.png, the same bytes for the same options, and prints the tables.
    All results are checked; if one is wrong the tables say where, nothing is written, and the exit code is 1.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from dsp56k.host import report
    from dsp56k.host.measure import Settings, measure
    from dsp56k.host.results import Results, UnverifiedError

    settings = Settings.of(
        jobs,
        hosts,
        seed,
        int(dsp_clock) * _MHZ,
        int(bank) * 1024,
        machines=load_machines(machine_file) if machine_file else None,
        host_clock_hz=host_clock and host_clock * _MHZ,
        wait_states=wait_states,
        isa_cycle=isa_cycle,
    )
    # Piped output has no width of its own: wide enough for the tables.
    console = Console(width=None if sys.stdout.isatty() else 120)

    def show_results(results: Results) -> None:
        if as_json:
            click.echo(results.as_json(), nl=False)
        else:
            console.print(report.render(results))

    columns = (TextColumn("{task.description:<36}"), BarColumn(), TimeElapsedColumn())
    with usable(out):
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("starting", total=None)

            def show(what: str, done: int, total: int) -> None:
                bar.update(task, description=what, completed=done, total=total)

            try:
                results = measure(settings, show)
            except UnverifiedError as error:
                bar.stop()
                show_results(error.results)
                raise
        files = {out / "crossover.json": results.as_json().encode(), out / "crossover.png": report.picture(results)}
        try:
            write_together(files)
        except OSError:
            # The work is done: what cannot be kept can still be read.
            show_results(results)
            raise
    show_results(results)
    if not as_json:
        console.print(f"seed {seed}; written: {', '.join(map(str, files))}")
