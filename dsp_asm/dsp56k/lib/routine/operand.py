"""Operand strings: location and kind of a value, such as `x:opa[22] digits`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from dsp56k.emu import ConfigurationError, Symbols
from dsp56k.lib.errors import OperandError
from dsp56k.lib.routine.operand_types import KINDS, Kind, Shape
from dsp56k.system.suggestions import unknown
from dsp56k.system.text import described

WORD_BITS, LONG_BITS, ADDRESS_BITS, ACCUMULATOR_BITS, EXTENSION_BITS = 24, 48, 16, 56, 8
WIDTHS: dict[str, int] = {
    **dict.fromkeys(("x0", "x1", "y0", "y1", "a0", "a1", "b0", "b1"), WORD_BITS),
    **dict.fromkeys(("x", "y"), LONG_BITS),
    **dict.fromkeys(("a", "b"), ACCUMULATOR_BITS),
    **dict.fromkeys(("a2", "b2", "omr"), EXTENSION_BITS),
    **dict.fromkeys((f"{bank}{number}" for bank in "rnm" for number in range(8)), ADDRESS_BITS),
    **dict.fromkeys(("sr", "la", "lc"), ADDRESS_BITS),
}
"""Bits of the registers that a call can set and read. PC and the stack belong to the call."""
PARTS = {"a": ("a2", "a1", "a0"), "b": ("b2", "b1", "b0"), "x": ("x1", "x0"), "y": ("y1", "y0")}
"""Parts of the wide registers."""
SPACE_WORDS = 0x1_0000
IO_PAGE = 0xFFC0
"""First X address of the peripherals' registers (UM 3-8)."""
LONG_SPACE = "L"
SPACES = "XYPL"

_OPERAND = re.compile(r"(?P<places>[^\s\[\]]+)(?:\[(?P<count>[^\s\[\]]+)\])?(?:\s+(?P<kind>\w+))?")
_RANGE = re.compile(r"(?P<first>[^\s\[\],]+?)\s*-\s*(?P<last>[^\s\[\],]+)")
_SYMBOL = re.compile(r"\s+<[^<>]*>")
"""The symbol that the tools print after an address."""
_BARE = re.compile(r"[a-z]\w*", re.IGNORECASE)
_PLACES = "the chip has no register of that name either; a memory address is x:, y:, p: or l: with a number"
_FORM = "a register or x:location, y:, p: or l:, with [count] for an array and a kind, as in 'x:opa[22] digits'"


@dataclass(frozen=True)
class Place:
    """Location of a value: an address of a space ("X", "Y", "P" or "L"), or a register, `space` being "" then."""

    space: str
    address: int
    register: str = ""

    @property
    def width(self) -> int:
        """Bits of a word at this location."""
        if self.register:
            return WIDTHS[self.register]
        return LONG_BITS if self.space == LONG_SPACE else WORD_BITS

    def locations(self, words: int) -> Iterator[tuple[str, int] | str]:
        """Yield each word of memory, as (space, address), and each register of `words` words at this location."""
        if self.register:
            yield from PARTS.get(self.register, (self.register,))
        for address in range(self.address, self.address + words) if self.space else ():
            for space in "XY" if self.space == LONG_SPACE else self.space:
                yield space, address

    def __str__(self) -> str:
        return self.register or f"{self.space}:${self.address:04X}"


@dataclass(frozen=True)
class Operand:
    """An operand of a routine.

    Attributes:
        text: the string.
        places: locations to which its value is written; the first one is read back.
        count: words of an array, None for a single value.
        kind: the name of its form: a key of `KINDS`.
    """

    text: str
    places: tuple[Place, ...]
    count: int | None
    kind: str

    @property
    def space(self) -> str:
        """The memory space of its first location, "" for a register."""
        return self.places[0].space

    @property
    def address(self) -> int:
        """The address of its first location."""
        return self.places[0].address

    @property
    def register(self) -> str:
        """The register of its first location, "" for memory."""
        return self.places[0].register

    @property
    def shape(self) -> Shape:
        """Width and number of its words."""
        return Shape(self.places[0].width, self.count)

    @property
    def form(self) -> Kind:
        """The encoding of its values."""
        return KINDS[self.kind]

    def encode(self, name: str, value: Any) -> list[int]:
        """Return the words of a value.

        Raises:
            OperandError: of another length or out of range; with this operand's name.
        """
        return self.form.encode(name, value, self.shape)

    def decode(self, words: list[int]) -> Any:
        """Return the value of words."""
        return self.form.decode(words, self.shape)

    def locations(self) -> Iterator[tuple[str, int] | str]:
        """Yield all of its words and registers, as `Place.locations`."""
        for place in self.places:
            yield from place.locations(self.shape.words)


class Reader:
    """Reads operand strings with a program's symbols.

    Attributes:
        io: True if the registers at X:$FFC0 to $FFFF may be operands. They are not allowed in a routine, which cannot
            restore them.
    """

    def __init__(self, symbols: Symbols, *, io: bool = False) -> None:
        self._symbols = symbols
        self.io = io

    def operand(self, name: str, text: object) -> Operand:
        """Return the operand that a string describes.

        Raises:
            OperandError: not its form, no such symbol, register or kind, or words outside the memory.
        """
        match = _OPERAND.fullmatch(_SYMBOL.sub("", text.strip())) if isinstance(text, str) else None
        if match is None or not isinstance(text, str):
            _refuse(name, text, f"an operand must be {_FORM}")
        kind = match["kind"] or "words"
        if kind not in KINDS:
            _refuse(name, text, unknown("kind", kind, KINDS))
        count = None if match["count"] is None else self._count(name, text, match["count"])
        places = tuple(self._place(name, text, place) for place in match["places"].split(","))
        for place in places:
            self._check(name, text, place, 1 if count is None else count)
        width = places[0].width
        if any(place.width != width for place in places):
            _refuse(name, text, "its locations have words of different widths")
        if width not in KINDS[kind].widths:
            _refuse(name, text, f"{places[0]} has {width} bits, which {kind} is not for")
        return Operand(text, places, count, kind)

    def ranges(self, name: str, text: object) -> list[tuple[str, int, int]]:
        """Return the words of memory that a string names: an operand's location, or a range of addresses.

        Returns:
            Space ("X", "Y" or "P"), first and last address; of L memory those of X and of Y.

        Raises:
            OperandError: as `operand`; a register; a last address below the first.
        """
        match = _RANGE.fullmatch(text.strip()) if isinstance(text, str) else None
        if match is None or not isinstance(text, str):
            operand = self.operand(name, text)
            places = [(place, place.address + operand.shape.words - 1) for place in operand.places]
        else:
            first = self._place(name, text, match["first"])
            end = match["last"]
            last = self._place(name, text, end if ":" in end or first.register else f"{first.space}:{end}")
            if last.space != first.space:
                _refuse(name, text, f"its ends must be in one memory, got {first} and {last}")
            if last.address < first.address:
                _refuse(name, text, f"its last address {last} is below the first")
            places = [(first, last.address)]
        for place, end in places:
            if place.register or end >= SPACE_WORDS:
                _refuse(name, text, "a range of memory must be within $0000 to $FFFF of x, y, p or l, as in x:0-0xf")
        return [
            (space, place.address, end)
            for place, end in places
            for space in ("XY" if place.space == LONG_SPACE else place.space)
        ]

    def _check(self, name: str, text: str, place: Place, words: int) -> None:
        if place.register:
            if words != 1:
                _refuse(name, text, f"the register {place.register} is one word")
            return
        last = place.address + words - 1
        if place.address < 0 or last >= SPACE_WORDS:
            _refuse(name, text, f"{place.space}:${place.address:04X} to ${last:04X} is not within $0000 to $FFFF")
        if place.space in ("X", LONG_SPACE) and last >= IO_PAGE and not (self.io and place.space == "X"):
            _refuse(name, text, f"{place.space}:${last:04X} is a peripheral register, not memory")

    def _count(self, name: str, text: str, count: str) -> int:
        _, number = self._located(name, text, count)
        if number < 1:
            _refuse(name, text, f"an array must have at least one word, got {number}")
        return number

    def _place(self, name: str, text: str, place: str) -> Place:
        if place.lower() in WIDTHS:
            return Place("", 0, place.lower())
        space, address = self._located(name, text, place)
        if space not in SPACES:
            _refuse(name, text, f"{place} is a number; an address needs a memory space: x:{place}")
        return Place(space, address)

    def _located(self, name: str, text: str, place: str) -> tuple[str, int]:
        """Return the space ("N" for none) and the value of a location."""
        try:
            return self._symbols.locate(place, "place")
        except ConfigurationError as error:
            why = error.message.removeprefix("place: ")
            _refuse(name, text, f"{why}; {_PLACES}" if _BARE.fullmatch(place) else why)


def _refuse(name: str, text: object, why: str) -> NoReturn:
    quoted = "" if name == text else f" {described(text)}:"
    raise OperandError(f"{name}:{quoted} {why}", name=name, value=text)
