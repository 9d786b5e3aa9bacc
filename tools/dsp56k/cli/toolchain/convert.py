"""`dsp56k convert`: convert a program from one object format to another."""

from __future__ import annotations

from pathlib import Path

import click

from dsp56k.cli.console.files import write_apart
from dsp56k.cli.console.output import examples, json_option, print_json, print_written
from dsp56k.cli.console.shared_options import format_option
from dsp56k.cli.console.streams import is_standard_input
from dsp56k.cli.objects import WRITTEN, object_files, read_object_file
from dsp56k.system.suggestions import expected
from dsp56k.system.text import counted

ENDINGS = {"p0": "planes", "srec": "s", "s19": "s"}


@click.command(
    "convert",
    epilog=examples("dsp56k convert filter.cld filter.lod", "dsp56k convert filter.lod rom.p0"),
)
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("output", type=click.Path(path_type=Path))
@format_option
@click.option("--format", "output_form", type=click.Choice(WRITTEN), help="[default: by OUTPUT's extension]")
@json_option
def command(source: Path, output: Path, form: str | None, output_form: str | None, as_json: bool) -> None:
    """Convert SOURCE to OUTPUT, - for standard input and output.

    S-records, Intel hex and P56 do not contain symbols. .p0 selects all byte planes.
    """
    ending = output.suffix.lower().removeprefix(".")
    output_form = output_form or ENDINGS.get(ending, ending)
    if output_form not in WRITTEN:
        raise click.UsageError(f"{output}: unknown format{expected(output_form, WRITTEN)}")
    obj = read_object_file(source, form)
    files = object_files(obj, output, output_form)
    write_apart([files], [] if is_standard_input(source) else [source])
    if as_json:
        print_json({"ok": True, "words": len(obj.words), "written": [str(path) for path in files]})
    else:
        print_written(counted(len(obj.words), "word"), files)
