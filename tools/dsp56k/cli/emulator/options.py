"""Options of the commands that run a program: file, stop conditions, board, first values, host, errors that end it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from dsp56k.cli.board_option import board_option, load_board, mode_option
from dsp56k.cli.console.completion import complete_symbols
from dsp56k.cli.console.serial_options import SerialFiles
from dsp56k.cli.console.word_files import words_of
from dsp56k.cli.emulator.addresses import parse_location
from dsp56k.cli.emulator.memory_options import begin_with

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001

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


class StopArguments(TypedDict):
    """Arguments of `Dsp56001.run` and `trace` for the errors that end a run."""

    stack_errors: bool
    unloaded: bool


@dataclass(frozen=True)
class ProgramOptions:
    """The program of a command and the values of its common options."""

    file: Path
    form: str | None
    until: str | None
    board: str | None
    mode: int | None
    strict: bool
    run_on: bool
    bcr: str | None
    settings: tuple[str, ...]
    host_in: Path | None

    def chip(self, serial: SerialFiles) -> Dsp56001:
        """Return a chip on the board with the program and its first values; host and serial files are connected.

        Raises:
            BadParameter: A first value is malformed.
            Dsp56kError: The board, the program or an operand is invalid.
            InputError: The host's words are invalid.
            OSError: A file cannot be read.
        """
        dsp = load_board(self.board).chip(self.mode, strict=self.strict)
        dsp.load(self.file, file_format=self.form)
        begin_with(dsp, self.bcr, self.settings)
        if self.host_in is not None:
            dsp.host.send(words_of(self.host_in))
        serial.connect(dsp)
        return dsp

    def inputs(self, serial: SerialFiles) -> list[Path]:
        """Return the files that are read."""
        return [self.file, *([self.host_in] if self.host_in else []), *serial.inputs]

    def end(self, dsp: Dsp56001) -> int | None:
        """Return the address of `--until`. Raises InputError if it is not a location of the program."""
        return None if self.until is None else parse_location(self.until, dsp.symbols, "--until")

    @property
    def stops(self) -> StopArguments:
        """The errors that end a run."""
        return {"stack_errors": not self.run_on, "unloaded": not self.run_on}


def program_options(*limits: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Return the argument FILE and the common options; `limits`, the command's own options, follow `--until`.

    The command receives the values of ProgramOptions as `program`.
    """

    def decorate(function: Function) -> Function:
        @wraps(function)
        def collected(*arguments: Any, **others: Any) -> Any:
            program = ProgramOptions(**{field.name: others.pop(field.name) for field in fields(ProgramOptions)})
            return function(*arguments, program=program, **others)

        command: Any = collected
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
        result: Function = command
        return result

    return decorate
