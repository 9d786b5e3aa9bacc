"""`dsp56k lib`: build and change libraries of modules."""

from __future__ import annotations

from pathlib import Path

import click

from dsp56k.cli.console.errors import InputError
from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.system.text import shown

CHANGES = {"create": "c", "add": "a", "replace": "r", "update": "u", "delete": "d"}
"""The librarian's letters of the actions that write a library."""


@click.command(
    "lib",
    epilog=examples("dsp56k lib create fft.lib fft16.cln fft512.cln", "dsp56k lib list fft.lib"),
)
@click.argument("action", type=click.Choice([*CHANGES, "extract", "list"]))
@click.argument("library", type=click.Path(path_type=Path))
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace files of other content on extraction.")
@json_option
def command(action: str, library: Path, files: tuple[Path, ...], force: bool, as_json: bool) -> None:
    """Create, change or list a LIBRARY, or extract its modules to the current directory."""
    from dsp56k.cli.motorola.libraries import change, extract, member_line, members_of

    if action == "list":
        members = members_of(library)
        if as_json:
            print_json([{"name": member.name, "size": len(member.data), "time": member.time} for member in members])
        for member in () if as_json else members:
            click.echo(member_line(member))
        return
    warnings = extract(library, files, force=force) if action == "extract" else change(CHANGES[action], library, files)
    if as_json:
        print_json({"ok": not warnings, "library": str(library), "warnings": warnings})
    else:
        for warning in warnings:
            click.echo(shown(f"warning: {warning}"), err=True)
    if warnings:
        click.get_current_context().exit(InputError.exit_code)
