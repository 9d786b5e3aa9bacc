"""`dsp56k asm`: assemble one source file to LOD, ELF or COFF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.console.errors import InputError
from dsp56k.cli.console.files import real_path, write_outputs
from dsp56k.cli.console.output import (
    diagnostic_facts,
    error_count,
    examples,
    json_option,
    print_json,
    print_written,
    warnings_option,
)
from dsp56k.cli.console.shared_options import (
    When,
    chip_option,
    colour_option,
    defines_option,
    definitions,
    folders_option,
    uses_colour,
)
from dsp56k.cli.console.streams import is_standard_input, is_standard_output, standard_input
from dsp56k.system.text import counted, decode_text, encoded

if TYPE_CHECKING:
    from dsp56k.asm import ObjectFile

FORMATS = ("lod", "elf", "cld", "cln")
RELOCATABLE = "cln"
"""The format of modules for the linker."""
_STANDARD_INPUT = "stdin"


@click.command(
    "asm",
    epilog=examples(
        "dsp56k asm fir.asm",
        "dsp56k asm fir.asm -o fir.elf --listing fir.lst -I include",
        "m4 fir.m4 | dsp56k asm - -o fir.lod -Werror",
    ),
)
@click.argument("source", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Object file, - for standard output.  [default: SOURCE with the format's extension]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="Object format; cln is a module for dsp56k link.  [default: by OUTPUT's extension, or lod]",
)
@click.option("--listing", type=click.Path(path_type=Path), help="Write a listing with addresses, words and clocks.")
@folders_option
@defines_option
@click.option(
    "-O",
    "--option",
    "options",
    multiple=True,
    metavar="NAME",
    help="Set an assembler option, as OPT does (CRE, MU, RP ...); may be repeated.",
)
@chip_option
@click.option("--pages", is_flag=True, help="Format the listing in pages and columns, as PAGE and LSTCOL specify.")
@click.option("--sarif", type=click.Path(path_type=Path), help="Write the diagnostics as SARIF 2.1.0.")
@warnings_option
@colour_option
@json_option
def command(
    source: Path,
    output: Path | None,
    form: str | None,
    listing: Path | None,
    folders: tuple[str, ...],
    defines: tuple[str, ...],
    options: tuple[str, ...],
    chip: str,
    pages: bool,
    sarif: Path | None,
    strict: str | None,
    when: When,
    as_json: bool,
) -> None:
    """Assemble SOURCE, - for standard input. All diagnostics are shown. If one is an error, no file is written."""
    from dsp56k.asm import assemble, assemble_file, render_all, sarif_log
    from dsp56k.asm.assembler import Settings
    from dsp56k.asm.formats import listing_text
    from dsp56k.cli.objects import object_files

    form = form or _format_of(output)
    piped = is_standard_input(source)
    output = output or (Path("-") if piped else source.parent / f"{source.stem}.{form}")
    written = [output] if listing is None else [output, listing]
    named = [*([] if piped else [source]), *written, *([] if sarif is None else [sarif])]
    if len({real_path(path) for path in named}) < len(named):
        raise click.UsageError("the source and the files to be written must be different files")

    relative = form == RELOCATABLE
    settings = Settings(
        include_paths=folders, defines=definitions(defines), options=options, relative=relative, chip=chip
    )
    if piped:
        # Standard input is read like a file, one letter a byte, so that constants of 8 bits survive.
        obj = assemble(decode_text(standard_input(), "latin-1"), name=_STANDARD_INPUT, **settings)
    else:
        obj = assemble_file(source, **settings)
    ok = obj.ok and not (strict and obj.warnings)
    files = object_files(obj, output, form) if ok else {}
    if ok and listing is not None:
        files[listing] = encoded(listing_text(obj, pages=pages))
    if sarif is not None:
        files[sarif] = json.dumps(sarif_log(obj.diagnostics), indent=2).encode()
    write_outputs(files)
    if as_json:
        print_json(_facts(source, obj, written if ok else [], ok=ok))
    else:
        coloured = uses_colour(when)
        click.echo(render_all(obj.diagnostics, colour=coloured), err=True, nl=False, color=coloured)
    if not ok:
        if as_json:
            click.get_current_context().exit(InputError.exit_code)
        raise InputError(f"{_STANDARD_INPUT if piped else source}: {error_count(obj)}; nothing written")
    if not as_json:
        print_written(f"{counted(len(obj.words), 'word')}, {counted(obj.warnings, 'warning')}", written)


def _format_of(output: Path | None) -> str:
    """Return the format that a file's suffix names."""
    if output is None or is_standard_output(output):
        return FORMATS[0]
    ending = output.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise click.UsageError(
            f"the extension of {output} must be .lod, .elf, .cld or .cln; otherwise select the format with --format"
        )
    return ending


def _facts(source: Path, obj: ObjectFile, written: list[Path], *, ok: bool) -> dict[str, Any]:
    """Return the result for JSON."""
    return {
        "source": str(source),
        "ok": ok,
        "errors": obj.errors,
        "warnings": obj.warnings,
        "written": [str(path) for path in written],
        "words": len(obj.words),
        "start": obj.start,
        "symbols": obj.symbols,
        "diagnostics": diagnostic_facts(obj),
    }
