"""What every reader checks, whatever the file: symbols must fit all formats, link expressions take a bearable time."""

from __future__ import annotations

import math

_LONGEST_NAME = 4096
MOST_EXPRESSIONS = 1 << 24
"""Characters of all link expressions of a module: some hundred for each word of program memory."""


def is_name(text: str) -> bool:
    """Whether a text can name a symbol: something printable without blanks."""
    return 0 < len(text) <= _LONGEST_NAME and text.isprintable() and " " not in text


def real(text: str) -> float:
    """A finite number. Raises ValueError for any other text, also for the names of what is not finite."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value
