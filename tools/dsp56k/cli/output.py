"""What the commands share: the --json option, help with examples, and files that appear whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")

labels_option = click.option("--labels/--no-labels", default=True, help="Symbols of the file in the place of numbers.")


def print_json(value: Any) -> None:
    """Print `value` as JSON, keys in the order given, so that equal results are equal bytes."""
    click.echo(json.dumps(value, indent=2))


def examples(*lines: str) -> str:
    """The epilog of a command: command lines that can be pasted as they are."""
    # \b keeps click from re-wrapping the paragraph.
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def write_whole(files: dict[Path, bytes]) -> None:
    """Write all of `files`, each by renaming a finished temporary: no reader and no error ever leaves half a file.

    All temporaries are complete before the first one replaces its target.

    Raises:
        OSError: with the target's name; nothing was replaced then, unless a rename itself failed.
    """
    finished: list[tuple[Path, Path]] = []
    try:
        for path, content in files.items():
            target = path.resolve()
            if target.is_dir():
                raise IsADirectoryError(21, "is a directory", str(path))
            if path.is_relative_to("/dev") or (target.exists() and not target.is_file()):
                # A device cannot be replaced, only written; /dev/stdout may lead to a file that others write, too.
                with path.open("ab") as device:
                    device.write(content)
                continue
            temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
            finished.append((temporary, target))
            try:
                temporary.write_bytes(content)
            except OSError as error:
                raise type(error)(error.errno, error.strerror, str(path)) from error
        for temporary, target in finished:
            temporary.replace(target)
    finally:
        for temporary, _ in finished:
            temporary.unlink(missing_ok=True)
