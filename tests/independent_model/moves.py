"""Parallel moves (UM A-119 to A-151), MOVEC, MOVEM, MOVEP and LUA (UM A-152 to A-169, A-110)."""

from __future__ import annotations

from collections.abc import Callable

from independent_model import agu, registers
from independent_model.state import (
    ACCUMULATOR,
    IO_PAGE,
    LONG,
    OFFSET,
    SSH,
    WORD,
    X0,
    Y0,
    A,
    IllegalWordError,
    LeftOutError,
    R,
    State,
    signed,
)

Write = Callable[[], None]
#: Two-bit codes of X:R, R:Y and X:Y (Table A-17).
X_REGISTERS, Y_REGISTERS = (4, 5, A, A + 1), (6, 7, A, A + 1)
#: MM of an X:Y move as modes MMM of one address.
SHORT_MODES = (4, 1, 2, 3)
SHORT_FRACTION = (4, 5, 6, 7, A, A + 1)
IMMEDIATE, ABSOLUTE = 4, 0


def operand(state: State, space: str, field: int, fetch: Callable[[], int], *, immediate: bool = False) -> int | None:
    """The address that six bits MMMRRR give, or None where the next word itself is the operand."""
    mode, number = field >> 3 & 7, field & 7
    if mode != agu.ABSOLUTE_OR_IMMEDIATE:
        return agu.address(state, mode, number)
    if number == ABSOLUTE or (number == IMMEDIATE and immediate):
        state.cost += agu.EXTRA_CYCLE
        return fetch() & 0xFFFF if number == ABSOLUTE else None
    raise IllegalWordError


class Mover:
    """The moves of one instruction: sources are read at once, `writes` are left for the end."""

    def __init__(self, state: State, fetch: Callable[[], int]) -> None:
        self.state, self.fetch = state, fetch
        self.writes: list[Write] = []

    def take(self, code: int, word: int) -> None:
        self.writes.append(lambda: registers.write(self.state, code, word))

    def between(self, space: str, code: int, to_register: int, field: int, *, short: bool = False) -> None:
        """A register and a memory location or, except for program memory, immediate data."""
        state = self.state
        if short:
            address: int | None = field
        else:
            address = operand(state, space, field, self.fetch, immediate=bool(to_register) and space != "p")
        if not to_register:
            assert address is not None
            state.store(space, address, registers.read(state, code))
        else:
            self.take(code, self.fetch() if address is None else state.load(space, address))

    def parallel(self, field: int) -> None:
        """The upper sixteen bits of an instruction (UM A-243, A-244)."""
        state = self.state
        if field >> 15:
            self.two_memories(field)
        elif field & 0xF400 == 0x4000:
            self.long_word(field)
        elif field >> 14 == 1:
            code = field >> 9 & 0x18 | field >> 8 & 7
            if code < X0:
                raise IllegalWordError
            space, to_register = "xy"[field >> 11 & 1], field >> 7 & 1
            self.between(space, code, to_register, field & 0x3F, short=not field & 0x40)
        elif field >> 13 == 1:
            self.without_memory(field)
        elif field >> 12 == 1:
            self.with_accumulator(field)
        elif field >> 9 == 0b0000100 and not field & 0x40 and field >> 3 & 7 != agu.ABSOLUTE_OR_IMMEDIATE:
            # Class II: the accumulator goes to memory, X0 or Y0 into the accumulator.
            which, second = A + (field >> 8 & 1), field >> 7 & 1
            self.between("xy"[second], which, 0, field & 0x3F)
            self.take(which, state.file[Y0 if second else X0])
        else:
            raise IllegalWordError

    def without_memory(self, field: int) -> None:
        """Immediate short data, register to register, an update of Rn, or nothing."""
        code = field >> 8 & 0x1F
        if code >= X0:
            self.take(code, (field & 0xFF) << 16 if code in SHORT_FRACTION else field & 0xFF)
        elif field & 0xFFE0 == 0x2040:
            agu.address(self.state, field >> 3 & 3, field & 7)
        elif field != 0x2000:
            source, destination = field >> 5 & 0x1F, field & 0x1F
            if field >> 10 != 0b001000 or source < X0 or destination < X0:
                raise IllegalWordError
            self.take(destination, registers.read(self.state, source))

    def with_accumulator(self, field: int) -> None:
        """Class I of X:R and R:Y: memory and a register, and an accumulator into an input register."""
        to_register, address = field >> 7 & 1, field & 0x3F
        if field & 0x40:
            source, destination = A + (field >> 11 & 1), 4 + (field >> 10 & 1)
            space, code = "y", Y_REGISTERS[field >> 8 & 3]
        else:
            source, destination = A + (field >> 9 & 1), 6 + (field >> 8 & 1)
            space, code = "x", X_REGISTERS[field >> 10 & 3]
        self.take(destination, registers.read(self.state, source))
        self.between(space, code, to_register, address)

    def two_memories(self, field: int) -> None:
        """Execute X:Y:, each half with an address register of another bank."""
        x_number = field & 7
        y_number = field >> 5 & 3 | (0 if x_number & 4 else 4)
        x_address = agu.address(self.state, SHORT_MODES[field >> 3 & 3], x_number)
        y_address = agu.address(self.state, SHORT_MODES[field >> 12 & 3], y_number)
        self.between("x", X_REGISTERS[field >> 10 & 3], field >> 7 & 1, x_address, short=True)
        self.between("y", Y_REGISTERS[field >> 8 & 3], field >> 14 & 1, y_address, short=True)

    def long_word(self, field: int) -> None:
        """L:, the upper word in X and the lower in Y (UM A-147)."""
        state, operands = self.state, field >> 9 & 4 | field >> 8 & 3
        address = field & 0x3F if not field & 0x40 else operand(state, "l", field & 0x3F, self.fetch)
        assert address is not None
        if field >> 7 & 1:
            upper, lower = state.load("x", address), state.load("y", address)
            self.writes.append(lambda: self.take_long_word(operands, upper, lower))
            return
        which = operands & 1
        if operands < 2:
            upper, lower = state.accumulator[which] >> 24 & WORD, state.accumulator[which] & WORD
        elif operands < 4:
            upper, lower = state.file[5 + 2 * which], state.file[4 + 2 * which]
        elif operands < 6:
            upper, lower = divmod(registers.shifted_and_limited(state, which, 48), 1 << 24)
        else:
            upper, lower = (registers.shifted_and_limited(state, part, 24) for part in (which, 1 - which))
        state.store("x", address, upper)
        state.store("y", address, lower)

    def take_long_word(self, operands: int, upper: int, lower: int) -> None:
        state, which = self.state, operands & 1
        if operands < 2:
            state.accumulator[which] = state.accumulator[which] & ~LONG | upper << 24 | lower
        elif operands < 4:
            state.file[5 + 2 * which], state.file[4 + 2 * which] = upper, lower
        elif operands < 6:
            state.accumulator[which] = signed(upper << 24 | lower, 48) & ACCUMULATOR
        else:
            registers.write(state, A + which, upper)
            registers.write(state, A + 1 - which, lower)

    # Moves of the instructions without an operation.

    def control(self, word: int) -> None:
        """MOVEC (UM A-155 to A-158): one side is a modifier or a register of the program controller."""
        state, code, field = self.state, 0x20 | word & 0x1F, word >> 8 & 0xFF
        if not (code < 0x28 or code > 0x38):
            raise IllegalWordError
        state.cost += 2
        if word >> 16 == 4:
            other = field & 0x3F
            if other == code == SSH:
                raise LeftOutError("MOVEC SSH,SSH (UM A-154)")
            source, destination = (other, code) if field & 0x80 else (code, other)
            self.take(destination, registers.read(state, source))
        elif word & 0x80:
            self.take(code, field)
        else:
            self.between("xy"[word >> 6 & 1], code, field >> 7, field & 0x3F, short=not field & 0x40)

    def program(self, word: int) -> None:
        """MOVEM (UM A-161, A-162): 6 + ea + ap clocks (Table A-6)."""
        self.state.cost += 6
        self.between("p", word & 0x3F, word >> 15 & 1, word >> 8 & 0x3F, short=not word & 0x4000)

    def peripheral(self, word: int) -> None:
        """MOVEP (UM A-167 to A-169); Table A-9."""
        state, address, to_peripheral = self.state, IO_PAGE | word & 0x3F, word >> 15 & 1
        space, field = "xy"[word >> 16 & 1], word >> 8 & 0x3F
        state.cost += 4
        if word & 0xC0 == 0:
            self.between(space, field, 1 - to_peripheral, address, short=True)
            return
        state.one_after_the_other = True
        if word & 0x80:
            other_space, immediate = "xy"[word >> 6 & 1], bool(to_peripheral)
        else:
            other_space, immediate = "p", False
            state.cost += 2
        other = operand(state, other_space, field, self.fetch, immediate=immediate)
        if to_peripheral:
            state.store(space, address, self.fetch() if other is None else state.load(other_space, other))
        else:
            assert other is not None
            state.store(other_space, other, state.load(space, address))

    def updated_address(self, word: int) -> None:
        """LUA: the address register that it steps from keeps its value."""
        state, number = self.state, word >> 8 & 7
        state.cost += 4
        updated = agu.stepped(state, number, *agu.STEPS[word >> 11 & 3])
        self.take((OFFSET if word & 8 else R) + (word & 7), updated)
