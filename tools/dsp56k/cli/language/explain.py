"""`dsp56k explain`: the page of a diagnostic."""

from __future__ import annotations

import click

from dsp56k.cli.console.completion import complete_codes
from dsp56k.cli.console.output import examples, json_option, print_json


@click.command("explain", epilog=examples("dsp56k explain A0208"))
@click.argument("codes", metavar="[CODE]...", nargs=-1, shell_complete=complete_codes)
@json_option
def command(codes: tuple[str, ...], as_json: bool) -> None:
    """Explain diagnostics of the assembler and the linker: meaning, cause and remedy.

    Without a CODE the command lists all diagnostics. docs/reference/diagnostics has the same pages.
    """
    from dsp56k.language.catalogue.diagnostic_pages import kinds, page, text

    pages = [page(code) for code in codes or kinds()]
    if as_json:
        print_json(
            [
                {
                    "code": entry.message.code,
                    "severity": entry.message.severity.value,
                    "message": entry.sentence,
                    "help": entry.message.help,
                    "example": entry.printed,
                    "cure": entry.cure,
                }
                for entry in pages
            ]
        )
    elif codes:
        click.echo("\n".join(text(entry) for entry in pages), nl=False)
    else:
        for entry in pages:
            click.echo(f"{entry.message.code} {entry.message.severity.value:<7} {entry.sentence}")
