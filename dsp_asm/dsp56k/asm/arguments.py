"""Checks of the assembler's arguments: an invalid one is an error with its name and value as fields."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import SupportsIndex

from dsp56k.isa import CHIPS
from dsp56k.isa.errors import Dsp56kError

_DEFINE_BITS = 64
"""No number of a source has more bits (ASM 3.4 has 48)."""


class ArgumentError(Dsp56kError, TypeError):
    """An argument of the wrong type or size; `field`, `value`."""


def require_str(value: object, name: str) -> str:
    """Return the value if it is a str. Raises ArgumentError."""
    if not isinstance(value, str):
        raise _error(name, "a str", value)
    return value


def require_int(value: object, name: str) -> int:
    """Return an integer of any type, such as numpy's, as an int. Raises ArgumentError."""
    try:
        return operator.index(value)  # type: ignore[arg-type]  # the call checks it
    except TypeError:
        raise _error(name, "an integer", value) from None


def require_path(value: object, name: str) -> Path:
    """Return the value as a path. Raises ArgumentError."""
    if not isinstance(value, str | os.PathLike):
        raise _error(name, "a path", value)
    try:
        return Path(value)
    except TypeError:
        # A path of bytes.
        raise _error(name, "a path", value) from None


def require_chip(value: object) -> str:
    """Return the value if it is the name of a chip. Raises ArgumentError."""
    name = require_str(value, "chip")
    if name not in CHIPS:
        raise ArgumentError(f"chip must be {' or '.join(CHIPS)}, got {name!r}", field="chip", value=name)
    return name


def require_list(values: object, name: str) -> list[object]:
    """Return the items of a list; a str is not a list. Raises ArgumentError."""
    if isinstance(values, str | bytes | os.PathLike):
        raise ArgumentError(f"{name} must be a list, got {values!r}; pass it as [{values!r}]", field=name, value=values)
    if not isinstance(values, Iterable):
        raise _error(name, "a list", values)
    return list(values)


def replacements(values: object) -> dict[str, str]:
    """Return DEFINE symbols and their strings; a number is replaced by its digits. Raises ArgumentError."""
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise _error("defines", "a mapping from names to strings", values)
    return {require_str(name, "a name of defines"): _replacement(value) for name, value in values.items()}


def _replacement(value: object) -> str:
    if isinstance(value, SupportsIndex):
        number = operator.index(value)
        if number.bit_length() > _DEFINE_BITS:
            raise ArgumentError(
                f"a number of defines must have at most {_DEFINE_BITS} bits", field="defines", value=value
            )
        return str(number)
    if isinstance(value, str | float):
        return str(value)
    raise _error("a value of defines", "a str or a number", value)


def _error(name: str, wanted: str, value: object) -> ArgumentError:
    return ArgumentError(f"{name} must be {wanted}, got {type(value).__name__}", field=name, value=value)
