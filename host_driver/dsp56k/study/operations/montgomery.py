"""One Montgomery product on the DSP, by operand scanning or product scanning, and by unrolled kernels.

The two scannings are the paper's Improvements 2 and 3. There is also a plain product, and a chain of products. Sizes
are the bytes of a number, or the length of the chain. The results contain a power of two, which is removed: correct
results have none.

The inverse of a modulus' lowest digit, which the products need once, is computed by the paper's MODULAR-INVERSE, and by
the extended Euclidean algorithm, which that replaces. Its sizes are moduli of 512 bits.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from dsp56k import lib
from dsp56k.lib.bignum.montgomery import PAPER, WIDE_DIGITS
from dsp56k.lib.digits import digits_for
from dsp56k.study.operations.dsp_alone import DspAlone, DspCalled
from dsp56k.study.operations.operation import Case, Operation, Procedure, unkeyed
from dsp56k.study.operations.workload import DIGIT_BITS, Workload

MIN_BYTES = 2
"""A number of two digits: the minimum of the routines."""
LONG_BYTES = 64
"""The paper's RSA: numbers of 512 bits."""


def _product_case(work: Workload, size: int) -> Case:
    source = random.Random(work.data(size))
    n = source.getrandbits(8 * size) | 1 << 8 * size - 1 | 1
    a, b = source.randrange(n), source.randrange(n)
    return Case((a, b, n), a * b % n)


def _square_case(work: Workload, size: int) -> Case:
    a, _, n = _product_case(work, size).arguments
    return Case((a, a, n), a * a % n)


def _without_power(called: DspCalled, n: int) -> DspCalled:
    return replace(called, value=(called.value << DIGIT_BITS * digits_for(n, WIDE_DIGITS)) % n)


def _by_improvement(improvement: int) -> Procedure[DspAlone]:
    def product(side: DspAlone, one: int, other: int, n: int) -> DspCalled:
        done = lib.montgomery_product(one, other, n, digits_for(n, WIDE_DIGITS), improvement=improvement)
        return _without_power(side.called(done.value, done.clocks), n)

    return unkeyed(product)


def _kernel_product(side: DspAlone, one: int, other: int, n: int) -> DspCalled:
    product = lib.unrolled_product(one, other, n, digits_for(n))
    # The kernel's product is twice the product.
    return _without_power(side.called(product.value * pow(2, -1, n), product.clocks), n)


def _kernel_square(side: DspAlone, one: int, other: int, n: int) -> DspCalled:
    square = lib.unrolled_square(one, n, digits_for(n))
    return _without_power(side.called(square.value, square.clocks), n)


def _plain_case(work: Workload, size: int) -> Case:
    a, b, n = _product_case(work, size).arguments
    return Case((a, b, digits_for(n, WIDE_DIGITS)), a * b)


def _plain_product(side: DspAlone, one: int, other: int, digits: int) -> DspCalled:
    product = lib.mp_multiply(one, other, digits)
    return side.called(product.value, product.clocks)


def _chain_case(work: Workload, size: int) -> Case:
    """Return a chain of products that begins at one end of the range and multiplies by both ends alternately."""
    n = _product_case(work, LONG_BYTES).arguments[-1]
    factors = [(-n, n - 1)[place % 2] for place in range(size)]
    right = -n
    for factor in factors:
        right = right * factor * pow(2, -DIGIT_BITS * digits_for(n, WIDE_DIGITS), n) % n
    return Case((-n, factors, n), right)


def _chain(side: DspAlone, first: int, factors: Sequence[int], n: int) -> DspCalled:
    """Multiply by each of `factors`; a product is not reduced to -N to N - 1 before it is the next one's factor."""
    value, clocks, outside = first, 0, 0
    for factor in factors:
        product = lib.montgomery_product(value, factor, n, digits_for(n), improvement=PAPER)
        value, clocks = product.value, clocks + product.clocks
        outside += not -n <= value < n
    return replace(side.called(value % n, clocks), counts={"out-of-range": outside})


def _inverse_case(work: Workload, size: int) -> Case:
    digits = [number % (1 << DIGIT_BITS) | 1 for number in work.operands(size)]
    return Case((digits,), [pow(digit, -1, 1 << DIGIT_BITS) for digit in digits])


EUCLID = """
; X0 = x, odd -> Y1 = 1/x mod 2^24. Two remainders, A and X, each a multiple of x modulo 2^24: Y1 times and Y0 times.
 clr a #0,x1
 move #1,a1
 move #0,y1
 move #>1,y0
; The larger less the other one, shifted as far as that goes, until it is the smaller.
_next clr b
 add x,b #0,r7
 cmp b,a
 jlt _exchange
_shift asl b (r7)+
 cmp b,a
 jge _shift
 asr b
 sub b,a
 tfr y0,b
 asr b
 rep r7
 asl b
 neg b
 add y1,b
 move b1,y1
 jmp _next
_exchange tfr b,a a0,x0
 move y0,x:<0
 move y1,y0
 move x:<0,y1
 tfr x0,b
 tst b
 jne _next
"""


def inverses_by_euclid(side: DspAlone, digits: Sequence[int]) -> DspCalled:
    """Compute the inverse of each digit by EUCLID, from X0 to Y1."""
    ends = [side.execute(EUCLID, x0=digit) for digit in digits]
    return side.called([dsp.regs.y1 for dsp, _ in ends], sum(clocks for _, clocks in ends))


def inverses_by_bits(side: DspAlone, digits: Sequence[int]) -> DspCalled:
    """Compute the inverse of each digit modulo 2^24, by the paper's MODULAR-INVERSE."""
    return side.total(lib.modular_inverse(digit, method="bits") for digit in digits)


MONTGOMERY_OPERATIONS = (
    *(
        Operation(f"montgomery-{name}", "bytes", case, product, least=MIN_BYTES)
        for name, case, product in (
            ("rows", _product_case, _by_improvement(2)),
            ("columns", _product_case, _by_improvement(3)),
            ("kernel", _product_case, unkeyed(_kernel_product)),
            ("kernel-square", _square_case, unkeyed(_kernel_square)),
        )
    ),
    Operation("product", "bytes", _plain_case, unkeyed(_plain_product), least=MIN_BYTES),
    Operation("montgomery-chain", "operations", _chain_case, unkeyed(_chain), bytes_each=LONG_BYTES),
    *(
        Operation(name, "operations", _inverse_case, unkeyed(by), bytes_each=LONG_BYTES, data_dependent=True)
        for name, by in (("inverse-by-euclid", inverses_by_euclid), ("inverse-by-bits", inverses_by_bits))
    ),
)
