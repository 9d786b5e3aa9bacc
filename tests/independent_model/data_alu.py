"""The operations of the data ALU (pages of ABS to TST): the low byte of an instruction with parallel moves."""

from __future__ import annotations

from independent_model.state import (
    ACCUMULATOR,
    WORD,
    X0,
    X1,
    Y0,
    Y1,
    C,
    E,
    IllegalWordError,
    L,
    N,
    State,
    U,
    V,
    Z,
    signed,
)

ARITHMETIC = E | U | N | Z | V
LOGIC = N | Z | V
#: JJ of a word operand (UM A-19), QQQ of a product (UM A-113).
WORDS = (X0, Y0, X1, Y1)
PRODUCTS = ((X0, X0), (Y0, Y0), (X1, X0), (Y1, Y0), (X0, Y1), (Y0, X0), (X1, Y0), (Y1, X1))
SIGN = 55


def operate(state: State, code: int) -> None:
    if code >> 7:
        multiply(state, code)
    elif code != 0:
        group, which, operation = code >> 4, code >> 3 & 1, code & 7
        if group >= 4:
            with_word(state, operation, which, signed(state.file[WORDS[group & 3]], 24) << 24)
        elif group >= 2 and operation in (0, 1, 4, 5):
            high, low = ((X1, X0), (Y1, Y0))[group & 1]
            with_long_word(state, operation, which, signed(state.file[high] << 24 | state.file[low], 48))
        elif group >= 2:
            alone(state, group, operation, which)
        else:
            with_accumulator(state, group, operation, which)


def number(state: State, which: int) -> int:
    """A or B as a signed integer."""
    return signed(state.accumulator[which], 56)


def give(
    state: State, which: int | None, exact: int, affected: int, codes: int = 0, *, shifted_out: bool = False
) -> None:
    """A result and its standard codes. V where 56 bits do not hold it, or where a shift changed the sign."""
    result = exact & ACCUMULATOR
    overflow = shifted_out or signed(result, 56) != exact
    state.set_codes(affected, state.standard_codes(result) | codes | V * overflow)
    if which is not None:
        state.accumulator[which] = result


def add(state: State, which: int, first: int, second: int, carry: int = 0, *, shifted_out: bool = False) -> None:
    """Both operands are signed 56-bit integers; C is the carry out of bit 55."""
    out = (first & ACCUMULATOR) + (second & ACCUMULATOR) + carry >> 56
    give(state, which, signed(first, 56) + second + carry, ARITHMETIC | C, C * out, shifted_out=shifted_out)


def subtract(
    state: State, which: int | None, first: int, second: int, borrow: int = 0, *, shifted_out: bool = False
) -> None:
    """C is the borrow of bit 55."""
    out = (first & ACCUMULATOR) < (second & ACCUMULATOR) + borrow
    give(state, which, signed(first, 56) - second - borrow, ARITHMETIC | C, C * out, shifted_out=shifted_out)


def magnitude(value: int) -> int:
    """Return the absolute value in 56 bits: that of the most negative number is itself."""
    return signed(abs(value), 56)


def logic(state: State, which: int, word: int, codes: int = 0, affected: int = LOGIC) -> None:
    """Store a word in A1 or B1; N and Z depend only on these bits (Table A-5, notes 8 and 9)."""
    word &= WORD
    value = state.accumulator[which]
    state.accumulator[which] = value & ~(WORD << 24) | word << 24
    state.set_codes(affected, codes | N * (word >> 23) | Z * (word == 0))


def transfer(state: State, which: int, value: int) -> None:
    state.accumulator[which] = value & ACCUMULATOR


def with_word(state: State, operation: int, which: int, source: int) -> None:
    """X0, Y0, X1 or Y1, extended by sign and zeros to 56 bits; the logical ones use A1 and B1."""
    value = number(state, which)
    high, word = value >> 24 & WORD, source >> 24 & WORD
    match operation:
        case 0:
            add(state, which, value, source)
        case 1:
            transfer(state, which, source)
        case 2:
            logic(state, which, high | word)
        case 3:
            logic(state, which, high ^ word)
        case 4:
            subtract(state, which, value, source)
        case 5:
            subtract(state, None, value, source)
        case 6:
            logic(state, which, high & word)
        case _:
            subtract(state, None, magnitude(value), magnitude(source))


def with_long_word(state: State, operation: int, which: int, source: int) -> None:
    value, carry = number(state, which), state.codes & C
    match operation:
        case 0:
            add(state, which, value, source)
        case 1:
            add(state, which, value, source, carry)
        case 4:
            subtract(state, which, value, source)
        case _:
            subtract(state, which, value, source, carry)


def with_accumulator(state: State, group: int, operation: int, which: int) -> None:
    """The other accumulator as the source, or none: TST, RND, CLR and NOT."""
    value, source = number(state, which), number(state, 1 - which)
    doubled, lost = signed(value << 1, 56), (value >> SIGN ^ value >> SIGN - 1) & 1 == 1
    match group, operation:
        case 0, 1:
            transfer(state, which, source)
        case 0, 2:
            add(state, which, value >> 1, source)
        case 0, 3:
            give(state, None, value, ARITHMETIC)
        case 0, 5:
            subtract(state, None, value, source)
        case 0, 6:
            subtract(state, which, value >> 1, source)
        case 0, 7:
            subtract(state, None, magnitude(value), magnitude(source))
        case 1, 0:
            add(state, which, value, source)
        case 1, 1:
            give(state, which, rounded(state, value), ARITHMETIC)
        case 1, 2:
            add(state, which, doubled, source, shifted_out=lost)
        case 1, 3:
            give(state, which, 0, ARITHMETIC)
        case 1, 4:
            subtract(state, which, value, source)
        case 1, 6:
            subtract(state, which, doubled, source, shifted_out=lost)
        case 1, 7:
            logic(state, which, ~(value >> 24))
        case _:
            raise IllegalWordError


def alone(state: State, group: int, operation: int, which: int) -> None:
    """ASR, LSR, ABS, ROR of group 2; ASL, LSL, NEG, ROL of group 3."""
    value, carry = number(state, which), state.codes & C
    word = value >> 24 & WORD
    match group, operation:
        case 2, 2:
            give(state, which, value >> 1, ARITHMETIC | C, C * (value & 1))
        case 2, 3:
            logic(state, which, word >> 1, C * (word & 1), LOGIC | C)
        case 2, 6:
            give(state, which, abs(value), ARITHMETIC)
        case 2, _:
            logic(state, which, word >> 1 | carry << 23, C * (word & 1), LOGIC | C)
        case 3, 2:
            give(state, which, value << 1, ARITHMETIC | C, C * (value < 0))
        case 3, 3:
            logic(state, which, word << 1, C * (word >> 23), LOGIC | C)
        case 3, 6:
            give(state, which, -value, ARITHMETIC)
        case _:
            logic(state, which, word << 1 | carry, C * (word >> 23), LOGIC | C)


def multiply(state: State, code: int) -> None:
    """MPY, MPYR, MAC and MACR: a fractional product, signed, perhaps added, perhaps rounded (UM A-112 to A-173)."""
    first, second = PRODUCTS[code >> 4 & 7]
    which = code >> 3 & 1
    exact = 2 * signed(state.file[first], 24) * signed(state.file[second], 24)
    exact = -exact if code & 4 else exact
    exact += number(state, which) if code & 2 else 0
    give(state, which, rounded(state, exact) if code & 1 else exact, ARITHMETIC)


def rounded(state: State, value: int) -> int:
    """Convergent rounding at bit 23, 24 or 22 (UM A-191): to the nearest, a tie to the even one."""
    bits = state.integer_portion - 23
    kept, rest = value >> bits, value & (1 << bits) - 1
    half = 1 << bits - 1
    return kept + (rest > half or (rest == half and kept & 1)) << bits


def divide(state: State, which: int, divisor: int) -> None:
    """One step of DIV (UM A-58): V by the shift, C the quotient's bit; the codes of the result do not change."""
    value, carry = number(state, which), state.codes & C
    aligned = signed(divisor, 24) << 24
    doubled = value << 1 | carry
    result = (doubled + aligned if (value < 0) != (aligned < 0) else doubled - aligned) & ACCUMULATOR
    state.accumulator[which] = result
    lost = (value >> SIGN ^ value >> SIGN - 1) & 1
    state.set_codes(V | C, V * lost | C * (not result >> SIGN))


def normalize(state: State, which: int) -> int:
    """One step of NORM by the codes as they are (UM A-177); what Rn changes by."""
    codes, value = state.codes, number(state, which)
    if codes & E:
        give(state, which, value >> 1, ARITHMETIC)
        return 1
    if codes & U and not codes & Z:
        give(state, which, value << 1, ARITHMETIC)
        return -1
    give(state, which, value, ARITHMETIC)
    return 0


def holds(codes: int, condition: int) -> bool:
    """A condition CCCC (UM A-77); the upper eight are the complements of the lower."""
    carry, overflow, zero, negative, unnormal, extended, limit = (bool(codes & bit) for bit in (C, V, Z, N, U, E, L))
    lower = (
        not carry,
        negative == overflow,
        not zero,
        not negative,
        not (zero or not (unnormal or extended)),
        not extended,
        not limit,
        not (zero or negative != overflow),
    )
    return lower[condition & 7] != (condition >= 8)
