"""The data ALU and the data limiter over a domain (UM chapter 4, appendix A).

A port of `emu/crates/core/src/semantics`. `tests/unit/testing/proofs` compares both on random programs.
"""

from __future__ import annotations

from dsp56k.testing.proofs.domain import Bit, UnsupportedError, Value
from dsp56k.testing.proofs.state import (
    ACCUMULATOR,
    ACCUMULATORS,
    INPUTS,
    LONG,
    LONG_MASK,
    WORD,
    WORD_MASK,
    State,
)

MIDDLE = WORD_MASK << WORD
"""Bits 47-24, on which logical operations work (UM 4-4)."""
_MAX_WORD, _MAX_LONG = (1 << WORD - 1) - 1, (1 << LONG - 1) - 1


class DataAlu:
    """Operations on a state."""

    def __init__(self, state: State) -> None:
        """Work on a state."""
        self.state = state
        self.domain = state.domain

    def execute(self, operation: str, source: str, destination: str, *, negative: bool) -> Value | None:
        """Execute an operation.

        Args:
            operation: its name, `op` in `isa.ALU_ROWS`.
            source: a register, or the two factors of a product with a comma.
            destination: "A", "B", or "" for MOVE.
            negative: the product is subtracted.

        Returns:
            The result for the destination, or None if the operation has none.
        """
        if operation == "Move":
            return None
        domain = self.domain
        d = self.state.get(destination)
        if operation in ("Mac", "Macr", "Mpy", "Mpyr"):
            return self._product(operation, source, d, negative=negative)
        match operation:
            case "Rnd":
                return self._rounded(domain.add(d, self._half()))
            case "Clr":
                return self.set_result(0)
            case "Tst":
                self.set_result(d)
                return None
            case "Abs":
                return self.set_result(domain.magnitude(d))
            case "Neg":
                return self.set_result(domain.subtract(0, d))
            case "Asl":
                self.state.set_flag("C", domain.is_negative(d))
                return self.set_result(domain.left(d, 1))
            case "Asr":
                self.state.set_flag("C", domain.bit(d, 0))
                return self.set_result(domain.right(d, 1))
            case "Not":
                return self._logical(domain.xor(d, MIDDLE))
            case "Lsl" | "Rol":
                return self._rotated_left(d, self._carry() if operation == "Rol" else 0)
            case "Lsr" | "Ror":
                return self._rotated_right(d, self._carry() if operation == "Ror" else 0)
        return self._binary(operation, d, self.operand(source))

    def _binary(self, operation: str, d: Value, s: Value) -> Value | None:
        domain = self.domain
        match operation:
            case "Add":
                return self._sum(d, s)
            case "Adc":
                return self._sum(d, s, self._carry())
            case "Sub":
                return self._difference(d, s)
            case "Sbc":
                return self._difference(d, s, self._carry())
            case "Cmp":
                self._difference(d, s)
                return None
            case "Cmpm":
                d, s = (domain.sign_extend(domain.magnitude(value), ACCUMULATOR) for value in (d, s))
                self._difference(d, s)
                return None
            case "Addr":
                return self._sum(domain.right(d, 1), s)
            case "Subr":
                return self._difference(domain.right(d, 1), s)
            case "Addl" | "Subl":
                domain.note_result(domain.left(d, 1))
                shifted = domain.sign_extend(domain.left(d, 1), ACCUMULATOR)
                result = self._sum(shifted, s) if operation == "Addl" else self._difference(shifted, s)
                self._add_overflow(self._have_opposite_signs(d, shifted))
                return result
            case "And":
                return self._logical(domain.and_(d, domain.or_(domain.masked(s, MIDDLE), ~MIDDLE)))
            case "Or":
                return self._logical(domain.or_(d, domain.masked(s, MIDDLE)))
            case "Eor":
                return self._logical(domain.xor(d, domain.masked(s, MIDDLE)))
            case "Tfr":
                return s
        raise UnsupportedError(f"operation {operation}")

    def operand(self, register: str) -> Value:
        """Return a source of the ALU as a signed number of 56 bits (UM 4-4)."""
        domain = self.domain
        if register in INPUTS:
            return domain.left(self.state.get(register), WORD)
        if register in ACCUMULATORS:
            return self.state.get(register)
        high, low = self.state.get(f"{register}1"), self.state.get(f"{register}0")
        return domain.or_(domain.left(high, WORD), domain.masked(low, WORD_MASK))

    def _product(self, operation: str, factors: str, d: Value, *, negative: bool) -> Value:
        domain = self.domain
        one, other = (self.state.get(name) for name in factors.split(","))
        product = domain.left(domain.multiply(one, other), 1)
        accumulate = domain.subtract if negative else domain.add
        match operation:
            case "Mac":
                return self.set_result(accumulate(d, product))
            case "Mpy":
                return self.set_result(domain.subtract(0, product) if negative else product)
            case "Macr":
                return self._rounded(domain.add(d, accumulate(self._half(), product)))
        return self._rounded(accumulate(self._half(), product))

    def _carry(self) -> Value:
        return self.domain.number(self.state.flag("C"))

    def _half(self) -> int:
        """Half of the lowest bit that rounding keeps (UM A-191)."""
        return 1 << self.state.integer_bit - WORD

    def _rounded(self, total: Value) -> Value:
        """Round a sum that includes the half, to the even neighbour in case of a tie (UM A-191)."""
        domain, lowest = self.domain, 1 << self.state.integer_bit - WORD + 1
        is_tie = domain.is_zero(domain.masked(total, lowest - 1))
        return self.set_result(domain.choose(is_tie, domain.masked(total, -2 * lowest), domain.masked(total, -lowest)))

    def set_result(self, exact: Value) -> Value:
        """Set the condition codes except C by the exact result, and return it as a number of 56 bits (UM A-11)."""
        domain, state = self.domain, self.state
        result = domain.sign_extend(exact, ACCUMULATOR)
        domain.note_result(exact)
        overflow = domain.overflows(exact, result)
        state.set_flag("V", overflow)
        self.add_limit(overflow)
        state.set_flag("N", domain.is_negative(result))
        state.set_flag("Z", domain.is_zero(result))
        low = state.integer_bit
        state.set_flag("E", domain.has_extension(result, low))
        state.set_flag("U", domain.is_unnormalized(result, low))
        return result

    def add_limit(self, bit: Bit) -> None:
        """Set L if a bit is 1."""
        self.state.set_flag("L", self.domain.or_bits(self.state.flag("L"), bit))

    def _add_overflow(self, bit: Bit) -> None:
        self.state.set_flag("V", self.domain.or_bits(self.state.flag("V"), bit))
        self.add_limit(bit)

    def _set_carry(self, d: Value, s: Value, exact: Value) -> None:
        """Set C to the carry into bit 56."""
        self.state.set_flag("C", self.domain.carry(d, s, exact, ACCUMULATOR))

    def _sum(self, d: Value, s: Value, carry: Value = 0) -> Value:
        exact = self.domain.add(self.domain.add(d, s), carry)
        self._set_carry(d, s, exact)
        return self.set_result(exact)

    def _difference(self, d: Value, s: Value, borrow: Value = 0) -> Value:
        exact = self.domain.subtract(self.domain.subtract(d, s), borrow)
        self._set_carry(d, s, exact)
        return self.set_result(exact)

    def _have_opposite_signs(self, a: Value, b: Value) -> Bit:
        return self.domain.xor_bits(self.domain.is_negative(a), self.domain.is_negative(b))

    def word(self, value: Value) -> Value:
        """Return the low 24 bits as a signed number."""
        return self.domain.sign_extend(value, WORD)

    def _logical(self, value: Value) -> Value:
        """Set N, Z and V by bits 47-24 (UM A-12)."""
        domain, state = self.domain, self.state
        word = self.word(domain.right(value, WORD))
        state.set_flag("N", domain.is_negative(word))
        state.set_flag("Z", domain.is_zero(word))
        state.set_flag("V", 0)
        return value

    def with_part(self, value: Value, word: Value, lowest: int) -> Value:
        """Return an accumulator with another word in 24 of its bits."""
        return self.domain.insert(value, word, lowest, WORD)

    def _rotated_left(self, d: Value, low: Value) -> Value:
        domain = self.domain
        word = self.word(domain.right(d, WORD))
        self.state.set_flag("C", domain.is_negative(word))
        return self._logical(self.with_part(d, domain.or_(domain.left(word, 1), low), WORD))

    def _rotated_right(self, d: Value, high: Value) -> Value:
        domain = self.domain
        word = domain.masked(domain.right(d, WORD), WORD_MASK)
        self.state.set_flag("C", domain.bit(word, 0))
        return self._logical(self.with_part(d, domain.or_(domain.right(word, 1), domain.left(high, WORD - 1)), WORD))

    def limited_word(self, register: str) -> Value:
        """Return A or B as the source of a 24-bit move: scaled, then limited (UM 4-6)."""
        value, low = self.state.get(register), self.state.integer_bit
        return self._limited(value, self.domain.right(value, low - WORD + 1), _MAX_WORD)

    def limited_long(self, register: str) -> Value:
        """Return A or B as the unsigned 48 bits of a long move (UM A-147)."""
        domain, value, low = self.domain, self.state.get(register), self.state.integer_bit
        shift = low - LONG + 1
        scaled = domain.right(value, shift) if shift >= 0 else domain.left(value, -shift)
        return domain.masked(self._limited(value, scaled, _MAX_LONG), LONG_MASK)

    def _limited(self, value: Value, scaled: Value, largest: int) -> Value:
        domain = self.domain
        is_limited = domain.has_extension(value, self.state.integer_bit)
        domain.note_limit(is_limited)
        self.add_limit(is_limited)
        return domain.choose(is_limited, domain.choose(domain.is_negative(value), ~largest, largest), scaled)

    def divide(self, source: str, destination: str) -> None:
        """Execute DIV (UM A-58)."""
        domain, state = self.domain, self.state
        d, s = state.get(destination), self.operand(source)
        domain.note_result(domain.left(d, 1))
        doubled = domain.sign_extend(domain.left(d, 1), ACCUMULATOR)
        shifted = domain.or_(doubled, self._carry())
        is_opposite = self._have_opposite_signs(d, s)
        result = domain.choose(is_opposite, domain.add(shifted, s), domain.subtract(shifted, s))
        result = domain.sign_extend(result, ACCUMULATOR)
        overflow = self._have_opposite_signs(d, shifted)
        state.set_flag("V", overflow)
        self.add_limit(overflow)
        state.set_flag("C", domain.not_bit(domain.is_negative(result)))
        state.set(destination, result)

    def normalize(self, pointer: str, destination: str) -> None:
        """Execute NORM (UM A-177)."""
        domain, state = self.domain, self.state
        goes_right = state.flag("E")
        goes_left = domain.and_bits(state.flag("U"), domain.not_bit(state.flag("Z")))
        d = state.get(destination)
        exact = domain.choose(goes_right, domain.right(d, 1), domain.choose(goes_left, domain.left(d, 1), d))
        state.set(destination, self.set_result(exact))
        change = domain.choose(goes_right, 1, domain.choose(goes_left, -1, 0))
        state.set(pointer, domain.masked(domain.add(state.get(pointer), change), 0xFFFF))

    def condition(self, name: str) -> Bit:
        """Return the bit of a condition (UM A-213)."""
        domain, flag = self.domain, self.state.flag
        inverse = {"CC": "CS", "GE": "LT", "NE": "EQ", "PL": "MI", "NN": "NR", "EC": "ES", "LC": "LS", "GT": "LE"}
        if name in inverse:
            return domain.not_bit(self.condition(inverse[name]))
        if name in ("LT", "LE"):
            less = domain.xor_bits(flag("N"), flag("V"))
            return less if name == "LT" else domain.or_bits(flag("Z"), less)
        if name == "NR":
            return domain.or_bits(flag("Z"), domain.not_bit(domain.or_bits(flag("U"), flag("E"))))
        return flag({"CS": "C", "EQ": "Z", "MI": "N", "ES": "E", "LS": "L"}[name])
