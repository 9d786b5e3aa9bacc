"""Words that are no program."""

from __future__ import annotations


class FailedWords(dict[tuple[str, int], int]):
    """What could be made of a source with errors, by (space, address): to be looked at, and refused by what loads."""
