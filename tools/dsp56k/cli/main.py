"""The `dsp56k` command: a group whose commands are imported only when they are used.

To add a command, write a file `<name>.py` that defines `command` in the subpackage it belongs to, and add an entry to
`COMMANDS`. Exit codes are the same for every command: 0 success, 1 invalid input or unwritable output, 2 invalid
command line, 130 interrupted (^C), 129 and 143 ended by SIGHUP and SIGTERM.
"""

from __future__ import annotations

import importlib
import io
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import click

from dsp56k.cli.console.exit_codes import OK, report_interruption, run_guarded
from dsp56k.cli.console.output import examples
from dsp56k.cli.console.shell import missing_hint
from dsp56k.system.suggestions import abbreviation, did_you_mean, nearest
from dsp56k.system.text import described, shown_lines


class CommandEntry(NamedTuple):
    """A command's subpackage and its help. The help is here so that `--help` imports no command."""

    subpackage: str
    about: str


COMMANDS: Mapping[str, CommandEntry] = {
    "asm": CommandEntry("toolchain", "Assemble a source file."),
    "link": CommandEntry("toolchain", "Link modules and libraries into a program."),
    "convert": CommandEntry("toolchain", "Convert a program to another format."),
    "objdump": CommandEntry("toolchain", "Show the contents of an object file."),
    "lib": CommandEntry("toolchain", "Create and change libraries of modules."),
    "explain": CommandEntry("language", "Explain a diagnostic."),
    "isa": CommandEntry("language", "Show the encodings of instructions."),
    "sleigh": CommandEntry("language", "Write a SLEIGH specification for Ghidra."),
    "lsp": CommandEntry("language", "Run the language server for editors."),
    "completion": CommandEntry("language", "Print a completion script for your shell."),
    "disasm": CommandEntry("toolchain", "Disassemble a program to source."),
    "run": CommandEntry("emulator", "Run a program until it halts."),
    "trace": CommandEntry("emulator", "Run a program and show every instruction."),
    "prof": CommandEntry("emulator", "Profile a program: clocks by function and line."),
    "play": CommandEntry("emulator", "Play the sound of a program."),
    "debug": CommandEntry("debugging", "Debug a program, forward and backward."),
    "dap": CommandEntry("debugging", "Run the debug adapter for editors."),
    "call": CommandEntry("emulator", "Call a subroutine with given operands."),
    "bench-lib": CommandEntry("studies", "Measure the library's routines."),
    "time": CommandEntry("studies", "Time a C or NASM function on emulated PCs."),
    "timing": CommandEntry("studies", "Check which routines run in constant time."),
    "crossover": CommandEntry("studies", "Measure when the accelerator card pays off."),
    "study": CommandEntry("studies", "Run studies of machines, cards and programs."),
    "published": CommandEntry("studies", "Compare the results with published numbers."),
    "report": CommandEntry("studies", "Write an HTML report of all studies."),
}
"""The commands in the order of `--help`.

Each is the module `dsp56k.cli.<subpackage>.<name>`, with underscores for hyphens.
"""


class CommandGroup(click.Group):
    """Imports a command's module when the command is named, and turns errors into messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command called `cmd_name`, or None, which click reports as a usage error."""
        listed = COMMANDS.get(cmd_name)
        if listed is None:
            return None
        module = importlib.import_module(f"dsp56k.cli.{listed.subpackage}.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; an unknown one is a usage error with a suggestion."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            near = nearest(name, COMMANDS) or abbreviation(name, COMMANDS)
            hint = f"; did you mean {near}?" if near else ": `dsp56k --help` lists the commands"
            ctx.fail(f"No such command {described(name)}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands for `--help`."""
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
        """Run as a program: a user's error becomes a sentence and an exit code, never a traceback."""

        def body() -> int:
            try:
                code = super(CommandGroup, self).main(args, prog_name, complete_var, False, **extra)
            except click.Abort:
                return report_interruption("", KeyboardInterrupt())
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
        sys.exit(run_guarded("", body))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. click would handle an interruption and a closed pipe differently."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            ctx.exit(report_interruption("", error))


def _tell_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version and the build options of the emulator, on which its speed depends."""
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

    Commands that report results have --json for machine-readable output. Each --help has an example. Exit codes: 0
    success, 1 invalid input or unwritable output, 2 invalid command line, 130 ended by ^C (129 and 143 by SIGHUP and
    SIGTERM).

    For build scripts, asm56000, dsplnk, dsplib, cldlod and srec are installed next to this command.
    """


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
