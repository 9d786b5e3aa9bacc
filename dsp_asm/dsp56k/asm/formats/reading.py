"""What readers share: the readers of dsp56k.objects with the assembler's exception, and numbers of symbols."""

from __future__ import annotations

import math

from dsp56k import objects
from dsp56k.isa.errors import Dsp56kError
from dsp56k.objects.machine import LONG_MASK


class ObjectFormatError(Dsp56kError):
    """An object file that cannot be read; `file`, and `field` and `offset` or `line`."""


class BytesReader(objects.BytesReader):
    """A reader of bytes; its errors are ObjectFormatError with `file`, `field` and `offset`."""

    failure = ObjectFormatError


class LinesReader(objects.LinesReader):
    """A reader of lines; its errors are ObjectFormatError with `file` and `line`."""

    failure = ObjectFormatError

    def symbol_value(self, text: str, *, floating: bool) -> int | float:
        """The value of a symbol: a hexadecimal integer, or a number in floating point. Raises ObjectFormatError."""
        if not floating:
            return self.number(text, LONG_MASK)
        try:
            return real(text)
        except ValueError:
            raise self.error(f"{text!r} is no number") from None


def real(text: str) -> float:
    """A finite number. Raises ValueError for any other text, also for the names of what is not finite."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value
