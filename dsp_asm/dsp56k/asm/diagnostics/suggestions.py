"""Suggestions: the name that was perhaps meant where one is unknown."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from dsp56k.asm.diagnostics.model import Advice

_LONGEST_GUESS = 40
_MOST_GUESSES = 5000
_LIKENESS = 0.75


def suggestion(name: str, known: Iterable[str]) -> Advice:
    """The known name that is most like an unknown one, if any is."""
    return _guess(name[:_LONGEST_GUESS], tuple(known)[:_MOST_GUESSES])


@lru_cache(maxsize=1000)
def _guess(name: str, known: tuple[str, ...]) -> Advice:
    lower = name.lower()
    spelled = {other.lower(): other for other in known}
    if same := spelled.get(lower):
        return Advice((f"did you mean {same}? The case of letters counts",), same)
    # Imported where it is needed, for it would slow every start of the assembler.
    from difflib import get_close_matches

    near = get_close_matches(lower, spelled, 1, _LIKENESS)
    return Advice((f"did you mean {spelled[near[0]]}?",), spelled[near[0]]) if near else Advice()
