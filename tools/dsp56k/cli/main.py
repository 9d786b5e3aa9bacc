"""The `dsp56k` command: a group whose commands are imported only when they are used.

Adding a command: a file `<name>.py` in the room it belongs to that defines `command`, and a row of `COMMANDS`.
Exit codes, the same for every command: 0 done, 1 the input is wrong or the output cannot be written, 2 the command line
is wrong, 130 interrupted (^C), 129 and 143 ended by SIGHUP and SIGTERM.
"""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import click

from dsp56k.cli.console.choices import choice_hint
from dsp56k.cli.console.endings import OK, guarded, interrupted
from dsp56k.cli.console.output import examples
from dsp56k.cli.console.shell import missing_hint
from dsp56k.system.suggestions import abbreviation, nearest
from dsp56k.system.text import described, shown_lines


class Listed(NamedTuple):
    """A command's room, and what it does: said here, so that `--help` imports none of them."""

    room: str
    about: str


COMMANDS: Mapping[str, Listed] = {
    "asm": Listed("toolchain", "Assemble a source file."),
    "link": Listed("toolchain", "Link modules and libraries into a program."),
    "convert": Listed("toolchain", "Convert a program to another format."),
    "objdump": Listed("toolchain", "Show the contents of an object file."),
    "lib": Listed("toolchain", "Create and change libraries of modules."),
    "explain": Listed("language", "Explain a diagnostic."),
    "lsp": Listed("language", "Run the language server for editors."),
    "disasm": Listed("toolchain", "Disassemble a program to source."),
    "run": Listed("emulator", "Run a program until it halts."),
    "trace": Listed("emulator", "Run a program and show every instruction."),
    "prof": Listed("emulator", "Profile a program: clocks by function and line."),
    "debug": Listed("debugging", "Debug a program, forward and backward."),
    "dap": Listed("debugging", "Run the debug adapter for editors."),
    "call": Listed("emulator", "Call a subroutine with given operands."),
    "bench-lib": Listed("studies", "Measure the library's routines."),
    "time": Listed("studies", "Time a C or NASM function on emulated PCs."),
    "timing": Listed("studies", "Check which routines run in constant time."),
    "crossover": Listed("studies", "Measure when the accelerator card pays off."),
    "study": Listed("studies", "Run studies of machines, cards and programs."),
    "published": Listed("studies", "Compare the results with published numbers."),
    "report": Listed("studies", "Write an HTML report of all studies."),
}
"""The commands, as `--help` lists them; each is the module `dsp56k.cli.<room>.<name>`, where a
hyphen is an underscore.
"""


class CommandGroup(click.Group):
    """Imports a command's module when the command is named, and turns mistakes into messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command called `cmd_name`, or None, which click reports as a usage error."""
        listed = COMMANDS.get(cmd_name)
        if listed is None:
            return None
        module = importlib.import_module(f"dsp56k.cli.{listed.room}.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; an unknown one is a usage error with the command that was meant."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            near = nearest(name, COMMANDS) or abbreviation(name, COMMANDS)
            hint = f"; did you mean {near}?" if near else ": `dsp56k --help` lists the commands"
            ctx.fail(f"No such command {described(name)}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of `--help`."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, listed.about) for name, listed in COMMANDS.items()])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run as a program: a mistake of the user's is one sentence, never a traceback, and an exit code."""

        def body() -> int:
            try:
                code = super(CommandGroup, self).main(args, prog_name, complete_var, False, **extra)
            except click.Abort:
                return interrupted("", KeyboardInterrupt())
            except click.ClickException as error:
                told = io.StringIO()
                error.show(told)
                hint = missing_hint(error) or choice_hint(error)
                text = told.getvalue().rstrip("\n")
                click.echo(shown_lines(text.removesuffix(".") + hint if hint else text), err=True)
                return error.exit_code
            return code if isinstance(code, int) else OK

        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode, **extra)
        sys.exit(guarded("", body))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click would make other things of an interruption, and of a pipe without a reader."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            ctx.exit(interrupted("", error))


def _tell_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version, and how the emulator was built, on which its speed depends."""
    if not wanted:
        return
    from dsp56k.emu import build_info

    build = build_info()
    host = f"{build['profile']} build for {build['target']} {build['os']}"
    click.echo(f"dsp56k, version {build['version']} ({host}, code generator: {build['code_generator']})")
    ctx.exit()


@click.group(
    cls=CommandGroup,
    epilog=examples("dsp56k asm fir.asm -o fir.elf", "dsp56k run fir.elf"),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version, help="Show versions."
)
def main() -> None:
    """Assemble, run and study DSP56001 programs, and the accelerator card built around the chip.

    Every command has --json for machine-readable output and --help with an example. Exit codes: 0 success, 1 invalid
    input or unwritable output, 2 invalid command line, 130 ended by ^C (129 and 143 by SIGHUP and SIGTERM).

    For build scripts, asm56000, dsplnk, dsplib, cldlod and srec are installed next to this command.
    """
