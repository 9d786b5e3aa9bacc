"""Digests of the package's files, which identify the code and sources that a result was computed from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
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
