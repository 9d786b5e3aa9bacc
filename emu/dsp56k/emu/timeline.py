"""Time in integer picoseconds since power-up, and clocks that convert cycle counts to it."""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd
from typing import SupportsIndex

from dsp56k.emu.errors import ConfigurationError
from dsp56k.system.text import described

Time = int
"""Picoseconds since power-up."""

PICOSECONDS_PER_SECOND = 10**12


@dataclass(frozen=True)
class Clock:
    """An oscillator. Cycle `n` begins at `floor(n / hertz)` picoseconds: the one rounding rule."""

    hertz: Fraction
    _period: tuple[int, int] = field(init=False, repr=False, compare=False)
    """Picoseconds of a cycle, as numerator and denominator: every access of a board converts."""

    def __init__(self, hertz: Fraction | int) -> None:
        """Create an oscillator of a frequency in hertz.

        Raises:
            ConfigurationError: The frequency is not positive.
        """
        given: object = hertz
        # The types are tested first: an instance check of a protocol takes 200 times as long.
        if not isinstance(given, int | Fraction) and isinstance(given, SupportsIndex):
            given = operator.index(given)
        if not isinstance(given, int | Fraction) or given <= 0:
            raise ConfigurationError(
                f"clock_hz must be a positive number, got {described(hertz)}", field="hertz", value=hertz, hertz=hertz
            )
        object.__setattr__(self, "hertz", Fraction(given))
        picoseconds, cycles = PICOSECONDS_PER_SECOND * self.hertz.denominator, self.hertz.numerator
        common = gcd(picoseconds, cycles)
        object.__setattr__(self, "_period", (picoseconds // common, cycles // common))

    @property
    def period(self) -> tuple[int, int]:
        """Picoseconds of a cycle, as numerator and denominator in lowest terms."""
        return self._period

    def time_of(self, count: int) -> Time:
        """Return the picosecond at which cycle `count` begins, rounded down."""
        picoseconds, cycles = self._period
        return operator.index(count) * picoseconds // cycles

    def count_at(self, time: Time) -> int:
        """Return the number of the current cycle at a time: the largest whose `time_of` is not later."""
        picoseconds, cycles = self._period
        return ((operator.index(time) + 1) * cycles - 1) // picoseconds
