"""Hints for values in which a shell has probably expanded a `$` that began a hexadecimal number.

Unquoted, `P:$0041` arrives as `P:bash041`, because `$0` is the shell's name, `$40` as `0`, because `$4` is empty, and
`$FF` as nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsp56k.emu import Symbols

_SHELLS = "bash|zsh|dash|ksh|mksh|ash|csh|tcsh|fish|sh"
_SHELL_NAME = re.compile(
    rf"(?P<before>^|.*?[^\w./-])(?:-?(?:[\w.~-]*/)*(?:{_SHELLS})|[\w./~-]+\.(?:sh|bash|zsh))(?P<digits>[0-9a-fA-F]*)"
    r"(?P<after>$|[^\w.].*)",
    re.DOTALL,
)
_DECIMAL = re.compile(r"(?:[xyplXYPL]:)?[0-9]+")
_OPTIONS = ("--until", "--to", "--from", "--before", "--dump", "--bcr")
_ARGUMENTS = ("entry",)
"""The options and arguments whose values are locations or hexadecimal numbers."""
EXPANDED = "the shell expands $"


def dollar_hint(text: str) -> str:
    """Return the end of a message about text that is not a location or a number: a hint if a shell has expanded it."""
    if hint := shell_name_hint(text):
        return hint
    if not text.strip() or text.rstrip()[-1] in ":=,+-":
        return f"; {EXPANDED}: write '{text.strip()}$41' (in quotes) or {text.strip()}0x41"
    return ""


def shell_name_hint(text: str) -> str:
    """Return the hint for text that contains a shell's name instead of `$0`, else ""."""
    match = _SHELL_NAME.fullmatch(text)
    if match is None:
        return ""
    before, digits, after = match["before"], f"0{match['digits']}", match["after"]
    return f"; {EXPANDED}: write '{before}${digits}{after}' or {before}0x{digits}{after}"


def missing_hint(error: Exception) -> str:
    """Return the hint for a location that is missing: an unquoted `$FF` arrives as nothing at all."""
    # The commands with Motorola's names do not have this option prefix.
    import click

    match error:
        case click.BadOptionUsage(option_name=name):
            lost = name in _OPTIONS and "requires an argument" in error.message
        case click.MissingParameter(param=param):
            lost = param is not None and param.name in _ARGUMENTS
        case _:
            lost = False
    return f"; {EXPANDED}: write '$41' (in quotes) or 0x41" if lost else ""


def note_digit(option: str, text: str, symbols: Symbols) -> None:
    """Write a note where a location is one decimal digit without a symbol: `$40` arrives as `0`, `$41` as `1`."""
    if len(text) == 1 and text.isdecimal() and not symbols.names(int(text)):
        import click

        click.echo(f"note: {option} is P:$000{text}{decimal_hint(text)}", err=True)


def decimal_hint(text: str) -> str:
    """Return the end of a message about a decimal address where nothing happened: `$40` may have arrived as `0`."""
    if not _DECIMAL.fullmatch(text):
        return ""
    space, _, number = text.rpartition(":")
    prefix = f"{space}:" if space else ""
    return f"; {number} is decimal, and {EXPANDED}: write hexadecimal as '{prefix}$40' (in quotes) or {prefix}0x40"
