"""The name that a misspelt one was perhaps meant to be: the one helper behind every "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable

from dsp56k.system.text import described, shown

LIKENESS = 0.6
"""Least ratio of difflib at which two names are alike, its own default: `falkon` and `falcon` have 0.83."""
MIN_ABBREVIATION = 3
"""Letters of a name that shortens another: two letters occur in their order in most words."""
MAX_LENGTH = 40
MAX_NAMES = 5000
"""Beyond these a comparison would take longer than a person waits: difflib is quadratic in the length."""


def nearest(name: str, known: Iterable[str], likeness: float = LIKENESS) -> str | None:
    """Return the known name that is most like `name`, or None if none is.

    Case does not count. Two adjacent letters that were exchanged (`bfu`, `buf`) come first; difflib counts them as two
    errors, which are too many in a short name. `likeness` is the least ratio of difflib.
    """
    lower = name[:MAX_LENGTH].lower()
    spelled: dict[str, str] = {}
    for _, other in zip(range(MAX_NAMES), known, strict=False):
        spelled.setdefault(other.lower(), other)
    if lower in spelled:
        return spelled[lower]
    for at in range(len(lower) - 1):
        if (exchanged := lower[:at] + lower[at + 1] + lower[at] + lower[at + 2 :]) in spelled:
            return spelled[exchanged]
    # Imported only here, because it would slow every start of a command.
    from difflib import get_close_matches

    if near := get_close_matches(lower, spelled, 1, likeness):
        return spelled[near[0]]
    return None


def abbreviation(word: str, known: Iterable[str]) -> str | None:
    """Return the first known name that shortens `word`, as `asm` does `assemble`: it has some of its letters."""
    return next((name for name in known if len(name) >= MIN_ABBREVIATION and _shortens(name, word.lower())), None)


def _shortens(short: str, word: str) -> bool:
    letters = iter(word)
    return short[:1] == word[:1] and all(letter in letters for letter in short)


def unknown(what: str, name: object, known: Iterable[str], other: str = "") -> str:
    """Return the message about a name that a list does not have: the most similar one, the list, and `other` than it.

    `unknown board 'falkon'; did you mean falcon? Expected one of bare, falcon, next`
    """
    return f"unknown {what} {described(name)}{expected(name, known, other)}"


def expected(name: object, known: Iterable[str], other: str = "") -> str:
    """Return the second part of `unknown`, for a message that has named the name already."""
    names = list(known)
    listed = f"one of {', '.join(map(shown, names))}" if names else ""
    choices = ", or ".join(part for part in (listed, other) if part) or "none"
    near = did_you_mean(name, names)
    return f"{near} Expected {choices}" if near else f": expected {choices}"


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown name, as `; did you mean falcon?`: "" if no name is like it."""
    near = nearest(name, known) if isinstance(name, str) else None
    return f"; did you mean {near}?" if near is not None else ""
