"""Comparison of our values with published ones.

reproduced             the base is within the stated tolerance, or within the bounds of a claim bounded
it is not, but the range over the corners contains the published value exceeded               ours is better: a higher
rate, a shorter time contradicted           none of these no number in our copy  the figure has a bar without a number:
only our value exists

A setting that the paper chose is not a result: it is `set` if it is used here as printed, or contradicted
(paper_settings.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from dsp56k.study.errors import StudyError
from dsp56k.study.published import Published
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import Verdict
from dsp56k.study.results.wording import amount, between
from dsp56k.study.schema import ExpectTable, QuantityName, VerdictName

_LESS_IS_BETTER: frozenset[QuantityName] = frozenset(
    ("time", "clocks", "crossing", "bus_bytes", "coefficient", "count", "size")
)


def assess(published: Published, ours: Quantity, expect: ExpectTable) -> VerdictName:
    """Assess our value, which is in the published unit, by the rule that `criterion` states."""
    if expect.at_least is not None or expect.at_most is not None:
        low = -math.inf if expect.at_least is None else expect.at_least
        high = math.inf if expect.at_most is None else expect.at_most
        return _kept(ours, low, high)
    if published.value is None:
        return "no number in our copy"
    value, tolerance = published.value, abs(published.value) * expect.tolerance
    if published.relation == "more":
        return _kept(ours, value - tolerance, math.inf)
    if published.relation == "less":
        return _kept(ours, -math.inf, value + tolerance)
    greatest = value if published.to is None else published.to
    if published.relation == "up to":
        value, tolerance = greatest, abs(greatest) * expect.tolerance
    kept = _kept(ours, value - tolerance, greatest + tolerance)
    if kept != "contradicted":
        return kept
    better = ours.value < value if expect.quantity in _LESS_IS_BETTER else ours.value > greatest
    return "exceeded" if better else "contradicted"


def criterion(published: Published, expect: ExpectTable, unit: str) -> str:
    """Return the rule of `assess` in words: the values that count as reproduced."""
    if expect.at_least is not None or expect.at_most is not None:
        ends = [
            f"{words} {amount(end, unit)}"
            for words, end in (("at least", expect.at_least), ("at most", expect.at_most))
            if end is not None
        ]
        return " and ".join(ends)
    if published.value is None:
        return ""
    tolerance = f"{100 * expect.tolerance:g} %"
    last = published.value if published.to is None else published.to
    if published.relation in ("more", "less"):
        words = "at least" if published.relation == "more" else "at most"
        slack = f", less {tolerance}" if published.relation == "more" else f", and {tolerance} more"
        return f"{words} {amount(published.value, unit)}{slack if expect.tolerance else ''}"
    if published.relation == "up to":
        within = f"within {tolerance} of " if expect.tolerance else ""
        return f"the maximum {within or 'is '}{amount(last, unit)}"
    if published.to is not None:
        return f"from {between(published.value, published.to, unit)}" + (
            f", or within {tolerance} of it" if expect.tolerance else ""
        )
    return f"within {tolerance} of {amount(published.value, unit)}" if expect.tolerance else amount(last, unit)


def _kept(ours: Quantity, low: float, high: float) -> VerdictName:
    if low <= ours.value <= high:
        return "reproduced"
    return "bounded" if ours.low <= high and low <= ours.high else "contradicted"


class UnitError(Exception):
    """A quantity cannot be converted to a unit."""


_SECONDS = {"ns": 1e3, "us": 1.0, "ms": 1e-3, "s": 1e-6}
"""Units of time per microsecond."""
_BITS = {"bit/s": 1.0, "byte/s": 1 / 8}


def convert_unit(ours: Quantity, quantity: QuantityName, unit: str | None, block_bytes: int) -> Quantity:
    """Convert our value to the published unit; `block_bytes` is the size of a block or an operation.

    Raises:
        UnitError: The unit belongs to another quantity.
    """
    if unit is None or unit == ours.unit:
        return ours
    if quantity == "ratio" and unit == "% less time":
        # A rate that is 25 % higher takes 20 % less time.
        value, low, high = (100 * (1 - 1 / part) for part in (ours.value, ours.low, ours.high))
        return Quantity(value, low, high, unit)
    if quantity == "ratio" and unit == "%":
        # The papers' other percentages are gains of a rate.
        value, low, high = (100 * (part - 1) for part in (ours.value, ours.low, ours.high))
        return Quantity(value, low, high, unit)
    factor: float | None = None
    if quantity in ("rate", "memory_rate"):
        blocks = 1 / (8 * block_bytes)
        factor = {**_BITS, "blocks/s": blocks, "operations/s": blocks, "taps/s": blocks}.get(unit)
    elif quantity == "time":
        factor = _SECONDS.get(unit)
    elif quantity in ("coefficient", "count"):
        factor = 100.0 if unit == "%" else 1.0
    if factor is None:
        raise UnitError(f"our {quantity}, in {ours.unit}, cannot be said in {unit}")
    return Quantity(factor * ours.value, factor * ours.low, factor * ours.high, unit)


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
