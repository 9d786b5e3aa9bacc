"""`dsp56k crossover`: measure when offload to the card beats the host's software, by the study of that name."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from dsp56k.cli.console.exit_codes import WRONG_INPUT, say
from dsp56k.cli.console.files import write_together
from dsp56k.cli.console.output import examples, json_option
from dsp56k.cli.studies.measurement_options import execution_options, measuring, origin, selection_of, selection_options
from dsp56k.cli.studies.study import command_of, selection_words
from dsp56k.host.machines import DEFAULT_MACHINE, builtin_machines
from dsp56k.study.crossover import NAME, Crossover, crossover_plan, job_names, routines
from dsp56k.system.files import usable

_SETTINGS: dict[str, tuple[str, int, str | None]] = {
    "dsp_clock": ("board.dsp_clock_hz", 1_000_000, "20"),
    "bank": ("board.bank_words", 1024, "8"),
    "host_clock": ("machine.clock_hz", 1_000_000, None),
    "wait_states": ("machine.memory.wait_states", 1, None),
    "isa_cycle": ("machine.isa.cycle", 1, None),
}
"""The key of `--set`, a factor and the value of the study, by option."""
_DSP_CLOCK = "DSP clock in MHz. For other clocks use `dsp56k study run crossover --set board.dsp_clock_hz=33000000`."


@click.command(
    "crossover",
    epilog=examples("dsp56k crossover", "dsp56k crossover --job des-cbc --job md2 --dsp-clock 27 --json"),
)
@selection_options(", ".join(job_names()), f" ({', '.join(builtin_machines())}) [default: {DEFAULT_MACHINE}]")
@click.option("--dsp-clock", type=click.Choice(["20", "27"]), default="20", show_default=True, help=_DSP_CLOCK)
@click.option(
    "--bank", type=click.Choice(["8", "32"]), default="8", show_default=True, help="Size of a bank in K words."
)
@click.option("--host-clock", type=click.IntRange(6, 100), help="Clock of the PC in MHz. [default: the machine's]")
@click.option(
    "--wait-states", type=click.IntRange(0, 15), help="Wait states of the PC's memory. [default: the machine's]"
)
@click.option(
    "--isa-cycle",
    type=click.IntRange(3, 32),
    help="Clocks of the ISA bus per access to the card. [default: the machine's]",
)
@click.option("--vary/--no-vary", default=True, help="Measure the corners of the PC's uncertain parameters, too.")
@execution_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    wanted: tuple[str, ...],
    hosts: tuple[str, ...],
    machine_file: Path | None,
    seed: int | None,
    vary: bool,
    out: Path,
    as_json: bool,
    **options: Any,
) -> None:
    """Time every job in x86 software on the emulated PC and, through the driver, on the emulated card.

    This is `dsp56k study run crossover` with separate options for some settings, and with one file of results.

    The command writes OUT/crossover.json and OUT/crossover.png, byte-identical for the same options, and prints the
    tables. It checks every result. If one is wrong, the tables show where, no file is written, and the exit code is 1.
    """
    from rich.console import Console

    from dsp56k.study.conclusions.analysis import analyze
    from dsp56k.study.figures.builder import build_content, picture
    from dsp56k.study.published import builtin_published
    from dsp56k.study.reports import tables

    given = {key: (options.pop(option), factor, own) for option, (key, factor, own) in _SETTINGS.items()}
    settings = {key: int(value) * factor for key, (value, factor, own) in given.items() if value not in (None, own)}
    selected = selection_words(wanted, hosts, machine_file, seed)
    plan = crossover_plan(selection_of(wanted, hosts, machine_file, seed), settings, vary=vary)
    # A pipe does not have a width; this one is wide enough for the tables.
    console = Console(width=None if sys.stdout.isatty() else 120)

    def show(found: Crossover) -> None:
        if as_json:
            click.echo(found.as_json(), nl=False)
            return
        result, entries = found.result, builtin_published()
        for grid in (routines(found), tables.overview(result, entries), tables.verdicts(result, entries)):
            console.print(grid.as_rich())
        for crossing in result.crossings:
            click.echo(crossing.told)

    with usable(out):
        with measuring(out, **options) as measurer:
            (result,) = analyze([plan], measurer, command_of((NAME,), settings, vary, selected))
        found = Crossover(plan, result)
        if found.wrong:
            show(found)
            more = f" (and {len(found.wrong) - 1} more)" if len(found.wrong) > 1 else ""
            ctx.exit(say("error: ", found.wrong[0] + more))
        drawn = picture(build_content(result, builtin_published()))
        files = {out / "crossover.json": found.as_json(), out / "crossover.png": drawn}
        try:
            write_together(files)
        except OSError:
            # The measurement is complete, so an error of writing must not hide the tables.
            show(found)
            raise
    show(found)
    if not as_json:
        console.print(f"seed {plan.study.seed}; written: {', '.join(map(str, files))}")
        click.echo(origin(measurer, out))
    if result.broken:
        ctx.exit(WRONG_INPUT)
