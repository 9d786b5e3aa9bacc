"""Multiple-precision arithmetic on the DSP56001 (src/bignum/mp_arith.asm): signed numbers of 2 to 43 digits."""

from __future__ import annotations

from dsp56k.lib.numbers import DIGIT_BITS, from_digits, largest, to_digits
from dsp56k.lib.operands import check_digits, check_range, whole
from dsp56k.lib.runner import Machine, Result

_PRODUCT = 0x2000
"""X address where products are put, in external memory."""


def mp_add(a: int, b: int, digits: int = 22) -> Result[int]:
    """The sum a + b of numbers that fit `digits` signed digits; the sum may need one more."""
    return _sum("mp_add", a, b, digits)


def mp_subtract(a: int, b: int, digits: int = 22) -> Result[int]:
    """The difference a - b; as `mp_add`."""
    return _sum("mp_sub", a, b, digits)


def mp_compare(a: int, b: int, digits: int = 22) -> Result[int]:
    """-1, 0 or 1 as a is less than, equal to or greater than b."""
    machine = _machine(a, b, whole("digits", digits))
    machine.call("mp_compare")
    sign = _carry(machine)
    return Result((sign > 0) - (sign < 0), machine.clocks, machine.instructions)


def mp_multiply(a: int, b: int, digits: int = 22) -> Result[int]:
    """The product a * b, `2 * digits` digits."""
    return _product("mp_multiply", a, b, digits)


def mp_square(a: int, digits: int = 22) -> Result[int]:
    """The square a * a, with each cross product formed once."""
    return _product("mp_square", a, a, digits)


def _machine(a: int, b: int, digits: int) -> Machine:
    check_digits(digits)
    a, b = whole("a", a), whole("b", b)
    for name, value in (("a", a), ("b", b)):
        check_range(name, value, -largest(digits), largest(digits))
    machine = Machine()
    machine.set(len=digits)
    machine.put("x", "mp_xv", to_digits(a, digits))
    machine.put("y", "mp_yt", to_digits(b, digits))
    regs, symbols = machine.dsp.regs, machine.symbols
    regs.r0 = regs.r1 = regs.r2 = symbols["mp_xv"]
    regs.r4 = regs.r6 = symbols["mp_yt"]
    regs.r3 = _PRODUCT
    return machine


def _carry(machine: Machine) -> int:
    return (machine.dsp.regs.a ^ 1 << 55) - (1 << 55) >> DIGIT_BITS


def _sum(routine: str, a: int, b: int, digits: int) -> Result[int]:
    digits = whole("digits", digits)
    machine = _machine(a, b, digits)
    machine.call(routine)
    value = from_digits(machine.get("x", "mp_xv", digits)) + (_carry(machine) << DIGIT_BITS * digits)
    return Result(value, machine.clocks, machine.instructions)


def _product(routine: str, a: int, b: int, digits: int) -> Result[int]:
    digits = whole("digits", digits)
    machine = _machine(a, b, digits)
    machine.call(routine)
    value = from_digits(machine.get("x", _PRODUCT, 2 * digits))
    return Result(value, machine.clocks, machine.instructions)
