"""Models fitted to points: the fit minimises the relative error, and no coefficient is negative.

Coefficients are costs; a model that subtracts something has a minus sign.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from dsp56k.study.conclusions.model_grammar import Model

CONFIDENCE = 0.95
MAX_CONDITION = 1e8
"""Maximum condition of the scaled Jacobian.

Slopes by differences are exact to 1e-10, so a larger number means dependent columns.
"""
TIME = "us"
"""The column that models describe."""

STEP_EFFECT = 1e-5
"""The change of the residuals by the step of a difference, whose rounding and truncation errors are then 1e-10."""
MAX_PROBE = 1e12
"""Maximum probe of a coefficient, in its unit. If 10^12 microseconds a byte change nothing, it has no effect."""

_STARTS = 32
"""Starts of a search that has ended where a coefficient has no effect."""
_LARGE = 1e6
"""The scale of the coefficients for which a linear model must be linear, as well as near 1."""
_DECADES = (-3, 6)
"""The powers of ten between which these starts are: 1 ns to 1 s."""
_LESS = 1e-6
"""The relative decrease by which the sum of squares from another start must be less."""

_NOT_FINITE = "the model has no finite value at some point"
_FAR = 1e100
"""The distance that replaces a value that is not finite during the search."""

_Array = Any


class FitError(Exception):
    """A model cannot be fitted to the points."""


@dataclass(frozen=True)
class Fitted:
    """Coefficients by name with their intervals, and the relative distance of each point.

    Attributes:
        covariance: covariance of the coefficients.
        coverage: coverage factor of CONFIDENCE; nan if no data point is left over to estimate the covariance.
    """

    values: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    residuals: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    coverage: float

    def half_width(self, slopes: Mapping[str, float]) -> float:
        """Return half of the interval of a value that has these slopes by the coefficients (GUM 5.2.2).

        It is infinity if a slope is not finite: the value jumps to infinity near the solution.
        """
        by_coefficient = np.array([slopes[name] for name in self.values])
        if not np.all(np.isfinite(by_coefficient)):
            return math.inf
        variance = float(by_coefficient @ np.array(self.covariance) @ by_coefficient)
        return self.coverage * float(np.sqrt(np.maximum(0, variance)))


def fit(model: Model, columns: Mapping[str, Sequence[float]]) -> Fitted:
    """Return the model fitted to the points of `columns`, whose column `us` it describes.

    Raises:
        FitError: The points do not determine every coefficient, or the model has no finite value at a point.
    """
    data = {name: np.asarray(column, dtype=float) for name, column in columns.items()}
    time = data.pop(TIME)
    names = [name for name in model.names if name not in data]
    if not names:
        raise FitError("the model must have a coefficient: all its names are columns")
    if len(time) < len(names):
        raise FitError(f"{len(time)} points for {len(names)} coefficients")

    def relative(values: _Array) -> _Array:
        modelled: _Array = model.at({**data, **dict(zip(names, values, strict=True))})
        return modelled / time

    with np.errstate(all="ignore"):
        # The search may leave the range of numbers; its result may not.
        values = _solved(relative, names)
        residuals = relative(values) - 1
        if not np.all(np.isfinite(residuals)):
            raise FitError(_NOT_FINITE)
        slopes = _slopes(relative, values)
    _check_rank(slopes, names)
    covariance, coverage = _covariance(slopes, residuals)
    intervals = _intervals(values, covariance, coverage)
    return Fitted(
        {name: float(value) for name, value in zip(names, values, strict=True)},
        dict(zip(names, intervals, strict=True)),
        tuple(float(residual) for residual in residuals),
        tuple(tuple(map(float, row)) for row in covariance),
        coverage,
    )


def _solved(relative: Any, names: Sequence[str]) -> _Array:
    # Imported here, because a process that only measures does not need SciPy.
    from scipy import optimize

    count = len(names)
    nothing = relative(np.zeros(count))
    unit = np.eye(count)
    columns = np.column_stack([relative(unit[place]) - nothing for place in range(count)])
    trial = np.arange(1.0, count + 1)
    # One side of a maximum can be linear near 1.
    trials = (trial, trial[::-1] * _LARGE)
    if np.all(np.isfinite(columns)) and all(
        np.allclose(relative(one), nothing + columns @ one, rtol=1e-9) for one in trials
    ):
        # The model is linear in its coefficients: the solution is direct.
        return optimize.nnls(columns, 1 - nothing)[0]
    start = np.ones(count)
    if not np.all(np.isfinite(relative(start))):
        raise FitError(_NOT_FINITE)

    def distance(values: _Array) -> _Array:
        return np.nan_to_num(relative(values) - 1, nan=_FAR, posinf=_FAR, neginf=-_FAR)

    def search(begin: _Array) -> Any:
        try:
            return optimize.least_squares(distance, begin, bounds=(0, np.inf), x_scale="jac", xtol=1e-14, ftol=1e-14)
        except ValueError:
            # A Jacobian has an infinity.
            raise FitError(_NOT_FINITE) from None

    first = search(start)
    try:
        _check_rank(_slopes(relative, first.x), names)
    except FitError:
        # One side of a maximum has no effect where the other one is larger, so the search cannot find it from there.
        others = np.power(10.0, np.random.default_rng(0).uniform(*_DECADES, (_STARTS, count)))
        found = []
        for begin in others:
            with suppress(FitError):
                found.append(search(begin))
        best = min(found, key=lambda one: float(one.cost), default=first)
        return best.x if best.cost < (1 - _LESS) * first.cost else first.x
    return first.x


def _slopes(relative: Any, values: _Array) -> _Array:
    """Return the derivatives of the residuals by each coefficient."""
    slopes = np.column_stack([_slope(relative, values, place) for place in range(len(values))])
    if not np.all(np.isfinite(slopes)):
        raise FitError(_NOT_FINITE)
    return slopes


def _check_rank(slopes: _Array, names: Sequence[str]) -> None:
    """Check that the points determine each coefficient separately.

    Raises:
        FitError: A coefficient has no effect on the model at any point, or several have the same effect, so that only a
            combination of them has a value.
    """
    sizes = np.linalg.norm(slopes, axis=0)
    without_effect = [name for name, size in zip(names, sizes, strict=True) if size == 0]
    if without_effect:
        raise FitError(
            f"the data points do not determine {_listed(without_effect)}, which has no effect on "
            "the model: leave it out"
        )
    _, singular, directions = np.linalg.svd(slopes / sizes, full_matrices=False)
    dependent = directions[singular < singular[0] / MAX_CONDITION]
    if len(dependent):
        # A component of a null vector below this is an error of the slopes, which are exact to about 1e-10.
        involved = np.abs(dependent).max(axis=0) > 1e-6
        together = [name for name, one in zip(names, involved, strict=True) if one]
        raise FitError(f"the data points determine only a combination of {_listed(together)}: keep one of them")


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _covariance(slopes: _Array, residuals: _Array) -> tuple[_Array, float]:
    """Return the covariance by the slopes at the solution, and the coverage factor of CONFIDENCE."""
    from scipy import special

    count = slopes.shape[1]
    free = len(residuals) - count
    if free <= 0:
        return np.zeros((count, count)), math.nan
    variance = float(residuals @ residuals) / free
    # Student's distribution; scipy.stats takes as long to import as all the rest of scipy.
    coverage = float(special.stdtrit(free, (1 + CONFIDENCE) / 2))
    return np.linalg.inv(slopes.T @ slopes) * variance, coverage


def _intervals(values: _Array, covariance: _Array, coverage: float) -> list[tuple[float, float]]:
    """Return the intervals of CONFIDENCE; nan without a coverage factor."""
    if math.isnan(coverage):
        return [(math.nan, math.nan)] * len(values)
    reach = coverage * np.sqrt(np.maximum(0, np.diag(covariance)))
    # A coefficient is not negative, so neither is its interval.
    return [(max(0.0, float(value - one)), float(value + one)) for value, one in zip(values, reach, strict=True)]


def _slope(relative: Any, values: _Array, place: int) -> _Array:
    """Return the derivative of the residuals by one coefficient; zeros if it has no effect."""
    away = np.zeros(len(values))
    away[place] = max(abs(float(values[place])), 1e-9)
    before = relative(values)
    effect = np.linalg.norm(relative(values + away) - before)
    # A coefficient of 0 has no scale: the probe grows until its effect is far above the rounding error of 1e-16.
    while effect < STEP_EFFECT and away[place] < MAX_PROBE:
        away *= 10
        effect = np.linalg.norm(relative(values + away) - before)
    if not effect >= STEP_EFFECT:
        return np.zeros(len(before))
    if not np.isfinite(effect):
        return np.full(len(before), np.nan)
    step = away * (STEP_EFFECT / effect)
    return (relative(values + step) - relative(values - step)) / (2 * step[place])
