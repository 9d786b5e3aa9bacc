"""A second implementation of the domain of secret bits: a number, a mask of the bits that can differ, and an interval.

A bit outside the mask has the same value in every run that takes the same path and has the same public inputs. Sums
keep the mask exact where no carry can differ; a product with a known power of two is a shift. The interval bounds the
index of a table where the mask cannot, because a carry reaches all higher bits. Lost is how secret bits depend on each
other: "p and 1 - p" are two secrets.

The first one is `emu/crates/core/src/secrets/value.rs`. Both must compute the same masks and intervals.
"""

from __future__ import annotations

from dsp56k.testing.proofs.domain import ADDRESS_MASK, MAX_MODULO, Bit, Domain, Value, sign_extended, step_pointer

_BITS = 64
_ALL = (1 << _BITS) - 1
_SIGN = _BITS - 1


def secret(number: int, mask: int, width: int = _BITS, low: int = -1 << _SIGN, high: int = (1 << _SIGN) - 1) -> Value:
    """Return the signed number of `width` bits with `mask` as its secret bits."""
    by, half = _BITS - width, 1 << width - 1
    if not -half <= low <= high < half:
        low, high = -half, half - 1
    value = _joined(sign_extended(number << by, _BITS), mask << by, low << by, high << by)
    if type(value) is int:
        return value >> by
    return value[0] >> by, sign_extended(value[1], _BITS) >> by & _ALL, value[2] >> by, value[3] >> by


def _reversed(bits: int) -> int:
    """Return the 16 bits of an address in reverse order."""
    return int(f"{bits & ADDRESS_MASK:016b}"[::-1], 2)


def _apart(value: Value) -> tuple[int, int]:
    return (value, 0) if type(value) is int else value[:2]


def bounds_of(value: Value) -> tuple[int, int]:
    """Return the interval of a value."""
    return (value, value) if type(value) is int else value[2:]


def _joined(number: int, mask: int, low: int = -1 << _SIGN, high: int = (1 << _SIGN) - 1) -> Value:
    """Return a number with secret bits. Its interval is the one that is given, narrowed by the public bits."""
    mask &= _ALL
    if not mask:
        return number
    public = number & _ALL & ~mask
    least = public | mask & 1 << _SIGN
    greatest = (public | mask) & ~(mask & 1 << _SIGN)
    low, high = max(low, sign_extended(least, _BITS)), min(high, sign_extended(greatest, _BITS))
    return low if low == high else (sign_extended(number, _BITS), mask, low, high)


def _bit(number: int) -> Bit:
    """Return a secret bit."""
    return number, 1, 0, 1


class SecretBits(Domain):
    """Values are a number, a mask, and the bounds of an interval."""

    def number_of(self, value: Value) -> int | None:
        """Return the number of the example."""
        return _apart(value)[0]

    def mask_of(self, value: Value) -> int:
        """Return the mask of the secret bits."""
        return _apart(value)[1]

    def _add(self, a: Value, b: Value) -> Value:
        (low, high), (other_low, other_high) = bounds_of(a), bounds_of(b)
        return self._sum(*_apart(a), *_apart(b), low + other_low, high + other_high)

    def _sum(self, a: int, a_mask: int, b: int, b_mask: int, least: int, greatest: int) -> Value:
        """Return a sum. A bit is public if neither operand's bit nor the carry into it can differ."""
        number = a + b
        if not a_mask and not b_mask:
            return number
        low = (a & _ALL & ~a_mask) + (b & _ALL & ~b_mask)
        high = (a & _ALL | a_mask) + (b & _ALL | b_mask)
        differing_carry = low ^ (a & ~a_mask) ^ (b & ~b_mask) ^ high ^ (a | a_mask) ^ (b | b_mask)
        return _joined(number, a_mask | b_mask | differing_carry, least, greatest)

    def _subtract(self, a: Value, b: Value) -> Value:
        # a - b = ~(~a + b)
        number, mask = _apart(a)
        (low, high), (other_low, other_high) = bounds_of(a), bounds_of(b)
        least, greatest = low - other_high, high - other_low
        result, result_mask = _apart(self._sum(~number, mask, *_apart(b), ~greatest, ~least))
        return _joined(~result, result_mask, least, greatest)

    def _multiply(self, a: Value, b: Value) -> Value:
        (x, x_mask), (y, y_mask) = _apart(a), _apart(b)
        for value, factor in ((a, b), (b, a)):
            if isinstance(factor, int):
                magnitude = abs(factor)
                if not magnitude:
                    return 0
                if magnitude & magnitude - 1 == 0:
                    shifted = self.left(value, magnitude.bit_length() - 1)
                    return shifted if factor > 0 else self.subtract(0, shifted)
        zeros, bits = 0, 0
        for number, mask in ((x, x_mask), (y, y_mask)):
            possible = (number | mask) & _ALL
            if not possible:
                return 0
            zeros += (possible & -possible).bit_length() - 1
            bits += possible.bit_length()
        mask = _ALL & -(1 << zeros)
        if x >= 0 and y >= 0 and not (x_mask | y_mask) >> _SIGN:
            mask &= (1 << bits) - 1
        ends = [one * other for one in bounds_of(a) for other in bounds_of(b)]
        return _joined(x * y, mask, min(ends), max(ends))

    def _magnitude(self, a: Value) -> Value:
        number, mask = _apart(a)
        low, high = bounds_of(a)
        if low >= 0 or high <= 0:
            return a if low >= 0 else self.subtract(0, a)
        possible = (number | mask) & _ALL
        return _joined(abs(number), _ALL & -(possible & -possible), 0, max(-low, high))

    def _and(self, a: Value, b: Value) -> Value:
        (x, x_mask), (y, y_mask) = _apart(a), _apart(b)
        return _joined(x & y, x_mask & (y_mask | y) | y_mask & (x_mask | x))

    def _or(self, a: Value, b: Value) -> Value:
        (x, x_mask), (y, y_mask) = _apart(a), _apart(b)
        return _joined(x | y, x_mask & (y_mask | ~y) | y_mask & (x_mask | ~x))

    def _xor(self, a: Value, b: Value) -> Value:
        (x, x_mask), (y, y_mask) = _apart(a), _apart(b)
        return _joined(x ^ y, x_mask | y_mask)

    def step_pointer(self, r: Value, n: Value, m: int, *, back: bool) -> Value:
        """Return Rn + n, or Rn - n, by modulo or reverse-carry arithmetic.

        A pointer stays in the block of its modulo buffer if the step is at most the modifier. So all bits within the
        block may differ. A public step of whole blocks is linear; any other step can leave the block.
        """
        (number, mask), (step, step_mask) = _apart(r), _apart(n)
        if m == 0:
            reversed_r, reversed_n = (
                _joined(_reversed(value), _reversed(bits)) for value, bits in ((number, mask), (step, step_mask))
            )
            total = self.subtract(reversed_r, reversed_n) if back else self.add(reversed_r, reversed_n)
            value, bits = _apart(total)
            return _joined(_reversed(value), _reversed(bits))
        moved = step_pointer(number, step, m, back=back)
        block = (1 << m.bit_length()) - 1
        low, high = bounds_of(n)
        sign = 1 << 16 if low > MAX_MODULO else 0
        if -m <= low - sign and high - sign <= m:
            return _joined(moved, mask & ADDRESS_MASK | block)
        if not step_mask and not step & block:
            return self.masked(self.subtract(r, n) if back else self.add(r, n), ADDRESS_MASK)
        return _joined(moved, ADDRESS_MASK)

    def _masked(self, a: Value, mask: int) -> Value:
        number, secret_mask = _apart(a)
        low, high = bounds_of(a)
        if low >= 0 and high <= mask and mask & mask + 1 == 0:
            return _joined(number, secret_mask & mask, low, high)
        return _joined(number & mask, secret_mask & mask)

    def _left(self, a: Value, count: int) -> Value:
        number, mask = _apart(a)
        low, high = bounds_of(a)
        return _joined(number << count, mask << count, low << count, high << count)

    def _right(self, a: Value, count: int) -> Value:
        number, mask = _apart(a)
        low, high = bounds_of(a)
        return _joined(number >> count, sign_extended(mask, _BITS) >> count, low >> count, high >> count)

    def _sign_extend(self, a: Value, width: int) -> Value:
        number, mask = _apart(a)
        return secret(number, mask, width, *bounds_of(a))

    def _choose(self, condition: Bit, yes: Value, no: Value) -> Value:
        (x, x_mask), (y, y_mask) = _apart(yes), _apart(no)
        (low, high), (other_low, other_high) = bounds_of(yes), bounds_of(no)
        mask = x_mask | y_mask | (x ^ y)
        return _joined(x if condition[0] else y, mask, min(low, other_low), max(high, other_high))

    def _is_zero(self, a: Value) -> Bit:
        number, mask = _apart(a)
        low, high = bounds_of(a)
        return 0 if number & _ALL & ~mask or low > 0 or high < 0 else _bit(int(number == 0))

    def _is_negative(self, a: Value) -> Bit:
        low, high = bounds_of(a)
        return 0 if low >= 0 else 1 if high < 0 else _bit(int(a[0] < 0))

    def _bit(self, a: Value, number: int) -> Bit:
        value, mask = _apart(a)
        return _bit(value >> number & 1) if mask >> number & 1 else value >> number & 1

    def _not_bit(self, a: Bit) -> Bit:
        return _bit(1 - a[0])

    def _or_bits(self, a: Bit, b: Bit) -> Bit:
        return _bit(a[0] | b[0])

    def _xor_bits(self, a: Bit, b: Bit) -> Bit:
        return _bit(a[0] ^ b[0])

    def _number(self, bit: Bit) -> Value:
        return bit
