"""Comparison of our values with published ones.

agrees                       the difference is at most its expanded uncertainty: E_n <= 1
disagrees above, below       it is larger, and our value is the larger or the smaller one
not comparable               the value belongs to another machine or clock, or the paper prints no number
input                        the value is one that was put into the model

E_n is the difference divided by the root of the sum of the squared expanded uncertainties of both values (ISO 13528).
That of the published value follows from its printed digits, that of ours from its budget. Nothing else is tolerated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Literal

from dsp56k.study.errors import StudyError
from dsp56k.study.published import Published
from dsp56k.study.results.quantities import Budget, expanded
from dsp56k.study.results.result import FormerVerdictName, Verdict
from dsp56k.study.schema import QuantityName, VerdictName

_LESS_IS_BETTER: frozenset[QuantityName] = frozenset(
    ("time", "clocks", "crossing", "bus_bytes", "coefficient", "count", "size")
)
_LARGEST_CHANGE = 10.0
"""The factor of our time up to which a flip is searched."""
_STEPS = 60
"""Steps of the search up to this factor; a flip is then narrowed down."""


def rounding(published: Published) -> float:
    """Return half a unit of the last significant digit of a printed number: 5000 for 350000, 50 for 11600.

    A bound has no rounding. Trailing zeros are not significant, and a number in words has one digit.
    """
    if published.relation in ("more", "less") or published.value is None:
        return 0.0
    return max(map(_half_digit, filter(None, (published.value, published.to))), default=0.5)


def _half_digit(value: float) -> float:
    exponent = Decimal(repr(value)).normalize().as_tuple().exponent
    assert isinstance(exponent, int)  # the value is finite
    return 0.5 * 10.0**exponent


def judge(published: Published, budget: Budget) -> tuple[VerdictName, float | None]:
    """Return the verdict on our value, which is in the published unit, and its normalised error."""
    if published.given:
        return "input", None
    if published.incomparable or published.value is None:
        return "not comparable", None
    ours = budget.value
    low, high = _limits(published)
    is_bound = math.isinf(low) or math.isinf(high)
    if low < ours < high or (not is_bound and low <= ours <= high):
        return "agrees", 0.0
    is_above = ours >= high
    difference = ours - high if is_above else low - ours
    uncertainty = math.hypot(budget.expanded(below=is_above), expanded([rounding(published)]))
    if math.isinf(uncertainty):
        # Our value is infinite in one corner and finite in another one: the published value is between them, or not.
        error = 0.0 if budget.low <= high and low <= budget.high else math.inf
    else:
        error = difference / uncertainty if uncertainty else math.inf
    if error <= 1:
        return "agrees", error
    return "disagrees above" if is_above else "disagrees below", error


def _limits(published: Published) -> tuple[float, float]:
    """Return the published values, of which a bound has an infinite end."""
    assert published.value is not None
    last = published.value if published.to is None else published.to
    if published.relation == "more":
        return published.value, math.inf
    if published.relation == "less":
        return -math.inf, published.value
    return (last if published.relation == "up to" else published.value), last


def flip(verdict: VerdictName, judged: Callable[[float], VerdictName]) -> float | None:
    """Return the smallest relative change of our time that gives another verdict; None if none does.

    Args:
        verdict: The present verdict.
        judged: Returns the verdict with our time multiplied by a factor.
    """
    found = [factor for sign in (1, -1) if (factor := _first_flip(verdict, judged, sign)) is not None]
    return min(found, key=lambda factor: abs(math.log(factor))) - 1 if found else None


def _first_flip(verdict: VerdictName, judged: Callable[[float], VerdictName], sign: int) -> float | None:
    low = 1.0
    for step in range(1, _STEPS + 1):
        # Steps grow with the square, so that they are small near 1.
        high = math.pow(_LARGEST_CHANGE, sign * (step / _STEPS) ** 2)
        if judged(high) != verdict:
            while abs(math.log(high / low)) > 1e-3:
                middle = math.sqrt(low * high)
                low, high = (low, middle) if judged(middle) != verdict else (middle, high)
            return high
        low = high
    return None


def former(
    verdict: VerdictName, published: Published, ours: float | None, quantity: QuantityName | Literal["setting"]
) -> FormerVerdictName:
    """Return the word of the previous release for a verdict; JSON has it for one release."""
    if verdict == "input":
        return "set"
    if verdict == "not comparable" or ours is None:
        return "no number in our copy" if published.kind == "bar" else "outside"
    if verdict == "agrees":
        inside = judge(published, Budget(ours, ()))[0] == "agrees"
        return "reproduced" if inside else "bounded"
    is_less_better = quantity in _LESS_IS_BETTER
    return "exceeded" if is_less_better == (verdict == "disagrees below") else "contradicted"


class UnitError(Exception):
    """A quantity cannot be converted to a unit."""


_SECONDS = {"ns": 1e3, "us": 1.0, "ms": 1e-3, "s": 1e-6}
"""Units of time per microsecond."""
_BITS = {"bit/s": 1.0, "byte/s": 1 / 8}


def converter(quantity: QuantityName, ours: str, unit: str | None, block_bytes: int) -> Callable[[float], float]:
    """Return the conversion of our values to the published unit.

    Args:
        quantity: The quantity.
        ours: Our unit.
        unit: The published one; None if there is none.
        block_bytes: The size of a block or an operation.

    Raises:
        UnitError: The unit belongs to another quantity.
    """
    if unit is None or unit == ours:
        return float
    if unit == "% less time" and quantity == "ratio":
        # A rate that is 25 % higher takes 20 % less time.
        return lambda value: 100 * (1 - 1 / value)
    if unit == "% less time" and quantity == "coefficient":
        return lambda value: 100 * (1 - value)
    if quantity == "ratio" and unit == "%":
        # The papers' other percentages are gains of a rate.
        return lambda value: 100 * (value - 1)
    if quantity in ("coefficient", "count"):
        # The model gives a coefficient its unit.
        factor = 100.0 if unit == "%" else 1.0
        return lambda value: factor * value
    factors: Mapping[str, float] = {}
    if quantity in ("rate", "memory_rate"):
        blocks = 1 / (8 * block_bytes)
        factors = {**_BITS, "blocks/s": blocks, "operations/s": blocks, "taps/s": blocks}
    elif quantity in ("time", "free"):
        factors = _SECONDS
    if unit not in factors:
        choices = dict.fromkeys((ours, *factors, *(("%", "% less time") if quantity == "ratio" else ())))
        raise UnitError(f"the published unit must be one of {', '.join(choices)}, got {unit!r}")
    scale = factors[unit]
    return lambda value: scale * value


def group_by_source(verdicts: Iterable[Verdict]) -> dict[str, Verdict]:
    """Return assessments by published number, without repeated ones; StudyError if there are two of one."""
    found: dict[str, Verdict] = {}
    for verdict in verdicts:
        if verdict.repeated:
            continue
        other = found.setdefault(verdict.published, verdict)
        if other is not verdict:
            message = f"{verdict.published} is assessed twice: by {other.study} and by {verdict.study}"
            raise StudyError(message, key=verdict.published)
    return found
