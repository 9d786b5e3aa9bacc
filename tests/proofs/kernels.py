"""Proof of Montgomery kernels: for all operands and all odd moduli, a kernel computes 2 A B / R or A^2 / R modulo N.

A kernel has the constants w, h and 1/n0 of its modulus (docs/explanation/montgomery-kernels.md):

    2 w B = 1 + c N,    2 h = 1 - N,    n0 pinv = 1 mod B,    B = 2^24, |c| <= B

The digits of A, B, w and h are unknown, and pinv and n0 are related modulo B. Then R result - 2 A B, with 2 w B and 2 h
replaced, must be a multiple of N: each of its terms has the factor N. Its quotient bounds the result, so that its top
digit was not cut.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Set
from dataclasses import dataclass

from dsp56k.asm import ObjectFile
from dsp56k.emu import Dsp56001, EmulatorError, Step
from dsp56k.lib.digits import to_octets
from dsp56k.lib.subroutine_calls import CLOCK_LIMIT
from dsp56k.testing.proofs.answers import Proof, Unknown
from dsp56k.testing.proofs.bounds import Bounds
from dsp56k.testing.proofs.domain import ADDRESS_MASK, UnsupportedError, Value
from dsp56k.testing.proofs.polynomials import UNKNOWN, Polynomial, Polynomials
from dsp56k.testing.proofs.state import ACCUMULATOR, ACCUMULATORS, ADDRESS_REGISTERS, FLAGS, INPUTS

DIGIT = 24
BASE = 1 << DIGIT
HALF = 1 << DIGIT - 1
FACTOR_BOUND = 1.01
"""Factors are at most 1.01 N in magnitude, and N is less than R / 2^8 (dsp56k.lib.montgomery_product)."""
_BACK = 0x0040
"""P address that the kernel returns to; nothing is stored there."""
INTERNAL_WORDS = 0x100
"""Words of internal X or Y memory (UM 3-8), where a kernel's operands are."""
_EXAMPLE = 12345, 67891
"""Factors of the example that is followed."""


@dataclass(frozen=True)
class KernelProof(Proof):
    """A kernel that is right for all operands.

    Attributes:
        ratio: bound of the result's magnitude, divided by N.
        largest: bound on the magnitude of A and B.
        words: instruction words that were executed, by address.
    """

    ratio: float
    largest: int
    words: Mapping[int, int]


@dataclass(frozen=True)
class _Quotient:
    """Coefficients of a quotient by monomial.

    Attributes:
        of_c: coefficients of the terms with the factor c, without it.
        others: those of the other terms.
    """

    of_c: dict[tuple[int, ...], int]
    others: dict[tuple[int, ...], int]


class _Kernel(Bounds):
    """A run of a kernel with unknown operands."""

    def __init__(
        self, dsp: Dsp56001, symbols: Mapping[str, int], digits: int, *, square: bool, given: Set[tuple[str, int]]
    ) -> None:
        super().__init__(dsp)
        self.digits, self.symbols = digits, symbols
        self.visited: set[int] = set()
        domain = self.polynomials
        self._forget(given)
        self.a = self._vector("X", "mp_xv", "a")
        self.b = self.a if square else self._vector("Y", "mp_yt", "b")
        self.w, self.h = self._vector("X", "mp_xm", "w"), self._vector("X", "mp_xh", "h")
        pinv, n0 = (domain.atom(name, -HALF, HALF - 1) for name in ("pinv", "n0"))
        self.state.memory["X", symbols["mp_pinv"]] = pinv
        domain.relate(domain.left(self.h[0], 1), domain.subtract(1, n0), DIGIT)
        domain.relate(domain.multiply(pinv, n0), 1, DIGIT)

    def _forget(self, given: Set[tuple[str, int]]) -> None:
        """Make registers and words unknown that a caller need not have set, except for linear modifiers."""
        domain, state = self.polynomials, self.state
        for name in ACCUMULATORS:
            state.values[name] = domain.atom(name, -1 << ACCUMULATOR - 1, (1 << ACCUMULATOR - 1) - 1)
        for name in INPUTS:
            state.values[name] = domain.atom(name, -HALF, HALF - 1)
        for name in ADDRESS_REGISTERS[:16]:
            state.values[name] = domain.atom(name, 0, ADDRESS_MASK)
        for name in FLAGS:
            state.values[name] = UNKNOWN
        for space in "XY":
            for address in range(INTERNAL_WORDS):
                if (space, address) not in given:
                    state.memory[space, address] = domain.atom(f"{space}{address}", -HALF, HALF - 1)

    def _vector(self, space: str, place: str, name: str) -> list[Value]:
        digits = unknown_digits(self.polynomials, name, self.digits)
        address = self.symbols[place]
        self.state.memory.update({(space, address + index): digit for index, digit in enumerate(digits)})
        return digits

    def result(self) -> list[Value]:
        """Return the digits of the result.

        Raises:
            UnsupportedError: one does not depend on the operands.
        """
        address = self.symbols["mp_xv"]
        places = [("X", address + index) for index in range(self.digits)]
        if not self.state.memory.keys() >= set(places):
            raise UnsupportedError("a digit of the result does not depend on the operands")
        return [self.state.memory[place] for place in places]

    def execute(self, step: Step) -> None:
        """Compute an instruction, and note its address."""
        self.visited.add(step.address)
        super().execute(step)


def prove_kernel(
    program: ObjectFile, digits: int, *, square: bool, patch: tuple[int, int] | None = None
) -> KernelProof | Unknown:
    """Prove that a kernel is right for all operands, and that no accumulator overflows.

    Args:
        program: the kernel's, by `kernel_program`.
        digits: n.
        square: True for a square.
        patch: an address, and a word that replaces the one there.
    """
    begun = time.process_time()
    dsp, symbols = _prepared(program, digits, square=square)
    if patch is not None:
        dsp.p[patch[0]] = patch[1]
    constants = {("X", symbols[f"mp_{name}"]) for name in ("half", "cnt")}
    kernel = _Kernel(dsp, symbols, digits, square=square, given=constants | program.words.keys())
    try:
        kernel.follow(_BACK, CLOCK_LIMIT)
        if kernel.exceeds is not None:
            raise UnsupportedError("an accumulator may exceed 56 bits, or a move limits")
        ratio = _bound(kernel, _quotient(kernel, kernel.result()))
    except (UnsupportedError, EmulatorError) as error:
        return Unknown(str(error))
    # The top digit of a result below 2 N < R / 2^7 fits a word, so that it was not cut.
    if ratio >= 2:
        return Unknown(f"the result may be {ratio} N")
    return KernelProof(
        method="polynomials",
        assumptions=(
            f"N is odd and less than R / 2^8, and has the constants w, h and 1/N; factors are at most {FACTOR_BOUND} N",
            "M0 to M7 are linear; any other register, and any word of internal memory, can have any value",
        ),
        seconds=time.process_time() - begun,
        ratio=ratio,
        largest=kernel.polynomials.largest,
        words={pc: int(dsp.p[pc]) for pc in kernel.visited},
    )


def _prepared(program: ObjectFile, digits: int, *, square: bool) -> tuple[Dsp56001, dict[str, int]]:
    """Return a chip before the first instruction of a kernel, with an example, and the program's symbols."""
    dsp = Dsp56001()
    dsp.load_words(program.words)
    symbols = {name: int(value) for name, value in program.symbols.items()}
    n = (1 << DIGIT * digits - 8) - 569 | 1
    w = pow(2 * BASE, -1, n)
    w = w - n if w > n // 2 else w
    h = (1 - n) // 2
    assert (2 * w * BASE - 1) % n == 0
    assert abs(2 * w * BASE - 1) <= BASE * n
    for space, place, number in (("x", "xv", _EXAMPLE[0]), ("y", "yt", _EXAMPLE[1]), ("x", "xm", w), ("x", "xh", h)):
        memory = dsp.x if space == "x" else dsp.y
        memory.set_octets(symbols[f"mp_{place}"], to_octets(number, digits))
    for place, word in (("pinv", pow(n, -1, BASE)), ("half", 1 << 11), ("cnt", 1)):
        dsp.x[symbols[f"mp_{place}"]] = word
    dsp.regs.pc = symbols["kernel_square" if square else "kernel_product"]
    dsp.regs.sp = 1
    dsp.stack[1] = (_BACK, dsp.regs.sr)
    return dsp, symbols


def unknown_digits(domain: Polynomials, name: str, count: int) -> list[Value]:
    """Return atoms for the signed digits of a number."""
    return [domain.atom(f"{name}{index}", -HALF, HALF - 1) for index in range(count)]


def value_of(domain: Polynomials, digits: list[Value]) -> Value:
    """Return the number of signed digits."""
    total: Value = 0
    for index, digit in enumerate(digits):
        total = domain.add(total, domain.left(digit, DIGIT * index))
    return total


def with_uncut_top(domain: Polynomials, digits: list[Value]) -> Value:
    """Return the number of digits, in which the highest one is the sum whose low word it is.

    Raises:
        UnsupportedError: the highest digit is not the low word of a sum.
    """
    top = _only_atom(digits[-1])
    if top not in domain.remainders:
        raise UnsupportedError("the top digit is not the low word of a sum")
    return value_of(domain, [*digits[:-1], _replaced(domain, digits[-1], top, domain.remainders[top][0])])


def _only_atom(value: Value) -> int:
    """Return the number of the atom that a value is, apart from a constant."""
    monomials = [] if isinstance(value, int) else [monomial for monomial in value.terms if monomial]
    if len(monomials) != 1 or len(monomials[0]) != 1:
        raise UnsupportedError("the top digit is not a word")
    atom: int = monomials[0][0]
    return atom


def _replaced(domain: Polynomials, value: Value, atom: int, by: Value) -> Value:
    """Return a value in which an atom is replaced.

    Raises:
        UnsupportedError: the value is not linear in the atom.
    """
    if any(monomial.count(atom) > 1 for monomial in value.terms):
        raise UnsupportedError("a result has the square of a constant")
    without = {monomial: factor for monomial, factor in value.terms.items() if atom not in monomial}
    factors = {
        tuple(each for each in monomial if each != atom): factor
        for monomial, factor in value.terms.items()
        if atom in monomial
    }
    rest = Polynomial(without, value.shift, -1, 1)
    return domain.add(rest, domain.multiply(Polynomial(factors, value.shift, -1, 1), by)) if factors else rest


def _quotient(kernel: _Kernel, result: list[Value]) -> _Quotient:
    """Return (R result - 2 A B) / N, or with equal factors (R result - A^2) / N.

    Raises:
        UnsupportedError: that is not a multiple of N.
    """
    domain, digits = kernel.polynomials, kernel.digits
    total = with_uncut_top(domain, result)
    product = domain.multiply(value_of(domain, kernel.a), value_of(domain, kernel.b))
    if kernel.a is not kernel.b:
        product = domain.left(product, 1)
    difference = domain.subtract(domain.left(total, DIGIT * digits), product)
    modulus, c = domain.atom("N", 1, 1 << DIGIT * digits), domain.atom("c", -BASE, BASE)
    twice_wb = domain.add(1, domain.multiply(c, modulus))
    for digit, number, shift in ((kernel.w, twice_wb, DIGIT + 1), (kernel.h, domain.subtract(1, modulus), 1)):
        lowest = Polynomial(number.terms, shift, -1, 1)
        others = domain.left(value_of(domain, digit[1:]), DIGIT)
        difference = _replaced(domain, difference, _only_atom(digit[0]), domain.subtract(lowest, others))
    if isinstance(difference, int) or difference.shift:
        raise UnsupportedError("the difference is not an integer polynomial")
    factor = _only_atom(modulus)
    if any(factor not in monomial for monomial in difference.terms):
        raise UnsupportedError("the difference is not a multiple of N")
    found = _Quotient({}, {})
    for monomial, number in difference.terms.items():
        rest = list(monomial)
        rest.remove(factor)
        terms = found.of_c if _only_atom(c) in rest else found.others
        if terms is found.of_c:
            rest.remove(_only_atom(c))
        terms[tuple(rest)] = number
    return found


def _bound(kernel: _Kernel, quotient: _Quotient) -> float:
    """Return the bound of |result| / N that follows from the quotient.

    The quotient is a sum of c B^k t and B^k t with t = u - 2^23 of a remainder u: |t| <= 2^23.

    Raises:
        UnsupportedError: the quotient is not such a sum.
    """
    total = 0
    for terms, most in ((quotient.of_c, BASE), (quotient.others, 1)):
        centre = terms.get((), 0)
        for monomial, number in terms.items():
            if monomial:
                if len(monomial) > 1 or kernel.polynomials.remainders.get(monomial[0], (0, 0))[1] != DIGIT:
                    raise UnsupportedError("the quotient has a term that is not a digit")
                total += abs(number) * HALF * most
                centre += number * HALF
        if centre:
            raise UnsupportedError("the remainders of the quotient are not centred")
    r = 1 << DIGIT * kernel.digits
    factors = FACTOR_BOUND**2 / 2**8 * (1 if kernel.a is kernel.b else 2)
    return total / r + factors
