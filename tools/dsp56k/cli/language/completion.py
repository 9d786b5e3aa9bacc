"""`dsp56k completion`: the script that makes a shell complete commands, options and their values."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from dsp56k.cli.console.output import examples

SHELLS = ("bash", "zsh", "fish")


@click.command(
    "completion",
    epilog=examples(
        'eval "$(dsp56k completion bash)"',
        "dsp56k completion zsh > ~/.zfunc/_dsp56k",
        "dsp56k completion fish > ~/.config/fish/completions/dsp56k.fish",
    ),
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the completion script of SHELL.

    The script completes commands, options, file names, boards, studies, diagnostic codes, machines, and the symbols of
    the program that the command line names.
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(context.find_root().command, {}, "dsp56k", "_DSP56K_COMPLETE").source())
