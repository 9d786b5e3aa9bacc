"""Kinds of operands: each converts a caller's values to unsigned words and back."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any

from dsp56k.lib.digits import DIGIT_BITS, from_digits, largest, to_digits
from dsp56k.lib.errors import OperandError
from dsp56k.system.text import described

FRACTION_BITS = {24: 23, 48: 47, 56: 47}
"""Bits after the point of a word, a long word and an accumulator (UM 3-3): 1.23, 1.47 and 9.47."""
FLOAT_BITS = 53
"""Bits that a float holds exactly; wider fractions are read as `Fraction`."""
BYTE_BITS = 8


@dataclass(frozen=True)
class Shape:
    """Number and width of a value's words; `count` is None for a single one, which is not a list then."""

    width: int
    count: int | None

    @property
    def words(self) -> int:
        """Number of words."""
        return 1 if self.count is None else self.count


Encode = Callable[[str, Any, Shape], list[int]]
Decode = Callable[[list[int], Shape], Any]


@dataclass(frozen=True)
class Kind:
    """A form of values.

    Attributes:
        encode: converts a value of the operand of this name to unsigned words; OperandError if it does not fit.
        decode: converts unsigned words to the value.
        widths: the widths of words it is for.
        whole: True if it is one value, independent of the number of words.
    """

    encode: Encode
    decode: Decode
    widths: frozenset[int]
    whole: bool = False


def _refused(name: str, value: object, why: str) -> OperandError:
    return OperandError(f"{name}: {why}", name=name, value=value)


def _whole(name: str, value: object) -> int:
    try:
        return operator.index(value)  # type: ignore[arg-type]  # a value without an index is refused
    except TypeError:
        raise _refused(name, value, f"must be an integer, got {described(value)}") from None


def _items(name: str, value: object, shape: Shape) -> list[Any]:
    """Return the single values of an operand: as many as it has words."""
    if shape.count is None:
        if isinstance(value, Iterable):
            raise _refused(name, value, f"must be one value, got {described(value)}")
        return [value]
    if isinstance(value, str | Mapping | Set) or not isinstance(value, Iterable):
        raise _refused(name, value, f"must be {shape.count} values, got {described(value)}")
    items = list(islice(value, shape.count + 1))
    if len(items) != shape.count:
        given = f"more than {shape.count}" if len(items) > shape.count else str(len(items))
        raise _refused(name, value, f"must be {shape.count} values, got {given}")
    return items


def _each(one: Callable[[str, object, int], int]) -> Encode:
    """Return a function that encodes value by value; its error names the value."""

    def encode(name: str, value: object, shape: Shape) -> list[int]:
        items = _items(name, value, shape)
        if shape.count is None:
            return [one(name, items[0], shape.width)]
        return [one(f"{name}[{index}]", item, shape.width) for index, item in enumerate(items)]

    return encode


def _one_or_all(read: Callable[[int, int], Any]) -> Decode:
    """Return a function that decodes word by word."""

    def decode(words: list[int], shape: Shape) -> Any:
        values = [read(word, shape.width) for word in words]
        return values[0] if shape.count is None else values

    return decode


def _in_range(name: str, value: object, number: int, low: int, high: int, what: str) -> int:
    if not low <= number <= high:
        given = str(value) if isinstance(value, Fraction) else described(value)
        raise _refused(name, value, f"{given} does not fit into {what}")
    return number


def _word(name: str, value: object, width: int) -> int:
    return _in_range(name, value, _whole(name, value), 0, (1 << width) - 1, f"{width} bits")


def _signed_word(name: str, value: object, width: int) -> int:
    half = 1 << width - 1
    return _in_range(name, value, _whole(name, value), -half, half - 1, f"{width} signed bits") % (2 * half)


def signed(word: int, width: int) -> int:
    """Return the two's complement number of a word of this width."""
    return word - (1 << width) if word >> width - 1 else word


def _ratio(name: str, value: object) -> Fraction:
    try:
        if isinstance(value, int | float | Decimal | Fraction):
            return Fraction(value)
        return Fraction(*value.as_integer_ratio())  # type: ignore[attr-defined]  # a value without one is refused
    except (AttributeError, TypeError, ValueError, OverflowError):
        raise _refused(name, value, f"must be a number, got {described(value)}") from None


def _fraction_word(name: str, value: object, width: int) -> int:
    """Return the nearest word; of two, the even one, as in convergent rounding (UM 3-7)."""
    scale = FRACTION_BITS[width]
    half = 1 << width - 1
    number = round(_ratio(name, value) * (1 << scale))
    limit = 1 << width - 1 - scale
    return _in_range(name, value, number, -half, half - 1, f"a fraction from -{limit} to {limit} - 2^-{scale}") % (
        2 * half
    )


def _fraction(word: int, width: int) -> float | Fraction:
    value = Fraction(signed(word, width), 1 << FRACTION_BITS[width])
    return float(value) if width <= FLOAT_BITS else value


def _digits(name: str, value: object, shape: Shape) -> list[int]:
    number = _whole(name, value)
    try:
        return to_digits(number, shape.words)
    except OperandError:
        most = f"{shape.words} signed digits, {-_least(shape.words):#x} below zero to {largest(shape.words):#x}"
        raise _refused(name, value, f"{described(number)} does not fit into {most}") from None


def _least(digits: int) -> int:
    """Return the minimum of `digits` signed digits: each is -2^23."""
    return from_digits([1 << DIGIT_BITS - 1] * digits)


def _number(name: str, value: object, shape: Shape) -> list[int]:
    bits = shape.width * shape.words
    number = _in_range(
        name, value, _whole(name, value), 0, (1 << bits) - 1, f"{shape.words} words of {shape.width} bits"
    )
    return [number >> shape.width * place & (1 << shape.width) - 1 for place in range(shape.words)]


def _from_number(words: list[int], shape: Shape) -> int:
    return sum(word << shape.width * place for place, word in enumerate(words))


def _bytes(name: str, value: object, shape: Shape) -> list[int]:
    return [
        _in_range(f"{name}[{index}]", item, _whole(name, item), 0, (1 << BYTE_BITS) - 1, "a byte")
        for index, item in enumerate(_items(name, value, shape))
    ]


def _from_bytes(words: list[int], shape: Shape) -> bytes:
    del shape
    return bytes(words)


_ANY = frozenset((8, 16, 24, 48, 56))
_DIGIT = frozenset((DIGIT_BITS,))

KINDS: Mapping[str, Kind] = {
    "words": Kind(_each(_word), _one_or_all(lambda word, _: word), _ANY),
    "signed": Kind(_each(_signed_word), _one_or_all(signed), _ANY),
    "fraction": Kind(_each(_fraction_word), _one_or_all(_fraction), frozenset(FRACTION_BITS)),
    "digits": Kind(_digits, lambda words, _: from_digits(words), _DIGIT, whole=True),
    "number": Kind(_number, _from_number, frozenset((DIGIT_BITS, 48)), whole=True),
    "bytes": Kind(_bytes, _from_bytes, _DIGIT, whole=True),
}
"""The kinds by name."""
