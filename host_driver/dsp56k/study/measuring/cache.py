"""Outcomes kept in files: what was measured once is not measured again, as long as nothing that made it changed.

A series' file is named by what made it: the series (parameters, programs, seed) and the code that measures, down to
the emulators, programs and firmware sources of the package.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from dsp56k.study.tasks import Outcome, Series
from dsp56k.system.digests import digest_of_packages
from dsp56k.system.files import write_whole
from dsp56k.system.locks import locked

_PACKAGES = ("system", "isa", "objects", "asm", "emu", "lib", "card", "host", "study.operations", "study.runners")
"""What decides a point."""


class _File(msgspec.Struct, frozen=True):
    """A cache file: the series it is of, and its outcomes by size."""

    series: Series
    outcomes: dict[int, Outcome]


class Cache:
    """A folder of outcomes. Files that are damaged, or of other code, are as none.

    Args:
        folder: where they lie; made when the first is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, series: Series) -> dict[int, Outcome]:
        """The outcomes of a series that are known, by size."""
        try:
            file = msgspec.json.decode(self._path(series).read_bytes(), type=_File)
        except (OSError, msgspec.MsgspecError):
            return {}
        return file.outcomes if file.series == series else {}

    def keep(self, series: Series, outcomes: Mapping[int, Outcome]) -> None:
        """Add outcomes of a series; OSError if they cannot be written, and then what was there stays."""
        path = self._path(series)
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path):
            known = {**self.load(series), **outcomes}
            write_whole({path: msgspec.json.encode(_File(series, dict(sorted(known.items()))))})

    def _path(self, series: Series) -> Path:
        name = hashlib.sha256(code_digest().encode() + series.encoded()).hexdigest()
        return self._folder / name[:2] / f"{name}.json"


def code_digest() -> str:
    """A digest of all files of the package that decide what a call takes."""
    return digest_of_packages(*_PACKAGES)
