"""The registers, the stack and the memory of the chip, and their uses by the current instruction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from independent_model.rom import ROMS

WORD, ADDRESS, LONG, ACCUMULATOR = (1 << 24) - 1, 0xFFFF, (1 << 48) - 1, (1 << 56) - 1
#: Bits of SR (UM A-10).
C, V, Z, N, U, E, L = (1 << bit for bit in range(7))
LF, TRACE = 0x8000, 0x2000
SR_BITS, OMR_BITS = 0xAF7F, 0xC7
#: Six-bit register codes (Tables A-18 and A-21). B follows A; R, N and M are followed by their numbers.
X0, X1, Y0, Y1 = 4, 5, 6, 7
A = 0x0E
R, OFFSET, M = 0x10, 0x18, 0x20
SR, OMR, SP, SSH, SSL, LA, LC = range(0x39, 0x40)
DATA_ROMS, MODE = 4, 3
BCR, IO_PAGE = 0xFFFE, 0xFFC0
STACK_ERROR = 0x10
Place = tuple[str, int, bool]
"""A word of memory: space, address, and True for external memory."""


class LeftOutError(Exception):
    """The instruction needs something that this model leaves out."""


class IllegalWordError(Exception):
    """No instruction has these bits."""


def signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


def in_rom(place: Place) -> bool:
    """Return True if an internal address is in one of the data ROMs."""
    space, address, outside = place
    return space != "p" and not outside and 0x100 <= address < 0x200


class State:
    """The state that instructions change. A and B are 56 unsigned bits each."""

    def __init__(self, background: Mapping[str, Sequence[int]] | None = None) -> None:
        """Memory holds `background`, 65,536 words for each space, or 0, where nothing was stored."""
        self.background = background
        self.file = [0] * 64
        for number in range(8):
            self.file[M + number] = 0xFFFF
        self.file[SR] = 0x0300
        self.accumulator = [0, 0]
        self.pc = 0
        self.stack = [(0, 0)] * 16
        self.bcr = 0
        self.memory: dict[Place, int] = {}
        self.clocks = 0
        self.map = 0
        """OMR as the addresses of operands see it: one instruction late (UM 8-2)."""
        self.fetch_map = 0
        """OMR as program words were fetched by it: two instructions late (UM 8-3, case 3)."""
        self.old_pointers: dict[int, int] = {}
        """R, N and M registers that the instruction before has moved to, as the AGU still sees them (UM A-237)."""
        self.begin()

    def begin(self) -> None:
        """Before an instruction: nothing used yet."""
        self.cost = 0
        self.outside: set[str] = set()
        self.one_after_the_other = False
        """True if its operands have separate instruction cycles."""
        self.limited = False
        self.moved: dict[int, int] = {}
        self.stores: list[tuple[Place, int]] = []
        self.new_bcr: int | None = None

    # Memory (UM 3-7 to 3-14, 9-12; Table A-14).

    def waits(self, space: str, address: int, omr: int) -> int | None:
        """Wait states of an address behind port A, None on the chip."""
        x, y, p, io = (self.bcr >> shift & 15 for shift in (12, 8, 4, 0))
        if space == "p":
            return p if address >= 0x200 or omr & MODE == MODE else None
        if address < 0x100 or (address < 0x200 and omr & DATA_ROMS) or (space == "x" and address >= IO_PAGE):
            return None
        return x if space == "x" else io if address >= IO_PAGE else y

    def word(self, place: Place) -> int:
        if place in self.memory or self.background is None:
            return self.memory.get(place, 0)
        return self.background[place[0]][place[1]]

    def use(self, space: str, address: int) -> Place:
        """Record the wait states and the space of an access by the current instruction; return the word's location."""
        waits = self.waits(space, address, self.map)
        if waits is not None:
            self.outside.add(space)
            self.cost += waits
        elif space == "x" and address >= IO_PAGE and address != BCR:
            raise LeftOutError("peripheral register")
        return space, address, waits is not None

    def load(self, space: str, address: int) -> int:
        place = self.use(space, address)
        if place == ("x", BCR, False):
            return self.bcr
        return ROMS[space][address & 0xFF] if in_rom(place) else self.word(place)

    def store(self, space: str, address: int, word: int) -> None:
        place = self.use(space, address)
        if place == ("x", BCR, False):
            self.new_bcr = word & 0xFFFF
        elif not in_rom(place):
            self.stores.append((place, word & WORD))

    # The stack (UM 6-16 to 6-18). SE sticks and holds UF; location 0 is not there.

    def count_stack(self, step: int) -> None:
        pointer = self.file[SP]
        if pointer & STACK_ERROR:
            self.file[SP] = pointer & 0x30 | pointer + step & 15
        else:
            self.file[SP] = (pointer & 15) + step & 0x3F

    @property
    def top(self) -> tuple[int, int]:
        return self.stack[self.file[SP] & 15]

    def put_top(self, high: int, low: int) -> None:
        if self.file[SP] & 15:
            self.stack[self.file[SP] & 15] = high & ADDRESS, low & ADDRESS

    def push(self, high: int, low: int) -> None:
        self.count_stack(1)
        self.put_top(high, low)

    def pull(self) -> tuple[int, int]:
        top = self.top
        self.count_stack(-1)
        return top

    # Condition codes (UM ).

    @property
    def codes(self) -> int:
        """SR, whose low bits are the CCR."""
        return self.file[SR]

    @property
    def integer_portion(self) -> int:
        """The lowest bit of the signed integer portion in the present scaling mode; 11 is reserved."""
        return (47, 48, 46, 47)[self.file[SR] >> 10 & 3]

    def in_use(self, value: int) -> bool:
        """Return True if the integer portion of 56 bits is more than copies of the sign."""
        lowest = self.integer_portion
        return value >> lowest not in (0, (1 << 56 - lowest) - 1)

    def set_codes(self, affected: int, codes: int) -> None:
        """Give the affected bits of the CCR; L follows V and stays."""
        self.file[SR] = self.file[SR] & ~affected | codes & affected
        if affected & codes & V:
            self.file[SR] |= L

    def standard_codes(self, result: int) -> int:
        """E, U, N and Z of 56 bits."""
        below = self.integer_portion
        normal = (result >> below ^ result >> below - 1) & 1
        return E * self.in_use(result) | U * (not normal) | N * (result >> 55) | Z * (result == 0)
