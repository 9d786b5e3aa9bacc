"""`dsp56k dap`: a debug adapter that editors start."""

from __future__ import annotations

import click

from dsp56k.cli.boards import fitted
from dsp56k.cli.console.output import examples
from dsp56k.cli.console.streams import binary_streams


@click.command("dap", epilog=examples("dsp56k dap"))
def command() -> None:
    """Speak the debug adapter protocol on standard input and output, for VS Code, Neovim and others.

    docs/guides/debug.md says how an editor is set up, and how it attaches to a program that runs: to the port of
    `dsp56k run --dap`, without this command. All that is written is JSON, so that there is no --json.
    """
    from dsp56k.debug.adapter.conversation import converse

    # Nobody closes the streams: a thread may wait for a client that keeps its end open.
    converse(*binary_streams(), fitted)
