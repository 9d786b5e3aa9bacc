"""Suggestions: the name that was perhaps meant where one is unknown."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

_LONGEST_GUESS = 40
_MOST_GUESSES = 5000
_LIKENESS = 0.75


def suggestion(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """A note with the known name that is most like an unknown one, if any is."""
    return _guess(name[:_LONGEST_GUESS], tuple(known)[:_MOST_GUESSES])


@lru_cache(maxsize=1000)
def _guess(name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    lower = name.lower()
    spelled = {other.lower(): other for other in known}
    if same := spelled.get(lower):
        return (f"did you mean {same}? The case of letters counts",)
    # Imported where it is needed, for it would slow every start of the assembler.
    from difflib import get_close_matches

    near = get_close_matches(lower, spelled, 1, _LIKENESS)
    return (f"did you mean {spelled[near[0]]}?",) if near else ()
