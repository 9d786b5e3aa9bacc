"""Options that several commands share: directories for INCLUDE, DEFINE symbols, colour, formats of object files.

`--color` observes the NO_COLOR of no-color.org.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Literal

import click

from dsp56k.isa import CHIPS
from dsp56k.objects.formats import FORMATS

When = Literal["auto", "always", "never"]

colour_option = click.option(
    "--color",
    "--colour",
    "when",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    show_default=True,
    help="Colour in diagnostics; auto: on a terminal, unless NO_COLOR is set.",
)


def uses_colour(when: When) -> bool:
    """Return True if standard error is coloured."""
    if when != "auto":
        return when == "always"
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


folders_option = click.option(
    "-I",
    "--include",
    "folders",
    multiple=True,
    type=click.Path(),
    help="Search this directory for INCLUDE files; may be repeated.",
)
defines_option = click.option(
    "-D",
    "--define",
    "defines",
    multiple=True,
    metavar="NAME=TEXT",
    help="Define a symbol, as DEFINE does; may be repeated.",
)


chip_option = click.option(
    "--chip",
    type=click.Choice(CHIPS),
    default=CHIPS[0],
    show_default=True,
    help="The chip whose instructions are allowed; the emulator has only the first.",
)


def definitions(texts: Iterable[str]) -> dict[str, str]:
    """Parse NAME=TEXT options; return the texts by name."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise click.UsageError(f"-D must be NAME=TEXT, got {text!r}")
        found[name] = value
    return found


_FORMATS = ", ".join(FORMATS)
_HELP = f"Format of the input file: {_FORMATS}. [default: by its first bytes, else by its extension]"
_CHOICE = click.Choice(FORMATS, case_sensitive=False)
format_option = click.option("--from", "form", type=_CHOICE, metavar="FORMAT", help=_HELP)
file_format_option = click.option("--file-format", "form", type=_CHOICE, metavar="FORMAT", help=_HELP)
"""The option of commands whose `--from` is the location at which they begin."""
