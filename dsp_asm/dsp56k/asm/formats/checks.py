"""What every reader checks of a symbol, whatever the file: its name and its value must fit all formats."""

from __future__ import annotations

import math

_LONGEST_NAME = 4096


def is_name(text: str) -> bool:
    """Whether a text can name a symbol: something printable without blanks."""
    return 0 < len(text) <= _LONGEST_NAME and text.isprintable() and " " not in text


def real(text: str) -> float:
    """A finite number. Raises ValueError for any other text, also for the names of what is not finite."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value
