"""One Montgomery product on the DSP, by operand scanning or product scanning, and by unrolled kernels.

The two scannings are the paper's Improvements 2 and 3. There is also a plain product, and a chain of products. Sizes
are the bytes of a number, or the length of the chain. The results contain a power of two, which is removed: correct
results have none.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from dsp56k.lib.bignum.montgomery import WIDE_DIGITS
from dsp56k.lib.digits import digits_for
from dsp56k.study.operations.dsp_alone import DspAlone, DspCalled
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure
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


def _operation(
    name: str, case: Callable[[Workload, int], Case], routine: Callable[[DspAlone, Case], DspCalled]
) -> Operation:
    def call(side: DspAlone, case: Case, loaded: bool) -> Called:
        n = case.arguments[-1]
        called = routine(side, case)
        return replace(called, value=(called.value << DIGIT_BITS * digits_for(n, WIDE_DIGITS)) % n)

    return Operation(name, "bytes", case, Procedure(call), least=MIN_BYTES)


def _plain_case(work: Workload, size: int) -> Case:
    a, b, n = _product_case(work, size).arguments
    return Case((a, b, digits_for(n, WIDE_DIGITS)), a * b)


def _plain_product(side: DspAlone, case: Case, loaded: bool) -> Called:
    return side.multiply(*case.arguments)


def _chain_case(work: Workload, size: int) -> Case:
    """Return a chain of products that begins at one end of the range and multiplies by both ends alternately."""
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
    Operation("product", "bytes", _plain_case, Procedure(_plain_product), least=MIN_BYTES),
    Operation("montgomery-chain", "operations", _chain_case, Procedure(_chain), bytes_each=LONG_BYTES),
    _operation(
        "montgomery-kernel", _product_case, lambda side, case: side.montgomery_kernel("product", *case.arguments)
    ),
    _operation(
        "montgomery-kernel-square", _square_case, lambda side, case: side.montgomery_kernel("square", *case.arguments)
    ),
)
