"""Output of the commands: files that are written atomically, or standard output instead of a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from dsp56k.cli.console.streams import is_standard_output, write_output
from dsp56k.isa.errors import Dsp56kError
from dsp56k.system.files import Content, write_whole
from dsp56k.system.locks import locked


class OverwriteError(Dsp56kError):
    """An output would replace an input or another output; `path`."""


def write_apart(outputs: Iterable[Mapping[Path, bytes]], inputs: Iterable[Path]) -> None:
    """Write the files of all outputs as `write_outputs` does. Raises OverwriteError before anything is written."""
    taken = {real_path(path) for path in inputs}
    files: dict[Path, bytes] = {}
    for path, content in (item for output in outputs for item in output.items()):
        target = real_path(path)
        if target in taken:
            raise OverwriteError(f"{path} would replace an input or another output", path=str(path))
        # A device can take any number of outputs.
        if target.is_file() or not target.exists():
            taken.add(target)
        files[path] = files.get(path, b"") + content
    write_outputs(files)


def write_outputs(files: Mapping[Path, bytes]) -> None:
    """Write `files` as `dsp56k.system.files.write_whole` does, after the content for standard output.

    Raises:
        OSError: A file cannot be written; the error names it. Then no file was replaced.
    """
    streamed = [content for path, content in files.items() if is_standard_output(path)]
    others = {path: content for path, content in files.items() if not is_standard_output(path)}
    write_whole(others, (lambda: write_output(b"".join(streamed))) if streamed else None)


def write_together(files: Mapping[Path, Content]) -> None:
    """Write files of one directory that belong together.

    If two processes do so at once, all files of one process remain.

    Raises:
        OSError: A file cannot be written; the error names it. Then no file was replaced.
    """
    with locked(next(iter(files))):
        write_whole(files)


def real_path(path: Path) -> Path:
    """Resolve all links of a path, so that two paths can be compared; the target need not exist."""
    return Path(os.path.realpath(path))
