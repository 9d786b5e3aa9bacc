"""`dsp56k dap`: a debug adapter that editors start."""

from __future__ import annotations

import io
import sys

import click

from dsp56k.cli.boards import fitted
from dsp56k.cli.console.output import examples


@click.command("dap", epilog=examples("dsp56k dap"))
def command() -> None:
    """Speak the debug adapter protocol on standard input and output, for VS Code, Neovim and others.

    docs/debugger.md says how an editor is set up, and how it attaches to a program that runs: to the port of
    `dsp56k run --dap`, without this command. All that is written is JSON, so that there is no --json.
    """
    from dsp56k.debug.adapter.conversation import converse

    # A stream of its own, which nobody closes: a thread waits for it, and neither sys.stdin's nor one that is being
    # closed lets Python end then. A client may keep its end open.
    converse(io.BufferedReader(io.FileIO(sys.stdin.fileno(), closefd=False)), sys.stdout.buffer, fitted)
