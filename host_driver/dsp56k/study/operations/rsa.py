"""RSA with a modulus of 512 bits on a DSP alone, step by step, and the Montgomery product below it.

Correct results come from Python's integers. Sizes are operations with one key, which each call passes: its setup is
part of the call, once.
"""

from __future__ import annotations

from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.study.operations.algorithms import case_of
from dsp56k.study.operations.dsp_alone import DspAlone
from dsp56k.study.operations.exponentiation import LADDER, LadderStep
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure
from dsp56k.study.operations.workload import DIGIT_BITS, FACTOR_BITS, Workload

MODULUS_BYTES = 2 * FACTOR_BITS // 8
DIGITS = 22
"""24-bit digits of the modulus."""


_crt_case = case_of(ALGORITHMS["rsa_crt"])
_power_case = case_of(ALGORITHMS["rsa_private"])


def _checked_crt(side: DspAlone, case: Case, loaded: bool) -> Called:
    return side.rsa_crt_checked(*case.arguments)


def _step_of_crt(step: LadderStep) -> Operation:
    """Return the private operation by one step of the ladder of the library's advantages."""

    def call(side: DspAlone, case: Case, loaded: bool) -> Called:
        return side.rsa_crt_step(step, *case.arguments)

    name = f"rsa512-crt-{step}"
    return Operation(name, "operations", _crt_case, Procedure(call), bytes_each=MODULUS_BYTES, data_dependent=True)


def _step_of_power(step: LadderStep) -> Operation:
    """Return the same without the Chinese remainder theorem."""

    def call(side: DspAlone, case: Case, loaded: bool) -> Called:
        bases, exponent, modulus, _ = case.arguments
        return side.rsa_power_step(step, bases, exponent, modulus)

    name = f"rsa512-{step}"
    return Operation(name, "operations", _power_case, Procedure(call), bytes_each=MODULUS_BYTES, data_dependent=True)


def _product_case(work: Workload, size: int) -> Case:
    n, numbers = work.rsa_key.n, work.operands(2 * size)
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    return Case((pairs, n, DIGITS), [one * other * pow(2, -DIGIT_BITS * DIGITS, n) % n for one, other in pairs])


def _product(side: DspAlone, case: Case, loaded: bool) -> Called:
    return side.montgomery_products(*case.arguments)


RSA_OPERATIONS = (
    Operation(
        "rsa512-crt-checked",
        "operations",
        _crt_case,
        Procedure(_checked_crt),
        bytes_each=MODULUS_BYTES,
        data_dependent=True,
    ),
    *map(_step_of_crt, LADDER),
    *map(_step_of_power, LADDER),
    Operation("montgomery-product", "operations", _product_case, Procedure(_product), bytes_each=MODULUS_BYTES),
)
