"""`dsp56k lsp`: a language server that editors start."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, cast

import click

from dsp56k.cli.console.define_option import defines_option, definitions, folders_option
from dsp56k.cli.console.output import examples
from dsp56k.cli.console.streams import binary_streams


@click.command("lsp", epilog=examples("dsp56k lsp", "dsp56k lsp -I include"))
@folders_option
@defines_option
def command(folders: tuple[str, ...], defines: tuple[str, ...]) -> None:
    """Run the language server (LSP) on standard input and output, for VS Code, Neovim, Emacs, Helix and others.

    docs/guides/editor.md explains how to set up an editor. The protocol is JSON, so there is no --json.
    """
    from dsp56k.cli.language.server.features import language_server
    from dsp56k.cli.language.server.requests import Requests
    from dsp56k.language.analysis import Project

    project = Project(include_paths=tuple(map(Path, folders)), defines=definitions(defines))
    requests, answers = binary_streams()
    with requests, answers:
        # pygls calls only the methods that Requests has.
        language_server(project).start_io(cast(BinaryIO, Requests(requests)), answers)
