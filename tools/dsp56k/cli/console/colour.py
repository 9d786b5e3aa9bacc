"""Colour on terminals: --color, and the NO_COLOR of no-color.org."""

from __future__ import annotations

import os
import sys
from typing import Literal

import click

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


def wanted(when: When) -> bool:
    """Return True if standard error is coloured."""
    if when != "auto":
        return when == "always"
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
