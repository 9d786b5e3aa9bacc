"""A cache for what texts mean: lines come again, in the next pass and in macros."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

LONGEST = 200
"""Characters of a text whose meaning is kept. That of a longer one takes up to a quarter of a megabyte, and a program
may have thousands of them.
"""

_Rest = ParamSpec("_Rest")
_Result = TypeVar("_Result")
_Function = Callable[Concatenate[str, _Rest], _Result]


def cached_by_text(entries: int) -> Callable[[_Function[_Rest, _Result]], _Function[_Rest, _Result]]:
    """Keep the last `entries` results of a function of a text, and of hashable values behind it; long texts apart."""

    def decorate(function: _Function[_Rest, _Result]) -> _Function[_Rest, _Result]:
        kept: _Function[_Rest, _Result] = lru_cache(entries)(function)

        @wraps(function)
        def look_up(text: str, /, *rest: _Rest.args, **named: _Rest.kwargs) -> _Result:
            return (kept if len(text) <= LONGEST else function)(text, *rest, **named)

        return look_up

    return decorate
