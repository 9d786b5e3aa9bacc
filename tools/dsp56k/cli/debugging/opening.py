"""A session from what a head of the debugger was given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsp56k.cli.boards import fitted

if TYPE_CHECKING:
    from dsp56k.debug import Debugger


def opened(
    file: Path,
    *,
    form: str | None = None,
    board: str | None,
    mode: int | None,
    strict: bool,
    folders: Sequence[str],
    defines: Mapping[str, str],
    replay: Path | None,
) -> Debugger:
    """A session with the program of a file; diagnostics of a source go to standard error.

    Raises:
        Dsp56kError: no program, or no recording of it; no such board or device.
        OSError: a file that cannot be read.
    """
    from dsp56k.asm import render_all
    from dsp56k.debug import DebugError, Debugger
    from dsp56k.debug.recordings import read

    fit = fitted(board)
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
        )
    except DebugError as error:
        click.echo(render_all(error.fields.get("diagnostics", [])), err=True, nl=False)
        raise
