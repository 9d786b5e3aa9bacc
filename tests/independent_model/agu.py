"""Effective addresses (UM 5-6 to 5-23, Table A-26)."""

from __future__ import annotations

from independent_model.state import ADDRESS, OFFSET, LeftOutError, M, R, State, signed

EXTRA_CYCLE = 2
#: Modes MMM of Table A-26 that change Rn: direction, and whether by Nn.
STEPS = {0: (-1, True), 1: (1, True), 2: (-1, False), 3: (1, False), 7: (-1, False)}
INDEXED, ABSOLUTE_OR_IMMEDIATE, PREDECREMENT = 5, 6, 7


def reversed_bits(value: int) -> int:
    return int(f"{value & ADDRESS:016b}"[::-1], 2)


def seen(state: State, code: int) -> int:
    """A register as the AGU sees it."""
    return state.old_pointers.get(code, state.file[code])


def stepped(state: State, number: int, direction: int, by_offset: bool) -> int:
    """Rn plus or minus Nn or 1 under Mn."""
    start, modifier = seen(state, R + number), seen(state, M + number)
    offset = seen(state, OFFSET + number) if by_offset else 1
    if modifier == 0xFFFF:
        return start + direction * offset & ADDRESS
    if modifier == 0:
        return reversed_bits(reversed_bits(start) + direction * reversed_bits(offset))
    if modifier > 0x7FFF:
        raise LeftOutError("a modifier that is undefined (UM 5-21)")
    modulus = modifier + 1
    block = 1 << modifier.bit_length()
    step = direction * signed(offset, 16)
    if step and step % block == 0:
        return start + step & ADDRESS
    if abs(step) > modulus:
        raise LeftOutError("an offset beyond the modulus (UM 5-16)")
    base = start & -block
    moved = start + step
    if step < 0:
        if moved < base:
            moved += modulus
    elif moved >= base + modulus:
        moved -= modulus
    return moved & ADDRESS


def address(state: State, mode: int, number: int) -> int:
    """The address of an indirect mode; Rn is updated, and the mode's clocks are charged."""
    pointer = seen(state, R + number)
    if mode == INDEXED:
        state.cost += EXTRA_CYCLE
        return stepped(state, number, 1, True)
    if mode in STEPS:
        updated = stepped(state, number, *STEPS[mode])
        state.file[R + number] = updated
        if mode == PREDECREMENT:
            state.cost += EXTRA_CYCLE
            return updated
    return pointer
