"""Domain of integer polynomials: exact values over the words of the operands, with intervals.

An *atom* is an unknown integer in an interval: a word of an operand, a bit, or the remainder of a division by a power
of two. A value is a polynomial in atoms, divided exactly by a power of two. The chip's 56 bits hold sums of many
products without a carry, so that big-number code is a sequence of sums, products and remainders, and an identity of big
numbers is a comparison of normal forms.

- The low bits of a value V are a remainder u = V mod 2^k, a new atom, and the bits above are (V - u) / 2^k. Equal
  values have the same remainder.
- A value whose interval fits into a register is not reduced.
- Condition codes are known if intervals decide them. An unknown bit that is used as a number is a new atom of 0 or 1,
  so that its dependence on other values is lost.

Sound: intervals contain all values, and each identity that the domain uses holds for all integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dsp56k.testing.proofs.domain import SIGN, Bit, Domain, UnsupportedError, Value
from dsp56k.testing.proofs.state import ACCUMULATOR, WORD

Monomial = tuple[int, ...]
"""Numbers of atoms in ascending order; () is the constant term."""
MAX_TERMS = 200_000
"""Terms of one polynomial. A product of two numbers of 85 digits has 7,225."""
MAX_CHOICE_TERMS = 200
"""Terms of two values of which one is chosen. A larger choice is a new atom in their interval: terms double with
each choice.
"""
_ALL_ZERO = 1 << 20
"""Trailing zero bits of 0."""


class UnknownBit:
    """A bit of which nothing is known."""


UNKNOWN = UnknownBit()


@dataclass(slots=True, eq=False)
class Polynomial:
    """A polynomial divided by 2^shift.

    Attributes:
        terms: coefficients by monomial; none is 0.
        shift: power of two that divides the sum of the terms.
        low, high: bounds of the value.
        zeros: low bits that are 0.
    """

    terms: Mapping[Monomial, int]
    shift: int
    low: int
    high: int
    zeros: int = 0


@dataclass(frozen=True)
class _Relation:
    """A congruence modulo 2^bits: factor times the product of the atoms `lead` is `rest`."""

    lead: Monomial
    factor: int
    rest: Mapping[Monomial, int]
    bits: int


@dataclass(frozen=True)
class _Atom:
    name: str
    low: int
    high: int


def _zeros(value: Value) -> int:
    if isinstance(value, int):
        return (value & -value).bit_length() - 1 if value else _ALL_ZERO
    zeros: int = value.zeros
    return zeros


def _common_zeros(factors: Iterable[int], most: int) -> int:
    """Return the number of low bits that are 0 in all numbers, but not more than `most`."""
    bits = 1 << most
    for factor in factors:
        bits |= factor
        if bits & 1:
            return 0
    return _zeros(bits)


def _lifted(value: Value) -> Polynomial:
    return Polynomial({(): value} if value else {}, 0, value, value) if isinstance(value, int) else value


def _quotient(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    """Return a monomial without the atoms of another one, or None if it does not have them."""
    rest = list(monomial)
    for atom in divisor:
        if atom not in rest:
            return None
        rest.remove(atom)
    return tuple(rest)


class Polynomials(Domain):
    """Values are polynomials, bits are numbers or UNKNOWN.

    Attributes:
        remainders: dividend and number of bits of each atom that is a remainder, by its number.
        largest: bound on the magnitude of all exact results of the ALU.
        limits: a move may limit an accumulator.
    """

    def __init__(self, few_terms: int = 0) -> None:
        """Begin without atoms.

        Args:
            few_terms: a value with more terms is replaced by a new atom in its interval; 0 for exact values.
        """
        self._few_terms = few_terms
        self._atoms: list[_Atom] = []
        self.remainders: dict[int, tuple[Polynomial, int]] = {}
        self._memo: dict[tuple[frozenset[tuple[Monomial, int]], int, int], Value] = {}
        self._relations: list[_Relation] = []
        self._related_atoms: set[int] = set()
        self._odd: set[int] = set()
        self._intervals: dict[Monomial, tuple[int, int]] = {}
        self.largest = 0
        self.limits = False

    def atom(self, name: str, low: int, high: int) -> Value:
        """Return a new unknown integer in an interval."""
        if low == high:
            return low
        self._atoms.append(_Atom(name, low, high))
        return Polynomial({(len(self._atoms) - 1,): 1}, 0, low, high)

    def relate(self, lead: Value, rest: Value, bits: int) -> None:
        """Assume a congruence of operands modulo 2^bits, as a precondition: a single term `lead` is `rest`.

        Remainders use it to find equal values. A product that is 1 or -1 shows that its factors are odd.
        """
        ((monomial, factor),) = lead.terms.items()
        self._relations.append(_Relation(monomial, factor, _lifted(rest).terms, bits))
        self._related_atoms.update(monomial)
        if rest in (1, -1):
            self._odd.update(monomial)

    def bounds(self, value: Value) -> tuple[int, int]:
        """Return the interval of a value."""
        return (value, value) if isinstance(value, int) else (value.low, value.high)

    def evaluate(self, value: Value, atoms: dict[int, int]) -> int:
        """Return a value for numbers of the operands' atoms, to which those of remainders are added."""
        if isinstance(value, int):
            return value
        total = 0
        for monomial, factor in value.terms.items():
            for atom in monomial:
                if atom not in atoms:
                    dividend, bits = self.remainders[atom]
                    atoms[atom] = self.evaluate(dividend, atoms) & (1 << bits) - 1
                factor *= atoms[atom]
            total += factor
        shift: int = value.shift
        return total >> shift

    def are_equal(self, a: Value, b: Value) -> bool:
        """Return True if two values are proved to be equal.

        A difference that is a multiple of 2^k and smaller than 2^k in magnitude is 0. So a result that was cut to a
        number of words is compared without a separate argument that it fits.
        """
        difference = self.subtract(a, b)
        if isinstance(difference, int):
            return difference == 0
        bits = max(-difference.low, difference.high).bit_length()
        remainder: Value = self._remainder(difference, bits)
        return isinstance(remainder, int) and remainder == 0

    # ---- arithmetic ----

    def _normal(self, terms: Mapping[Monomial, int], shift: int, low: int, high: int, zeros: int = 0) -> Value:
        if not all(terms.values()):
            terms = {monomial: factor for monomial, factor in terms.items() if factor}
        if not terms:
            return 0
        if self._few_terms and len(terms) > self._few_terms:
            value = self.atom(f"i{len(self._atoms)}", low, high)
            return value if isinstance(value, int) else Polynomial(value.terms, 0, low, high, zeros)
        if len(terms) > MAX_TERMS:
            raise UnsupportedError(f"a value has more than {MAX_TERMS} terms")
        common = _common_zeros(terms.values(), shift)
        if common:
            terms = {monomial: factor >> common for monomial, factor in terms.items()}
            shift -= common
        if not shift and terms.keys() == {()}:
            return terms[()]
        return low if low == high else Polynomial(terms, shift, low, high, zeros)

    def _add(self, a: Value, b: Value) -> Value:
        return self._combined(a, b, 1)

    def _subtract(self, a: Value, b: Value) -> Value:
        return self._combined(a, b, -1)

    def _combined(self, a: Value, b: Value, sign: int) -> Value:
        if isinstance(b, int) and not b:
            return a
        zeros = min(_zeros(a), _zeros(b))
        a, b = _lifted(a), _lifted(b)
        shift = max(a.shift, b.shift)
        by = shift - a.shift
        terms = {monomial: factor << by for monomial, factor in a.terms.items()} if by else dict(a.terms)
        scale = sign << shift - b.shift
        for monomial, factor in b.terms.items():
            terms[monomial] = terms.get(monomial, 0) + scale * factor
        low, high = (a.low + b.low, a.high + b.high) if sign > 0 else (a.low - b.high, a.high - b.low)
        return self._normal(terms, shift, low, high, zeros)

    def _multiply(self, a: Value, b: Value) -> Value:
        x, y = _lifted(a), _lifted(b)
        terms: dict[Monomial, int] = {}
        for one, factor in x.terms.items():
            for other, by in y.terms.items():
                monomial = tuple(sorted(one + other))
                terms[monomial] = terms.get(monomial, 0) + factor * by
        ends = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high]
        low = min(ends)
        if a is b:
            low = 0 if x.low <= 0 <= x.high else min(x.low * x.low, x.high * x.high)
        return self._normal(terms, x.shift + y.shift, low, max(ends), _zeros(a) + _zeros(b))

    def _left(self, a: Value, count: int) -> Value:
        terms = {monomial: factor << count for monomial, factor in a.terms.items()}
        return self._normal(terms, a.shift, a.low << count, a.high << count, a.zeros + count)

    def _right(self, a: Value, count: int) -> Value:
        if not count:
            return a
        low, high = a.low >> count, a.high >> count
        if low == high:
            return low
        if count > WORD:
            return self.right(self.right(a, WORD), count - WORD)
        rest = self.subtract(a, self._remainder(a, count))
        if isinstance(rest, int):
            return rest >> count
        quotient = self._normal(rest.terms, rest.shift + count, low, high, max(0, rest.zeros - count))
        return self._clamped(quotient, low, high)

    def _clamped(self, value: Value, low: int, high: int) -> Value:
        if isinstance(value, int):
            return value
        low, high = max(value.low, low), min(value.high, high)
        return low if low == high else Polynomial(value.terms, value.shift, low, high, value.zeros)

    def _remainder(self, a: Value, bits: int) -> Value:
        """Return the value modulo 2^bits."""
        if isinstance(a, int):
            return a & (1 << bits) - 1
        if a.zeros >= bits:
            return 0
        if a.low >= 0 and a.high < 1 << bits:
            return a
        reduced = self._reduced(a, bits)
        if reduced is not a:
            return self._remainder(reduced, bits)
        keys = [(frozenset(a.terms.items()), a.shift, bits)]
        if self._relations and keys[0] not in self._memo:
            related = self._related(a, bits)
            if isinstance(related, int):
                return related & (1 << bits) - 1
            if related.low >= 0 and related.high < 1 << bits:
                return related
            keys.append((frozenset(related.terms.items()), related.shift, bits))
        known = next((self._memo[key] for key in keys if key in self._memo), None)
        if known is None:
            number = len(self._atoms)
            known = self.atom(f"u{number}", 0, (1 << bits) - 1)
            self.remainders[number] = a, bits
        for key in keys:
            self._memo[key] = known
        return known

    def _related(self, a: Polynomial, bits: int) -> Value:
        """Return a value that is congruent modulo 2^bits by the relations of the operands, in a normal form."""
        related = self._normal_form(a, bits)
        if isinstance(related, int) or not a.shift:
            return related
        other = self._without_fraction(a, bits)
        return related if other is a else self._normal_form(other, bits)

    def _normal_form(self, a: Value, bits: int) -> Value:
        """Return a value that is congruent modulo 2^bits, in which the relations and remainders are replaced."""
        if isinstance(a, int):
            return a
        # A sum modulo 2^(bits + shift), divided by 2^shift, is the quotient modulo 2^bits.
        total = bits + a.shift
        mask = (1 << total) - 1
        terms = dict(a.terms)
        while True:
            result: dict[Monomial, int] = {}
            changed = False
            for monomial, factor in terms.items():
                parts = self._rewritten(monomial, factor & mask, total)
                changed = changed or parts is not None
                for other, by in ({monomial: factor} if parts is None else parts).items():
                    result[other] = result.get(other, 0) + by
            terms = {monomial: factor & mask for monomial, factor in result.items() if factor & mask}
            if not changed:
                break
        if not terms:
            return 0
        value = self._recounted(Polynomial(terms, a.shift, 0, 0))
        reduced = self._reduced(value, bits) if isinstance(value, Polynomial) else value
        if self._count_terms(reduced, bits) < self._count_terms(value, bits):
            return self._normal_form(reduced, bits)
        return value

    def _without_fraction(self, a: Polynomial, bits: int) -> Value:
        """Return a value that is congruent modulo 2^bits and has a smaller fraction, by a known remainder.

        A dividend V is u + 2^w q with its remainder u. If a 2^e is V plus an integer, a is that integer plus u, divided
        by 2^e, plus 2^(w - e) q. A negative e is a multiple of V.
        """
        for number, (dividend, width) in reversed(self.remainders.items()):
            exponent = a.shift - dividend.shift
            if width - exponent < bits or not dividend.shift or not self._have_equal_fractions(a, dividend):
                continue
            up, down = max(exponent, 0), max(-exponent, 0)
            difference = self.subtract(self._left(a, up), self._left(dividend, down))
            atom = Polynomial({(number,): 1}, 0, 0, (1 << width) - 1)
            total = _lifted(self.add(difference, self._left(atom, down)))
            return self._recounted(Polynomial(total.terms, up, 0, 0))
        return a

    @staticmethod
    def _have_equal_fractions(a: Polynomial, b: Polynomial) -> bool:
        """Return True if the numerators of two values differ by an integer, divided by the smaller denominator."""
        mask = (1 << min(a.shift, b.shift)) - 1
        return all(not (a.terms.get(each, 0) - by) & mask for each, by in b.terms.items()) and all(
            each in b.terms or not factor & mask for each, factor in a.terms.items()
        )

    def _rewritten(self, monomial: Monomial, factor: int, bits: int) -> dict[Monomial, int] | None:
        """Return terms that are congruent to a term modulo 2^bits, or None if no relation applies."""
        if not factor:
            return {}
        if self._related_atoms.isdisjoint(monomial):
            return None
        if factor == 1 << bits - 1 and not self._odd.isdisjoint(monomial):
            return {tuple(atom for atom in monomial if atom not in self._odd): factor}
        for relation in self._relations:
            count, rest = factor // relation.factor, _quotient(monomial, relation.lead)
            # A multiple of 2^k of a congruence modulo 2^w is one modulo 2^(w + k).
            if rest is not None and not factor % relation.factor and relation.bits + _zeros(count) >= bits:
                return {tuple(sorted(rest + other)): count * by for other, by in relation.rest.items()}
        # A remainder that was made with one factor of a relation, multiplied by the other factor.
        for relation in self._relations:
            for atom in monomial if len(relation.lead) > 1 else ():
                definition = self.remainders.get(atom)
                if definition is None or definition[0].shift or definition[1] + _zeros(factor) < bits:
                    continue
                partners = set(relation.lead).difference(monomial)
                if len(partners) == 1 and any(partners.issubset(other) for other in definition[0].terms):
                    rest = _quotient(monomial, (atom,)) or ()
                    return {tuple(sorted(rest + other)): factor * by for other, by in definition[0].terms.items()}
        return None

    def _reduced(self, a: Polynomial, bits: int) -> Value:
        """Return a simpler value with the same remainder, or the value itself."""
        # c u / 2^s is congruent to c V / 2^s modulo 2^bits if u = V mod 2^k and c is a multiple of 2^(bits + s - k).
        for monomial, factor in a.terms.items():
            definition = self.remainders.get(monomial[0]) if len(monomial) == 1 else None
            if definition is None or definition[1] + _zeros(factor) < bits + a.shift:
                continue
            atom = self._atoms[monomial[0]]
            itself = Polynomial({monomial: 1}, 0, atom.low, atom.high)
            multiple = _lifted(self.multiply(self.subtract(definition[0], itself), factor))
            replaced = self.add(a, Polynomial(multiple.terms, multiple.shift + a.shift, -1, 1))
            is_alone = len(a.terms.keys() - {()}) == 1
            if is_alone or self._count_terms(replaced, bits) <= self._count_terms(a, bits):
                return self._recounted(replaced)
        # Multiples of 2^bits do not matter.
        modulus = 1 << bits + a.shift
        terms = {monomial: factor for monomial, factor in a.terms.items() if factor & modulus - 1}
        if () in terms:
            terms[()] &= modulus - 1
        return a if terms == a.terms else self._recounted(Polynomial(terms, a.shift, 0, 0))

    def _count_terms(self, value: Value, bits: int) -> int:
        """Return the number of terms that are not multiples of 2^bits."""
        lifted = _lifted(value)
        return sum(bool(factor & (1 << bits + lifted.shift) - 1) for factor in lifted.terms.values())

    def _recounted(self, value: Value) -> Value:
        """Return a value with the interval that its terms have."""
        if isinstance(value, int):
            return value
        low = high = 0
        for monomial, factor in value.terms.items():
            one, other = self._interval(monomial)
            if factor < 0:
                one, other = other, one
            low, high = low + factor * one, high + factor * other
        return self._normal(value.terms, value.shift, -(-low >> value.shift), high >> value.shift)

    def _interval(self, monomial: Monomial) -> tuple[int, int]:
        known = self._intervals.get(monomial)
        if known is None:
            known = self._intervals[monomial] = self._product_of_intervals(monomial)
        return known

    def _product_of_intervals(self, monomial: Monomial) -> tuple[int, int]:
        low = high = 1
        index = 0
        while index < len(monomial):
            atom = self._atoms[monomial[index]]
            ends = (atom.low, atom.high)
            if monomial[index : index + 2] == (monomial[index],) * 2:
                squares = atom.low * atom.low, atom.high * atom.high
                ends = (0 if atom.low <= 0 <= atom.high else min(squares), max(squares))
                index += 1
            products = [one * other for one in (low, high) for other in ends]
            low, high = min(products), max(products)
            index += 1
        return low, high

    # ---- bits of values ----

    def _sign_extend(self, a: Value, width: int) -> Value:
        half = 1 << width - 1
        if -half <= a.low and a.high < half:
            return a
        return self.subtract(self._low_bits(self.add(a, half), width), half)

    def _low_bits(self, a: Value, width: int) -> Value:
        """Return the value modulo 2^width, by remainders of 24 bits."""
        result: Value = 0
        for lowest in range(0, width, WORD):
            part = self._remainder(self.right(a, lowest), min(WORD, width - lowest))
            result = self.add(result, self.left(part, lowest))
        return result

    def _masked(self, a: Value, mask: int) -> Value:
        if mask < 0:
            return self.subtract(a, self.masked(a, ~mask))
        if not mask:
            return 0
        lowest = (mask & -mask).bit_length() - 1
        width = (mask >> lowest).bit_length()
        if mask != (1 << width) - 1 << lowest:
            raise UnsupportedError(f"the bits of ${mask:X} are not contiguous")
        return self.left(self._low_bits(self.right(a, lowest), width), lowest)

    def _and(self, a: Value, b: Value) -> Value:
        if isinstance(a, int):
            return self.masked(b, a)
        if isinstance(b, int):
            return self.masked(a, b)
        raise UnsupportedError("AND of two values of operands")

    def _or(self, a: Value, b: Value) -> Value:
        for high, low in ((a, b), (b, a)):
            bounds = self.bounds(low)
            if bounds[0] >= 0 and bounds[1] < 1 << min(_zeros(high), SIGN):
                return self.add(a, b)
        number, value = (a, b) if isinstance(a, int) else (b, a)
        if isinstance(number, int):
            return self.add(number, self.masked(value, ~number))
        raise UnsupportedError("OR of two values of operands")

    def _xor(self, a: Value, b: Value) -> Value:
        number, value = (a, b) if isinstance(a, int) else (b, a)
        if not isinstance(number, int):
            if a is b:
                return 0
            raise UnsupportedError("exclusive OR of two values of operands")
        return self.subtract(self.add(value, number), self.left(self.masked(value, number), 1))

    def insert(self, value: Value, word: Value, lowest: int, width: int) -> Value:
        """Return a value with the low bits of a word in `width` of its bits, from `lowest` on."""
        mask, top = (1 << width) - 1, lowest + width
        cleared = self.subtract(value, self.masked(value, mask << lowest))
        low, high = (bound >> top << top for bound in self.bounds(value))
        cleared = self._clamped(cleared, low, high + (1 << lowest) - 1)
        return self.add(cleared, self.left(self.masked(word, mask), lowest))

    def _magnitude(self, a: Value) -> Value:
        return self.choose(self.is_negative(a), self.subtract(0, a), a)

    # ---- bits ----

    def _choose(self, condition: Bit, yes: Value, no: Value) -> Value:
        lows, highs = zip(self.bounds(yes), self.bounds(no), strict=True)
        if sum(len(_lifted(value).terms) for value in (yes, no)) > MAX_CHOICE_TERMS:
            return self.atom(f"c{len(self._atoms)}", min(lows), max(highs))
        chosen = self.add(no, self.multiply(self.number(condition), self.subtract(yes, no)))
        return self._clamped(chosen, min(lows), max(highs))

    def _is_zero(self, a: Value) -> Bit:
        return 0 if a.low > 0 or a.high < 0 else UNKNOWN

    def _is_negative(self, a: Value) -> Bit:
        return 0 if a.low >= 0 else 1 if a.high < 0 else UNKNOWN

    def _bit(self, a: Value, number: int) -> Bit:
        rest = self.right(a, number)
        if isinstance(rest, int):
            return rest & 1
        return 0 if rest.zeros else UNKNOWN

    def _not_bit(self, a: Bit) -> Bit:
        return UNKNOWN

    def _or_bits(self, a: Bit, b: Bit) -> Bit:
        return UNKNOWN

    def _xor_bits(self, a: Bit, b: Bit) -> Bit:
        return UNKNOWN

    def _number(self, bit: Bit) -> Value:
        return self.atom(f"b{len(self._atoms)}", 0, 1)

    # ---- condition codes ----

    def overflows(self, exact: Value, result: Value) -> Bit:
        """Return 1 if an exact result differs from its 56 bits in an accumulator."""
        if isinstance(exact, int):
            return super().overflows(exact, result)
        return self._exceeds(exact, ACCUMULATOR - 1)

    def has_extension(self, value: Value, low: int) -> Bit:
        """Return 1 if the bits of an accumulator from `low` on are not all equal."""
        if isinstance(value, int):
            return super().has_extension(value, low)
        return self._exceeds(value, low)

    def _exceeds(self, value: Polynomial, bits: int) -> Bit:
        """Return 1 if a value is outside of [-2^bits, 2^bits - 1]."""
        limit = 1 << bits
        if -limit <= value.low and value.high < limit:
            return 0
        return 1 if value.low >= limit or value.high < -limit else UNKNOWN

    def is_unnormalized(self, value: Value, low: int) -> Bit:
        """Return 1 if the bits `low` and `low` - 1 of an accumulator are equal."""
        return super().is_unnormalized(value, low) if isinstance(value, int) else UNKNOWN

    def carry(self, d: Value, s: Value, exact: Value, bit: int) -> Bit:
        """Return the carry or borrow into a bit of the exact sum or difference of `d` and `s`."""
        return super().carry(d, s, exact, bit) if all(isinstance(each, int) for each in (d, s, exact)) else UNKNOWN

    def note_result(self, exact: Value) -> None:
        """Take note of an exact result of the ALU, before it is reduced to 56 bits."""
        low, high = self.bounds(exact)
        self.largest = max(self.largest, -low, high)

    def note_limit(self, bit: Bit) -> None:
        """Take note that a move limits an accumulator if a bit is 1."""
        if bit is UNKNOWN or bit:
            self.limits = True
