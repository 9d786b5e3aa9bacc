"""A cache for parsed texts: lines occur again in the next pass and in macros."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

LONGEST = 200
"""Characters of a text whose result is stored. The result of a longer one takes up to a quarter of a megabyte."""
MOST = 2_000_000
"""Characters of all texts whose results a function stores: then it begins again. A compiled expression takes
sixty times its length.
"""
EACH = 30
"""Characters that are added to the length of each text: the shortest ones need a kilobyte or two."""

_Rest = TypeVarTuple("_Rest")
_Result = TypeVar("_Result")


class _Kept(dict[tuple[str, tuple[*_Rest]], _Result]):
    """Results by text and the values after it."""

    room = MOST

    def keep(self, key: tuple[str, tuple[*_Rest]], result: _Result) -> _Result:
        """Store a result if its text is not too long."""
        length = len(key[0])
        if length <= LONGEST:
            cost = length + EACH
            self.room -= cost
            if self.room < 0:
                self.clear()
                self.room = MOST - cost
            self[key] = result
        return result


def cached_by_text(function: Callable[[str, *_Rest], _Result]) -> Callable[[str, *_Rest], _Result]:
    """Cache the results, which are never None, of a function of a text, and of hashable values after it."""
    kept: _Kept[*_Rest, _Result] = _Kept()
    find, keep = kept.get, kept.keep

    @wraps(function)
    def look_up(text: str, *rest: *_Rest) -> _Result:
        key = (text, rest)
        known = find(key)
        return known if known is not None else keep(key, function(text, *rest))

    return look_up


def cached_wherever(function: Callable[[str, int, *_Rest], _Result]) -> Callable[[str, int, *_Rest], _Result]:
    """Cache the results of a function of a text, of its column, and of hashable values after them.

    Only its exceptions use the column, and they are not stored: the result of a text does not depend on its column.
    """
    kept: _Kept[*_Rest, _Result] = _Kept()
    find, keep = kept.get, kept.keep

    @wraps(function)
    def look_up(text: str, column: int, *rest: *_Rest) -> _Result:
        key = (text, rest)
        known = find(key)
        return known if known is not None else keep(key, function(text, column, *rest))

    return look_up
