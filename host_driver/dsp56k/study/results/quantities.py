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


COVERAGE = 2.0
"""The coverage factor of an expanded uncertainty: 95 % of a normal distribution (GUM 6.2.1)."""


class Component(msgspec.Struct, frozen=True):
    """The minimum and the maximum of a value when only one uncertain parameter varies, of uniform distribution."""

    name: str
    low: float
    high: float


class Coverage(msgspec.Struct, frozen=True):
    """The interval that has 95 % of the values, by Monte Carlo, and the largest residual of its response surface."""

    low: float
    high: float
    misfit: float


class Budget(msgspec.Struct, frozen=True):
    """A value with the components of its uncertainty."""

    value: float
    components: tuple[Component, ...]

    @property
    def low(self) -> float:
        """The minimum of all components."""
        return min((self.value, *(one.low for one in self.components)))

    @property
    def high(self) -> float:
        """The maximum of all components."""
        return max((self.value, *(one.high for one in self.components)))

    def half_widths(self, *, below: bool) -> dict[str, float]:
        """Return how far each component moves the value, downwards or upwards."""
        return {one.name: _distance(self.value, one.low if below else one.high) for one in self.components}

    def expanded(self, *, below: bool) -> float:
        """Return the expanded uncertainty of the value, downwards or upwards."""
        return expanded(self.half_widths(below=below).values())

    def shares(self, *, below: bool) -> dict[str, float]:
        """Return the part of each component in the variance; empty if nothing moves the value."""
        squares = {name: width**2 for name, width in self.half_widths(below=below).items() if width}
        if any(map(math.isinf, squares.values())):
            squares = {name: float(math.isinf(square)) for name, square in squares.items() if math.isinf(square)}
        whole = sum(squares.values())
        return {name: square / whole for name, square in squares.items()}


def _distance(one: float, other: float) -> float:
    return 0.0 if one == other else abs(one - other)


def expanded(half_widths: Iterable[float]) -> float:
    """Return the expanded uncertainty of uniform components by their half-widths (GUM 4.3.7, 5.1.2)."""
    return COVERAGE * math.hypot(*half_widths) / math.sqrt(3)


def finite(value: float) -> float | None:
    """Return a number for JSON: null instead of infinity."""
    return value if math.isfinite(value) else None
