"""LogCA numbers of a card against software of the PC: at which data sizes an offload saves time.

LogCA (Altaf and Wood, "LogCA: A High-Level Performance Model for Hardware Accelerators", ISCA 2017) describes both
times by the granularity g, the number of bytes of data in a call:

    PC:     h + C g^beta
    card:   o + L g + C g^beta / A

C is the computational index, beta its exponent and A the acceleration. L is the latency of a byte, here the time of the
PC's instructions and bus cycles that move it. The overhead o is the part of the call that does not depend on g. The
paper has no h. It is the fixed part of the software's time (key schedule, padding), without which the power law misses
short data. With g_1 the card begins to be faster; with g_A/2 it reaches half of A.

Each part is fitted to its own measurement: the PC's time, the card's time without polling (o, L) and the card's
polling time (o, A). So each fit determines its coefficients, which a fit to the sum of the parts would not. A fit uses
the sizes of the job, not those of the search for crossover points, so that g_1 can be compared with the measured one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Any

import numpy as np

from dsp56k.study.conclusions.fits import TIME, FitError, Fitted, fit
from dsp56k.study.conclusions.model_grammar import Model, parse_model
from dsp56k.study.plans.plan import Corner, Job, Plan
from dsp56k.study.points import Point
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import Coefficient, Crossing, LogCA
from dsp56k.study.schema import MAX_DATA

MIN_SIZES = 3
"""Sizes that determine h, C and beta."""

UNITS: Mapping[str, str] = {
    "o": "us",
    "L": "us/byte",
    "C": "us/byte^beta",
    "beta": "",
    "A": "",
    "h": "us",
    "g_1": "bytes",
    "g_A/2": "bytes",
}
"""The numbers and their units."""

_SOFTWARE = Model(
    "h + C * bytes^beta",
    ("h", "C", "bytes", "beta"),
    lambda values: values["h"] + values["C"] * values["bytes"] ** values["beta"],
)
_TRANSFER = parse_model("setup + L * bytes")
_POLLING = parse_model("start + inverse * work")
"""`work` is the fitted C g^beta, so that `inverse` is 1/A."""

_GRID = 2.0 ** np.arange(0, math.log2(MAX_DATA) + 0.125, 0.125)
"""Granularities between which the first change of a comparison is searched for."""
_STEP = 1e-4
"""The relative step of a difference quotient."""


@dataclass(frozen=True)
class _Pair:
    card: str
    software: str
    job: Job


@dataclass(frozen=True)
class _Fits:
    """The three fits of a pair at a corner."""

    software: Fitted
    transfer: Fitted
    polling: Fitted
    card: Sequence[Point]

    @property
    def parts(self) -> tuple[Fitted, ...]:
        return self.software, self.transfer, self.polling

    @property
    def misfit(self) -> float:
        return max(abs(residual) for part in self.parts for residual in part.residuals)

    def numbers(self, changes: Mapping[str, float] = MappingProxyType({})) -> dict[str, float]:
        """Return the LogCA numbers, or those at a change of coefficients.

        The measured polling time does not change with the software's coefficients, so it is fitted again.
        """
        software = {**self.software.values, **changes}
        polling = self.polling if software.keys().isdisjoint(changes) else _polling_fit(software, self.card)
        return _numbers({**self.software.values, **self.transfer.values, **polling.values, **changes})


def pairs(plan: Plan) -> list[tuple[str, str, str]]:
    """Return the pairs of a study that have LogCA numbers: a run with the card, a run of the PC and a job of both."""
    return [(pair.card, pair.software, pair.job.name) for pair in _pairs(plan)]


def _pairs(plan: Plan) -> list[_Pair]:
    where = {name: one.run.where for name, one in plan.configurations.items()}
    return [
        _Pair(card, software, job)
        for job in plan.jobs.values()
        if len(job.sizes) >= MIN_SIZES
        for card, software in product(job.runs, repeat=2)
        if (where[card], where[software]) == ("card", "pc")
    ]


def logca_numbers(
    plan: Plan, points: Sequence[Point], crossings: Sequence[Crossing]
) -> tuple[tuple[LogCA, ...], tuple[str, ...]]:
    """Return the LogCA numbers of all pairs of a study, and for each pair without them a note with the reason."""
    measured: dict[tuple[str, str, str], list[Point]] = {}
    for point in points:
        if point.size in plan.jobs[point.job].sizes:
            measured.setdefault((point.run, point.job, repr(point.corner)), []).append(point)

    @cache
    def software_fit(run: str, job: str, corner: str) -> Fitted:
        mine = measured[run, job, corner]
        return _fit(_SOFTWARE, mine, [point.us for point in mine])

    @cache
    def transfer_fit(run: str, job: str, corner: str) -> Fitted:
        mine = measured[run, job, corner]
        return _fit(_TRANSFER, mine, [point.host_busy_us for point in mine])

    def fits_at(pair: _Pair, corner: Corner) -> _Fits:
        card, software = (
            (run, pair.job.name, repr(plan.felt(run, corner, pair.job))) for run in (pair.card, pair.software)
        )
        compute, mine = software_fit(*software), measured[card]
        return _Fits(compute, transfer_fit(*card), _polling_fit(compute.values, mine), mine)

    found, notes = [], []
    for pair in _pairs(plan):
        try:
            base = fits_at(pair, {})
            felt = [
                one for one in plan.corners if any(plan.felt(run, one, pair.job) for run in (pair.card, pair.software))
            ]
            corners = [fits_at(pair, corner).numbers() for corner in felt]
        except FitError as error:
            notes.append(f"No LogCA numbers of {pair.card} against {pair.software}, {pair.job.name}: {error}")
            continue
        intervals = _intervals(base)
        bytes_of = {point.size: point.data_bytes for point in points if point.job == pair.job.name and not point.corner}
        found.append(
            LogCA(
                of=(pair.card, pair.software),
                job=pair.job.name,
                numbers=tuple(
                    Coefficient(
                        name,
                        value,
                        intervals[name],
                        Quantity.of(value, [corner[name] for corner in corners], UNITS[name]),
                    )
                    for name, value in base.numbers().items()
                ),
                sizes=(bytes_of[pair.job.sizes[0]], bytes_of[pair.job.sizes[-1]]),
                misfit=base.misfit,
                measured=_measured(pair, crossings, bytes_of),
            )
        )
    return tuple(found), tuple(notes)


def _polling_fit(software: Mapping[str, float], points: Sequence[Point]) -> Fitted:
    polling = [point.us - point.host_busy_us for point in points]
    if min(polling) <= 0:
        raise FitError("a call does not poll, so the card's time is not known")
    work = _work(software, [point.data_bytes for point in points])
    if not np.all(np.isfinite(work)):
        raise FitError("the fitted exponent is too large")
    return fit(_POLLING, {TIME: polling, "work": work})


def _work(software: Mapping[str, float], granularity: Any) -> Any:
    """Return C g^beta; infinity instead of an overflow."""
    with np.errstate(over="ignore"):
        return software["C"] * np.power(np.asarray(granularity, dtype=float), software["beta"])


def _fit(model: Model, points: Sequence[Point], us: Sequence[float]) -> Fitted:
    return fit(model, {TIME: us, "bytes": [point.data_bytes for point in points]})


def _numbers(values: Mapping[str, float]) -> dict[str, float]:
    """Return the numbers by the coefficients of the three fits, in the order of UNITS."""
    acceleration = 1 / values["inverse"] if values["inverse"] else math.inf
    return {
        "o": values["setup"] + values["start"],
        "L": values["L"],
        "C": values["C"],
        "beta": values["beta"],
        "A": acceleration,
        "h": values["h"],
        "g_1": _granularity(values, 1),
        "g_A/2": _granularity(values, acceleration / 2),
    }


def _granularity(values: Mapping[str, float], speedup: float) -> float:
    """Return the smallest granularity of at least one byte at which the card is `speedup` times as fast.

    It is infinity if none up to MAX_DATA is.
    """
    if math.isinf(speedup):
        return math.inf

    def gain(granularity: Any) -> Any:
        work = _work(values, granularity)
        offloaded = values["setup"] + values["start"] + values["L"] * granularity + values["inverse"] * work
        return values["h"] + work - speedup * offloaded

    # Beyond the measured sizes a steep law overflows, and the difference of two infinities is not a number.
    with np.errstate(invalid="ignore"):
        reached = np.flatnonzero(gain(_GRID) >= 0)
    if not len(reached):
        return math.inf
    if not reached[0]:
        return 1.0
    low, high = float(_GRID[reached[0] - 1]), float(_GRID[reached[0]])
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (low, middle) if gain(middle) >= 0 else (middle, high)
    return high


def _intervals(base: _Fits) -> dict[str, tuple[float, float]]:
    """Return the interval of each number by those of the coefficients; nan if there are none.

    The three fits are independent, so their parts are added in quadrature.
    """
    numbers = base.numbers()
    half_widths: dict[str, list[float]] = {name: [] for name in numbers}
    for part in base.parts:
        slopes = {coefficient: _slopes(base, coefficient, value) for coefficient, value in part.values.items()}
        for name, parts in half_widths.items():
            by_coefficient = {coefficient: slopes[coefficient][name] for coefficient in slopes}
            if any(by_coefficient.values()):
                parts.append(part.half_width(by_coefficient))
    return {name: _around(value, math.hypot(*half_widths[name])) for name, value in numbers.items()}


def _slopes(base: _Fits, coefficient: str, value: float) -> dict[str, float]:
    """Return the derivatives of the numbers by a coefficient."""
    step = _STEP * value or _STEP
    above, below = (base.numbers({coefficient: value + one}) for one in (step, -step))
    return {name: (above[name] - below[name]) / (2 * step) for name in above}


def _around(value: float, half_width: float) -> tuple[float, float]:
    if not math.isfinite(value) or not math.isfinite(half_width):
        return math.nan, math.nan
    return max(0.0, value - half_width), value + half_width


def _measured(pair: _Pair, crossings: Sequence[Crossing], bytes_of: Mapping[int, int]) -> tuple[float, float] | None:
    """Return the measured crossover point in bytes, as LogCA has it; None if the study does not search for it."""
    for crossing in crossings:
        if crossing.job != pair.job.name or {*crossing.of} != {pair.card, pair.software}:
            continue
        if crossing.stretches[-1].winner != pair.card:
            return math.inf, math.inf
        low, high = crossing.bands[-1].interval if crossing.bands else (crossing.sizes[0],) * 2
        return bytes_of[low], bytes_of[high]
    return None
