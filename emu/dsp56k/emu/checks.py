"""Checks of what users pass in: a wrong argument is an error with its name and value as fields."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from dsp56k.emu.errors import ConfigurationError

COUNT_MAX = (1 << 64) - 1
"""The largest count of clocks or instructions."""


def whole(value: SupportsIndex, name: str, low: int = 0, high: int | None = None) -> int:
    """`value` as an int from `low` to `high`.

    Raises:
        ConfigurationError: it is no whole number or out of range; `field`, `value`.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise ConfigurationError(f"{name} is a whole number, not {value!r}", field=name, value=value) from None
    if number < low or (high is not None and number > high):
        limits = f"at least {low}" if high is None else f"from {low} to {high}"
        raise ConfigurationError(f"{name} is {limits}, not {number}", field=name, value=number)
    return number


def is_whole(value: object, low: int, high: int) -> bool:
    """Whether `value` is a whole number from `low` to `high`."""
    # int first: asking a protocol takes 200 times as long.
    return isinstance(value, int | SupportsIndex) and low <= operator.index(value) <= high
