"""Declared models fitted to points: the relative error is least, and no coefficient is negative.

Coefficients are costs; a model that takes something away says so with a minus.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dsp56k.study.conclusions.models import Model

CONFIDENCE = 0.95
TIME = "us"
"""The column that models describe."""

_NOT_FINITE = "the model has no finite value at some point"
_FAR = 1e100
"""The distance of what is not finite, on the way to the solution."""

_Array = Any


class FitError(Exception):
    """Points that a model cannot be fitted to."""


@dataclass(frozen=True)
class Fitted:
    """Coefficients by name with their intervals, and the relative distance of each point."""

    values: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    residuals: tuple[float, ...]


def fit(model: Model, columns: Mapping[str, Sequence[float]]) -> Fitted:
    """The model through the points of `columns`, whose column `us` it describes.

    Raises:
        FitError: fewer points than coefficients, or values that no number describes.
    """
    data = {name: np.asarray(column, dtype=float) for name, column in columns.items()}
    time = data.pop(TIME)
    names = [name for name in model.names if name not in data]
    if not names:
        raise FitError("the model has no coefficient: every name of it is a column")
    if len(time) < len(names):
        raise FitError(f"{len(time)} points for {len(names)} coefficients")

    def relative(values: _Array) -> _Array:
        with np.errstate(all="ignore"):
            modelled = model.at({**data, **dict(zip(names, values, strict=True))})
        return np.broadcast_to(modelled, time.shape) / time

    values = _solved(relative, len(names))
    residuals = relative(values) - 1
    if not np.all(np.isfinite(residuals)):
        raise FitError(_NOT_FINITE)
    intervals = _intervals(relative, values, residuals)
    return Fitted(
        {name: float(value) for name, value in zip(names, values, strict=True)},
        dict(zip(names, intervals, strict=True)),
        tuple(float(residual) for residual in residuals),
    )


def _solved(relative: Any, count: int) -> _Array:
    # Late: its modules would be part of each copy of the process that measures.
    from scipy import optimize

    nothing = relative(np.zeros(count))
    unit = np.eye(count)
    columns = np.column_stack([relative(unit[place]) - nothing for place in range(count)])
    trial = np.arange(1.0, count + 1)
    if np.all(np.isfinite(columns)) and np.allclose(relative(trial), nothing + columns @ trial, rtol=1e-9):
        # Linear in its coefficients: there is one answer, and no search.
        return optimize.nnls(columns, 1 - nothing)[0]
    start = np.ones(count)
    if not np.all(np.isfinite(relative(start))):
        raise FitError(_NOT_FINITE)

    def distance(values: _Array) -> _Array:
        return np.nan_to_num(relative(values) - 1, nan=_FAR, posinf=_FAR, neginf=-_FAR)

    return optimize.least_squares(distance, start, bounds=(0, np.inf), x_scale="jac", xtol=1e-14, ftol=1e-14).x


def _intervals(relative: Any, values: _Array, residuals: _Array) -> list[tuple[float, float]]:
    """The intervals of CONFIDENCE, by the model's slopes at the solution; nan where too few points are left."""
    from scipy import special

    count = len(values)
    free = len(residuals) - count
    if free <= 0:
        return [(math.nan, math.nan)] * count
    slopes = np.column_stack([_slope(relative, values, place) for place in range(count)])
    variance = float(residuals @ residuals) / free
    spread = np.sqrt(np.maximum(0, np.diag(np.linalg.pinv(slopes.T @ slopes)) * variance))
    # Student's distribution; scipy.stats takes as long to import as all the rest of scipy.
    reach = special.stdtrit(free, (1 + CONFIDENCE) / 2) * spread
    return [(float(value - one), float(value + one)) for value, one in zip(values, reach, strict=True)]


def _slope(relative: Any, values: _Array, place: int) -> _Array:
    step = 1e-6 * max(abs(float(values[place])), 1e-9)
    away = np.zeros(len(values))
    away[place] = step
    return (relative(values + away) - relative(values - away)) / (2 * step)
