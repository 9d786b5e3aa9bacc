"""The options of commands that assemble: directories for INCLUDE, and DEFINE symbols."""

from __future__ import annotations

from collections.abc import Iterable

import click

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


def definitions(texts: Iterable[str]) -> dict[str, str]:
    """Parse NAME=TEXT options; return the texts by name."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise click.UsageError(f"-D must be NAME=TEXT, got {text!r}")
        found[name] = value
    return found
