"""The bounds on intermediate values of A and B in the header comments of routines."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from dsp56k.lib import SOURCES

Bound = Callable[[int], int]
"""From the number of digits, how far an accumulator may be from 0."""
_STATED = re.compile(
    r"^; Bounds: \|A\|, \|B\| <= (?:\((?P<factor>\d*)n \+ (?P<added>\d+)\) |(?P<times>\d+) \* )?2\^(?P<power>\d+)"
    r"(?P<not_plain> but for plain)?\n"
    r"(?:;.*\n)*(?P<routine>\w+)(?: +macro.*)?$",
    re.MULTILINE,
)
_HEAD = re.compile(r"^; Changes: .*\n(?:;.*\n)*(\w+)$", re.MULTILINE)
OTHERS = 1 << 49
"""Bound of big-number routines without `Bounds`: words, and sums of a few."""


def _bound(factor: int, added: int, power: int) -> Bound:
    return lambda digits: (factor * digits + added) << power


@cache
def bounds(folder: str = ".") -> dict[str, Bound]:
    """Return the bounds in the headers of routines, by routine, for the sources of a directory or for all."""
    return bounds_in("".join(_sources(folder)))


@cache
def not_plain() -> frozenset[str]:
    """Routines whose plain variant keeps to no bound: it turns words by shifts that lose bits, as in C."""
    return frozenset(found["routine"] for found in _STATED.finditer("".join(_sources())) if found["not_plain"])


def bounds_in(text: str) -> dict[str, Bound]:
    """Return the bounds in a source."""
    return {
        found["routine"]: _bound(
            int(found["factor"] or 1) if found["added"] else 0,
            int(found["added"] or found["times"] or 1),
            int(found["power"]),
        )
        for found in _STATED.finditer(text)
    }


@cache
def routines() -> frozenset[str]:
    """All that have a head; their other labels belong to the one before."""
    return frozenset(_HEAD.findall("".join(_sources())))


@cache
def unbound() -> frozenset[str]:
    """Return routines without bounds: the firmware's, whose checksums are modulo 2^48, and those that move words."""
    return routines() - bounds().keys() - frozenset(_HEAD.findall("".join(_sources("bignum"))))


def _sources(folder: str = ".") -> list[str]:
    return [path.read_text(encoding="ascii") for path in sorted((SOURCES / folder).rglob("*.asm"))]
