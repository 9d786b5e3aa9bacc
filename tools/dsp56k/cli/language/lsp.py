"""`dsp56k lsp`: a language server that editors start."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, BinaryIO, cast

import click

from dsp56k.cli.console.output import examples
from dsp56k.cli.console.shared_options import defines_option, definitions, folders_option
from dsp56k.cli.console.streams import binary_streams
from dsp56k.system.messages import read_message


class Requests:
    """A stream that pygls reads: each message of another stream after a header in the form that pygls knows.

    pygls accepts any length and would allocate it; an excessive one must not reach it.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._body = b""
        self._is_in_header = False

    def readline(self) -> bytes:
        """Return the next line of a header; b"" at the end."""
        if self._is_in_header:
            self._is_in_header = False
            return b"\r\n"
        body = read_message(self._stream)
        while body == b"":
            body = read_message(self._stream)
        if body is None:
            return b""
        self._body, self._is_in_header = body, True
        return b"Content-Length: %d\r\n" % len(body)

    def read(self, _size: int) -> bytes:
        """Return the body that follows the header that was read last."""
        return self._body


@click.command("lsp", epilog=examples("dsp56k lsp", "dsp56k lsp -I include"))
@folders_option
@defines_option
def command(folders: tuple[str, ...], defines: tuple[str, ...]) -> None:
    """Run the language server (LSP) on standard input and output, for VS Code, Neovim, Emacs, Helix and others.

    docs/guides/editor.md explains how to set up an editor. The protocol is JSON, so there is no --json.
    """
    from dsp56k.cli.language.server.features import language_server
    from dsp56k.language.project import Project

    # Answers interrupt the assembly in the background after this time; the default of 5 ms delays them by up to 0.1 s.
    sys.setswitchinterval(0.0005)
    project = Project(include_paths=tuple(map(Path, folders)), defines=definitions(defines))
    requests, answers = binary_streams()
    with requests, answers:
        # pygls calls only the methods that Requests has.
        language_server(project).start_io(cast(BinaryIO, Requests(requests)), answers)
