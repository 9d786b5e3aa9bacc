"""Modular exponentiation and RSA on the DSP56001 (src/bignum/modexp.asm, src/bignum/rsa.asm)."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import overload

from dsp56k.lib.digits import DIGIT_BITS, WORD, digits_for, radix
from dsp56k.lib.errors import OperandError, RoutineError
from dsp56k.lib.library_runner import Machine, Result
from dsp56k.lib.operands import check_digits, check_modulus, check_range, require_int

MAX_EXPONENT_BITS = 2064
MAX_FACTOR_DIGITS = 22
"""Digits of p and q: 520 bits less the 8 spare ones."""
FERMAT_BASE = 2
"""Base of the test that detects most composite factors."""
PUBLIC_WORDS = 2
"""A private exponent of up to this number of words is treated as public: a search can find it."""
_CRT_PARTS = {"p", "q", "dp", "dq", "qinv"}
_ANY_WORDS = 43
_EXPONENT = 0x2800
"""X address of the exponent of `modexp`, in external memory."""


def modexp(base: int, exponent: int, modulus: int) -> Result[int]:
    """Return base^exponent mod modulus by a sliding window on Montgomery products.

    Args:
        base: 0 to about the square of the modulus: any number with twice its digits.
        exponent: 0 to 2^2064 - 1.
        modulus: odd, up to 1024 bits.

    Returns:
        The value in [0, modulus - 1]. Work that depends only on the modulus counts as `setup_clocks`.

    Raises:
        OperandError: an operand out of range, an even modulus.
    """
    base, exponent, modulus = (
        require_int("base", base),
        require_int("exponent", exponent),
        require_int("modulus", modulus),
    )
    digits = digits_for(modulus)
    check_modulus("modulus", modulus, digits)
    check_range("base", base, 0, radix(2 * digits) // 2 - 1 - radix(2 * digits - 1))
    check_range("exponent", exponent, 0, (1 << MAX_EXPONENT_BITS) - 1)
    machine = Machine()
    machine.put("x", "rsa_data", _words(modulus, digits))
    machine.set(size=digits)
    regs, symbols = machine.dsp.regs, machine.symbols
    regs.x0, regs.y0 = digits, modulus >> DIGIT_BITS * (digits - 1)
    machine.call("key_digits", prepares=True)
    regs.r0, regs.r1 = symbols["rsa_data"], symbols["rsa_key"]
    machine.call("rsa_modulus", prepares=True)
    setup, instructions = machine.clocks, machine.instructions
    digits = machine.get("x", "mp_len", 1)[0]
    count = -(-exponent.bit_length() // DIGIT_BITS)
    machine.put("x", _EXPONENT, _words(exponent, count))
    machine.put_number("x", "rsa_in", base, 2 * digits)
    machine.set(base=symbols["rsa_in"], exp=_EXPONENT, left=count, fixed=0, list=symbols["rsa_list"])
    machine.call("recode")
    machine.call("modexp" if base < modulus else "modexp_wide")
    value = machine.get_number("x", "mp_xv", digits)
    return Result(value, machine.clocks - setup, machine.instructions - instructions, setup)


def rsa_public(m: int, *, n: int, e: int) -> Result[int]:
    """Return m^e mod n, as the card's firmware does it: key loaded once (`setup_clocks`), then the operation.

    Args:
        m: 0 to n - 1.
        n: the modulus, odd, up to 1024 bits.
        e: the exponent, not negative, not longer than n.

    Raises:
        OperandError: an operand out of range, an even modulus.
    """
    m, n, e = require_int("m", m), require_int("n", n), require_int("e", e)
    digits = digits_for(n)
    check_modulus("n", n, digits)
    check_range("e", e, 0, radix(digits) - 1)
    check_range("m", m, 0, n - 1)
    return _operate("rsa_load", [n, e, 0], "rsa_public", m, digits, digits, public_words=_ANY_WORDS)


@overload
def rsa_private(
    c: int,
    *,
    p: int,
    q: int,
    dp: int,
    dq: int,
    qinv: int,
    n: int = ...,
    d: int = ...,
    check: int | None = ...,
    constant_time: bool = ...,
) -> Result[int]: ...
@overload
def rsa_private(c: int, *, n: int, d: int, check: int | None = ..., constant_time: bool = ...) -> Result[int]: ...
def rsa_private(c: int, *, check: int | None = None, constant_time: bool = True, **key: int) -> Result[int]:
    """Return c^d mod n, with the Chinese remainder theorem from p, q, dp, dq, qinv, or without from n, d.

    Args:
        c: 0 to n - 1.
        check: the public exponent, odd: the DSP checks with it that the result is right. None: no check.
        constant_time: fixed windows, so that instructions and clocks depend only on the lengths of the moduli; False:
            sliding windows, which are faster. Exponents below 2^48 are not secret and take sliding windows in any case.
        **key: either p, q (the factors of n, odd, up to 512 bits each, in any order), dp, dq (d mod p - 1 and q - 1)
            and qinv (1/q mod p), or n (the modulus, up to 1024 bits) and d. In addition to the five, n and d are
            compared with them.

    Raises:
        OperandError: an operand out of range, an even modulus or public exponent, p or q that fails Fermat's test,
            equal factors, a qinv that is not 1/q modulo p, dp and dq without a common d, an n that is not p q, a d that
            does not match dp or dq, or, with `check`, a dp or dq that is not the inverse of `check`.
        RoutineError: the result is wrong: `check` is not the public exponent of this key.
        TypeError: another set of keywords.
    """
    public_words = PUBLIC_WORDS if constant_time else _ANY_WORDS
    c, key = require_int("c", c), {name: require_int(name, part) for name, part in key.items()}
    check = None if check is None else require_int("check", check)
    if key.keys() == {"n", "d"}:
        n, d = key["n"], key["d"]
        digits = digits_for(n)
        check_modulus("n", n, digits)
        check_range("d", d, 0, radix(digits) - 1)
        check_range("c", c, 0, n - 1)
        _check_public(check, digits)
        parts = [n, d, check or 0]
        return _operate(
            "rsa_load", parts, "rsa_private", c, digits, digits, public_words=public_words, check=check is not None
        )
    if not key.keys() >= _CRT_PARTS or not key.keys() <= _CRT_PARTS | {"n", "d"}:
        raise TypeError("rsa_private requires p, q, dp, dq and qinv, optionally with n and d, or n and d")
    p, q, dp, dq, qinv = (key[name] for name in ("p", "q", "dp", "dq", "qinv"))
    digits = max(digits_for(p), digits_for(q))
    check_digits(digits, MAX_FACTOR_DIGITS)
    check_modulus("p", p, digits)
    check_modulus("q", q, digits)
    check_range("dp", dp, 0, radix(digits) - 1)
    check_range("dq", dq, 0, radix(digits) - 1)
    check_range("qinv", qinv, 0, p - 1)
    check_range("c", c, 0, p * q - 1)
    _check_public(check, digits)
    _check_factors(p, q, dp, dq, qinv, check)
    _check_whole(p, q, dp, dq, key)
    parts = [p, q, dp, dq, qinv, check or 0]
    return _operate(
        "rsa_load_crt", parts, "rsa_crt", c, digits, 2 * digits, public_words=public_words, check=check is not None
    )


def _check_public(exponent: int | None, digits: int) -> None:
    if exponent is None:
        return
    check_range("check", exponent, 1, radix(digits) - 1)
    if exponent % 2 == 0:
        raise OperandError(
            "check must be odd, because no even number is a public exponent", name="check", value=exponent
        )


def _check_factors(p: int, q: int, dp: int, dq: int, qinv: int, check: int | None) -> None:
    """Reject parts that do not form a key: with them the recombination gives a wrong number."""
    for name, factor in (("p", p), ("q", q)):
        if factor == 1 or pow(FERMAT_BASE, factor - 1, factor) != 1:
            raise OperandError(f"{name} must be a prime", name=name, value=factor)
    if p == q:
        raise OperandError("q must differ from p", name="q", value=q)
    if q * qinv % p != 1:
        raise OperandError("qinv must be 1/q modulo p", name="qinv", value=qinv)
    if check is None:
        if (dp - dq) % gcd(p - 1, q - 1):
            raise OperandError("dq and dp must be derived from the same d", name="dq", value=dq)
        return
    for name, exponent, factor in (("dp", dp, p), ("dq", dq, q)):
        if exponent * check % (factor - 1) != 1 % (factor - 1):
            message = f"{name} must be the inverse of check modulo {name[1]} - 1"
            raise OperandError(message, name=name, value=exponent)


def _check_whole(p: int, q: int, dp: int, dq: int, key: Mapping[str, int]) -> None:
    """Reject an n or d that does not belong to the parts."""
    if "n" in key and key["n"] != p * q:
        raise OperandError("n must be p q", name="n", value=key["n"])
    for name, exponent, factor in (("dp", dp, p), ("dq", dq, q)):
        if "d" in key and (key["d"] - exponent) % (factor - 1):
            raise OperandError(f"d must be {name} modulo {name[1]} - 1", name="d", value=key["d"])


def _words(value: int, count: int) -> list[int]:
    return [value >> DIGIT_BITS * place & WORD for place in range(count)]


def _operate(
    load: str,
    key: list[int],
    routine: str,
    operand: int,
    digits: int,
    length: int,
    *,
    public_words: int,
    check: bool = False,
) -> Result[int]:
    machine = Machine()
    machine.put("x", "rsa_public_words", [public_words, int(check)])
    machine.put("x", "rsa_data", [word for number in key for word in _words(number, digits)])
    machine.dsp.regs.x0 = digits
    _call(machine, load, prepares=True)
    setup, instructions = machine.clocks, machine.instructions
    machine.put("x", "rsa_data", _words(operand, length))
    _call(machine, routine)
    value = sum(word << DIGIT_BITS * place for place, word in enumerate(machine.get("x", "rsa_data", length)))
    return Result(value, machine.clocks - setup, machine.instructions - instructions, setup)


def _call(machine: Machine, routine: str, *, prepares: bool = False) -> None:
    machine.call(routine, prepares=prepares)
    status = machine.dsp.regs.a1
    if status == machine.symbols["rsa_is_wrong"]:
        raise RoutineError(f"{routine}: the result is wrong: its power e is not the input", routine=routine, pc=None)
    if status:
        raise RoutineError(f"{routine} rejected its operands with status {status}", routine=routine, pc=None)
