"""`dsp56k objdump`: show the contents of an object file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.console.shared_options import format_option
from dsp56k.cli.objects import read_object_file
from dsp56k.system.text import shown

if TYPE_CHECKING:
    from dsp56k.objects.module import Module


@click.command(
    "objdump",
    epilog=examples("dsp56k objdump filter.cld", "dsp56k objdump main.cln --symbols"),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--symbols", is_flag=True, help="List the symbols.")
@click.option("--relocations", is_flag=True, help="List the words that the linker computes.")
@click.option("--lines", is_flag=True, help="List the source lines.")
@format_option
@json_option
def command(file: Path, symbols: bool, relocations: bool, lines: bool, form: str | None, as_json: bool) -> None:
    """Show the blocks of the object file FILE (- for standard input): space, addresses, words."""
    obj = read_object_file(file, form)
    if as_json:
        print_json(_facts(obj))
        return
    for line in _table(file, obj, symbols, relocations, lines):
        click.echo(shown(line.rstrip()))


def _table(file: Path, obj: Module, symbols: bool, relocations: bool, lines: bool) -> Iterator[str]:
    """Yield the lines of the table."""
    kind = "absolute" if obj.relocation is None else "relocatable"
    start = "" if obj.start is None else f", start P:${obj.start:04X}"
    yield f"{file}: {obj.ident.name} {obj.ident.version}.{obj.ident.revision}, {kind}{start}"
    for run in obj.runs:
        section = obj.relocation.sections[run.section] or "GLOBAL" if obj.relocation else ""
        elsewhere = (run.run_space, run.run_address) != (run.space, run.address)
        moved = f"  runs at {run.run_space}:${run.run_address:04X}" if elsewhere else ""
        yield f"  {run.space}{run.mapping}:${run.address:04X}  {len(run.words):>6} words  {section}{moved}"
        for index, text in run.fixups if relocations else ():
            yield f"    +{index:<5} {text}"
        for index, name, line in run.lines if lines else ():
            yield f"    +{index:<5} {name}:{line}"
    for symbol in obj.symbol_table if symbols else ():
        sign = "-" if symbol.value < 0 else ""
        value = f"{sign}${abs(symbol.value):06X}" if isinstance(symbol.value, int) else f"{symbol.value:g}"
        value = f"{{{symbol.expression}}}" if symbol.expression else value
        yield f"  {symbol.name:<24} {symbol.space} {value:<12} {symbol.section}"


def _facts(obj: Module) -> dict[str, Any]:
    return {
        "name": obj.ident.name,
        "relocatable": obj.relocation is not None,
        "start": obj.start,
        "blocks": [
            {"space": run.space, "address": run.address, "words": len(run.words), "fixups": len(run.fixups)}
            for run in obj.runs
        ],
        "symbols": [
            {"name": s.name, "space": s.space, "value": s.value, "section": s.section} for s in obj.symbol_table
        ],
    }
