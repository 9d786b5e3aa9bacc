"""The paper's modular inverse and Montgomery products on the DSP56001 (word_inverse.asm, mont_product.asm,
mont_rows.asm and mont_kernels.asm of src/bignum).
"""

from __future__ import annotations

from dsp56k.lib.errors import OperandError
from dsp56k.lib.numbers import DIGIT_BITS, MAX_DIGITS, from_digits, to_digits
from dsp56k.lib.operands import check_digits, check_modulus, check_range, whole
from dsp56k.lib.runner import KERNEL_PROGRAM, PROGRAM, WIDE_PROGRAM, Machine, Result

WIDE_DIGITS = 128
"""The accumulator's 56 bits hold 2n products of 47 bits and a sign for n up to 128 (paper, 3.2)."""
MAX_KERNEL_DIGITS = 24
"""What the assembler's budget leaves room for: a kernel has 3 or 4 instructions for each pair of digits."""
KERNEL_SPARE_BITS = 8
_PRODUCTS = {2: "mont_rows", 3: "mont_product"}
"""Routines by the number of the paper's improvement."""


def modular_inverse(x: int, bits: int = 24) -> Result[int]:
    """MODULAR-INVERSE(x, 2^bits) of Dussé and Kaliski: 1/x modulo 2^bits.

    Args:
        x: odd, 1 to 2^bits - 1.
        bits: 1 to 24.

    Raises:
        OperandError: an even x, or one out of range.
    """
    x, bits = whole("x", x), whole("bits", bits)
    check_range("bits", bits, 1, DIGIT_BITS)
    check_range("x", x, 1, (1 << bits) - 1)
    if x % 2 == 0:
        raise OperandError("x must be odd: an even number has no inverse modulo a power of 2", name="x", value=x)
    machine = Machine()
    machine.dsp.regs.a = x << DIGIT_BITS
    machine.dsp.regs.r7 = bits
    machine.call("word_inverse_bits")
    return Result(machine.dsp.regs.b1, machine.clocks, machine.instructions)


def montgomery_product(a: int, b: int, n: int, digits: int = 22, *, improvement: int = 3) -> Result[int]:
    """MONTGOMERY-PRODUCT of Dussé and Kaliski: a * b * 2^(-24 * digits) modulo n.

    Args:
        a: -n to n - 1.
        b: -n to n - 1.
        n: the modulus, odd, at most `digits` signed 24-bit digits.
        digits: 2 to 128; the numbers lie in internal memory up to 43, beyond in external X and Y.
        improvement: 3 for the paper's final algorithm, 2 for the one before it, which shifts and adds row by row.

    Returns:
        A value in [-n, n - 1], not normalized further, as in the paper.

    Raises:
        OperandError: an operand out of range, an even modulus.
    """
    if improvement not in _PRODUCTS:
        message = f"improvement must be {' or '.join(map(str, _PRODUCTS))}"
        raise OperandError(message, name="improvement", value=improvement)
    return _run(_PRODUCTS[improvement], a, b, n, digits)


def montgomery_square(a: int, n: int, digits: int = 22) -> Result[int]:
    """MONTGOMERY-SQUARE: a * a * 2^(-24 * digits) modulo n; as `montgomery_product`, whose routine it is."""
    return _run("mont_square", a, a, n, digits)


def unrolled_product(a: int, b: int, n: int, digits: int = 22) -> Result[int]:
    """The kernel of exponentiations: 2 * a * b * 2^(-24 * digits) modulo n.

    Args:
        a: -n to n.
        b: -n to n.
        n: the modulus, odd, at most 24 * digits - 8 bits.
        digits: 2 to 24: a program of its own for each.

    Returns:
        A value in [-1.01 n, 1.01 n].

    Raises:
        OperandError: an operand out of range, an even modulus.
    """
    return _run_kernel("fast_product", a, b, n, digits)


def unrolled_square(a: int, n: int, digits: int = 22) -> Result[int]:
    """The kernel's square, which forms each cross product once: a * a * 2^(-24 * digits) modulo n; as
    `unrolled_product`.
    """
    return _run_kernel("fast_squares", a, a, n, digits)


def _run_kernel(routine: str, a: int, b: int, n: int, digits: int) -> Result[int]:
    a, b, n, digits = whole("a", a), whole("b", b), whole("n", n), whole("digits", digits)
    check_digits(digits, MAX_KERNEL_DIGITS)
    check_modulus("n", n, digits)
    check_range("n", n, 1, (1 << DIGIT_BITS * digits - KERNEL_SPARE_BITS) - 1)
    check_range("a", a, -n, n)
    check_range("b", b, -n, n)
    machine = Machine(KERNEL_PROGRAM, KERNEL_DIGITS=digits)
    w = pow(1 << DIGIT_BITS + 1, -1, n)  # the multiplier doubles
    machine.put("x", "mp_xm", to_digits(w - n if w > n // 2 else w, digits))
    machine.put("x", "mp_xh", to_digits((1 - n) // 2, digits))
    machine.set(pinv=pow(n, -1, 1 << DIGIT_BITS), half=1 << 11, cnt=1)
    for space, place, value in (("x", "mp_xv", a), ("y", "mp_yv", a), ("y", "mp_yt", b)):
        machine.put(space, place, to_digits(value, digits))
    machine.call(routine)
    return Result(from_digits(machine.get("x", "mp_xv", digits)), machine.clocks, machine.instructions)


def _run(routine: str, a: int, b: int, n: int, digits: int) -> Result[int]:
    a, b, n, digits = whole("a", a), whole("b", b), whole("n", n), whole("digits", digits)
    check_digits(digits, WIDE_DIGITS)
    check_modulus("n", n, digits)
    check_range("a", a, -n, n - 1)
    check_range("b", b, -n, n - 1)
    machine = Machine(PROGRAM if digits <= MAX_DIGITS else WIDE_PROGRAM)
    machine.set(len=digits)
    machine.put("y", "mp_yn", to_digits(n, digits))
    machine.put("x", "mp_xv", to_digits(a, digits))
    machine.put("y", "mp_yv", to_digits(a, digits))
    machine.put("y", "mp_yt", to_digits(b, digits))
    machine.call("mont_setup", prepares=True)
    setup, instructions = machine.clocks, machine.instructions
    machine.call(routine)
    value = from_digits(machine.get("x", "mp_xv", digits))
    return Result(value, machine.clocks - setup, machine.instructions - instructions, setup)
