"""What readers share: where a file is wrong, and what every reader checks, whatever the file.

Symbols must fit all formats, words must fit memory, and link expressions must take a bearable time.
"""

from __future__ import annotations

import math
import re

from dsp56k.asm.machine import LONG_MASK, TOP
from dsp56k.isa.errors import Dsp56kError

MOST_WORDS = 16 * TOP
"""Every word of every space, several times over: more is a file made to fill the memory."""
MOST_EXPRESSIONS = 1 << 24
"""Characters of all link expressions of a module: some hundred for each word of program memory."""
_LONGEST_NAME = 4096
_HEX = re.compile(r"[0-9A-Fa-f]{1,12}")


class ObjectFormatError(Dsp56kError):
    """An object file that cannot be read; `file`, and `field` and `offset` or `line`."""


class BytesReader:
    """A reader of a file of bytes, whose errors name a field and its offset."""

    def __init__(self, file: str, data: bytes) -> None:
        self.file = file
        self.data = data

    def error(self, field: str, offset: int, message: str) -> ObjectFormatError:
        """What is wrong, and where in the file."""
        text = f"{self.file}: {field} at byte {offset}: {message}"
        return ObjectFormatError(text, file=self.file, field=field, offset=offset)

    def take(self, offset: int, size: int, field: str) -> bytes:
        """Bytes of the file. Raises ObjectFormatError where it is too short."""
        if offset < 0 or offset + size > len(self.data):
            raise self.error(field, offset, f"truncated: {size} bytes needed, the file has {len(self.data)}")
        return self.data[offset : offset + size]


class LinesReader:
    """A reader of a file of text, whose errors name the present line."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.line = 0

    def error(self, message: str) -> ObjectFormatError:
        """What is wrong on the present line."""
        return ObjectFormatError(f"{self.file}:{self.line}: {message}", file=self.file, line=self.line)

    def number(self, text: str, limit: int) -> int:
        """A hexadecimal number. Raises ObjectFormatError."""
        if _HEX.fullmatch(text) is None or (value := int(text, 16)) > limit:
            raise self.error(f"{text!r} is no hexadecimal number up to ${limit:X}")
        return value

    def check_name(self, text: str, of: str = "symbol") -> None:
        """Raise ObjectFormatError unless a text can be the name of a symbol or section."""
        if not is_name(text):
            raise self.error(f"{text!r} cannot be the name of a {of}")

    def symbol_value(self, text: str, *, floating: bool) -> int | float:
        """The value of a symbol: a hexadecimal integer, or a number in floating point. Raises ObjectFormatError."""
        if not floating:
            return self.number(text, LONG_MASK)
        try:
            return real(text)
        except ValueError:
            raise self.error(f"{text!r} is no number") from None


def is_name(text: str) -> bool:
    """Whether a text can name a symbol or section: something printable without blanks."""
    return 0 < len(text) <= _LONGEST_NAME and text.isprintable() and " " not in text


def real(text: str) -> float:
    """A finite number. Raises ValueError for any other text, also for the names of what is not finite."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value
