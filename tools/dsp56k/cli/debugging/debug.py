"""`dsp56k debug`: debug a program at a prompt or by a script."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsp56k.cli.board_option import board_option, mode_option
from dsp56k.cli.console.errors import InputError
from dsp56k.cli.console.files import write_apart
from dsp56k.cli.console.output import examples
from dsp56k.cli.console.serial_options import SerialFiles, serial_options
from dsp56k.cli.console.shared_options import defines_option, definitions, folders_option, format_option
from dsp56k.cli.console.streams import standard_input_line
from dsp56k.cli.console.word_files import host_in_option, words_of
from dsp56k.cli.debugging.session_options import open_session
from dsp56k.isa.errors import Dsp56kError

if TYPE_CHECKING:
    from dsp56k.debug import Debugger
    from dsp56k.debug.console.console import Console

_BACKWARD_BY_SCI = "cannot run backward: --sci-in and --sci-out cannot be repeated"


@click.command(
    "debug",
    epilog=examples(
        "dsp56k debug fir.asm",
        "dsp56k debug fir.elf -c 'break store if a1 > 0; continue; registers'",
        "dsp56k debug fir.elf -x session.txt --replay run.json",
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-c", "--command", "commands", multiple=True, metavar="TEXT", help="Run this debugger command; may be repeated."
)
@click.option(
    "-x",
    "scripts",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Run the debugger commands of a file, one per line.",
)
@format_option
@board_option
@mode_option
@click.option("--strict", is_flag=True, help="Stop at a violation of an instruction-sequence restriction.")
@click.option(
    "--max-clocks",
    type=click.IntRange(min=1),
    default=1_000_000_000,
    show_default=True,
    help="Stop each command after this many clocks.",
)
@host_in_option
@serial_options
@click.option("--replay", type=click.Path(path_type=Path), help="Replay the external inputs that `record` has written.")
@click.option("--screen", is_flag=True, help="Show source, registers, stack and memory side by side.")
@folders_option
@defines_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
def command(
    file: Path,
    commands: tuple[str, ...],
    scripts: tuple[Path, ...],
    form: str | None,
    board: str | None,
    mode: int | None,
    strict: bool,
    max_clocks: int,
    host_in: Path | None,
    serial: SerialFiles,
    replay: Path | None,
    screen: bool,
    folders: tuple[str, ...],
    defines: tuple[str, ...],
    as_json: bool,
) -> None:
    """Debug FILE: an object file (.elf, .cld, .lod and others), or a source, which is assembled.

    The chip has RAM at every external address, unless --board selects other hardware. With -c or -x the debugger runs
    these commands, files first, and exits, unless --screen is used. Otherwise it reads commands from a prompt, or from
    standard input. `help` lists the commands. A command that fails ends a script with exit code 1.
    """
    if host_in is not None and replay is not None:
        raise click.UsageError("--host-in and --replay cannot be combined: the recording contains the host's words")
    if replay is not None and (serial.inputs or serial.clocks_per_bit is not None):
        raise click.UsageError("--replay cannot be combined with inputs of SSI or SCI: the recording contains them")
    from dsp56k.debug.console.console import Console, Quit

    session = open_session(
        file,
        form=form,
        board=board,
        mode=mode,
        strict=strict,
        folders=folders,
        defines=definitions(defines),
        replay=replay,
        forward_only=_BACKWARD_BY_SCI if serial.sci_in or serial.sci_out else "",
    )
    session.limit = max_clocks
    if host_in is not None:
        session.change("host_send", *words_of(host_in))
    serial.connect_session(session)
    console = Console(session, click.echo, as_json=as_json)
    try:
        if commands or scripts or screen:
            for script in scripts:
                console.script(script)
            for text in commands:
                console.do(text)
            if screen:
                _on_screen(session)
            return
        console.where()
        if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
            _at_prompt(console)
        else:
            _from_input(console)
    except Quit:
        return
    finally:
        write_apart(serial.outputs(), [file, *([host_in] if host_in else []), *serial.inputs])


def _on_screen(session: Debugger) -> None:
    """Run commands and keys on a full screen."""
    from dsp56k.cli.debugging.screen import Screen

    Screen(session).run()


def _from_input(console: Console) -> None:
    """Run commands from standard input until the first one that fails."""
    for number, line in enumerate(iter(standard_input_line, "") if sys.stdin is not None else (), 1):
        try:
            console.do(line)
        except Dsp56kError as error:
            raise InputError(f"standard input:{number}: {error}") from error


def _at_prompt(console: Console) -> None:
    """Run commands from a terminal. The error of a command that fails is shown, and the prompt returns."""
    from dsp56k.cli.console.exit_codes import FAILURES, error_message
    from dsp56k.debug.console.prompt import lines

    for line in lines(console):
        try:
            console.do(line)
        except KeyboardInterrupt:
            console.print_line("interrupted")
        except FAILURES as error:
            console.print_line(f"error: {error_message(error)}")
