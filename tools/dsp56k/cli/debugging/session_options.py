"""Opening a debugger session from a command's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsp56k.cli.board_option import load_board

if TYPE_CHECKING:
    from dsp56k.debug import Debugger


def open_session(
    file: Path,
    *,
    form: str | None = None,
    board: str | None,
    mode: int | None,
    strict: bool,
    folders: Sequence[str],
    defines: Mapping[str, str],
    replay: Path | None,
    forward_only: str = "",
) -> Debugger:
    """Return a session with the program of a file; diagnostics of a source go to standard error.

    `forward_only` is the reason why it cannot run backward.

    Raises:
        Dsp56kError: The program or its recording is invalid, or the board or a device is unknown.
        OSError: A file cannot be read.
    """
    from dsp56k.asm import render_all
    from dsp56k.debug import DebugError, Debugger
    from dsp56k.debug.recordings import read

    fit = load_board(board)
    try:
        return Debugger.open(
            file,
            form=form,
            board=fit.board,
            devices=fit.devices,
            mode=mode,
            strict=strict,
            folders=folders,
            defines=defines,
            recording=None if replay is None else read(replay),
            forward_only=forward_only,
        )
    except DebugError as error:
        click.echo(render_all(error.fields.get("diagnostics", [])), err=True, nl=False)
        raise
