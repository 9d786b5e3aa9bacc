"""Assessment of a routine: the factors on which its time depends, found by calls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from dsp56k.testing.execution_traces import Call, Divergence, ExecutionTraces, first_divergence, trace_routines

_DEFAULT_LEVEL = 9
"""The level of a factor while another one varies."""

_MIN_LEVELS = 8
"""Minimum levels of each factor of a costly target: the ends of the ranges, and some others."""

_ENDS_IN = 8
"""One in this many later numbers is at an end again."""

Make = Callable[..., Mapping[str, Any]]
"""Returns the arguments of a call from a `FactorLevel` for each factor, by its name."""


class FactorLevel:
    """A level of a factor: operands in a fixed order, first the ends of a range, then pseudorandom ones."""

    def __init__(self, factor: str, index: int) -> None:
        """Create the level of this index: 0 to 3 are the ends of all ranges."""
        self._random = Random(f"{factor}/{index}")
        self._index = index

    def number(self, least: int, most: int) -> int:
        """Return a number of a range."""
        ends = (least, most, min(least + 1, most), max(most - 1, least))
        if self._index < len(ends):
            return ends[self._index]
        return self._random.choice(ends) if self._random.randrange(_ENDS_IN) == 0 else self._random.randint(least, most)

    def odd(self, bits: int) -> int:
        """Return an odd number of exactly this many bits."""
        return self.number(1 << bits - 1, (1 << bits) - 1) | 1

    def octets(self, count: int) -> bytes:
        """Return `count` bytes."""
        return self.number(0, (1 << 8 * count) - 1).to_bytes(count, "big")


@dataclass(frozen=True)
class TimingTarget:
    """A function of the library with its factors.

    Attributes:
        name: The function's name, and the variant of its use.
        function: The function.
        make: Returns its arguments.
        factors: The names of `make`'s parameters.
        loading: True if the setup of the call is assessed instead of the call.
        costly: True if a call takes so long that all factors share the number of calls that others have for each.
    """

    name: str
    function: Callable[..., object]
    make: Make
    factors: tuple[str, ...]
    loading: bool = False
    costly: bool = False

    def arguments(self, varied: Collection[str], index: int) -> Mapping[str, Any]:
        """Return arguments for which some factors have the level of an index, and the others their default."""
        draws = {factor: FactorLevel(factor, index if factor in varied else _DEFAULT_LEVEL) for factor in self.factors}
        return self.make(**draws)

    def call(self, varied: Collection[str], index: int) -> Call:
        """Return a call with these arguments."""
        return partial(self.function, **self.arguments(varied, index))


@dataclass(frozen=True)
class TimingAssessment:
    """The result of an assessment.

    Attributes:
        name: The target's name.
        cases: The number of calls that were compared.
        clocks: The minimum and maximum of a call.
        depends: The factors on which instructions and clocks depend, with the divergence of the first two traces.
        addresses: The factors on which only addresses of data depend.
    """

    name: str
    cases: int
    clocks: tuple[int, int]
    depends: Mapping[str, Divergence]
    addresses: tuple[str, ...]

    @property
    def constant(self) -> bool:
        """True if all calls have the same trace."""
        return not self.depends

    def __str__(self) -> str:
        return "constant" if self.constant else f"depends on {' and '.join(self.depends)}"


def assess_timing(subject: TimingTarget, cases: int) -> TimingAssessment:
    """Call a target with `cases` levels of each factor, and compare the traces.

    Factors without an effect are then varied together. For a costly target, `cases` is the total, with a minimum for
    each factor.
    """
    passes = len(subject.factors) + (len(subject.factors) > 1)
    each = max(-(-cases // passes), min(cases, _MIN_LEVELS)) if subject.costly else cases
    found = _TimingObservations(subject, each)
    for factor in subject.factors:
        found.vary((factor,))
    steady = tuple(factor for factor in subject.factors if factor not in found.depends)
    if len(steady) > 1:
        found.vary(steady)
    addresses = tuple(factor for factor in steady if factor in found.addresses)
    return TimingAssessment(subject.name, found.count, (min(found.clocks), max(found.clocks)), found.depends, addresses)


class _TimingObservations:
    """The observations of the calls."""

    def __init__(self, subject: TimingTarget, cases: int) -> None:
        self._subject, self._cases = subject, cases
        self.count = 0
        self.clocks: set[int] = set()
        self.depends: dict[str, Divergence] = {}
        self.addresses: set[str] = set()

    def vary(self, factors: tuple[str, ...]) -> None:
        """Compare calls that differ in these factors."""
        loading = self._subject.loading
        first: ExecutionTraces | None = None
        apart, moved = None, False
        for index in range(self._cases):
            ways = trace_routines(self._subject.call(factors, index), loading=loading)
            self.clocks.add(sum(way.clocks for way in ways))
            first = first or ways
            if apart is None and flows(ways) != flows(first):
                apart = index
            moved |= ways != first
        self.count += self._cases
        if apart is not None:
            part = first_divergence(*(self._subject.call(factors, index) for index in (0, apart)), loading=loading)
            assert part is not None  # their hashes differ
            self.depends[" with ".join(factors)] = part
        elif moved and not self.addresses.intersection(factors):
            self.addresses.update(factors)


def flows(ways: ExecutionTraces) -> tuple[int, ...]:
    """Return the part of traces without data addresses."""
    return tuple(way.flow for way in ways)
