"""`dsp56k lsp`: a language server that editors start."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dsp56k.cli.console.definitions import defines_option, definitions, folders_option
from dsp56k.cli.console.output import examples


@click.command("lsp", epilog=examples("dsp56k lsp", "dsp56k lsp -I include"))
@folders_option
@defines_option
def command(folders: tuple[str, ...], defines: tuple[str, ...]) -> None:
    """Speak the language server protocol on standard input and output, for VS Code, Neovim, Emacs, Helix and others.

    docs/editor.md says how an editor is set up. All that is written is JSON, so that there is no --json.
    """
    from dsp56k.cli.language.server.features import language_server
    from dsp56k.language.analysis import Project

    project = Project(include_paths=tuple(map(Path, folders)), defines=definitions(defines))
    # Streams of its own: Python cannot end while a thread waits for sys.stdin's, and what is closed at the end of a
    # session is not the command's.
    with (
        open(sys.stdin.fileno(), "rb", closefd=False) as requests,
        open(sys.stdout.fileno(), "wb", closefd=False) as answers,
    ):
        language_server(project).start_io(requests, answers)
