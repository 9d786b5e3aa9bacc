"""What the time of a routine depends on, found out by calling it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from dsp56k.testing.timing.draws import Draw
from dsp56k.testing.ways import Call, Parting, Ways, parting, ways_of

_USUAL = 9
"""The index of what stands for a factor while another varies."""

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
    """

    name: str
    function: Callable[..., object]
    make: Make
    factors: tuple[str, ...]
    loading: bool = False

    def call(self, varied: str, index: int) -> Call:
        """A call in which one factor has the choice of an index, and the others their usual one."""
        draws = {factor: Draw(factor, index if factor == varied else _USUAL) for factor in self.factors}
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
    """Call a subject with so many choices of each factor, and compare the ways."""
    depends: dict[str, Parting] = {}
    addresses: list[str] = []
    clocks: set[int] = set()
    for factor in subject.factors:
        calls = [subject.call(factor, index) for index in range(cases)]
        ways = [ways_of(call, loading=subject.loading) for call in calls]
        clocks.update(sum(way.clocks for way in found) for found in ways)
        other = next((index for index in range(cases) if flows(ways[index]) != flows(ways[0])), None)
        if other is not None:
            part = parting(calls[0], calls[other], loading=subject.loading)
            assert part is not None  # their hashes differ
            depends[factor] = part
        elif any(found != ways[0] for found in ways):
            addresses.append(factor)
    return Verdict(subject.name, cases * len(subject.factors), (min(clocks), max(clocks)), depends, tuple(addresses))


def flows(ways: Ways) -> tuple[int, ...]:
    """What ways have in common if data addresses do not count."""
    return tuple(way.flow for way in ways)
