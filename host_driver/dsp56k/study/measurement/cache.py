"""Cached outcomes: a call is not measured again as long as its parameters and the code do not change.

The name of a series' file is a digest of its origin: the series (parameters, programs, seed) and the code that measures
it, including the emulators, programs and firmware sources of the package. The file begins with the digest of its
content, and its times must agree with its clocks: a directory of results is copied, packed and merged, and one changed
digit would move a crossover point. A file that fails either check is removed, with a note in the log.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from pathlib import Path

import msgspec

from dsp56k.study.tasks import Outcome, Series
from dsp56k.system import digests
from dsp56k.system.digests import digest_of_packages
from dsp56k.system.files import write_whole
from dsp56k.system.locks import locked

_PACKAGES = ("system", "isa", "objects", "asm", "emu", "lib", "card", "host", "study.operations", "study.runners")
"""The packages that determine a point."""


_NANOSECOND_US = 1e-3
"""A nanosecond in microseconds: times are rounded to it."""


class _File(msgspec.Struct, frozen=True):
    """A cache file: its series, and its outcomes by size."""

    series: Series
    outcomes: dict[int, Outcome]


class Cache:
    """A directory of outcomes. Files that are damaged, or of other code, are ignored.

    Args:
        folder: The directory; it is created with the first file.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, series: Series) -> dict[int, Outcome]:
        """Return the cached outcomes of a series, by size."""
        path = self._path(series)
        try:
            content = path.read_bytes()
        except OSError:
            return {}
        outcomes = _outcomes(content, series)
        if outcomes is None:
            digests.throw_away(path)
        return outcomes or {}

    def keep(self, series: Series, outcomes: Mapping[int, Outcome]) -> None:
        """Add outcomes of a series; OSError if they cannot be written, and then the file does not change."""
        path = self._path(series)
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path):
            known = {**self.load(series), **outcomes}
            write_whole({path: digests.seal(msgspec.json.encode(_File(series, dict(sorted(known.items())))))})

    def _path(self, series: Series) -> Path:
        name = hashlib.sha256(code_digest().encode() + series.encoded()).hexdigest()
        return self._folder / name[:2] / f"{name}.json"


def _outcomes(sealed: bytes, series: Series) -> dict[int, Outcome] | None:
    """Return the outcomes of a file; None if it is damaged or of another series."""
    content = digests.unseal(sealed)
    if content is None:
        return None
    try:
        file = msgspec.json.decode(content, type=_File)
    except msgspec.MsgspecError:
        return None
    is_whole = file.series == series and all(_is_consistent(series, outcome) for outcome in file.outcomes.values())
    return file.outcomes if is_whole else None


def _is_consistent(series: Series, outcome: Outcome) -> bool:
    """Return True if the time of an outcome agrees with its clocks."""
    clocks = outcome.clocks
    if series.where == "dsp":
        count, hertz = clocks.dsp, series.settings["board.dsp_clock_hz"]
        slowdown = 1.0
    else:
        count = clocks.driver + clocks.bus + clocks.poll + outcome.free_clocks
        hertz = series.settings["machine.clock_hz"]
        # Refresh of memory and the error of the PC's model lengthen all code by a share.
        shares = (series.settings.get(f"machine.{name}", 0) for name in ("refresh", "clock_error"))
        slowdown = math.prod(1 + float(share) for share in shares)
    return math.isclose(outcome.us, count * 1e6 * slowdown / float(hertz), rel_tol=0, abs_tol=_NANOSECOND_US)


def code_digest() -> str:
    """Return a digest of all files of the package that determine the cost of a call."""
    return digest_of_packages(*_PACKAGES)
