"""Domain of bit vectors: terms of the SMT solver Bitwuzla, which finds operands with a wanted property or none at all.

A value is a term of 64 bits and a bound on its range. An operation whose result could exceed 64 bits is refused, so
that terms are integers, not residues. Control flow is not a value: `paths` follows one path at a time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bitwuzla import Bitwuzla, Kind, Option, Options, Result, TermManager

from dsp56k.testing.proofs.domain import Bit, Domain, UnsupportedError, Value
from dsp56k.testing.proofs.limits import Limits

_WIDTH = 64
_MAX_BITS = _WIDTH - 1
_MILLISECONDS = 1000


@dataclass(frozen=True, slots=True, eq=False)
class Vector:
    """A signed integer.

    Attributes:
        term: its bits.
        bits: it is at least -2^bits and at most 2^bits - 1, so that it fits a signed number of `bits` + 1 bits.
    """

    term: Any
    bits: int


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """A bit: a Boolean term."""

    term: Any


class BitVectors(Domain):
    """Values are vectors, bits are conditions."""

    def __init__(self) -> None:
        """Begin without variables."""
        self._terms = TermManager()
        self._sort = self._terms.mk_bv_sort(_WIDTH)
        self._variables: dict[str, tuple[Any, int]] = {}
        self.assumptions: list[Any] = []

    def variable(self, name: str, width: int, low: int, high: int) -> Value:
        """Return an unknown integer of an operand in an interval."""
        # Terms of several runs are about the same operand, and a new constant would be another one.
        if name not in self._variables:
            self._variables[name] = self._terms.mk_const(self._terms.mk_bv_sort(width), name), width
        term, _ = self._variables[name]
        signed = low < 0
        if width < _WIDTH:
            kind = Kind.BV_SIGN_EXTEND if signed else Kind.BV_ZERO_EXTEND
            extended = self._terms.mk_term(kind, [term], [_WIDTH - width])
        else:
            extended = term
        for kind, bound in ((Kind.BV_SGE, low), (Kind.BV_SLE, high)):
            self.assumptions.append(self._terms.mk_term(kind, [extended, self._constant(bound)]))
        return Vector(extended, width - 1 if signed else width)

    def solve(self, conditions: Iterable[Any], limits: Limits) -> dict[str, int] | None:
        """Return values of the variables for which all conditions hold; None if there are none.

        Raises:
            UnsupportedError: the solver has not decided within the limits.
        """
        seconds = limits.remaining_seconds()
        options = Options()
        options.set(Option.PRODUCE_MODELS, True)
        options.set(Option.TIME_LIMIT_PER, max(1, int(seconds * _MILLISECONDS)))
        # The solver compares the limit with the size of the process.
        options.set(Option.MEMORY_LIMIT, math.ceil(limits.process_megabytes))
        solver = Bitwuzla(self._terms, options)
        for condition in (*self.assumptions, *conditions):
            solver.assert_formula(condition)
        result = solver.check_sat()
        if result == Result.UNSAT:
            return None
        if result != Result.SAT:
            what = f"{seconds:.3g} seconds and {limits.megabytes:g} megabytes"
            raise UnsupportedError(f"the solver has not decided within {what}")
        return {name: int(solver.get_value(term).value(10)) for name, (term, _) in self._variables.items()}

    def boolean(self, bit: Bit) -> Any:
        """Return a bit as a Boolean term."""
        if isinstance(bit, int):
            return self._terms.mk_true() if bit else self._terms.mk_false()
        return bit.term

    def negated(self, term: Any) -> Any:
        """Return the negation of a Boolean term."""
        return self._terms.mk_term(Kind.NOT, [term])

    def any_of(self, terms: list[Any]) -> Any:
        """Return the disjunction of Boolean terms."""
        return terms[0] if len(terms) == 1 else self._terms.mk_term(Kind.OR, terms)

    def equals(self, value: Value, other: Value) -> Any:
        """Return the Boolean term that is true if two values are equal."""
        return self._terms.mk_term(Kind.EQUAL, [self._term(value), self._term(other)])

    def _constant(self, number: int) -> Any:
        return self._terms.mk_bv_value(self._sort, number & (1 << _WIDTH) - 1)

    def _term(self, value: Value) -> Any:
        if not isinstance(value, int):
            return value.term
        if value.bit_length() > _MAX_BITS:
            raise UnsupportedError(f"{value:#x} exceeds {_WIDTH} bits")
        return self._constant(value)

    @staticmethod
    def _bits(value: Value) -> int:
        bits: int = value.bit_length() if isinstance(value, int) else value.bits
        return bits

    def _vector(self, kind: Any, a: Value, b: Value, bits: int) -> Vector:
        if bits > _MAX_BITS:
            raise UnsupportedError(f"a result may exceed {_WIDTH} bits")
        return Vector(self._terms.mk_term(kind, [self._term(a), self._term(b)]), bits)

    def _add(self, a: Value, b: Value) -> Value:
        return self._vector(Kind.BV_ADD, a, b, max(self._bits(a), self._bits(b)) + 1)

    def _subtract(self, a: Value, b: Value) -> Value:
        return self._vector(Kind.BV_SUB, a, b, max(self._bits(a), self._bits(b)) + 1)

    def _multiply(self, a: Value, b: Value) -> Value:
        # Two numbers at the lower ends of their ranges have a product that is a power of two.
        one_more = int(isinstance(a, Vector) and isinstance(b, Vector))
        return self._vector(Kind.BV_MUL, a, b, self._bits(a) + self._bits(b) + one_more)

    def _magnitude(self, a: Value) -> Value:
        return self.choose(self.is_negative(a), self.subtract(0, a), a)

    def _and(self, a: Value, b: Value) -> Value:
        return self._vector(Kind.BV_AND, a, b, max(self._bits(a), self._bits(b)))

    def _or(self, a: Value, b: Value) -> Value:
        return self._vector(Kind.BV_OR, a, b, max(self._bits(a), self._bits(b)))

    def _xor(self, a: Value, b: Value) -> Value:
        return self._vector(Kind.BV_XOR, a, b, max(self._bits(a), self._bits(b)))

    def _masked(self, a: Value, mask: int) -> Value:
        bits = mask.bit_length() if mask >= 0 else max(self._bits(a), mask.bit_length())
        return self._vector(Kind.BV_AND, a, mask, bits) if mask else 0

    def _left(self, a: Value, count: int) -> Value:
        return self._vector(Kind.BV_SHL, a, count, self._bits(a) + count)

    def _right(self, a: Value, count: int) -> Value:
        return self._vector(Kind.BV_ASHR, a, min(count, _MAX_BITS), max(0, self._bits(a) - count))

    def _sign_extend(self, a: Value, width: int) -> Value:
        if self._bits(a) < width:
            return a
        low = self._terms.mk_term(Kind.BV_EXTRACT, [a.term], [width - 1, 0])
        return Vector(self._terms.mk_term(Kind.BV_SIGN_EXTEND, [low], [_WIDTH - width]), width - 1)

    def _choose(self, condition: Bit, yes: Value, no: Value) -> Value:
        term = self._terms.mk_term(Kind.ITE, [condition.term, self._term(yes), self._term(no)])
        return Vector(term, max(self._bits(yes), self._bits(no)))

    def _is_zero(self, a: Value) -> Bit:
        return Condition(self.equals(a, 0))

    def _is_negative(self, a: Value) -> Bit:
        return Condition(self._terms.mk_term(Kind.BV_SLT, [a.term, self._constant(0)]))

    def _bit(self, a: Value, number: int) -> Bit:
        bit = self._terms.mk_term(Kind.BV_EXTRACT, [a.term], [min(number, _MAX_BITS)] * 2)
        one = self._terms.mk_bv_value(self._terms.mk_bv_sort(1), 1)
        return Condition(self._terms.mk_term(Kind.EQUAL, [bit, one]))

    def _not_bit(self, a: Bit) -> Bit:
        return Condition(self.negated(a.term))

    def _or_bits(self, a: Bit, b: Bit) -> Bit:
        return Condition(self._terms.mk_term(Kind.OR, [a.term, b.term]))

    def _xor_bits(self, a: Bit, b: Bit) -> Bit:
        return Condition(self._terms.mk_term(Kind.XOR, [a.term, b.term]))

    def _number(self, bit: Bit) -> Value:
        return Vector(self._terms.mk_term(Kind.ITE, [bit.term, self._constant(1), self._constant(0)]), 1)
