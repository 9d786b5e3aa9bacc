"""`dsp56k isa`: the encodings of instructions, and the instruction set as JSON for other programs."""

from __future__ import annotations

import re

import click

from dsp56k.cli.console.completion import complete_mnemonics
from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.console.shared_options import chip_option

_PLACEHOLDER = re.compile(r"\{(\w+)(?::\w+)?\}")


@click.command("isa", epilog=examples("dsp56k isa mac jcc", "dsp56k isa --json > isa.json"))
@click.argument("mnemonics", metavar="[MNEMONIC]...", nargs=-1, shell_complete=complete_mnemonics)
@chip_option
@json_option
def command(mnemonics: tuple[str, ...], chip: str, as_json: bool) -> None:
    """Show the encodings of instructions: operands, bits, words, clocks, flags and the manual's page.

    Without a MNEMONIC the command shows all encodings, parallel moves among them. Jcc, JScc and Tcc have "cc" for the
    condition. The clock terms are those of docs/reference/isa/README.md; flags are L E U N Z V C: - unchanged, *
    standard, 0 cleared, 1 set, ? special. With --json the command prints all tables of the instruction set, whose
    form docs/reference/isa/instruction-set.schema.json describes: encodings with fields, operands and their use,
    registers read and written, modes, kinds of operands, clocks.
    """
    from dsp56k.isa import rows_of
    from dsp56k.isa.instruction_set import instruction_set, mnemonics_of_chip, rows_named
    from dsp56k.system.grid import Grid, columns
    from dsp56k.system.suggestions import unknown

    for name in mnemonics:
        if not rows_named(name, chip):
            raise click.BadParameter(unknown("mnemonic", name, mnemonics_of_chip(chip)), param_hint="MNEMONIC")
    names = dict.fromkeys(name.lower() for name in mnemonics)
    rows = [row for name in names for row in rows_named(name, chip)] if mnemonics else list(rows_of(chip))
    if as_json:
        print_json(instruction_set(rows, chip))
        return
    cells = [
        (
            " ".join((row.family or row.op, _PLACEHOLDER.sub(r"<\1>", row.syntax))).strip(),
            row.bits,
            str(row.words),
            row.cycles,
            row.ccr,
            row.page,
        )
        for row in rows
    ]
    click.echo(Grid("", columns("syntax", "bits", "words:", "clocks", "flags", "page"), cells).as_text(), nl=False)
