"""The option that names the format of an object file."""

from __future__ import annotations

import click

from dsp56k.objects.formats import FORMATS

_HELP = "Format of FILE. [default: by its first bytes, else by its extension]"
_CHOICE = click.Choice(FORMATS, case_sensitive=False)
format_option = click.option("--from", "form", type=_CHOICE, metavar="FORMAT", help=_HELP)
file_format_option = click.option("--file-format", "form", type=_CHOICE, metavar="FORMAT", help=_HELP)
"""The option of commands whose `--from` is the location at which they begin."""
