"""Health tests for noise bits: tests of NIST SP 800-90B, and the FIPS 140-1 battery.

The limits of the firmware's tests (docs/reference/firmware.md, section 9) are computed here, and tests compare them
with its sources; other tests judge the noise circuit's bits.

A source that passes is not proved random; one that fails is proved broken. Bits are ints 0 and 1.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

FALSE_ALARM_EXPONENT = 20
"""Default probability of a false alarm, 2^-20 (SP 800-90B 4.4 recommends 2^-20 to 2^-40)."""
WINDOW = 1024
"""Adaptive proportion window for binary sources (SP 800-90B 4.4.2)."""

PERIODS = 16
"""Distances of the periodicity test: any frequency comes back within a 17th of its period at one of them."""

SAMPLE_BITS = 20_000
MONOBIT = (9_654, 10_346)
POKER = (1.03, 57.4)
RUNS = {1: (2267, 2733), 2: (1079, 1421), 3: (502, 748), 4: (223, 402), 5: (90, 223), 6: (90, 223)}
LONG_RUN = 34
"""FIPS 140-1, section 4.11.1: 20,000 bits; bounds of monobit and poker exclusive, of runs inclusive."""


def repetition_cutoff(entropy: float, alpha_exponent: int = FALSE_ALARM_EXPONENT) -> int:
    """Return the number of consecutive equal bits that fail, for `entropy` H in bits per sample.

    It is 1 + ceil(-log2(alpha) / H).
    """
    return 1 + math.ceil(alpha_exponent / entropy)


def proportion_cutoff(entropy: float, alpha_exponent: int = FALSE_ALARM_EXPONENT) -> int:
    """Return the occurrences in a window that fail, for `entropy` H in bits per sample.

    It is 1 + critbinom(1024, 2^-H, 1 - alpha).
    """
    p = Fraction(2.0**-entropy)
    quantile = 1 - Fraction(1, 1 << alpha_exponent)
    # One common denominator keeps the sum in integers: exact, and quick enough.
    numerator, denominator = p.numerator, p.denominator
    other, total = denominator - numerator, denominator**WINDOW
    cumulative = 0
    for k in range(WINDOW + 1):
        cumulative += math.comb(WINDOW, k) * numerator**k * other ** (WINDOW - k)
        if cumulative * quantile.denominator >= quantile.numerator * total:
            return 1 + k
    return 1 + WINDOW


def periodicity_cutoff(alpha_exponent: int = FALSE_ALARM_EXPONENT, periods: int = PERIODS) -> int:
    """Return the smallest |equal - unequal| of 1024 pairs that fails.

    An ideal source reaches it at any of `periods` distances with a probability below 2^-`alpha_exponent`.
    """
    # |equal - unequal| >= cutoff: two tails of a fair binomial, at each distance
    tail, equal = 0, WINDOW
    while (tail + math.comb(WINDOW, equal)) * 2 * periods << alpha_exponent <= 1 << WINDOW:
        tail += math.comb(WINDOW, equal)
        equal -= 1
    return 2 * (equal + 1) - WINDOW


def periodicity(bits: Sequence[int], periods: int = PERIODS) -> int:
    """Return the periodicity statistic of SP 800-90B 5.1.8, two-sided.

    It is the maximum of |equal - unequal| over distances `p` from 1 to `periods`, of the 1024 pairs of bits `p` apart.

    Raises:
        ValueError: not 1024 + `periods` bits.
    """
    if len(bits) != WINDOW + periods:
        raise ValueError(f"the periodicity test must have {WINDOW + periods} bits, got {len(bits)}")
    return max(
        abs(sum(1 if bits[i] == bits[i + period] else -1 for i in range(WINDOW))) for period in range(1, periods + 1)
    )


class RepetitionCountTest:
    """SP 800-90B 4.4.1: fails if a value repeats too often; `feed` returns False after the failure."""

    def __init__(self, cutoff: int) -> None:
        self.cutoff = cutoff
        self.failed = False
        self._last: int | None = None
        self._count = 0

    def feed(self, bit: int) -> bool:
        """Feed one bit; return True if the source still passes."""
        self._count = self._count + 1 if bit == self._last else 1
        self._last = bit
        self.failed |= self._count >= self.cutoff
        return not self.failed


class AdaptiveProportionTest:
    """SP 800-90B 4.4.2: fails if a window's first value is too frequent in it. `feed` returns False then."""

    def __init__(self, cutoff: int) -> None:
        self.cutoff = cutoff
        self.failed = False
        self._first = 0
        self._count = 0
        self._seen = 0

    def feed(self, bit: int) -> bool:
        """Feed one bit; return True if the source still passes."""
        if self._seen == 0:
            self._first = bit
            self._count = 0
        self._count += bit == self._first
        self._seen = (self._seen + 1) % WINDOW
        self.failed |= self._count >= self.cutoff
        return not self.failed


@dataclass(frozen=True)
class Fips140:
    """The figures of one FIPS 140-1 battery and which of its tests failed."""

    ones: int
    poker: float
    runs: dict[tuple[int, int], int]
    """Runs by (bit, length); length 6 includes longer runs."""
    longest_run: int
    failures: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """True if all four tests passed."""
        return not self.failures


def fips_140_1(bits: Sequence[int]) -> Fips140:
    """Run the monobit, poker, runs and long-run test of FIPS 140-1 on exactly 20,000 bits.

    Raises:
        ValueError: another number of bits.
    """
    if len(bits) != SAMPLE_BITS:
        raise ValueError(f"the tests of FIPS 140-1 must have {SAMPLE_BITS} bits, got {len(bits)}")
    ones = sum(bits)
    nibbles = Counter(tuple(bits[i : i + 4]) for i in range(0, SAMPLE_BITS, 4))
    groups = SAMPLE_BITS // 4
    poker = 16 / groups * sum(count**2 for count in nibbles.values()) - groups
    lengths = [(bit, sum(1 for _ in run)) for bit, run in groupby(bits)]
    counted = Counter((bit, min(length, 6)) for bit, length in lengths)
    runs = {(bit, length): counted[bit, length] for bit in (0, 1) for length in RUNS}
    longest = max(length for _, length in lengths)
    failures = []
    if not MONOBIT[0] < ones < MONOBIT[1]:
        failures.append("monobit")
    if not POKER[0] < poker < POKER[1]:
        failures.append("poker")
    if any(not RUNS[length][0] <= count <= RUNS[length][1] for (_, length), count in runs.items()):
        failures.append("runs")
    if longest >= LONG_RUN:
        failures.append("long run")
    return Fips140(ones, poker, runs, longest, tuple(failures))


def von_neumann(bits: Iterable[int]) -> list[int]:
    """Remove bias from independent bits: pair 01 becomes 0, pair 10 becomes 1, equal pairs are dropped."""
    source = iter(bits)
    return [first for first, second in zip(source, source, strict=False) if first != second]
