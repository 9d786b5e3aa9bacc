"""RSA with a modulus of 512 bits, and the Montgomery product below it; correct results come from Python's integers.

Sizes are operations with one key, which each call passes: its setup is part of the call, once.
"""

from __future__ import annotations

from dsp56k.host.driver import CardDriver
from dsp56k.study.operations.dsp_alone import DspAlone
from dsp56k.study.operations.exponentiation import LADDER, LadderStep
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure, Side
from dsp56k.study.operations.workload import DIGIT_BITS, FACTOR_BITS, Workload

MODULUS_BYTES = 2 * FACTOR_BITS // 8
DIGITS = 22
"""24-bit digits of the modulus."""


def _crt_case(work: Workload, size: int) -> Case:
    key, operands = work.rsa_key, work.operands(size)
    return Case((operands, key), [pow(operand, key.d, key.n) for operand in operands])


def _crt(side: Side, case: Case, loaded: bool) -> Called:
    return side.rsa_crt(*case.arguments)


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

    def case(work: Workload, size: int) -> Case:
        return _power_case(work, size, public=False)

    name = f"rsa512-{step}"
    return Operation(name, "operations", case, Procedure(call), bytes_each=MODULUS_BYTES, data_dependent=True)


def _power_case(work: Workload, size: int, *, public: bool) -> Case:
    key, operands = work.rsa_key, work.operands(size)
    exponent, undone_by = (key.e, 0) if public else (key.d, key.e)
    return Case((operands, exponent, key.n, undone_by), [pow(operand, exponent, key.n) for operand in operands])


def _power(side: Side, case: Case, loaded: bool) -> Called:
    operands, exponent, modulus, _ = case.arguments
    return side.rsa_power(operands, exponent, modulus)


def _checked_power(side: CardDriver, case: Case, loaded: bool) -> Called:
    """Only the card checks its result with the exponent that undoes the operation."""
    operands, exponent, modulus, undone_by = case.arguments
    return side.rsa_power(operands, exponent, modulus, undone_by=undone_by)


def _product_case(work: Workload, size: int) -> Case:
    n, numbers = work.rsa_key.n, work.operands(2 * size)
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    return Case((pairs, n, DIGITS), [one * other * pow(2, -DIGIT_BITS * DIGITS, n) % n for one, other in pairs])


def _product(side: DspAlone, case: Case, loaded: bool) -> Called:
    return side.montgomery_products(*case.arguments)


def _power_operation(name: str, *, public: bool) -> Operation:
    return Operation(
        name,
        "operations",
        lambda work, size: _power_case(work, size, public=public),
        Procedure(_power),
        Procedure(_checked_power),
        software=Procedure(_power),
        bytes_each=MODULUS_BYTES,
        data_dependent=True,
    )


RSA_OPERATIONS = (
    Operation(
        "rsa512-crt",
        "operations",
        _crt_case,
        Procedure(_crt),
        Procedure(_crt),
        software=Procedure(_crt),
        bytes_each=MODULUS_BYTES,
        data_dependent=True,
    ),
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
    _power_operation("rsa512", public=False),
    _power_operation("rsa512-public", public=True),
    Operation("montgomery-product", "operations", _product_case, Procedure(_product), bytes_each=MODULUS_BYTES),
)
