"""A cache for what texts mean: lines come again, in the next pass and in macros."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

LONGEST = 200
"""Characters of a text whose meaning is kept. That of a longer one takes up to a quarter of a megabyte."""
MOST = 2_000_000
"""Characters of all texts whose meaning a function keeps: then it begins anew. What an expression is compiled to takes
sixty times its length.
"""

_Rest = ParamSpec("_Rest")
_Result = TypeVar("_Result")
_Function = Callable[Concatenate[str, _Rest], _Result]


def cached_by_text(function: _Function[_Rest, _Result]) -> _Function[_Rest, _Result]:
    """Keep the results of a function of a text, and of hashable values behind it."""
    kept: dict[tuple[object, ...], _Result] = {}
    room = MOST

    @wraps(function)
    def look_up(text: str, /, *rest: _Rest.args, **named: _Rest.kwargs) -> _Result:
        nonlocal room
        key = (text, *rest)
        if key in kept:
            return kept[key]
        result = function(text, *rest, **named)
        if len(text) <= LONGEST:
            room -= len(text)
            if room < 0:
                kept.clear()
                room = MOST - len(text)
            kept[key] = result
        return result

    return look_up
