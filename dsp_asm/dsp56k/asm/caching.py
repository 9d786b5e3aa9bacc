"""A cache for what texts mean: lines come again, in the next pass and in macros."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

LONGEST = 200
"""Characters of a text whose meaning is kept. That of a longer one takes up to a quarter of a megabyte."""
MOST = 2_000_000
"""Characters of all texts whose meaning a function keeps: then it begins anew. What an expression is compiled to takes
sixty times its length.
"""

_Rest = TypeVarTuple("_Rest")
_Result = TypeVar("_Result")


def cached_by_text(function: Callable[[str, *_Rest], _Result]) -> Callable[[str, *_Rest], _Result]:
    """Keep the results, which are never None, of a function of a text, and of hashable values behind it."""
    kept: dict[tuple[str, tuple[*_Rest]], _Result] = {}
    find = kept.get
    room = MOST

    @wraps(function)
    def look_up(text: str, *rest: *_Rest) -> _Result:
        nonlocal room
        known = find((text, rest))
        if known is not None:
            return known
        result = function(text, *rest)
        if len(text) <= LONGEST:
            room -= len(text)
            if room < 0:
                kept.clear()
                room = MOST - len(text)
            kept[text, rest] = result
        return result

    return look_up
