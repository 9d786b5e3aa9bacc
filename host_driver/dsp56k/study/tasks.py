"""Measurement tasks: calls of an operation at some sizes, with everything that determines their cost."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from dsp56k.study.points import Clocks
from dsp56k.study.schema import CountName, KeyPolicy, Setting, Where


class Series(msgspec.Struct, frozen=True):
    """Calls that differ only in their size.

    Attributes:
        where: The runner.
        settings: The parameters it depends on, by full key, and no others; equal series give equal outcomes.
        sources: Texts of the user's files, by component.
        counted: True if the executed instructions of each call are counted.
    """

    where: Where
    settings: dict[str, Setting]
    operation: str
    key: KeyPolicy
    seed: int
    sources: dict[str, Any] = {}
    counted: bool = False

    def encoded(self) -> bytes:
        """Return the same bytes for equal series."""
        return msgspec.json.encode(self, order="deterministic")

    def digest(self) -> str:
        """Return a name for the series: 64 digits."""
        return hashlib.sha256(self.encoded()).hexdigest()

    def setup(self) -> Series:
        """Return the series of a bench: equal for all series that one bench can execute."""
        named = self.where == "dsp" or "program" in self.sources
        return msgspec.structs.replace(self, operation=self.operation if named else "", key="cold")


class Outcome(msgspec.Struct, frozen=True):
    """The cost of one call of a series; the names are those of a Point."""

    clocks: Clocks
    us: float
    host_busy_us: float
    bus_bytes: int
    right: bool
    counts: dict[CountName, int] = {}
    free_clocks: int = 0


class Batch(msgspec.Struct, frozen=True):
    """The sizes of a series that a worker executes at once."""

    series: Series
    sizes: tuple[int, ...]
