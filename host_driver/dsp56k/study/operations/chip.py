"""Instructions of the DSP without a loop around them: the paper's rates of the chip itself.

Sizes are repetitions; each works on a digit of 24 bits. Correct results are computed with Python's integers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from dsp56k.study.operations.dsp_alone import DspAlone, DspCalled
from dsp56k.study.operations.operation import Case, Operation, unkeyed
from dsp56k.study.operations.workload import DIGIT_BITS, Workload
from dsp56k.study.schema import CountName

DIGIT_BYTES = DIGIT_BITS // 8
_ACCUMULATOR_BITS = 56

MULTIPLY_ACCUMULATE = " mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0\n"
"""A tap of a filter, a term of a product: one instruction that fetches the next two words as well (UM A-112)."""
DIGIT_SHIFT = " move a1,x0\n move a2,a\n move x0,a0\n"
"""The accumulator shifted right by a digit. No shorter sequence exists: ASR shifts by one bit (UM A-30)."""


def _signed(value: int, bits: int) -> int:
    return value - (value >> bits - 1 << bits)


def _digits(work: Workload, size: int) -> list[int]:
    data = work.data(2 * DIGIT_BYTES * size)
    return [int.from_bytes(data[place : place + DIGIT_BYTES]) for place in range(0, len(data), DIGIT_BYTES)]


def _products(work: Workload, size: int) -> Case:
    words = _digits(work, size)
    x, y = words[:size], words[size:]
    # A product of two fractions is shifted left by one bit.
    total = sum(2 * _signed(one, DIGIT_BITS) * _signed(other, DIGIT_BITS) for one, other in zip(x, y, strict=True))
    return Case((MULTIPLY_ACCUMULATE, size, x, y, 0), total % (1 << _ACCUMULATOR_BITS))


def _shifts(work: Workload, size: int) -> Case:
    value = int.from_bytes(work.data(_ACCUMULATOR_BITS // 8))
    right = _signed(value, _ACCUMULATOR_BITS) >> DIGIT_BITS * size
    return Case((DIGIT_SHIFT, size, [0], [0], value), right % (1 << _ACCUMULATOR_BITS))


def in_a_row(side: DspAlone, source: str, count: int, x: Sequence[int], y: Sequence[int], a: int) -> DspCalled:
    """Return A after `count` executions of `source`, in assembler, on words of X and Y from address 0.

    X0 and Y0 hold the first words before, R0 and R4 point to the second ones, and A holds `a`.
    """
    dsp, clocks = side.execute(count * source, x=x, y=y, x0=x[0], y0=y[0], r0=1, r4=1, a=a)
    return side.called(dsp.regs.a, clocks)


def counting(side: DspAlone, source: str, counts: Mapping[CountName, Callable[[int], int]]) -> DspCalled:
    """Return R7 after a program that counts in it, from 0; `counts` are derived from it."""
    dsp, clocks = side.execute(source, r7=0)
    return replace(side.called(dsp.regs.r7, clocks), counts={kind: of(dsp.regs.r7) for kind, of in counts.items()})


def _counting(name: str, program: str, right: int, **counts: Callable[[int], int]) -> Operation:
    """Return an operation that counts in R7 up to a limit of the chip; `counts` are the counts that follow, by kind."""

    def case(work: Workload, size: int) -> Case:
        return Case((program, {kind.replace("_", "-"): of for kind, of in counts.items()}), right)

    return Operation(name, "operations", case, unkeyed(counting), bytes_each=DIGIT_BYTES)


LARGEST_PRODUCTS = """
 move #>$800000,x0
 move #>$7fffff,y0
 clr a
_next mac x0,y0,a (r7)+
 jlc _next
 move (r7)-
"""
"""Adds products of -1 and the largest fraction until the accumulator overflows (bit L); the last one does not count.

Only -1 times -1 is farther from 0, by one unit in the last bit of a factor; of that one 255 fit.
"""
_LARGEST_PRODUCT = 2 * ((1 << DIGIT_BITS - 1) * ((1 << DIGIT_BITS - 1) - 1))
_ROOM = (1 << _ACCUMULATOR_BITS - 1) // _LARGEST_PRODUCT
WORD = """
 move #>1,x0
 clr a
 move x0,a1
_next lsl a (r7)+
 jne _next
"""
"""Shifts a bit to the left until it has left the word."""

CHIP_OPERATIONS = (
    *(
        Operation(name, "operations", case, unkeyed(in_a_row), bytes_each=DIGIT_BYTES, block_bytes=1)
        for name, case in (("multiply-accumulate", _products), ("digit-shift", _shifts))
    ),
    _counting(
        "largest-products",
        LARGEST_PRODUCTS,
        _ROOM,
        largest_products=int,
        accumulator_bits=lambda count: count.bit_length() - 1,
    ),
    _counting("word", WORD, DIGIT_BITS, word_bits_squared=lambda bits: bits * bits),
)
