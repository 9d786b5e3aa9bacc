"""Digests: of the package's files, which identify the code and sources that a result was computed from, and of files.

The digest in front of a file's content detects damage but not forgery.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_LEFT_OUT = ("__pycache__", ".pyi")


@cache
def digest_of_packages(*names: str) -> str:
    """Return a digest of all files of packages of dsp56k, such as "asm" or "study.runners": 64 digits."""
    total = hashlib.sha256()
    for name in names:
        for path, content in _files(_folders(name), name):
            total.update(f"{path}\n{len(content)}\n".encode())
            total.update(content)
    return total.hexdigest()


def _folders(name: str) -> list[Path]:
    spec = find_spec(f"dsp56k.{name}")
    return [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]


def _files(folders: Iterable[Path], name: str) -> Iterator[tuple[str, bytes]]:
    for folder in folders:
        for entry in sorted(folder.iterdir()):
            if entry.name.endswith(_LEFT_OUT):
                continue
            path = f"{name}/{entry.name}"
            if entry.is_dir():
                yield from _files([entry], path)
            else:
                yield path, entry.read_bytes()


def seal(content: bytes) -> bytes:
    """Return the content behind a line with its digest."""
    return _digest(content) + b"\n" + content


def unseal(sealed: bytes) -> bytes | None:
    """Return the content that was sealed; None if it is damaged."""
    digest, _, content = sealed.partition(b"\n")
    return content if digest == _digest(content) else None


def throw_away(path: Path) -> None:
    """Remove a damaged file that can be made again, with a note in the log."""
    import logging

    logging.getLogger("dsp56k").warning("%s: damaged; it is discarded and generated again", path)
    with suppress(OSError):
        path.unlink()


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
