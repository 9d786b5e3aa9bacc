"""Domains of values, with which a follower computes instead of numbers.

An `int` is a known number in every domain. Any other value represents a set of numbers, and only its domain knows
which. Accumulators and intermediate results are signed numbers of up to 64 bits, words are signed numbers of 24 bits,
addresses are unsigned numbers of 16 bits, and bits are 0, 1 or a value of the domain.

Each method computes numbers itself and hands the rest to the method with an underscore, which a domain defines. A
domain is sound if the result of each method contains every number that the operation can yield for the numbers of its
operands.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

Value = Any
"""A number, or a value of the domain."""
Bit = Any
"""0, 1, or a bit of the domain."""
ADDRESS_BITS = 16
ADDRESS_MASK = (1 << ADDRESS_BITS) - 1
MAX_MODULO = 0x7FFF
"""Largest modifier with modulo arithmetic (UM 5-15)."""
SIGN = 63
"""The sign bit of intermediate results."""


class UnsupportedError(Exception):
    """An instruction or a value that a domain cannot follow, with the reason."""


def sign_extended(number: int, width: int) -> int:
    """Return the signed number that the low `width` bits of a number are."""
    low = number & (1 << width) - 1
    return low - (1 << width) if low >> width - 1 else low


def step_pointer(r: int, n: int, m: int, *, back: bool = False) -> int:
    """Return Rn + n, or Rn - n, by the arithmetic of modifier `m` (UM 5-14 to 5-20)."""
    if m > MAX_MODULO:
        return (r - n if back else r + n) & ADDRESS_MASK
    if m == 0:
        reversed_r, reversed_n = (int(f"{value & ADDRESS_MASK:016b}"[::-1], 2) for value in (r, n))
        total = reversed_r - reversed_n if back else reversed_r + reversed_n
        return int(f"{total & ADDRESS_MASK:016b}"[::-1], 2)
    n = (-n if back else n) & ADDRESS_MASK
    mask = (1 << m.bit_length()) - 1
    if n & mask == 0 and n:
        return r + n & ADDRESS_MASK
    lower, distance = r & ~mask, sign_extended(n, 16)
    total = r + distance
    if distance >= 0 and total > lower + m:
        total -= m + 1
    elif distance < 0 and total < lower:
        total += m + 1
    return total & ADDRESS_MASK


class Domain(ABC):
    """Arithmetic of the chip's data path over numbers and values of a domain."""

    def number_of(self, value: Value) -> int | None:
        """Return the number that a value has in the example, if the domain knows it."""
        return value if type(value) is int else None

    def add(self, a: Value, b: Value) -> Value:
        """Return a + b."""
        return a + b if type(a) is int and type(b) is int else self._add(a, b)

    def subtract(self, a: Value, b: Value) -> Value:
        """Return a - b."""
        return a - b if type(a) is int and type(b) is int else self._subtract(a, b)

    def multiply(self, a: Value, b: Value) -> Value:
        """Return a * b."""
        return a * b if type(a) is int and type(b) is int else self._multiply(a, b)

    def magnitude(self, a: Value) -> Value:
        """Return the absolute value."""
        return abs(a) if type(a) is int else self._magnitude(a)

    def and_(self, a: Value, b: Value) -> Value:
        """Return the bitwise AND."""
        return a & b if type(a) is int and type(b) is int else self._and(a, b)

    def or_(self, a: Value, b: Value) -> Value:
        """Return the bitwise OR."""
        return a | b if type(a) is int and type(b) is int else self._or(a, b)

    def xor(self, a: Value, b: Value) -> Value:
        """Return the bitwise exclusive OR."""
        return a ^ b if type(a) is int and type(b) is int else self._xor(a, b)

    def masked(self, a: Value, mask: int) -> Value:
        """Return the bitwise AND with a number. The result is not negative if the mask is not."""
        return a & mask if type(a) is int else self._masked(a, mask)

    def left(self, a: Value, count: int) -> Value:
        """Return a * 2^count."""
        return a << count if type(a) is int else self._left(a, count)

    def right(self, a: Value, count: int) -> Value:
        """Return a / 2^count, rounded down."""
        return a >> count if type(a) is int else self._right(a, count)

    def sign_extend(self, a: Value, width: int) -> Value:
        """Return the signed number that the low `width` bits are."""
        return sign_extended(a, width) if type(a) is int else self._sign_extend(a, width)

    def choose(self, condition: Bit, yes: Value, no: Value) -> Value:
        """Return `yes` if the condition is 1, and `no` otherwise."""
        if type(condition) is int:
            return yes if condition else no
        return self._choose(condition, yes, no)

    def is_zero(self, a: Value) -> Bit:
        """Return the bit that is 1 if a value is 0."""
        return int(a == 0) if type(a) is int else self._is_zero(a)

    def is_negative(self, a: Value) -> Bit:
        """Return the bit that is 1 if a value is negative."""
        return int(a < 0) if type(a) is int else self._is_negative(a)

    def bit(self, a: Value, number: int) -> Bit:
        """Return a bit of a value."""
        return a >> number & 1 if type(a) is int else self._bit(a, number)

    def not_bit(self, a: Bit) -> Bit:
        """Return the inverted bit."""
        return 1 - a if type(a) is int else self._not_bit(a)

    def or_bits(self, a: Bit, b: Bit) -> Bit:
        """Return 1 if one of two bits is 1."""
        if type(a) is int:
            return 1 if a else b
        if type(b) is int:
            return 1 if b else a
        return self._or_bits(a, b)

    def and_bits(self, a: Bit, b: Bit) -> Bit:
        """Return 1 if both bits are 1."""
        return self.not_bit(self.or_bits(self.not_bit(a), self.not_bit(b)))

    def xor_bits(self, a: Bit, b: Bit) -> Bit:
        """Return 1 if two bits differ."""
        if type(a) is int:
            return self.not_bit(b) if a else b
        if type(b) is int:
            return self.not_bit(a) if b else a
        return self._xor_bits(a, b)

    def insert(self, value: Value, word: Value, lowest: int, width: int) -> Value:
        """Return a value with the low bits of a word in `width` of its bits, from `lowest` on."""
        mask = (1 << width) - 1
        return self.or_(self.masked(value, ~(mask << lowest)), self.left(self.masked(word, mask), lowest))

    def overflows(self, exact: Value, result: Value) -> Bit:
        """Return 1 if an exact result differs from its 56 bits in an accumulator."""
        return self.not_bit(self.is_zero(self.xor(result, exact)))

    def carry(self, d: Value, s: Value, exact: Value, bit: int) -> Bit:
        """Return the carry or borrow into a bit of the exact sum or difference of `d` and `s`."""
        return self.bit(self.xor(self.xor(d, s), exact), bit)

    def has_extension(self, value: Value, low: int) -> Bit:
        """Return 1 if the bits of an accumulator from `low` on are not all equal."""
        return self.not_bit(self.is_zero(self.xor(self.right(value, low), self.right(value, SIGN))))

    def is_unnormalized(self, value: Value, low: int) -> Bit:
        """Return 1 if the bits `low` and `low` - 1 of an accumulator are equal."""
        return self.is_zero(self.masked(self.xor(self.right(value, low), self.right(value, low - 1)), 1))

    def step_pointer(self, r: Value, n: Value, m: int, *, back: bool) -> Value:
        """Return Rn + n, or Rn - n, by modulo or reverse-carry arithmetic."""
        raise UnsupportedError("a pointer with modulo or reverse-carry arithmetic depends on a value of an operand")

    def note_result(self, exact: Value) -> None:
        """Take note of an exact result of the ALU, before it is reduced to 56 bits."""
        return

    def note_limit(self, bit: Bit) -> None:
        """Take note that a move limits an accumulator if a bit is 1."""
        return

    def number(self, bit: Bit) -> Value:
        """Return a bit as the number 0 or 1."""
        return bit if type(bit) is int else self._number(bit)

    @abstractmethod
    def _add(self, a: Value, b: Value) -> Value: ...

    @abstractmethod
    def _subtract(self, a: Value, b: Value) -> Value: ...

    @abstractmethod
    def _multiply(self, a: Value, b: Value) -> Value: ...

    @abstractmethod
    def _magnitude(self, a: Value) -> Value: ...

    @abstractmethod
    def _and(self, a: Value, b: Value) -> Value: ...

    @abstractmethod
    def _or(self, a: Value, b: Value) -> Value: ...

    @abstractmethod
    def _xor(self, a: Value, b: Value) -> Value: ...

    @abstractmethod
    def _masked(self, a: Value, mask: int) -> Value: ...

    @abstractmethod
    def _left(self, a: Value, count: int) -> Value: ...

    @abstractmethod
    def _right(self, a: Value, count: int) -> Value: ...

    @abstractmethod
    def _sign_extend(self, a: Value, width: int) -> Value: ...

    @abstractmethod
    def _choose(self, condition: Bit, yes: Value, no: Value) -> Value: ...

    @abstractmethod
    def _is_zero(self, a: Value) -> Bit: ...

    @abstractmethod
    def _is_negative(self, a: Value) -> Bit: ...

    @abstractmethod
    def _bit(self, a: Value, number: int) -> Bit: ...

    @abstractmethod
    def _not_bit(self, a: Bit) -> Bit: ...

    @abstractmethod
    def _or_bits(self, a: Bit, b: Bit) -> Bit: ...

    @abstractmethod
    def _xor_bits(self, a: Bit, b: Bit) -> Bit: ...

    @abstractmethod
    def _number(self, bit: Bit) -> Value: ...
