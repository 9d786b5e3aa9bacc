"""A cache for what texts mean: lines come again, in the next pass and in macros."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

LONGEST = 200
"""Characters of a text whose meaning is kept. That of a longer one takes up to a quarter of a megabyte."""
MOST = 2_000_000
"""Characters of all texts whose meaning a function keeps: then it begins again. What an expression is compiled to takes
sixty times its length.
"""
EACH = 30
"""Characters that a text counts besides its own: a kilobyte or two are kept of the shortest."""

_Rest = TypeVarTuple("_Rest")
_Result = TypeVar("_Result")


class _Kept(dict[tuple[str, tuple[*_Rest]], _Result]):
    """Results by text and what stands beside it."""

    room = MOST

    def keep(self, text: str, rest: tuple[*_Rest], result: _Result) -> _Result:
        """Keep a result, if its text is not too long."""
        if len(text) <= LONGEST:
            cost = len(text) + EACH
            self.room -= cost
            if self.room < 0:
                self.clear()
                self.room = MOST - cost
            self[text, rest] = result
        return result


def cached_by_text(function: Callable[[str, *_Rest], _Result]) -> Callable[[str, *_Rest], _Result]:
    """Keep the results, which are never None, of a function of a text, and of hashable values after it."""
    kept: _Kept[*_Rest, _Result] = _Kept()
    find, keep = kept.get, kept.keep

    @wraps(function)
    def look_up(text: str, *rest: *_Rest) -> _Result:
        known = find((text, rest))
        return known if known is not None else keep(text, rest, function(text, *rest))

    return look_up


def cached_wherever(function: Callable[[str, int, *_Rest], _Result]) -> Callable[[str, int, *_Rest], _Result]:
    """The same for a function of a text, of the column where it stands, and of hashable values after them.

    The column is for its exceptions alone, which are not kept: a text means the same wherever it stands.
    """
    kept: _Kept[*_Rest, _Result] = _Kept()
    find, keep = kept.get, kept.keep

    @wraps(function)
    def look_up(text: str, column: int, *rest: *_Rest) -> _Result:
        known = find((text, rest))
        return known if known is not None else keep(text, rest, function(text, column, *rest))

    return look_up
