"""The three memory spaces and their maps (UM 3-7 to 3-14), and the bus control register (UM 9-12, 9-13)."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from reference_model.boot import BOOT_ROM
from reference_model.peripherals.peripheral import Peripherals
from reference_model.words import MASK16, MASK24

BCR, IPR = 0xFFFE, 0xFFFF
IO_PAGE = 0xFFC0
IPR_BITS = 0xFC3F


class View:
    """One space as the program sees it, indexable by address, without side effects."""

    def __init__(self, read: Callable[[int], int], write: Callable[[int, int], None]) -> None:
        self._read, self._write = read, write

    def __getitem__(self, address: int) -> int:
        return self._read(address)

    def __setitem__(self, address: int, value: int) -> None:
        self._write(address, value)

    def __len__(self) -> int:
        return 0x10000


def wait_states(bcr: int, space: str, address: int) -> int:
    """The BCR field that an external address selects: X 15-12, Y 11-8, P 7-4, external I/O 3-0 (UM 9-13)."""
    if space == "y" and address >= IO_PAGE:
        return bcr & 15
    return bcr >> {"x": 12, "y": 8, "p": 4}[space] & 15


class RamMapping(NamedTuple):
    """Addresses that lead to the board's RAM: to its word `word` from the first on, and again after `words`."""

    space: str
    first: int
    last: int
    word: int
    words: int


class Memory:
    """X, Y and P behind the map that OMR selects. All external memory is RAM, unless `board` says where RAM answers."""

    def __init__(self) -> None:
        self.internal = {"x": [0] * 256, "y": [0] * 256, "p": [0] * 512}
        self.external = {space: [0] * 0x10000 for space in "xyp"}
        self.board: Sequence[RamMapping] | None = None
        self.shared: dict[int, int] = {}
        """The board's RAM, by word."""
        self.rom = {"x": x_rom(), "y": y_rom()}
        self.boot_rom: Sequence[int] = BOOT_ROM
        self.bcr, self.ipr = 0xFFFF, 0
        self.peripherals = Peripherals()
        self.omr = 0
        """The OMR whose MA, MB and DE shape the map at present."""

    def place(self, space: str, address: int) -> str:
        """Return the region of an address: "ram", "rom", "boot" or "io" in the chip, otherwise "external"."""
        if space == "p":
            on_chip = "boot" if self.omr & 3 == 1 else "ram"
            return on_chip if address < 0x200 and self.omr & 3 != 3 else "external"
        if address < 0x100:
            return "ram"
        if address < 0x200 and self.omr & 4:
            return "rom"
        return "io" if space == "x" and address >= IO_PAGE else "external"

    def shared_word(self, space: str, address: int) -> int | None:
        """The word of the board's RAM at an external address; of two views the later counts."""
        found = None
        for view in self.board or ():
            if view.space == space and view.first <= address <= view.last:
                found = view.word + (address - view.first) % view.words
        return found

    def read(self, space: str, address: int) -> int:
        """The 24-bit word at an address, with the side effects of the DSP's reading."""
        if self.place(space, address & MASK16) == "io" and address & MASK16 < BCR:
            return self.peripherals.read(address & MASK16)
        return self.peek(space, address)

    def peek(self, space: str, address: int) -> int:
        """The 24-bit word at an address, without side effects."""
        address &= MASK16
        place = self.place(space, address)
        if place == "io":
            return {BCR: self.bcr, IPR: self.ipr}[address] if address >= BCR else self.peripherals.peek(address)
        if place == "rom":
            return self.rom[space][address - 0x100]
        if place == "boot":
            # Five address bits count (UM 3-11).
            return self.boot_rom[address & 31]
        if place == "external" and self.board is not None:
            word = self.shared_word(space, address)
            return 0 if word is None else self.shared.get(word, 0)
        return (self.internal if place == "ram" else self.external)[space][address]

    def write(self, space: str, address: int, value: int) -> None:
        """Store a word; writes to an enabled data ROM are lost, those to the bootstrap ROM reach the RAM (UM 3-11)."""
        address, value = address & MASK16, value & MASK24
        place = self.place(space, address)
        if place == "io":
            if address == BCR:
                self.bcr = value & MASK16
            elif address == IPR:
                self.ipr = value & IPR_BITS
            else:
                self.peripherals.write(address, value)
        elif place == "external" and self.board is not None:
            if (word := self.shared_word(space, address)) is not None:
                self.shared[word] = value
        elif place != "rom":
            (self.external if place == "external" else self.internal)[space][address] = value

    def view(self, space: str) -> View:
        """A space as a sequence of 65,536 words."""
        return View(lambda address: self.peek(space, address), lambda address, value: self.write(space, address, value))


def x_rom() -> list[int]:
    """The positive halves of the mu-law and A-law expansion tables, X:$0100-$01FF (UM 3-7)."""
    table = []
    for code in (~index & 0x7F for index in range(128)):
        table.append((((2 * (code & 15) + 33) << (code >> 4)) - 33) << 10)
    for code in (index ^ 0x55 for index in range(128)):
        exponent, mantissa = code >> 4, 2 * (code & 15)
        table.append((mantissa + 1 if exponent == 0 else (mantissa + 33) << (exponent - 1)) << 11)
    return table


def y_rom() -> list[int]:
    """One cycle of a sine, Y:$0100-$01FF (UM 3-7, 3-11)."""
    wave = (math.floor(2**23 * math.sin(2 * math.pi * index / 256) + 0.5) for index in range(256))
    return [min(value, 0x7FFFFF) & MASK24 for value in wave]
