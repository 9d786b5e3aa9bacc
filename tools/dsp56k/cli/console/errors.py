"""What a command raises where its input is wrong."""

from __future__ import annotations

from typing import IO, Any

import click

from dsp56k.cli.console.endings import WRONG_INPUT
from dsp56k.system.text import shown


class InputError(click.ClickException):
    """Something is wrong with what a command was given to work on: `error: ...` on stderr, exit code 1."""

    exit_code = WRONG_INPUT

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the message to stderr (or `file`) in the shape all commands share."""
        click.echo("error: " + shown(self.format_message()), file=file, err=True)
