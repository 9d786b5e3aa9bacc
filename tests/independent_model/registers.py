"""Registers on the data buses: reads and writes (UM 4-6 to 4-8, 7-4 to 7-7, A-116)."""

from __future__ import annotations

from independent_model.state import (
    ACCUMULATOR,
    ADDRESS,
    LA,
    LC,
    LONG,
    OMR,
    OMR_BITS,
    SP,
    SR,
    SR_BITS,
    SSH,
    SSL,
    WORD,
    IllegalWordError,
    M,
    R,
    State,
    signed,
)

#: Codes of the accumulators' parts; the lowest bit of a code selects A or B.
LOW, EXTENSION, HIGH, WHOLE = 0x08, 0x0A, 0x0C, 0x0E


def shifted_and_limited(state: State, which: int, bits: int) -> int:
    """All of A or B as 24 or 48 bits; limiting is remembered for L."""
    value = signed(state.accumulator[which], 56)
    if state.in_use(value & ACCUMULATOR):
        state.limited = True
        return (1 << bits - 1) - (value >= 0)
    # Read one bit to the right or to the left, because the integer portion is higher or lower (UM 6-11).
    return value << 1 >> 48 - bits + state.integer_portion - 46 & (1 << bits) - 1


def read(state: State, code: int) -> int:
    """A register's content on a 24-bit bus. Reading SSH pulls."""
    part, which = code & ~1, code & 1
    if LOW <= code <= WHOLE + 1:
        value = state.accumulator[which]
        if part == WHOLE:
            return shifted_and_limited(state, which, 24)
        return {LOW: value, HIGH: value >> 24, EXTENSION: signed(value >> 48, 8)}[part] & WORD
    if code == SSH:
        return state.pull()[0]
    if code == SSL:
        return state.top[1]
    if 4 <= code < 0x28 or code >= SR:
        return state.file[code]
    raise IllegalWordError


def write(state: State, code: int, word: int, *, late: bool = True) -> None:
    """A 24-bit word to a register. Writing SSH pushes; R, N and M reach the AGU late if a move writes them."""
    part, which = code & ~1, code & 1
    if LOW <= code <= WHOLE + 1:
        load_part(state, part, which, word & WORD)
    elif code == SSH:
        state.count_stack(1)
        state.put_top(word, state.top[1])
    elif code == SSL:
        state.put_top(state.top[0], word)
    elif R <= code < M + 8:
        if late:
            state.moved[code] = state.file[code]
        state.file[code] = word & ADDRESS
    elif 4 <= code < LOW:
        state.file[code] = word & WORD
    elif code in (LA, LC):
        state.file[code] = word & ADDRESS
    elif code in (SR, OMR, SP):
        state.file[code] = word & {SR: SR_BITS, OMR: OMR_BITS, SP: 0x3F}[code]
        state.limited &= code != SR
    else:
        raise IllegalWordError


def load_part(state: State, part: int, which: int, word: int) -> None:
    value = state.accumulator[which]
    state.accumulator[which] = {
        LOW: value & ~WORD | word,
        HIGH: value & ~(WORD << 24) | word << 24,
        EXTENSION: value & LONG | (word & 0xFF) << 48,
        WHOLE: signed(word, 24) << 24 & ACCUMULATOR,
    }[part]
