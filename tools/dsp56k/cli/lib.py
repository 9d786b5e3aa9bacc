"""`dsp56k lib`: libraries of modules."""

from __future__ import annotations

from pathlib import Path

import click

from dsp56k.cli.main import InputError
from dsp56k.cli.output import examples, json_option, print_json

ACTIONS = {"create": "c", "add": "a", "replace": "r", "update": "u", "delete": "d", "extract": "x", "list": "l"}


@click.command(
    "lib",
    short_help="Make and change libraries of modules.",
    epilog=examples("dsp56k lib create fft.lib fft16.cln fft512.cln", "dsp56k lib list fft.lib"),
)
@click.argument("action", type=click.Choice(list(ACTIONS)))
@click.argument("library", type=click.Path(path_type=Path))
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@json_option
def command(action: str, library: Path, files: tuple[Path, ...], as_json: bool) -> None:
    """Create a LIBRARY, change it, list it, or unpack modules from it."""
    from dsp56k.asm.formats import read_library
    from dsp56k.cli.motorola.dsplib import manage
    from dsp56k.cli.objects import read_bytes

    if as_json and action == "list":
        members = read_library(str(library), read_bytes(library))
        print_json([{"name": member.name, "size": len(member.data), "time": member.time} for member in members])
        return
    warnings = manage(ACTIONS[action], library, list(files))
    if as_json:
        print_json({"ok": not warnings, "library": str(library), "warnings": warnings})
    else:
        for warning in warnings:
            click.echo(f"warning: {warning}", err=True)
    if warnings:
        click.get_current_context().exit(InputError.exit_code)
