"""Montgomery's product on the 386 in the two orders of the paper's Improvement 3, and the instructions that decide it.

Shift-and-add is operand scanning: each product of two digits is followed by a shift and a store. The convolution sum is
product scanning, with one of each for a column. Sizes are products with one modulus of 512 bits; correct results come
from Python's integers.
"""

from __future__ import annotations

from collections.abc import Callable

from dsp56k.host.algorithm_calls import Measured, in_sequence
from dsp56k.host.calls.arguments import Out
from dsp56k.host.calls.function_calls import LoadedMachine
from dsp56k.study.operations.operation import Called, Case, Operation, unkeyed
from dsp56k.study.operations.rsa import DIGITS, MODULUS_BYTES
from dsp56k.study.operations.workload import DIGIT_BITS, Workload

PROGRAM = "montgomery"
"""The ELF file of the PC's functions: host_driver/src/bignum/montgomery.asm."""
_LIMB = 1 << 32
_LIMB_BYTES = 4
_PC_RADIX_BITS = 8 * MODULUS_BYTES
_IN_A_ROW = 16
"""Unrolled operations in the PC's loops."""


def _case(work: Workload, size: int) -> Case:
    n, numbers = work.rsa_key.n, work.operands(2 * size)
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    return Case((pairs, n), [one * other * pow(2, -DIGIT_BITS * DIGITS, n) % n for one, other in pairs])


def _product(order: str) -> Operation:
    def on_pc(side: LoadedMachine, pairs: list[tuple[int, int]], n: int) -> Measured[list[int]]:
        inverse = -pow(n, -1, _LIMB) % _LIMB
        # Its R differs from the DSP's: the results are converted to the DSP's outside of the clocks.
        factor = pow(2, _PC_RADIX_BITS - DIGIT_BITS * DIGITS, n)
        numbers = [[number.to_bytes(MODULUS_BYTES, "little") for number in (*pair, n)] for pair in pairs]
        made = [side.call(f"product_by_{order}", Out(MODULUS_BYTES), *each, inverse) for each in numbers]
        return in_sequence([int.from_bytes(one.outputs[0], "little") * factor % n for one in made], *made)

    return Operation(
        f"product-by-{order}",
        "operations",
        _case,
        machine=unkeyed(on_pc),
        bytes_each=MODULUS_BYTES,
        # A multiplication of a 386 takes 9 to 38 clocks, by the highest bit of the multiplier.
        data_dependent=True,
        program=PROGRAM,
    )


def _in_a_row(name: str, after: Callable[[int, int], int]) -> Operation:
    """Return an operation of `size` times sixteen equal instructions on the PC; the result is in EAX."""

    def case(work: Workload, size: int) -> Case:
        one, other = (number % _LIMB for number in work.operands(2))
        value = one
        for _ in range(_IN_A_ROW):
            value = after(value, other)
        return Case((size, one, other), value)

    def call(side: LoadedMachine, size: int, one: int, other: int) -> Called:
        return side.call(name, size, one, other)

    return Operation(
        name,
        "operations",
        case,
        machine=unkeyed(call),
        bytes_each=_IN_A_ROW * _LIMB_BYTES,
        data_dependent=name == "multiplications",
        program=PROGRAM,
    )


PRODUCTS = (
    _product("rows"),
    _product("columns"),
    _in_a_row("multiplications", lambda value, other: value * other % _LIMB),
    _in_a_row("shifts", lambda value, _: value >> 1),
)
