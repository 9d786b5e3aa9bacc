"""Loops, jumps, bit instructions and the rest that has no parallel moves, on their pages of UM Appendix A."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from independent_model import agu, data_alu, registers
from independent_model.moves import operand
from independent_model.state import (
    IO_PAGE,
    LA,
    LC,
    LF,
    OMR,
    OMR_BITS,
    SP,
    SR,
    SR_BITS,
    SSH,
    SSL,
    C,
    IllegalWordError,
    LeftOutError,
    R,
    State,
)

if TYPE_CHECKING:
    from independent_model.chip import Chip

HIGHEST_BIT = 23
Operand = tuple[int, Callable[[int], None]]
"""The word that a bit is tested in, and how a changed one is put back."""


def count_of(state: State, word: int, fetch: Callable[[], int]) -> int:
    """The count of DO and REP: immediate, from memory or from a register."""
    field = word >> 8 & 0xFF
    if word & 0x80:
        return (word & 0xF) << 8 | field
    if field & 0xC0 == 0xC0:
        return registers.read(state, field & 0x3F)
    space = "xy"[word >> 6 & 1]
    if not field & 0x40:
        return state.load(space, field & 0x3F)
    if field >> 3 & 7 == agu.ABSOLUTE_OR_IMMEDIATE:
        raise IllegalWordError
    address = operand(state, space, field, fetch)
    assert address is not None
    return state.load(space, address)


def loop_or_repeat(chip: Chip, word: int) -> None:
    """DO and REP, which differ in bit 5."""
    immediate, register, memory = word & 0xD0 == 0x80, word & 0xC0DF == 0xC000, word & 0x809F == 0
    if not (immediate or register or memory):
        raise IllegalWordError
    if word & 0x20:
        repeat(chip, word)
    else:
        start_loop(chip, word)


def start_loop(chip: Chip, word: int) -> None:
    """DO: LA:LC and then the first address of the loop and SR are pushed (UM A-63 to A-70)."""
    state = chip.state
    state.cost += 6
    source = word >> 8 & 0x3F if word & 0xC0E0 == 0xC000 else None
    if source == SSH:
        raise LeftOutError("DO SSH (UM A-66)")
    if source not in (SP, SSL):
        count = count_of(state, word, chip.fetch)
        chip.note_limiting()
    last = chip.fetch() & 0xFFFF
    state.push(state.file[LA], state.file[LC])
    # SP and SSL as the first push leaves them: SP + 1, and LC (UM ).
    if source in (SP, SSL):
        count = state.file[SP] if source == SP else state.top[1]
    state.file[LC] = count & 0xFFFF
    state.push(chip.next_pc, state.file[SR])
    state.file[LA] = last
    state.file[SR] |= LF
    chip.loop_begun = True


def leave_loop(state: State) -> None:
    """The end of the last pass, and ENDDO: LF, LA and LC as they were (UM A-64, A-71)."""
    state.file[SR] = state.file[SR] & ~LF | state.pull()[1] & LF
    state.file[LA], state.file[LC] = state.pull()


def repeat(chip: Chip, word: int) -> None:
    """REP: LC is kept aside; the next word stays in the instruction register (UM A-185)."""
    state = chip.state
    state.cost += 4
    kept = state.file[LC]
    state.file[LC] = count_of(state, word, chip.fetch) & 0xFFFF
    chip.repeating = kept


def jump(chip: Chip, target: int | None, taken: bool, call: bool) -> None:
    """Continue at an address; a change of flow refills the pipeline, taken or not."""
    chip.flow = True
    if taken:
        if call:
            chip.state.push(chip.next_pc, chip.state.file[SR])
        chip.target = target


def jump_to_address(chip: Chip, word: int) -> None:
    """JMP, JSR, Jcc, JScc with an effective address (UM A-79, A-86, A-89, A-100)."""
    conditional, condition = word & 0xF0 == 0xA0, word & 0xF
    if not conditional and word & 0xFF != 0x80:
        raise IllegalWordError
    state = chip.state
    state.cost += 4
    target = operand(state, "p", word >> 8 & 0x3F, chip.fetch)
    taken = not conditional or data_alu.holds(state.codes, condition)
    jump(chip, target, taken, bool(word >> 16 & 1))


def short_jump(chip: Chip, word: int) -> None:
    """Execute JMP with a 12-bit address."""
    chip.state.cost += 4
    conditional = word >> 17 & 1
    if not conditional and word & 0xF000:
        raise IllegalWordError
    taken = not conditional or data_alu.holds(chip.state.codes, word >> 12 & 0xF)
    jump(chip, word & 0xFFF, taken, bool(word >> 16 & 1))


def bit_instruction(chip: Chip, word: int) -> None:
    """BCHG, BCLR, BSET, BTST, JCLR, JSET, JSCLR and JSSET (UM A-32 to A-51, A-81 to A-105)."""
    state, in_register, number = chip.state, word >> 14 & 3 == 3, word & 0x1F
    if in_register and word & 0x80:
        jump_to_address(chip, word)
        return
    if number > HIGHEST_BIT:
        raise IllegalWordError
    jumps = not word & 0x40 if in_register else bool(word & 0x80)
    # The first byte selects BCLR and BSET, JCLR and JSET, or BCHG and BTST, JSCLR and JSSET; bit 5 one of a pair.
    first, second = word >> 16 & 1, word >> 5 & 1
    changes = not jumps and not (first and second)
    value, put = register_bits(state, word) if in_register else memory_bits(chip, word, jumps)
    bit = value >> number & 1
    if jumps:
        state.cost += 6
        target = chip.fetch() & 0xFFFF
        chip.note_limiting()
        jump(chip, target, bit == second, bool(first))
        return
    state.cost += 4
    if changes:
        put(value ^ 1 << number if first else value & ~(1 << number) | second << number)
    if not (changes and in_register and word >> 8 & 0x3F == SR):
        state.set_codes(C, C * bit)


def register_bits(state: State, word: int) -> Operand:
    """A test of SSH pulls (UM A-48), a change pulls and pushes."""
    code = word >> 8 & 0x3F
    return registers.read(state, code), lambda changed: registers.write(state, code, changed, late=False)


def memory_bits(chip: Chip, word: int, jumps: bool) -> Operand:
    state, form = chip.state, word >> 14 & 3
    space, field = "xy"[word >> 6 & 1], word >> 8 & 0x3F
    if form != 1:
        address: int | None = field | (IO_PAGE if form == 2 else 0)
    elif jumps and field >> 3 == agu.ABSOLUTE_OR_IMMEDIATE:
        raise IllegalWordError
    else:
        address = operand(state, space, field, chip.fetch)
    assert address is not None
    place = space, address
    return state.load(*place), lambda changed: state.store(*place, changed)


def immediate_logic(state: State, word: int) -> None:
    """ANDI and ORI on MR, CCR or OMR (UM A-26, A-183)."""
    state.cost += 2
    register, ones = word & 3, word >> 8 & 0xFF
    code, shift = (OMR, 0) if register == 2 else (SR, 8 - 8 * register)
    value = state.file[code]
    value = value | ones << shift if word & 0x40 else value & ~((ones ^ 0xFF) << shift)
    state.file[code] = value & (OMR_BITS if code == OMR else SR_BITS)


def transfer_conditionally(state: State, word: int) -> None:
    """Tcc (UM A-213 to A-215)."""
    source, which = word >> 4 & 7, word >> 3 & 1
    pair = word >> 16 & 1
    if word & 0x880 or source in (1, 2, 3) or (not pair and word & 0x707):
        raise IllegalWordError
    state.cost += 2
    if data_alu.holds(state.codes, word >> 12 & 0xF):
        if source:
            registers.load_part(state, registers.WHOLE, which, state.file[data_alu.WORDS[source & 3]])
        else:
            state.accumulator[which] = state.accumulator[1 - which]
        if pair:
            registers.write(state, R + (word & 7), state.file[R + (word >> 8 & 7)])


def plain(chip: Chip, word: int) -> None:
    """The instructions below $010000."""
    state = chip.state
    if word & 0xB8 == 0xB8 and word & 7 < 3:
        immediate_logic(state, word)
    elif word == 0x000000:
        state.cost += 2
    elif word == 0x00008C:
        state.cost += 2
        leave_loop(state)
        chip.loop_left = True
    elif word in (0x000004, 0x00000C):
        state.cost += 4
        target, status = state.pull()
        if word == 0x000004:
            state.file[SR] = status & SR_BITS
        if state.file[SR] & LF and target == state.file[LA] + 1 & 0xFFFF:
            raise LeftOutError("a call that ended at LA (UM A-65)")
        jump(chip, target, True, False)
    elif word in (0x000005, 0x000006, 0x000084, 0x000086, 0x000087):
        raise LeftOutError("exceptions, RESET and sleep")
    else:
        raise IllegalWordError


def divide_or_normalize(state: State, word: int) -> None:
    state.cost += 2
    which = word >> 3 & 1
    if word & 0xFFC7 == 0x8040:
        data_alu.divide(state, which, state.file[data_alu.WORDS[word >> 4 & 3]])
    elif word & 0xF8F7 == 0xD815:
        number = R + (word >> 8 & 7)
        state.file[number] = state.file[number] + data_alu.normalize(state, which) & 0xFFFF
    else:
        raise IllegalWordError
