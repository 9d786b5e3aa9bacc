"""Options of the commands that run a program: the file, stop conditions, the board, errors that end the run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from dsp56k.cli.board_option import board_option, mode_option
from dsp56k.cli.console.completion import complete_symbols

Function = TypeVar("Function", bound=Callable[..., object])

_FILE = click.argument("file", type=click.Path(path_type=Path))
_UNTIL = click.option(
    "--until",
    "--to",
    "until",
    metavar="LOCATION",
    shell_complete=complete_symbols,
    help="Stop before this P address: a symbol, 'P:$41', 0x41, 65, symbol+2 or FILE:LINE.",
)
from_option = click.option(
    "--from",
    "start",
    metavar="LOCATION",
    shell_complete=complete_symbols,
    help="Run to this P address first, and begin there.",
)
"""Instructions before this location are neither shown nor counted."""
bcr_option = click.option(
    "--bcr",
    metavar="WORD",
    help="Initial bus control register: wait states of X, Y, P, I/O. [default: $FFFF, or the board's]",
)
set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="OPERAND=VALUE",
    help="Initialise a register or memory, as r0=5, x:taps=1,2,3 or 'x0 fraction=0.5'; may be repeated.",
)
_STRICT = click.option(
    "--strict", is_flag=True, help="Stop with an error at a violation of an instruction-sequence restriction."
)
_RUN_ON = click.option(
    "--run-on",
    is_flag=True,
    help="Do not stop at stack errors or uninitialised program memory.",
)


def program_options(*limits: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Return the argument FILE and the common options; `limits`, the command's own options, follow `--until`."""

    def decorate(command: Function) -> Function:
        options: tuple[Callable[[Function], Function], ...] = (
            _FILE,
            _UNTIL,
            *limits,
            board_option,
            mode_option,
            _STRICT,
            _RUN_ON,
        )
        for option in reversed(options):
            command = option(command)
        return command

    return decorate
