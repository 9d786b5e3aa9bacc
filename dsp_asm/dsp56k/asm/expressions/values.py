"""The values of expressions, typed numbers with a memory space attribute, and the operators.

ASM 3.3 (memory space attributes), 3.4 (integers of 24 and 48 bits, floating point), 3.6 (operators).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message, SourceError
from dsp56k.objects.module import Base
from dsp56k.objects.word_sizes import LONG_MASK, NO_SPACE, WORD_BITS, WORD_MASK, Space

# Integers are 48 bits (ASM 3.4); intermediate results may be as large as a host's 64-bit integer.
_LARGEST = 1 << 63
# "Invalid shift amount" (ASM D.4).
_LARGEST_SHIFT = 32


class Value:
    """A number (int or float), the memory space it belongs to, and whether it is `forward`.

    A forward value depends on a symbol that the current pass has not met yet: its number is the one of the pass before,
    or 0. A value that only the linker knows is `linked`: either the number counts from `base`, or `late` is the link
    expression. `signs` is how many relative terms are added in that, less those subtracted; None if external symbols
    take part.
    """

    __slots__ = ("base", "forward", "late", "number", "signs", "space")

    def __init__(
        self,
        number: int | float,
        space: Space = NO_SPACE,
        forward: bool = False,
        base: Base | None = None,
        late: str = "",
        signs: int | None = None,
    ) -> None:
        self.number = number
        self.space = space
        self.forward = forward
        self.base = base
        self.late = late
        self.signs = signs

    @property
    def linked(self) -> bool:
        """True if the linker resolves the value."""
        return self.base is not None or bool(self.late)

    @property
    def known(self) -> bool:
        """True if the value is final now."""
        return not self.forward and self.base is None and not self.late

    def evaluate(self, _context: object) -> Value:
        """Return the value itself: the evaluator of a constant."""
        return self

    def __repr__(self) -> str:
        forward = ", forward" if self.forward else ""
        return f"Value({self.number!r}, {self.space}{forward})"


UNKNOWN = Value(0, NO_SPACE, forward=True)
"""Value of a symbol that no pass has met yet."""


def fraction(number: float, bits: int = 24, *, rounded: bool = True) -> tuple[int, bool]:
    """Return the binary fraction of `bits` bits nearest to a number, convergently rounded, and whether it was limited.

    Without `rounded`, bits below the last one are truncated.

    ASM 3.8 (@FRC, @LFR) and D.3 "Expression value outside fractional domain".
    """
    scale = 1 << (bits - 1)
    if math.isnan(number):
        return 0, True
    if number < -1.0:
        return scale, True
    if number >= 1.0:
        return scale - 1, True
    # round() of a float is to even at the half, which is convergent rounding (UM 4-12).
    scaled = round(number * scale) if rounded else math.floor(number * scale)
    return min(scaled, scale - 1) & ((1 << bits) - 1), False


# The chart of ASM 3.3: the attribute of a result, by those of its operands; absent pairs are incompatible.
_JOINED: dict[tuple[Space, Space], Space] = {
    ("X", "X"): "X", ("Y", "Y"): "Y", ("L", "L"): "L", ("P", "P"): "P", ("N", "N"): "N",
    ("X", "L"): "X", ("L", "X"): "X", ("Y", "L"): "Y", ("L", "Y"): "Y",
    ("X", "N"): "X", ("Y", "N"): "Y", ("L", "N"): "L", ("P", "N"): "P",
    ("N", "X"): "X", ("N", "Y"): "Y", ("N", "L"): "L", ("N", "P"): "P",
}  # fmt: skip


def compatible(first: Space, second: Space) -> bool:
    """Return True if two memory space attributes are compatible (ASM 3.3)."""
    return (first, second) in _JOINED


def as_float(number: int | float) -> float:
    """Return a number as floating point, as ASM56000 converts it.

    An integer that needs more than 24 bits is kept as two words, and if the low one's top bit is set its conversion
    comes out one unit of the high word too large. Motorola's 3.1 does so (the crystal frequency 27000000 counts as
    43777216 in floating point expressions of programs in the field), and delay constants depend on it.
    """
    if isinstance(number, int) and not -(1 << 23) <= number < 1 << 24 and number >> 23 & 1:
        return float(number + (1 << 24))
    return float(number)


def _checked(number: int | float) -> int | float:
    if isinstance(number, int):
        if -_LARGEST <= number < _LARGEST:
            return number
        raise SourceError(messages.RESULT_TOO_LARGE, bits=64)
    if math.isinf(number) or math.isnan(number):
        raise SourceError(messages.ARITHMETIC)
    return number


def _integer(value: Value) -> int:
    if isinstance(value.number, float):
        raise SourceError(messages.FLOAT_OPERATOR)
    return value.number


def _divide(a: int | float, b: int | float) -> int | float:
    if b == 0:
        raise SourceError(messages.DIVIDE_BY_ZERO)
    if isinstance(a, int) and isinstance(b, int):
        quotient = abs(a) // abs(b)
        return quotient if (a < 0) == (b < 0) else -quotient
    return a / b


def _modulo(a: int | float, b: int | float) -> int | float:
    if isinstance(a, int) and isinstance(b, int):
        if b == 0:
            raise SourceError(messages.DIVIDE_BY_ZERO)
        rest = abs(a) % abs(b)
        return -rest if a < 0 else rest
    return math.fmod(a, b) if b != 0 else a


def _complement(number: int) -> int:
    """Return the one's complement in the internal format of 24 or 48 bits (ASM 3.4): `~$800000` is a word, $7FFFFF."""
    for mask in (WORD_MASK, LONG_MASK):
        if mask >> 1 < number <= mask:
            return number ^ mask
    return ~number


def _shift(left: Value, right: Value, up: bool) -> int:
    number, count = _integer(left), _integer(right)
    if not 0 <= count <= _LARGEST_SHIFT:
        raise SourceError(messages.SHIFT_AMOUNT, count=count)
    return number << count if up else number >> count


# Operators whose result keeps a memory space: number from the two values.
_SPACED: dict[str, Callable[[Value, Value], int | float]] = {
    "*": lambda a, b: a.number * b.number,
    "/": lambda a, b: _divide(a.number, b.number),
    "%": lambda a, b: _modulo(a.number, b.number),
    "+": lambda a, b: a.number + b.number,
    "-": lambda a, b: a.number - b.number,
    "&": lambda a, b: _integer(a) & _integer(b),
    "|": lambda a, b: _integer(a) | _integer(b),
    "^": lambda a, b: _integer(a) ^ _integer(b),
    "<<": lambda a, b: _shift(a, b, up=True),
    ">>": lambda a, b: _shift(a, b, up=False),
}

# Operators whose result is 0 or 1, of no space.
_TRUTH: dict[str, Callable[[Value, Value], bool]] = {
    "<": lambda a, b: a.number < b.number,
    ">": lambda a, b: a.number > b.number,
    "==": lambda a, b: a.number == b.number,
    "<=": lambda a, b: a.number <= b.number,
    ">=": lambda a, b: a.number >= b.number,
    "!=": lambda a, b: a.number != b.number,
    "&&": lambda a, b: a.number != 0 and b.number != 0,
    "||": lambda a, b: a.number != 0 or b.number != 0,
}


class Listener(Protocol):
    """The receiver of warnings about the operator text[at] of an expression."""

    def warn_within(self, kind: Message, at: int, length: int, **values: object) -> None:
        """See expressions.parser.Context."""

    def space_mismatch(self, left: Space, right: Space, at: int) -> None:
        """See expressions.parser.Context."""


def binary(operator: str, left: Value, right: Value, listener: Listener, at: int) -> Value:
    """Apply a binary operator.

    The listener receives a warning about incompatible spaces; the left one is used then.
    """
    forward = left.forward or right.forward
    if (truth := _TRUTH.get(operator)) is not None:
        return Value(int(truth(left, right)), NO_SPACE, forward)
    if isinstance(left.number, float) != isinstance(right.number, float):
        left = Value(as_float(left.number), left.space)
        right = Value(as_float(right.number), right.space)
    try:
        number = _checked(_SPACED[operator](left, right))
    except OverflowError as error:
        raise SourceError(messages.ARITHMETIC) from error
    space = _JOINED.get((left.space, right.space))
    if operator == "-" and left.space == right.space:
        # The difference of two addresses has no space: 6.3.4 gives a difference of X addresses none in its symbol
        # table.
        space = NO_SPACE
    elif space is None:
        listener.space_mismatch(left.space, right.space, at)
        space = left.space
    return Value(number, space if isinstance(number, int) else NO_SPACE, forward)


def fits_word(number: int, bits: int = WORD_BITS) -> bool:
    """Return True if an integer can be written in `bits` bits, signed or unsigned."""
    return -(1 << (bits - 1)) <= number < 1 << bits


def unary(operator: str, value: Value) -> Value:
    """Apply a unary operator: + - ~ ! (ASM 3.6.1)."""
    if operator == "+":
        return value
    if operator == "-":
        return Value(-value.number, value.space, value.forward)
    if operator == "~":
        return Value(_complement(_integer(value)), value.space, value.forward)
    return Value(int(_integer(value) == 0), NO_SPACE, value.forward)
