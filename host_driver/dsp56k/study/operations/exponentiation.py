"""Exponentiations made of single Montgomery routines of the DSP, each step without one more advantage of the library.

windows   four bits of exponent for each product, unrolled kernels, several squares in one call: as in the library
bits      one bit of exponent at a time
products  a product in place of each square
loops     the paper's loops, for any number of digits, in place of the unrolled kernels

Python chooses the routines, so the clocks are those of products and squares, without the program around them.
"""

from __future__ import annotations

from itertools import groupby
from typing import Literal, get_args

from dsp56k import lib
from dsp56k.lib.bignum.montgomery import PAPER
from dsp56k.lib.digits import DIGIT_BITS, digits_for

LadderStep = Literal["windows", "bits", "products", "loops"]
LADDER: tuple[LadderStep, ...] = get_args(LadderStep)
_WINDOW = 4


class _Routines:
    """Montgomery arithmetic by the routines of a step, which counts their clocks."""

    def __init__(self, step: LadderStep, n: int) -> None:
        self._step = step
        self._n = n
        self._digits = digits_for(n)
        self._half = pow(2, -1, n)
        self.clocks = 0

    def entered(self, value: int) -> int:
        """Return the Montgomery form of a number."""
        return (value << DIGIT_BITS * self._digits) % self._n

    def left(self, value: int) -> int:
        """Return the number of a Montgomery form."""
        return value * pow(1 << DIGIT_BITS * self._digits, -1, self._n) % self._n

    def product(self, one: int, other: int) -> int:
        """Return the product of two forms."""
        if self._step == "loops":
            return self._counted(lib.montgomery_product(one, other, self._n, self._digits, improvement=PAPER))
        # The kernel doubles the product.
        return self._counted(lib.unrolled_product(one, other * self._half % self._n, self._n, self._digits))

    def squares(self, value: int, times: int) -> int:
        """Return a form that is squared several times."""
        if self._step in ("windows", "bits"):
            return self._counted(lib.unrolled_square(value, self._n, self._digits, times=times))
        for _ in range(times):
            value = self.product(value, value)
        return value

    def _counted(self, result: lib.Result[int]) -> int:
        self.clocks += result.clocks
        return result.value % self._n


def power(step: LadderStep, base: int, exponent: int, n: int) -> tuple[int, int]:
    """Return base^exponent mod n and the clocks of its products and squares; the exponent is not 0."""
    routines = _Routines(step, n)
    first = routines.entered(base % n)
    value = _by_windows(routines, first, exponent) if step == "windows" else _by_bits(routines, first, exponent)
    return routines.left(value), routines.clocks


def _by_bits(routines: _Routines, first: int, exponent: int) -> int:
    value = first
    for is_one, bits in groupby(f"{exponent:b}"[1:], key=lambda bit: bit == "1"):
        count = sum(1 for _ in bits)
        if not is_one:
            value = routines.squares(value, count)
            continue
        for _ in range(count):
            value = routines.product(routines.squares(value, 1), first)
    return value


def _by_windows(routines: _Routines, first: int, exponent: int) -> int:
    table = [routines.entered(1), first]
    for _ in range(2, 1 << _WINDOW):
        table.append(routines.product(table[-1], first))
    windows = f"{exponent:0{-(-exponent.bit_length() // _WINDOW) * _WINDOW}b}"
    digits = [int(windows[place : place + _WINDOW], 2) for place in range(0, len(windows), _WINDOW)]
    value = table[digits[0]]
    for digit in digits[1:]:
        value = routines.product(routines.squares(value, _WINDOW), table[digit])
    return value
