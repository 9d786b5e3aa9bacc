"""The paper's modular inverse and Montgomery products on the DSP56001.

Their sources are word_inverse.asm, mont_product.asm, mont_rows.asm and mont_kernels.asm of src/bignum.
"""

from __future__ import annotations

from dsp56k.lib.digits import DIGIT_BITS, MAX_DIGITS
from dsp56k.lib.errors import OperandError
from dsp56k.lib.library_runner import KERNEL_PROGRAM, PROGRAM, WIDE_PROGRAM, KernelMachine, Machine, Result
from dsp56k.lib.operands import check_digits, check_modulus, check_range, require_int

WIDE_DIGITS = 128
"""The accumulator's 56 bits hold 2n products of 47 bits and a sign for n up to 128 (paper, 3.2)."""
MAX_KERNEL_DIGITS = 24
"""Limit of the assembler's budget: a kernel has 3 or 4 instructions for each pair of digits."""
KERNEL_SPARE_BITS = 8
SQUARE_DIGITS = 8
"""At or above this number of digits the generated square is faster than the generated product."""
_INVERSES = {"newton": "word_inverse", "bits": "word_inverse_bits"}
"""Routines by their method."""
PAPER = 3
"""The number of the improvement that is the paper's final algorithm."""
_PRODUCTS = {2: "mont_rows", PAPER: "mont_product"}
"""Routines by the number of the paper's improvement."""


def modular_inverse(x: int, bits: int = 24, *, method: str = "newton") -> Result[int]:
    """Return MODULAR-INVERSE(x, 2^bits) of Dussé and Kaliski: 1/x modulo 2^bits. The time depends only on `bits`.

    Args:
        x: odd, 1 to 2^bits - 1.
        bits: 1 to 24.
        method: "newton" computes all 24 bits by Newton's iteration, of which `bits` are returned; "bits" is the paper's
            loop, one bit in an iteration.

    Raises:
        OperandError: an even x, one out of range, another method.
    """
    if method not in _INVERSES:
        raise OperandError(f"method must be {' or '.join(_INVERSES)}", name="method", value=method)
    x, bits = require_int("x", x), require_int("bits", bits)
    check_range("bits", bits, 1, DIGIT_BITS)
    check_range("x", x, 1, (1 << bits) - 1)
    if x % 2 == 0:
        raise OperandError("x must be odd: an even number has no inverse modulo a power of 2", name="x", value=x)
    machine = Machine()
    machine.dsp.regs.a = x << DIGIT_BITS
    machine.dsp.regs.r7 = bits
    machine.call(_INVERSES[method])
    return Result(machine.dsp.regs.b1 % (1 << bits), machine.clocks, machine.instructions)


def montgomery_product(a: int, b: int, n: int, digits: int = 22, *, improvement: int | None = None) -> Result[int]:
    """Return MONTGOMERY-PRODUCT of Dussé and Kaliski: a * b * 2^(-24 * digits) modulo n.

    If the modulus leaves 8 bits of the digits free and there are at most 43 digits, an unrolled kernel computes it. The
    first call with a number of digits generates the kernel in up to a second, and stores its source in the user's cache
    directory. A kernel computes twice the product, so it receives b/2 mod n, as an exponentiation does. This halving
    and the constants of the modulus are not in the clocks.

    Args:
        a: -n to n - 1.
        b: -n to n - 1.
        n: the modulus, odd, at most `digits` signed 24-bit digits.
        digits: 2 to 128; up to 43 the numbers are in internal memory, above in external X and Y.
        improvement: 3 for the paper's final algorithm, 2 for the one before it, which scans operands; None
            for the fastest routine.

    Returns:
        A value in [-n, n - 1] as in the paper; of an unrolled kernel, at most n + n // 100 in size. Neither is
        normalized further.

    Raises:
        OperandError: an operand out of range, an even modulus.
    """
    if improvement is not None and improvement not in _PRODUCTS:
        message = f"improvement must be {' or '.join(map(str, _PRODUCTS))}"
        raise OperandError(message, name="improvement", value=improvement)
    a, b, n, digits = _operands(a, b, n, digits)
    if improvement is None and _unrolled(n, digits):
        return _run_generated(a, _half(b, n), n, digits, square=False)
    return _run(_PRODUCTS[improvement or PAPER], a, b, n, digits)


def montgomery_square(a: int, n: int, digits: int = 22, *, improvement: int | None = None) -> Result[int]:
    """Return MONTGOMERY-SQUARE: a * a * 2^(-24 * digits) modulo n; as `montgomery_product`.

    The unrolled kernel forms the product of two different digits once, which is faster from 8 digits onwards; the
    paper's routine (`improvement` 3) is its product.
    """
    if improvement not in (None, PAPER):
        raise OperandError(f"improvement must be {PAPER}", name="improvement", value=improvement)
    a, _, n, digits = _operands(a, a, n, digits)
    if improvement is None and _unrolled(n, digits):
        square = digits >= SQUARE_DIGITS
        return _run_generated(a, a if square else _half(a, n), n, digits, square=square)
    return _run("mont_square", a, a, n, digits)


def _half(b: int, n: int) -> int:
    """Return b/2 mod n, no larger than b or n."""
    if b % 2 == 0:
        return b // 2
    return (b + n if b < 0 else b - n) // 2


def _unrolled(n: int, digits: int) -> bool:
    return digits <= MAX_DIGITS and n < 1 << DIGIT_BITS * digits - KERNEL_SPARE_BITS


def unrolled_product(a: int, b: int, n: int, digits: int = 22) -> Result[int]:
    """Return the product of the kernel that works column by column: 2 * a * b * 2^(-24 * digits) modulo n.

    Args:
        a: -n to n.
        b: -n to n.
        n: the modulus, odd, at most 24 * digits - 8 bits.
        digits: 2 to 24: each has a separate program.

    Returns:
        A value in [-1.01 n, 1.01 n].

    Raises:
        OperandError: an operand out of range, an even modulus.
    """
    return _run_kernel("fast_product", a, b, n, digits)


def unrolled_square(a: int, n: int, digits: int = 22, *, times: int = 1) -> Result[int]:
    """Return the kernel's square, which forms each cross product once: a * a * 2^(-24 * digits) modulo n.

    See `unrolled_product`. The result is squared again in the same call, `times` times in all.
    """
    check_range("times", times, 1, 1 << DIGIT_BITS - 1)
    return _run_kernel("fast_squares", a, a, n, digits, times)


def _run_kernel(routine: str, a: int, b: int, n: int, digits: int, times: int = 1) -> Result[int]:
    a, b, n, digits = require_int("a", a), require_int("b", b), require_int("n", n), require_int("digits", digits)
    check_digits(digits, MAX_KERNEL_DIGITS)
    check_modulus("n", n, digits)
    check_range("n", n, 1, (1 << DIGIT_BITS * digits - KERNEL_SPARE_BITS) - 1)
    check_range("a", a, -n, n)
    check_range("b", b, -n, n)
    return _called(Machine(KERNEL_PROGRAM, KERNEL_DIGITS=digits), routine, a, b, n, digits, times)


def _run_generated(a: int, b: int, n: int, digits: int, *, square: bool) -> Result[int]:
    routine = "kernel_square" if square else "kernel_product"
    return _called(KernelMachine(digits, square=square), routine, a, b, n, digits)


def _called(machine: Machine, routine: str, a: int, b: int, n: int, digits: int, times: int = 1) -> Result[int]:
    """Return a kernel's result: value a, operand b, constants of the modulus."""
    w = pow(1 << DIGIT_BITS + 1, -1, n)  # the multiplier doubles
    machine.put_number("x", "mp_xm", w - n if w > n // 2 else w, digits)
    machine.put_number("x", "mp_xh", (1 - n) // 2, digits)
    machine.set(pinv=pow(n, -1, 1 << DIGIT_BITS), half=1 << 11, cnt=times)
    for space, place, value in (("x", "mp_xv", a), ("y", "mp_yv", a), ("y", "mp_yt", b)):
        machine.put_number(space, place, value, digits)
    machine.call(routine)
    return Result(machine.get_number("x", "mp_xv", digits), machine.clocks, machine.instructions)


def _operands(a: int, b: int, n: int, digits: int) -> tuple[int, int, int, int]:
    a, b, n, digits = require_int("a", a), require_int("b", b), require_int("n", n), require_int("digits", digits)
    check_digits(digits, WIDE_DIGITS)
    check_modulus("n", n, digits)
    check_range("a", a, -n, n - 1)
    check_range("b", b, -n, n - 1)
    return a, b, n, digits


def _run(routine: str, a: int, b: int, n: int, digits: int) -> Result[int]:
    machine = Machine(PROGRAM if digits <= MAX_DIGITS else WIDE_PROGRAM)
    machine.set(len=digits)
    machine.put_number("y", "mp_yn", n, digits)
    machine.put_number("x", "mp_xv", a, digits)
    machine.put_number("y", "mp_yv", a, digits)
    machine.put_number("y", "mp_yt", b, digits)
    machine.call("mont_setup", prepares=True)
    setup, instructions = machine.clocks, machine.instructions
    machine.call(routine)
    value = machine.get_number("x", "mp_xv", digits)
    return Result(value, machine.clocks - setup, machine.instructions - instructions, setup)
