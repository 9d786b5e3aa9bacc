"""The paper's modular inverse and Montgomery product on the DSP56001 (src/word_inverse.asm, src/mont_product.asm)."""

from __future__ import annotations

from dsp56k.lib.errors import OperandError
from dsp56k.lib.numbers import DIGIT_BITS, from_digits, to_digits
from dsp56k.lib.operands import check_digits, check_modulus, check_range, whole
from dsp56k.lib.runner import Machine, Result


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


def montgomery_product(a: int, b: int, n: int, digits: int = 22) -> Result[int]:
    """MONTGOMERY-PRODUCT of Dussé and Kaliski: a * b * 2^(-24 * digits) modulo n.

    Args:
        a: -n to n - 1.
        b: -n to n - 1.
        n: the modulus, odd, at most `digits` signed 24-bit digits.
        digits: 2 to 43.

    Returns:
        A value in [-n, n - 1], not normalized further, as in the paper.

    Raises:
        OperandError: an operand out of range, an even modulus.
    """
    return _run("mont_product", a, b, n, digits)


def montgomery_square(a: int, n: int, digits: int = 22) -> Result[int]:
    """MONTGOMERY-SQUARE: a * a * 2^(-24 * digits) modulo n; as `montgomery_product`."""
    return _run("mont_square", a, a, n, digits)


def _run(routine: str, a: int, b: int, n: int, digits: int) -> Result[int]:
    a, b, n, digits = whole("a", a), whole("b", b), whole("n", n), whole("digits", digits)
    check_digits(digits)
    check_modulus("n", n, digits)
    check_range("a", a, -n, n - 1)
    check_range("b", b, -n, n - 1)
    machine = Machine()
    machine.set(len=digits)
    machine.put("y", "mp_yn", to_digits(n, digits))
    machine.put("x", "mp_xv", to_digits(a, digits))
    machine.put("y", "mp_yv", to_digits(a, digits))
    machine.put("y", "mp_yt", to_digits(b, digits))
    machine.call("mont_setup")
    setup, instructions = machine.clocks, machine.instructions
    machine.call(routine)
    value = from_digits(machine.get("x", "mp_xv", digits))
    return Result(value, machine.clocks - setup, machine.instructions - instructions, setup)
