"""Binary and text readers with the location of errors and the budget of a file (budget.py)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from dsp56k.isa.errors import Dsp56kError
from dsp56k.objects import budget as limits
from dsp56k.objects.budget import LONGEST_LINE, LONGEST_NAME, Budget, Limit
from dsp56k.objects.word_sizes import LONG_MASK
from dsp56k.system.text import decode_text

_HEX = re.compile(r"[0-9A-Fa-f]{1,12}")


class ObjectFormatError(Dsp56kError):
    """An object file cannot be read; `file`, and `field` and `offset` or `line`."""


class UnknownFormatError(ObjectFormatError):
    """Neither the first bytes nor the name of a file determine a format of object files; `file`, `field`."""


def is_name(text: str) -> bool:
    """Return True if a text can name a symbol or section: printable, without spaces."""
    return 0 < len(text) <= LONGEST_NAME and text.isprintable() and " " not in text


class BytesReader:
    """A reader of a file of bytes, whose errors name a field and its offset."""

    def __init__(self, file: str, data: bytes, budget: Budget | None = None) -> None:
        self.file = file
        self.data = data
        self.budget = budget or Budget()

    def error(self, field: str, offset: int, message: str) -> ObjectFormatError:
        """Return an error with its location in the file."""
        text = f"{self.file}: {field} at byte {offset}: {message}"
        return ObjectFormatError(text, file=self.file, field=field, offset=offset)

    def span(self, offset: int, size: int, field: str) -> range:
        """Return the offsets of a part of the file. Raises ObjectFormatError if the file is too short."""
        if offset < 0 or offset + size > len(self.data):
            raise self.error(field, offset, f"truncated: expected {size} bytes, the file has {len(self.data)}")
        return range(offset, offset + size)

    def take(self, offset: int, size: int, field: str) -> bytes:
        """Return the bytes of a part of the file. Raises ObjectFormatError if the file is too short."""
        part = self.span(offset, size, field)
        return self.data[part.start : part.stop]

    def spend(self, limit: Limit, amount: int, field: str, offset: int) -> None:
        """Charge an amount to the file's budget, before memory is used for it. Raises ObjectFormatError."""
        if not self.budget.spend(limit, amount):
            raise self.error(field, offset, f"more than {limit.most} {limit.what} in total")

    def string(
        self,
        table: range,
        at: int,
        field: str,
        offset: int,
        *,
        limit: Limit = limits.NAMES,
        longest: int = LONGEST_NAME,
    ) -> bytes:
        """Return the bytes of a string at `at` of a string table, whose range in the file is `table`, up to a NUL.

        Several entries can share a string or its end, so each use is charged to the budget. Raises ObjectFormatError.
        """
        start = table.start + at
        end = self.data.find(b"\0", start, min(table.stop, start + longest + 1))
        if end < 0:
            wrong = f"is longer than {longest} characters" if start + longest < table.stop else "is outside the table"
            raise self.error(field, offset, f"string offset {at} {wrong}")
        self.spend(limit, end - start, field, offset)
        return self.data[start:end]

    def check_name(self, text: str, field: str, offset: int, of: str = "symbol") -> None:
        """Raise ObjectFormatError unless a text can be the name of a symbol or section."""
        if not is_name(text):
            raise self.error(field, offset, f"{text!r} cannot be the name of a {of}")


class LinesReader:
    """A reader of a text file, whose errors name the current line."""

    def __init__(self, file: str, budget: Budget | None = None) -> None:
        self.file = file
        self.line = 0
        self.budget = budget or Budget()

    def error(self, message: str) -> ObjectFormatError:
        """Return an error on the current line."""
        return ObjectFormatError(f"{self.file}:{self.line}: {message}", file=self.file, line=self.line)

    def spend(self, limit: Limit, amount: int = 1) -> None:
        """Charge an amount to the file's budget, before memory is used for it. Raises ObjectFormatError."""
        if not self.budget.spend(limit, amount):
            raise self.error(f"more than {limit.most} {limit.what} in total")

    def lines(self, data: bytes) -> Iterator[str]:
        """Yield the lines of a text file. `line` is the number of the current one. Raises ObjectFormatError.

        Bytes are decoded as Latin-1, because comments have the character sets of their authors' machines.
        """
        text = decode_text(data, "latin-1")
        if (binary := text.find("\0")) >= 0:
            self.line = text.count("\n", 0, binary) + 1
            raise self.error("not a text file: it contains the byte $00")
        # The lines are charged before the list exists: millions of empty lines would not fit into memory.
        self.line = text.count("\n")
        self.spend(limits.LINES, self.line)
        self.line = 0
        for line in text.removesuffix("\n").split("\n"):
            self.line += 1
            if len(line) > LONGEST_LINE:
                raise self.error(f"longer than {LONGEST_LINE} characters")
            yield line

    def number(self, text: str, limit: int) -> int:
        """Return a hexadecimal number. Raises ObjectFormatError."""
        if _HEX.fullmatch(text) is None or (value := int(text, 16)) > limit:
            raise self.error(f"expected a hexadecimal number up to ${limit:X}, got {text!r}")
        return value

    def check_name(self, text: str, of: str = "symbol") -> None:
        """Raise ObjectFormatError unless a text can be the name of a symbol or section."""
        if not is_name(text):
            raise self.error(f"{text!r} cannot be the name of a {of}")
        self.spend(limits.NAMES, len(text))

    def symbol_value(self, text: str, *, floating: bool) -> int | float:
        """Return the value of a symbol, a hexadecimal integer or a floating-point number. Raises ObjectFormatError."""
        if not floating:
            return self.number(text, LONG_MASK)
        try:
            return real(text)
        except ValueError:
            raise self.error(f"expected a number, got {text!r}") from None


def real(text: str) -> float:
    """Return a finite number. Raises ValueError for any other text, also for "inf" and "nan"."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value
