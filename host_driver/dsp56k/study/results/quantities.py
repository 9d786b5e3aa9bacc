"""Values with their uncertainty: what the base gives, and the least and the greatest over all corners."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec


class Quantity(msgspec.Struct, frozen=True):
    """A measured value in `unit`, with the least and the greatest that the corners give; infinity is "never"."""

    value: float
    low: float
    high: float
    unit: str

    @classmethod
    def of(cls, value: float, corners: Iterable[float], unit: str) -> Quantity:
        """A value and those at the corners."""
        everywhere = [value, *corners]
        return cls(value, min(everywhere), max(everywhere), unit)

    @property
    def is_certain(self) -> bool:
        """Whether all corners give the same."""
        return self.low == self.high

    def within(self, value: float) -> bool:
        """Whether `value` lies in the range."""
        return self.low <= value <= self.high

    def as_json(self) -> dict[str, float | str | None]:
        """For results files; null for what never comes."""
        parts = {"value": self.value, "low": self.low, "high": self.high}
        return {**{name: finite(part) for name, part in parts.items()}, "unit": self.unit}


def finite(value: float) -> float | None:
    """A number as JSON has it: null instead of infinity."""
    return value if math.isfinite(value) else None
