"""Suggestions for values of options that take one of a list, and for subcommands, which click reports."""

from __future__ import annotations

import re

import click

from dsp56k.system.suggestions import did_you_mean

_VALUE = re.compile(r"'(?P<value>.*?)' is not one of ", re.DOTALL)
_COMMAND = re.compile(r"No such command '(?P<value>.*?)'", re.DOTALL)


def choice_hint(error: click.ClickException) -> str:
    """Return the end of click's message about a value that an option, or a group of commands, does not have."""
    if isinstance(error, click.BadParameter) and error.param is not None:
        kind = error.param.type
        if isinstance(kind, click.Choice) and (match := _VALUE.search(error.message)):
            return did_you_mean(match["value"], map(str, kind.choices))
    context = error.ctx if isinstance(error, click.UsageError) else None
    match = _COMMAND.search(error.message)
    if context is None or match is None or not isinstance(context.command, click.Group):
        return ""
    if "Did you mean" in error.format_message():
        return ""  # click's later versions add a suggestion themselves
    return did_you_mean(match["value"], context.command.list_commands(context))
