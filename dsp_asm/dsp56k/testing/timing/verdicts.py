"""What the time of a routine depends on, found out by calling it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from dsp56k.testing.timing.draws import Draw
from dsp56k.testing.ways import Call, Parting, Ways, parting, ways_of

_USUAL = 9
"""The index of what stands for a factor while another varies."""

_LEAST = 8
"""Choices of each factor of a costly subject: the ends of the ranges, and some others."""

Make = Callable[..., Mapping[str, Any]]
"""Arguments of a call from a `Draw` for each factor, by its name."""


@dataclass(frozen=True)
class Subject:
    """A function of the library with what may vary.

    Attributes:
        name: the function's, and what distinguishes this use of it.
        function: what is called.
        make: its arguments.
        factors: what may vary: the names of `make`'s parameters.
        loading: it is what prepares the result that is looked at, not what makes it.
        costly: a call takes so long that as many calls as another has choices of a factor are enough for all factors.
    """

    name: str
    function: Callable[..., object]
    make: Make
    factors: tuple[str, ...]
    loading: bool = False
    costly: bool = False

    def call(self, varied: Collection[str], index: int) -> Call:
        """A call in which some factors have the choice of an index, and the others their usual one."""
        draws = {factor: Draw(factor, index if factor in varied else _USUAL) for factor in self.factors}
        return partial(self.function, **self.make(**draws))


@dataclass(frozen=True)
class Verdict:
    """What was found.

    Attributes:
        name: the subject's.
        cases: how many calls were compared.
        clocks: the least and the most that one took.
        depends: the factors on which the instructions and their clocks depend, with the first two ways' parting.
        addresses: the factors on which addresses of data depend while the instructions do not.
    """

    name: str
    cases: int
    clocks: tuple[int, int]
    depends: Mapping[str, Parting]
    addresses: tuple[str, ...]

    @property
    def constant(self) -> bool:
        """Whether all calls took the same way."""
        return not self.depends

    def __str__(self) -> str:
        return "constant" if self.constant else f"depends on {' and '.join(self.depends)}"


def verdict(subject: Subject, cases: int) -> Verdict:
    """Call a subject with so many choices of each factor, and compare the ways; what each alone does not change is then
    varied together, once more. Of a costly subject it is so many calls in all, but some of each.
    """
    passes = len(subject.factors) + (len(subject.factors) > 1)
    each = max(-(-cases // passes), min(cases, _LEAST)) if subject.costly else cases
    found = _Found(subject, each)
    for factor in subject.factors:
        found.vary((factor,))
    steady = tuple(factor for factor in subject.factors if factor not in found.depends)
    if len(steady) > 1:
        found.vary(steady)
    addresses = tuple(factor for factor in steady if factor in found.addresses)
    return Verdict(subject.name, found.count, (min(found.clocks), max(found.clocks)), found.depends, addresses)


class _Found:
    """What calls have shown."""

    def __init__(self, subject: Subject, cases: int) -> None:
        self._subject, self._cases = subject, cases
        self.count = 0
        self.clocks: set[int] = set()
        self.depends: dict[str, Parting] = {}
        self.addresses: set[str] = set()

    def vary(self, factors: tuple[str, ...]) -> None:
        """Compare calls that differ in these."""
        loading = self._subject.loading
        first: Ways | None = None
        apart, moved = None, False
        for index in range(self._cases):
            ways = ways_of(self._subject.call(factors, index), loading=loading)
            self.clocks.add(sum(way.clocks for way in ways))
            first = first or ways
            if apart is None and flows(ways) != flows(first):
                apart = index
            moved |= ways != first
        self.count += self._cases
        if apart is not None:
            part = parting(*(self._subject.call(factors, index) for index in (0, apart)), loading=loading)
            assert part is not None  # their hashes differ
            self.depends[" with ".join(factors)] = part
        elif moved and not self.addresses.intersection(factors):
            self.addresses.update(factors)


def flows(ways: Ways) -> tuple[int, ...]:
    """What ways have in common if data addresses do not count."""
    return tuple(way.flow for way in ways)
