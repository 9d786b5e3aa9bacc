"""Memory read and written as signed numbers or fractions instead of unsigned words."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, Generic, Protocol, SupportsIndex, TypeVar, overload

from dsp56k.emu.errors import MemoryAccessError
from dsp56k.emu.validation import require_list
from dsp56k.system.text import described

HALF = 1 << 23
"""The sign bit of a 24-bit word, which would be 1 as a fraction."""

Number = TypeVar("Number")
Given_contra = TypeVar("Given_contra", contravariant=True)


class Words(Protocol):
    """A space of unsigned 24-bit words."""

    def __len__(self) -> int:
        """Return the number of elements."""

    @overload
    def __getitem__(self, index: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __setitem__(self, index: Any, value: Any) -> None:
        """Set a word, or the words of a slice."""


class View(Generic[Number, Given_contra]):
    """A memory space whose words are converted to numbers of another kind. Addresses and slices are the memory's."""

    def __init__(
        self, memory: Words, name: str, decode: Callable[[int], Number], encode: Callable[[Given_contra], int]
    ) -> None:
        """Convert the words of `memory` by two functions."""
        self._memory = memory
        self._name = name
        self._decode = decode
        self._encode = encode

    def __repr__(self) -> str:
        return f"<{self._name} of {self._memory!r}>"

    def __len__(self) -> int:
        return len(self._memory)

    def __iter__(self) -> Iterator[Number]:
        return iter(self[:])

    @overload
    def __getitem__(self, index: SupportsIndex) -> Number: ...
    @overload
    def __getitem__(self, index: slice) -> list[Number]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Number | list[Number]:
        """Return the number at an address, or those of a slice.

        Raises:
            MemoryAccessError: An address is outside the space.
        """
        if isinstance(index, slice):
            return [self._decode(word) for word in self._memory[index]]
        return self._decode(self._memory[index])

    @overload
    def __setitem__(self, index: SupportsIndex, value: Given_contra) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[Given_contra]) -> None: ...
    def __setitem__(self, index: SupportsIndex | slice, value: Any) -> None:
        """Set a word, or the words of a slice to a sequence of the same length.

        Raises:
            MemoryAccessError: An address or a number is out of range, or the lengths differ. Nothing is changed then.
        """
        if isinstance(index, slice):
            self._memory[index] = [self._encode(number) for number in require_list(value, self._name)]
        else:
            self._memory[index] = self._encode(value)


def signed_view(memory: Words) -> View[int, SupportsIndex]:
    """Return a view of words as signed numbers, -2^23 to 2^23 - 1."""
    return View(memory, "signed", _signed, _from_signed)


def fraction_view(memory: Words) -> View[float, float | Fraction]:
    """Return a view of words as fractions, -1 to 1 - 2^-23 (UM 3-7). Numbers are rounded to the nearest, even word."""
    return View(memory, "fraction", lambda word: _signed(word) / HALF, _from_fraction)


def _signed(word: int) -> int:
    return word - 2 * HALF if word & HALF else word


def _from_signed(value: SupportsIndex) -> int:
    given: object = value
    number = operator.index(given) if isinstance(given, SupportsIndex) else HALF
    return _in_range(value, number, f"a signed word must be an integer from {-HALF} to {HALF - 1}")


def _from_fraction(value: float | Fraction) -> int:
    given: object = value
    try:
        try:
            exact = Fraction(value)
        except TypeError:
            # A float32 of numpy is neither a float nor a Rational.
            exact = Fraction(float(value))
        number = round(exact * HALF)
    except (TypeError, ValueError, OverflowError):
        raise MemoryAccessError(f"a fraction must be a number, got {described(given)}", value=given) from None
    return _in_range(value, number, "a fraction must be -1 to 1 - 2^-23")


def _in_range(value: object, number: int, what: str) -> int:
    if not -HALF <= number < HALF:
        raise MemoryAccessError(f"{what}, got {described(value)}", value=value)
    return number % (2 * HALF)
