"""`dsp56k dap`: a debug adapter that editors start."""

from __future__ import annotations

import click

from dsp56k.cli.board_option import load_board
from dsp56k.cli.console.output import examples
from dsp56k.cli.console.streams import binary_streams


@click.command("dap", epilog=examples("dsp56k dap"))
def command() -> None:
    """Run the debug adapter (DAP) on standard input and output, for VS Code, Neovim and others.

    docs/guides/debug.md explains how to set up an editor. It also explains how to attach to a running program, which
    needs `dsp56k run --dap` instead of this command. The protocol is JSON, so there is no --json.
    """
    from dsp56k.debug.adapter.session import serve_client

    # The streams stay open: a thread may be waiting for a client that keeps its end open.
    serve_client(*binary_streams(), load_board)
