"""One Montgomery product on the DSP, by rows or by columns (the paper's Improvements 2 and 3), and unrolled kernels;
and beside them a plain product, and products of products in a row.

Sizes are the bytes of a number, and of products in a row how many. The results have a power of two in them, which is
taken out: right answers have none.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from dsp56k.lib.bignum.montgomery import WIDE_DIGITS
from dsp56k.lib.numbers import digits_for
from dsp56k.study.operations.dsp_alone import DspAlone, DspCalled
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure
from dsp56k.study.operations.workload import DIGIT_BITS, Workload

LEAST_BYTES = 2
"""A number of two digits: the least that the routines have."""
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


def _operation(
    name: str, case: Callable[[Workload, int], Case], routine: Callable[[DspAlone, Case], DspCalled]
) -> Operation:
    def call(side: DspAlone, case: Case, loaded: bool) -> Called:
        n = case.arguments[-1]
        called = routine(side, case)
        return replace(called, value=(called.value << DIGIT_BITS * digits_for(n, WIDE_DIGITS)) % n)

    return Operation(name, "bytes", case, Procedure(call), least=LEAST_BYTES)


def _plain_case(work: Workload, size: int) -> Case:
    a, b, n = _product_case(work, size).arguments
    return Case((a, b, digits_for(n, WIDE_DIGITS)), a * b)


def _plain_product(side: DspAlone, case: Case, loaded: bool) -> Called:
    return side.multiply(*case.arguments)


def _chain_case(work: Workload, size: int) -> Case:
    """From the end of the range, whose negative is the largest there is, on: times both ends in turn."""
    n = _product_case(work, LONG_BYTES).arguments[-1]
    factors = [(-n, n - 1)[place % 2] for place in range(size)]
    right = -n
    for factor in factors:
        right = right * factor * pow(2, -DIGIT_BITS * digits_for(n, WIDE_DIGITS), n) % n
    return Case((-n, factors, n), right)


def _chain(side: DspAlone, case: Case, loaded: bool) -> Called:
    return side.montgomery_chain(*case.arguments)


MONTGOMERY_OPERATIONS = (
    _operation("montgomery-rows", _product_case, lambda side, case: side.montgomery_product(2, *case.arguments)),
    _operation("montgomery-columns", _product_case, lambda side, case: side.montgomery_product(3, *case.arguments)),
    Operation("product", "bytes", _plain_case, Procedure(_plain_product), least=LEAST_BYTES),
    Operation("montgomery-chain", "operations", _chain_case, Procedure(_chain), bytes_each=LONG_BYTES),
    _operation(
        "montgomery-kernel", _product_case, lambda side, case: side.montgomery_kernel("product", *case.arguments)
    ),
    _operation(
        "montgomery-kernel-square", _square_case, lambda side, case: side.montgomery_kernel("square", *case.arguments)
    ),
)
