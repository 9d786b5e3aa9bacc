"""`dsp56k sleigh`: a SLEIGH specification of the DSP56001 and DSP56002 for Ghidra, rizin and angr."""

from __future__ import annotations

from pathlib import Path

import click

from dsp56k.cli.console.output import examples, json_option, print_json


@click.command("sleigh", epilog=examples("dsp56k sleigh ghidra/Ghidra/Processors/DSP56001/data/languages"))
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@json_option
def command(directory: Path, as_json: bool) -> None:
    """Write a SLEIGH specification into DIRECTORY, which is created if necessary.

    Ghidra's compiler `sleigh` makes four languages of it, two for each chip: DSP56001:LE:24:default has short p-code
    for reading, DSP56001:LE:24:exact exact p-code for emulation. docs/guides/ghidra.md shows how to open a program.
    """
    from dsp56k.sleigh.language import write_language

    written = write_language(directory)
    if as_json:
        print_json({"files": [str(path) for path in written]})
        return
    click.echo(f"{len(written)} files written to {directory}: {', '.join(path.name for path in written)}")
