"""`dsp56k bench-lib`: measure the speed of the library's routines."""

from __future__ import annotations

import re
import shlex

import click

from dsp56k.cli.console.output import examples, json_option
from dsp56k.lib.benchmarks import ROWS, Speed, measured, record
from dsp56k.system.grid import Grid, columns
from dsp56k.system.records import encode
from dsp56k.system.suggestions import did_you_mean

_COLUMNS = columns("routine", "clocks:", "Kbit/s:", "paper:", "bound:", "left:", "where they go")


@click.command(
    "bench-lib",
    epilog=examples("dsp56k bench-lib", "dsp56k bench-lib DES --json"),
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@json_option
def command(names: tuple[str, ...], as_json: bool) -> None:
    """Measure the library's routines on the emulated DSP56001.

    The results are exact clocks per call or block, at 20 MHz without wait states. NAME selects the routines whose names
    contain it, as DES or RSA-512.
    """
    rows = [row for row in ROWS if not names or any(name.lower() in row.routine.lower() for name in names)]
    if not rows:
        words = {word for row in ROWS for word in re.findall(r"\w+", row.routine)}
        hint = next(filter(None, (did_you_mean(name, words) for name in names)), "")
        raise click.BadParameter(f"no routine has a name that contains {' or '.join(names)}{hint}", param_hint="NAME")
    speeds = [measured(row) for row in rows]
    if as_json:
        click.echo(encode(record(speeds, shlex.join(["dsp56k", "bench-lib", *names]))), nl=False)
        return
    click.echo(Grid("", _COLUMNS, [_cells(speed) for speed in speeds]).as_text(), nl=False)


def _cells(speed: Speed) -> tuple[str, ...]:
    counts = [None if rate is None else rate / 1000 for rate in (speed.rate, speed.paper)]
    rates = ("" if rate is None else f"{rate:,.1f}" for rate in counts)
    bounds = ("" if count is None else f"{count:,}" for count in (speed.bound, speed.left))
    parts = ", ".join(f"{name} {100 * count / speed.clocks:.1f} %" for name, count in speed.parts.items())
    return speed.routine, f"{speed.clocks:,}", *rates, *bounds, parts
