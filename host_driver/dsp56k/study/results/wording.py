"""Numbers for readers: three significant digits, decimal prefixes, common forms of units.

They are the same in tables, figures, documents and alternative texts.
"""

from __future__ import annotations

import math

from dsp56k.study.results.quantities import Budget, Quantity

NEVER = "never"
_PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "K"))
_SCALED = {"bit/s", "byte/s", "blocks/s", "taps/s", "Hz"}
"""Units with a decimal prefix."""
_SIZES = {"bytes", "operations"}
"""Units of sizes, whose plural ends in s."""
_DURATIONS = (("s", 1e12), ("ms", 1e9), ("µs", 1e6))
_PICOSECONDS_IN = {"s": 1e12, "ms": 1e9, "us": 1e6, "ns": 1e3, "ps": 1.0}


def digits(value: float) -> str:
    """Format three significant digits; integers keep all digits, with commas at thousands: "0.367", "26", "65,536"."""
    if value and abs(value) < 1e-3:
        return f"{value:.3g}"
    if abs(value) >= 100:
        return f"{round(value):,}"
    return f"{value:.3g}"


def _scaled(value: float, unit: str) -> tuple[str, str]:
    """Return the number and its unit with a suitable prefix."""
    factor, name = _prefix(value, unit)
    return digits(value * factor), name


def half_width(relative: float) -> str:
    """Format half of an interval, relatively, with two significant digits: "±0.048 %", "±120 %"."""
    return f"±{float(f'{100 * relative:.2g}'):,g} %"


def amount(value: float, unit: str) -> str:
    """Format a value with its unit: "350 Kbit/s", "1.44 ms", "600 bytes", "2.9 times", "35 %"; "never" for infinity."""
    if math.isinf(value):
        return NEVER
    number, name = _scaled(value, unit)
    return f"{number} {name.removesuffix('s') if value == 1 and unit in _SIZES else name}".strip()


def span(quantity: Quantity) -> str:
    """Format a quantity with its range: "730 Kbit/s (700 to 760 Kbit/s)"; without one if nothing varied."""
    text = amount(quantity.value, quantity.unit)
    if quantity.is_certain:
        return text
    return f"{text} ({between(quantity.low, quantity.high, quantity.unit)})"


def with_uncertainty(budget: Budget, unit: str) -> str:
    """Format a value with as many digits as its expanded uncertainty allows: "732 ± 12 Kbit/s", "732 -12 +5 Kbit/s"."""
    below, above = budget.expanded(below=True), budget.expanded(below=False)
    largest = max(below, above)
    if not largest:
        return f"{amount(budget.value, unit)}, {'nothing moves it' if budget.components else 'nothing varied'}"
    if not math.isfinite(budget.value) or not math.isfinite(largest):
        return f"{amount(budget.value, unit)} ({between(budget.low, budget.high, unit)})"
    factor, name = _prefix(budget.value, unit)
    # Two digits of the uncertainty.
    places = 1 - math.floor(math.log10(largest * factor))
    value, low, high = (_to_places(part * factor, places) for part in (budget.value, below, above))
    return f"{value} {f'± {low}' if low == high else f'-{low} +{high}'} {name}".strip()


def _to_places(value: float, places: int) -> str:
    rounded = round(value, places)
    return f"{rounded:,.{max(0, places)}f}"


def _prefix(value: float, unit: str) -> tuple[float, str]:
    """Return the factor and the unit with the prefix that suits a value with three digits: M for 999,700."""
    value = float(f"{value:.3g}")
    if unit in _PICOSECONDS_IN:
        picoseconds = abs(value) * _PICOSECONDS_IN[unit]
        name, divisor = next(((name, divisor) for name, divisor in _DURATIONS if picoseconds >= divisor), ("ns", 1e3))
        return _PICOSECONDS_IN[unit] / divisor, name
    if unit in _SCALED:
        for factor, prefix in _PREFIXES:
            if abs(value) >= factor:
                return 1 / factor, prefix + unit
    return 1.0, unit


def between(low: float, high: float, unit: str) -> str:
    """Format a range, with one unit if both ends share it: "40 to 160 bytes", "900 bit/s to 1.2 Kbit/s"."""
    if math.isfinite(low) and math.isfinite(high):
        (first, small), (last, large) = _scaled(low, unit), _scaled(high, unit)
        if small == large:
            return f"{first} to {last} {large}".strip()
    return f"{amount(low, unit)} to {amount(high, unit)}"


def decade(value: float) -> str:
    """Format a tick: "10", "100", "1 K", "10 K", "1 M"."""
    for factor, prefix in _PREFIXES:
        if abs(value) >= factor:
            return f"{value / factor:g} {prefix}"
    return f"{value:g}"


def time_tick(microseconds: float) -> str:
    """Format a tick of a time axis: "10 µs", "1 ms", "1 s"."""
    return amount(microseconds, "us")
