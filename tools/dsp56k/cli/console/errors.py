"""The exception that a command raises if its input is invalid."""

from __future__ import annotations

from typing import IO, Any

import click

from dsp56k.cli.console.exit_codes import WRONG_INPUT
from dsp56k.system.text import shown


class InputError(click.ClickException):
    """The command's input is invalid: `error: ...` on standard error, exit code 1."""

    exit_code = WRONG_INPUT

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the message to stderr (or `file`) in the format that all commands share."""
        click.echo("error: " + shown(self.format_message()), file=file, err=True)
