"""Bit patterns of constructors: the fields of the first word, fixed bits, and the codes that an operand may have."""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.isa import Operand, OperandValue, Row

WORD_BITS = 24


def bits_of(row: Row, operand: Operand) -> tuple[int, ...]:
    """Return the bits of the word that an operand's value depends on, most significant letter first."""
    bits = [bit for letter in operand.letters for bit in row.fields[letter]]
    if operand.kind.cls == "other_ea":
        # Only the top bit of the X address's register chooses the bank (UM A-242, note 5).
        mode, bank, low = (row.fields[letter] for letter in operand.letters)
        bits = [*mode, bank[0], *low]
    return tuple(dict.fromkeys(bits))


def values_of(row: Row, operand: Operand) -> list[tuple[int, int, OperandValue]]:
    """Return (mask, bits, value) of each legal code of an operand."""
    places = bits_of(row, operand)
    mask = sum(1 << bit for bit in places)
    found = []
    for code in range(1 << len(places)):
        word = sum((code >> at & 1) << bit for at, bit in enumerate(reversed(places)))
        value = row.read(operand, word)
        if value is not None:
            found.append((mask, word, value))
    return found


class Fields:
    """The fields of the first word that the patterns of a specification use."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[int, int]] = {}
        self._names: dict[str, tuple[str, ...]] = {}

    def name(self, high: int, low: int) -> str:
        """Return the field of bits `high` to `low` as a number."""
        return self._add(f"f{high}_{low}", high, low)

    def of(self, bits: Sequence[int]) -> str:
        """Return the field of adjacent bits."""
        high, low = bits[0], bits[-1]
        if tuple(bits) != tuple(range(high, low - 1, -1)):
            raise AssertionError(f"bits {bits} are not adjacent")
        return self.name(high, low)

    def registers(self, high: int, low: int, prefix: str, registers: Sequence[str]) -> str:
        """Return the field of bits `high` to `low` that selects one of these registers."""
        name = self._add(f"{prefix}{high}_{low}", high, low)
        self._names[name] = tuple(registers)
        return name

    def _add(self, name: str, high: int, low: int) -> str:
        self._places[name] = (low, high)
        return name

    def fixed(self, mask: int, value: int) -> str:
        """Return the pattern of the bits of `mask` in `value`; "" if there are none."""
        parts = []
        bit = WORD_BITS - 1
        while bit >= 0:
            if mask >> bit & 1:
                high = bit
                while bit > 0 and mask >> bit - 1 & 1:
                    bit -= 1
                parts.append(f"{self.name(high, bit)}=0x{value >> bit & (1 << high - bit + 1) - 1:x}")
            bit -= 1
        return " & ".join(parts)

    def legal(self, row: Row, operand: Operand) -> str:
        """Return the pattern of an operand's legal codes; "" if all are legal."""
        places = bits_of(row, operand)
        words = {word for _, word, _ in values_of(row, operand)}
        cubes = list(_cubes(places, words))
        if cubes == [(0, 0)]:
            return ""
        return "(" + " | ".join(f"({self.fixed(mask, value)})" for mask, value in cubes) + ")"

    def definitions(self) -> list[str]:
        """Return the token of the first word, and the registers of its fields."""
        lines = [f"define token first_word ({WORD_BITS})"]
        lines += [f"  {name}=({low},{high})" for name, (low, high) in sorted(self._places.items())]
        lines.append(";")
        lines += [f"attach variables [ {name} ] [ {' '.join(names)} ];" for name, names in sorted(self._names.items())]
        return lines


def _cubes(places: Sequence[int], words: set[int], mask: int = 0, value: int = 0) -> list[tuple[int, int]]:
    """Return (mask, bits) pairs that together cover exactly `words`, by fixing the bits of `places` in turn."""
    if not words:
        return []
    if len(words) == 1 << len(places):
        return [(mask, value)]
    bit, rest = 1 << places[0], places[1:]
    clear = _cubes(rest, {word for word in words if not word & bit}, mask | bit, value)
    return clear + _cubes(rest, {word for word in words if word & bit}, mask | bit, value | bit)
