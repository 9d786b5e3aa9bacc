"""What is measured: calls of an operation at some sizes, and everything that decides what they take."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from dsp56k.study.points import Clocks
from dsp56k.study.schema import CountName, KeyPolicy, Setting, Where


class Series(msgspec.Struct, frozen=True):
    """Calls that differ in their size alone.

    Attributes:
        where: which runner does it.
        settings: the parameters it depends on, by whole key, and no others; equal series give equal outcomes.
        sources: what its parts are made of beside that, by part (texts of a user's own files).
        counted: whether what each call executes is counted.
    """

    where: Where
    settings: dict[str, Setting]
    operation: str
    key: KeyPolicy
    seed: int
    sources: dict[str, Any] = {}
    counted: bool = False

    def encoded(self) -> bytes:
        """The same bytes for equal series."""
        return msgspec.json.encode(self, order="deterministic")

    def digest(self) -> str:
        """A name for the series: 64 digits."""
        return hashlib.sha256(self.encoded()).hexdigest()

    def setup(self) -> Series:
        """What a bench is made for: equal for all series that one bench can do."""
        named = self.where == "dsp" or "program" in self.sources
        return msgspec.structs.replace(self, operation=self.operation if named else "", key="cold")


class Outcome(msgspec.Struct, frozen=True):
    """What one call of a series took; the names are those of a Point."""

    clocks: Clocks
    us: float
    host_busy_us: float
    bus_bytes: int
    right: bool
    counts: dict[CountName, int] = {}


class Batch(msgspec.Struct, frozen=True):
    """The sizes of a series that a worker does in one go."""

    series: Series
    sizes: tuple[int, ...]
