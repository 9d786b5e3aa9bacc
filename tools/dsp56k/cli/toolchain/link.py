"""`dsp56k link`: link relocatable modules and libraries to one program."""

from __future__ import annotations

import json
from pathlib import Path

import click

from dsp56k.cli.console.errors import InputError
from dsp56k.cli.console.files import write_apart
from dsp56k.cli.console.output import (
    diagnostic_facts,
    error_count,
    examples,
    json_option,
    print_json,
    print_written,
    warnings_option,
)
from dsp56k.cli.console.shared_options import When, colour_option, uses_colour
from dsp56k.cli.objects import object_files, read_input
from dsp56k.system.text import counted, encoded

FORMATS = ("cld", "lod", "elf")
RELOCATABLE = "cln"
"""The format of modules, which --incremental writes."""


@click.command(
    "link",
    epilog=examples("dsp56k link main.cln fft.cln io.lib -o filter.cld --map filter.map"),
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Write the program to this file.  [default: the first file's name with .cld]",
)
@click.option("--format", "form", type=click.Choice(FORMATS), help="[default: by OUTPUT's extension, or cld]")
@click.option(
    "-r", "--memory", type=click.Path(path_type=Path), help="Read the addresses of sections from a memory control file."
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="MEM:ADDR[,...]",
    help="Base addresses of memory spaces, as p:40,x:10; hexadecimal.",
)
@click.option("--map", "map_path", type=click.Path(path_type=Path), help="Write a map of sections and symbols.")
@click.option(
    "-i", "--incremental", is_flag=True, help="Combine the modules into one that can be linked again; needs -o."
)
@click.option("-n", "--ignore-case", is_flag=True, help="Ignore case in symbols.")
@click.option("-u", "--undefined", "wanted", multiple=True, metavar="SYMBOL", help="Search the libraries for SYMBOL.")
@click.option("--sarif", type=click.Path(path_type=Path), help="Write the diagnostics as SARIF 2.1.0.")
@warnings_option
@colour_option
@json_option
def command(
    files: tuple[Path, ...],
    output: Path | None,
    form: str | None,
    memory: Path | None,
    origins: tuple[str, ...],
    map_path: Path | None,
    incremental: bool,
    ignore_case: bool,
    wanted: tuple[str, ...],
    sarif: Path | None,
    strict: str | None,
    when: When,
    as_json: bool,
) -> None:
    """Link FILES in this order: modules (.cln, .lnk) and libraries (.lib).

    If there is an error, no program is written.
    """
    from dsp56k.asm import render_all, sarif_log
    from dsp56k.asm.link import MemoryControl, link, map_text, messages, read_memory_file

    if incremental and output is None:
        # The default name could be that of a module.
        raise click.UsageError("--incremental needs --output")
    inputs = [read_input(path) for path in files]
    output = output or files[0].with_suffix(f".{form or FORMATS[0]}")
    form = RELOCATABLE if incremental else form or output.suffix.lower().removeprefix(".")
    if form not in FORMATS and not incremental:
        raise click.UsageError(
            f"the extension of {output} must be .cld, .lod or .elf; otherwise select the format with --format"
        )
    control = read_memory_file(memory) if memory is not None else MemoryControl()
    for origin in ",".join(origins).split(",") if origins else ():
        control.origin(origin, "--origin")
    linked = link(inputs, control, ignore_case=ignore_case, wanted=wanted, incremental=incremental)
    obj = linked.obj
    ok = obj.ok and not (strict and obj.warnings)
    if not as_json:
        coloured = uses_colour(when)
        click.echo(render_all(obj.diagnostics, colour=coloured), err=True, nl=False, color=coloured)
    outputs = []
    if sarif is not None:
        report = sarif_log(obj.diagnostics, tool="dsp56k link", more=messages)
        outputs.append({sarif: json.dumps(report, indent=2).encode()})
    if ok:
        outputs.append(object_files(obj, output, form))
        if map_path is not None:
            outputs.append({map_path: encoded(map_text(linked))})
    write_apart(outputs, files if memory is None else [*files, memory])
    if as_json:
        print_json(
            {
                "ok": ok,
                "errors": obj.errors,
                "warnings": obj.warnings,
                "words": len(obj.words),
                "start": obj.start,
                "symbols": obj.symbols,
                "diagnostics": diagnostic_facts(obj),
            }
        )
        if not ok:
            click.get_current_context().exit(InputError.exit_code)
        return
    if not ok:
        raise InputError(f"{error_count(obj)}; nothing written")
    made = [path for output_files in outputs for path in output_files if path != sarif]
    print_written(f"{counted(len(obj.words), 'word')}, {counted(obj.warnings, 'warning')}", made)
