"""Values with their uncertainty: the base, and the minimum and maximum over all corners."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec


class Quantity(msgspec.Struct, frozen=True):
    """A measured value in `unit`, with the minimum and maximum over the corners; infinity is "never"."""

    value: float
    low: float
    high: float
    unit: str

    @classmethod
    def of(cls, value: float, corners: Iterable[float], unit: str) -> Quantity:
        """Return a value with the range of those at the corners."""
        everywhere = [value, *corners]
        return cls(value, min(everywhere), max(everywhere), unit)

    @property
    def is_certain(self) -> bool:
        """True if all corners have the same value."""
        return self.low == self.high

    def within(self, value: float) -> bool:
        """Return True if `value` is in the range."""
        return self.low <= value <= self.high

    def as_json(self) -> dict[str, float | str | None]:
        """Return the quantity for results files; null for what never occurs."""
        parts = {"value": self.value, "low": self.low, "high": self.high}
        return {**{name: finite(part) for name, part in parts.items()}, "unit": self.unit}


def finite(value: float) -> float | None:
    """Return a number for JSON: null instead of infinity."""
    return value if math.isfinite(value) else None
