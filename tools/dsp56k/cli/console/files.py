"""What the commands write: files that appear whole or not at all, and standard output instead of one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from dsp56k.cli.console.streams import is_standard_output, write_output
from dsp56k.isa.errors import Dsp56kError
from dsp56k.system.files import write_whole
from dsp56k.system.locks import locked


class OverwriteError(Dsp56kError):
    """An output that would replace an input or another output; `path`."""


def write_apart(outputs: Iterable[Mapping[Path, bytes]], inputs: Iterable[Path]) -> None:
    """Write the files of all outputs, as `write_outputs`. Raises OverwriteError too; nothing is written then."""
    taken = {real_path(path) for path in inputs}
    files: dict[Path, bytes] = {}
    for path, content in (item for output in outputs for item in output.items()):
        target = real_path(path)
        if target in taken:
            raise OverwriteError(f"{path} would replace an input or another output", path=str(path))
        # A device takes as many outputs as there are.
        if target.is_file() or not target.exists():
            taken.add(target)
        files[path] = files.get(path, b"") + content
    write_outputs(files)


def write_outputs(files: Mapping[Path, bytes]) -> None:
    """Write `files` as `dsp56k.system.files.write_whole` does; what is for standard output goes there first.

    Raises:
        OSError: with the name of the file at fault; nothing was replaced then.
    """
    streamed = [content for path, content in files.items() if is_standard_output(path)]
    others = {path: content for path, content in files.items() if not is_standard_output(path)}
    write_whole(others, (lambda: write_output(b"".join(streamed))) if streamed else None)


def write_together(files: Mapping[Path, bytes]) -> None:
    """Write the files of one folder that belong together: of two processes that do so at once, one's files stay, all.

    Raises:
        OSError: with the name of the file at fault; nothing was replaced then.
    """
    with locked(next(iter(files))):
        write_whole(files)


def real_path(path: Path) -> Path:
    """Where all links lead, by which two paths can be compared; a link may lead nowhere."""
    return Path(os.path.realpath(path))
