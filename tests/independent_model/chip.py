"""The chip: instructions by their first byte, the end of loops, REP, and the cost of an instruction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from independent_model import control
from independent_model.data_alu import operate
from independent_model.moves import Mover
from independent_model.state import (
    LA,
    LC,
    LF,
    MODE,
    OMR,
    SP,
    SR,
    STACK_ERROR,
    TRACE,
    IllegalWordError,
    L,
    LeftOutError,
    Place,
    State,
)

INSTRUCTION_CYCLE = 2
BOOTSTRAP = 1


class Chip:
    """A state and the program counter's work on it."""

    def __init__(self, background: Mapping[str, Sequence[int]] | None = None) -> None:
        self.state = State(background)
        self.repeating: int | None = None
        """LC as it was before REP."""
        self.repeated: int | None = None
        """The instruction register under REP, once it is fetched."""
        self.next_pc = 0
        self.fetched: list[int] = []
        self.target: int | None = None
        self.flow = self.loop_begun = self.loop_left = False
        self.exception = False
        """True during an exception."""

    def place(self, space: str, address: int) -> Place:
        """Return the location of a word in the current memory map."""
        return space, address, self.state.waits(space, address, self.state.map) is not None

    def step(self) -> None:
        """One instruction, or one repetition of REP's."""
        state = self.state
        self.begin()
        if self.exception or state.file[SR] & TRACE or state.file[OMR] & MODE == BOOTSTRAP:
            raise LeftOutError("exceptions and the bootstrap")
        before, repetition = list(state.file), self.repeating is not None
        self.execute(self.instruction_register())
        self.note_limiting()
        state.memory.update(state.stores)
        self.charge()
        if repetition and self.flow:
            raise LeftOutError("a repeated change of flow (UM A-186)")
        if not (repetition and self.again()):
            self.go_on(before)
        self.exception = bool(state.file[SP] & ~before[SP] & STACK_ERROR)
        state.old_pointers = state.moved
        state.fetch_map, state.map = state.map, before[OMR]
        state.bcr = state.bcr if state.new_bcr is None else state.new_bcr

    def instruction_register(self) -> int:
        """The next word; under REP it is fetched once (UM A-185)."""
        if self.repeating is None:
            return self.fetch()
        if self.repeated is None:
            self.repeated = self.fetch()
        else:
            self.next_pc = self.state.pc + 1 & 0xFFFF
        return self.repeated

    def go_on(self, before: list[int]) -> None:
        """To the next instruction, or from the last of a loop to its first (UM A-64)."""
        state = self.state
        state.pc = self.next_pc if self.target is None else self.target
        if self.loop_begun:
            return
        ends, restricted = self.at_end(before), self.flow or self.loop_left or self.repeating is not None
        if ends != self.at_end(state.file) or (ends and restricted):
            raise LeftOutError("what is restricted at LA (UM A-233)")
        if not ends:
            return
        if state.file[LC] == 1:
            control.leave_loop(state)
        else:
            state.file[LC] = state.file[LC] - 1 & 0xFFFF
            state.pc = state.top[0]

    def at_end(self, file: list[int]) -> bool:
        """Return True if the last fetched word is that at LA of an active loop."""
        return bool(file[SR] & LF) and file[LA] == self.next_pc - 1 & 0xFFFF

    def begin(self) -> None:
        """Before an instruction."""
        self.state.begin()
        self.next_pc, self.fetched = self.state.pc, []
        self.target, self.flow = None, False
        self.loop_begun = self.loop_left = False

    def fetch(self) -> int:
        """The next program word."""
        address = self.next_pc
        self.fetched.append(address)
        self.next_pc = address + 1 & 0xFFFF
        outside = self.state.waits("p", address, self.state.fetch_map) is not None
        return self.state.word(("p", address, outside))

    def note_limiting(self) -> None:
        """Limiting sets L (UM A-11)."""
        if self.state.limited:
            self.state.file[SR] |= L

    def again(self) -> bool:
        """Return True if REP's instruction is executed again; LC is restored after the last time."""
        file = self.state.file
        if file[LC] != 1:
            file[LC] = file[LC] - 1 & 0xFFFF
            return True
        assert self.repeating is not None
        file[LC], self.repeating, self.repeated = self.repeating, None, None
        return False

    def charge(self) -> None:
        """Fetches and competition: notes to Tables A-6 to A-11, UM 9-3.

        X and Y of a parallel move use the same cycle (2 + wx + wy in Table A-14), and so does a fetch of own words.
        MOVEP's operands have a cycle each, and so have words of program memory and the two fetches where execution
        continues: Tables A-6, A-9 and A-11 print only their wait states.
        """
        state = self.state
        own = [state.waits("p", address, state.fetch_map) for address in self.fetched[int(self.flow) :]]
        behind: list[int | None] = []
        if self.flow:
            next_pc = self.next_pc if self.target is None else self.target
            behind = [state.waits("p", next_pc, state.map)] * 2
        state.cost += sum(waits for waits in (*own, *behind) if waits is not None)
        operands = len(state.outside - {"p"})
        sharing = min(operands, 1) if state.one_after_the_other else operands
        sharing += any(waits is not None for waits in own)
        state.clocks += state.cost + INSTRUCTION_CYCLE * max(0, sharing - 1)

    def execute(self, word: int) -> None:
        """UM A.9.3 and A.9.4."""
        state, mover, first = self.state, Mover(self.state, self.fetch), word >> 16
        if first >= 0x10 or (first in (8, 9) and not word & 0x4000):
            state.cost += 2
            mover.parallel(word >> 8)
            if word & 0xFF == 0x08:
                raise IllegalWordError
            operate(state, word & 0xFF)
        elif first == 0:
            control.plain(self, word)
        elif first == 1:
            control.divide_or_normalize(state, word)
        elif first in (2, 3):
            control.transfer_conditionally(state, word)
        elif first == 4 and word & 0xE0F0 == 0x4010:
            mover.updated_address(word)
        elif (first == 4 and word & 0x40E0 == 0x40A0) or (first == 5 and (word & 0xE0 == 0xA0 or word & 0xA0 == 0x20)):
            mover.control(word)
        elif first == 6:
            control.loop_or_repeat(self, word)
        elif first == 7 and word & 0x40C0 in (0x4080, 0x0000):
            mover.program(word)
        elif first in (8, 9):
            mover.peripheral(word)
        elif first in (0xA, 0xB):
            control.bit_instruction(self, word)
        elif 0xC <= first <= 0xF:
            control.short_jump(self, word)
        else:
            raise IllegalWordError
        for write in mover.writes:
            write()
