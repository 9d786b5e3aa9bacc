"""Propagation of distributions through a fitted response surface (JCGM 101).

The values of a study are known at its corners. A polynomial of the uncertain parameters is fitted to them, parameters
are drawn from uniform distributions over their ranges, and the interval that covers 95 % of the drawn values is the
result. The corners are worst cases without a probability, which this adds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from dsp56k.study.results.quantities import Coverage
from dsp56k.study.schema import Setting

DRAWS = 10_000
"""Draws of one interval. The standard error of an end is then 0.7 % of the width, for a normal distribution."""
PROBABILITY = 0.95
"""The fraction of the draws within the interval."""

_LIMITS = {"fast": -1.0, "declared": 0.0, "slow": 1.0}
"""The limits of a part of a PC, which replace all of its parameters together."""

_Array = Any


@dataclass(frozen=True)
class Axis:
    """A parameter with its levels in the order of the file; others than numbers and limits are drawn as such."""

    levels: tuple[Setting, ...]

    @property
    def is_continuous(self) -> bool:
        """True if values between the levels exist."""
        if set(self.levels) <= _LIMITS.keys():
            return True
        return all(isinstance(level, int | float) and not isinstance(level, bool) for level in self.levels)

    def coded(self, level: Setting) -> float:
        """Return a level on a scale from -1 to 1."""
        if level in _LIMITS:
            return _LIMITS[str(level)]
        if not self.is_continuous:
            return 2 * self.levels.index(level) / max(1, len(self.levels) - 1) - 1
        low, high = min(map(float, self.levels)), max(map(float, self.levels))
        return 2 * (float(level) - low) / (high - low) - 1 if high > low else 0.0

    def drawn(self, random: np.random.Generator) -> _Array:
        """Return coded values."""
        if self.is_continuous:
            return random.uniform(-1, 1, DRAWS)
        return random.choice([self.coded(level) for level in self.levels], DRAWS)


def coverage(
    axes: Mapping[str, Axis],
    points: Sequence[tuple[Mapping[str, Setting], float]],
    factors: Sequence[float] = (),
    error: tuple[float, float] = (1.0, 1.0),
    seed: int = 0,
) -> Coverage | None:
    """Return the interval of a value over all parameters; None if a value is infinite or zero.

    Args:
        axes: The parameters by name.
        points: The parameters of each corner, the base among them, and the value there.
        factors: The values with other seeds, relative to the base.
        error: The value with the least and with the greatest error of the PC's clocks, relative to the base.
        seed: The seed of the draws.
    """
    values = np.array([value for _, value in points])
    if not np.all(np.isfinite([*values, *factors, *error])) or not np.all(values):
        return None
    coded = {name: np.array([axis.coded(corner[name]) for corner, _ in points]) for name, axis in axes.items()}
    terms = _terms({name: len(set(axis.levels)) for name, axis in axes.items()})
    surface = _matrix(terms, coded, len(points))
    coefficients = np.linalg.lstsq(surface, values, rcond=None)[0]
    misfit = float(np.max(np.abs(surface @ coefficients / values - 1)))
    random = np.random.default_rng(seed)
    drawn = _matrix(terms, {name: axis.drawn(random) for name, axis in axes.items()}, DRAWS) @ coefficients
    drawn = drawn * random.uniform(min(error), max(error), DRAWS) * random.choice([1.0, *factors], DRAWS)
    low, high = np.quantile(drawn, [(1 - PROBABILITY) / 2, (1 + PROBABILITY) / 2])
    # The last digits of LAPACK's sums depend on the processor, and the same seed must give the same bytes.
    return Coverage(_rounded(low), _rounded(high), round(misfit, 4))


def _rounded(value: float) -> float:
    """Return a value with four significant digits, more than the 10,000 draws determine."""
    return float(f"{value:.4g}")


def _terms(levels: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Return the terms of the polynomial: linear, products of two, and squares of parameters with three levels."""
    linear = [(name,) for name, count in levels.items() if count > 1]
    squares = [(name, name) for name, count in levels.items() if count > 2]
    return [(), *linear, *squares, *((one, other) for (one,), (other,) in combinations(linear, 2))]


def _matrix(terms: Sequence[tuple[str, ...]], coded: Mapping[str, _Array], rows: int) -> _Array:
    return np.column_stack([np.prod([coded[name] for name in term], axis=0) * np.ones(rows) for term in terms])
