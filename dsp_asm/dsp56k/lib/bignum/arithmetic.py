"""Multiple-precision arithmetic on the DSP56001 (src/bignum/mp_arith.asm): signed numbers of 2 to 43 digits."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from dsp56k.lib.digits import DIGIT_BITS, MAX_DIGITS, largest
from dsp56k.lib.library_runner import PROGRAM
from dsp56k.lib.operands import check_digits, check_range, require_int
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.result import Result
from dsp56k.lib.routine import Routine

_PRODUCT = 0x2000
"""X address of products, in external memory."""


def mp_add(a: int, b: int, digits: int = 22) -> Result[int]:
    """Return the sum a + b; it may need one digit more than the operands.

    Args:
        a: an integer that fits `digits` signed 24-bit digits: its magnitude is at most `largest(digits)`.
        b: an integer with the same limits.
        digits: 2 to 43.

    Raises:
        OperandError: an operand or the number of digits is out of range.
    """
    return _sum("mp_add", a, b, digits)


def mp_subtract(a: int, b: int, digits: int = 22) -> Result[int]:
    """Return the difference a - b; arguments and errors as for `mp_add`."""
    return _sum("mp_sub", a, b, digits)


def mp_compare(a: int, b: int, digits: int = 22) -> Result[int]:
    """Return -1, 0 or 1 if a is less than, equal to or greater than b; arguments and errors as for `mp_add`."""
    result = _call("mp_compare", a, b, digits)
    sign = result.value["carry"] >> DIGIT_BITS
    return replace(result, value=(sign > 0) - (sign < 0))


def mp_multiply(a: int, b: int, digits: int = 22) -> Result[int]:
    """Return the product a * b, of `2 * digits` digits; arguments and errors as for `mp_add`."""
    return _product("mp_multiply", a, b, digits)


def mp_square(a: int, digits: int = 22) -> Result[int]:
    """Return the square a * a, with each cross product formed once; arguments and errors as for `mp_add`."""
    return _product("mp_square", a, a, digits)


@cache
def _routine(entry: str) -> Routine:
    """Return a routine of the library's program.

    Operands have space for the maximum number of digits: the digits above theirs are zero.
    """
    return Routine(
        assembled(PROGRAM),
        entry,
        inputs={
            "a": f"x:mp_xv[{MAX_DIGITS}] digits",
            "b": f"y:mp_yt[{MAX_DIGITS}] digits",
            "digits": "x:mp_len",
        },
        outputs={
            "sum": f"x:mp_xv[{MAX_DIGITS}] digits",
            "product": f"x:{_PRODUCT}[{2 * MAX_DIGITS}] digits",
            "carry": "a signed",
        },
        fixed={**dict.fromkeys(("r0", "r1", "r2"), "mp_xv"), "r3": _PRODUCT, "r4": "mp_yt", "r6": "mp_yt"},
        strict=False,
    )


def _call(entry: str, a: int, b: int, digits: int) -> Result[Any]:
    digits = require_int("digits", digits)
    check_digits(digits)
    a, b = require_int("a", a), require_int("b", b)
    for name, value in (("a", a), ("b", b)):
        check_range(name, value, -largest(digits), largest(digits))
    return _routine(entry)(a=a, b=b, digits=digits)


def _sum(entry: str, a: int, b: int, digits: int) -> Result[int]:
    result = _call(entry, a, b, digits)
    carry = result.value["carry"] >> DIGIT_BITS
    return replace(result, value=result.value["sum"] + (carry << DIGIT_BITS * require_int("digits", digits)))


def _product(entry: str, a: int, b: int, digits: int) -> Result[int]:
    result = _call(entry, a, b, digits)
    return replace(result, value=result.value["product"])
