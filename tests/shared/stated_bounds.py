"""What the heads of the big-number routines say of A and B: the bounds on intermediate values."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from dsp56k.lib.tables import SOURCES

Bound = Callable[[int], int]
"""From the number of digits, how far an accumulator may be from 0."""
_STATED = re.compile(
    r"^; Bounds: \|A\|, \|B\| <= (?:\((?P<factor>\d*)n \+ (?P<added>\d+)\) |(?P<times>\d+) \* )?2\^(?P<power>\d+)\n"
    r"(?:;.*\n)*(?P<routine>\w+)(?: +macro.*)?$",
    re.MULTILINE,
)
_HEAD = re.compile(r"^; Changes: .*\n(?:;.*\n)*(\w+)$", re.MULTILINE)
OTHERS = 1 << 49
"""Of routines that state none: words, and sums of a few."""


def _bound(factor: int, added: int, power: int) -> Bound:
    return lambda digits: (factor * digits + added) << power


@cache
def bounds() -> dict[str, Bound]:
    """By routine, what its head says."""
    return bounds_in("".join(_sources()))


def bounds_in(text: str) -> dict[str, Bound]:
    """Those that a source states."""
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


def _sources() -> list[str]:
    return [path.read_text(encoding="ascii") for path in sorted((SOURCES / "bignum").rglob("*.asm"))]
