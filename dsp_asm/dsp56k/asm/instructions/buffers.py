"""Checks of pointers and modifiers: a modulo buffer begins at a multiple of 2**k, 2**k >= its size (UM 5-15).

Only immediates are tracked, from a label to the next one or to the next change of flow that is unconditional. A
pointer into the middle of a buffer is as valid as one to its beginning, so a pointer that is off the boundary is
suspect only if a label begins data there that do not belong to a buffer at the boundary below: no label
is at that boundary, or none shows that the part ends with the buffer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from dsp56k.asm.program.symbols import Symbol

# A modifier register contains the size less one (UM 5-15); others mean reverse carry, linear addressing, or nothing.
_MODULO = range(1, 0x8000)
_DATA = frozenset({"X", "Y", "L"})


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A pointer that does not fit its modifier: its address, the buffer's size, and the required alignment."""

    address: int
    size: int
    boundary: int


@dataclass(slots=True)
class Buffers:
    """The numbers in the registers since the last label or change of flow, by name: R0 to R7 and M0 to M7."""

    held: dict[str, int] = field(default_factory=dict)
    stretch: int = 0

    def change(self, stretch: int, registers: Iterable[str]) -> None:
        """Forget registers that change, and all of them after a label.

        `stretch` numbers the code between two labels.
        """
        if stretch != self.stretch:
            self.held.clear()
            self.stretch = stretch
        for name in registers:
            self.held.pop(name, None)

    def load(self, register: str, number: int, symbols: Callable[[], Iterable[Symbol]]) -> Misplaced | None:
        """Load an address or modifier register with a known number; return the pointer that does not fit, if any."""
        self.held[register] = number
        pointer, modifier = self.held.get(f"R{register[1]}"), self.held.get(f"M{register[1]}")
        if pointer is None or modifier is None or modifier not in _MODULO:
            return None
        boundary = 1 << modifier.bit_length()
        base = pointer & -boundary
        end = base + modifier + 1
        if pointer >= end or (pointer != base and _begins(pointer, base, end, symbols())):
            return Misplaced(pointer, modifier + 1, boundary)
        return None


def _begins(pointer: int, base: int, end: int, symbols: Iterable[Symbol]) -> bool:
    """Return True if data that do not belong to a buffer from `base` to `end` begin at the pointer."""
    labels: dict[str, set[int | float]] = {space: set() for space in _DATA}
    for symbol in symbols:
        if symbol.kind == "label" and symbol.base is None and symbol.space in _DATA:
            labels[symbol.space].add(symbol.number)
    for addresses in labels.values():
        if pointer in addresses:
            inner = any(pointer < address <= end for address in addresses)
            if not (inner and base in addresses):
                return True
    return False
