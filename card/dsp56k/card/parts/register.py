"""Declarations of registers, from which both the code and docs/reference/card.md are derived."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property


class Source(StrEnum):
    """Origin of a fact about a register."""

    PAPER = "paper"
    """Dussé and Kaliski, *A Cryptographic Library for the Motorola DSP56000*, section 5."""
    DATA_SHEET = "data sheet"
    """First page of the Tundra CA20C03A data sheet, the second source of the WD20C03."""
    MANUAL = "UM"
    """Motorola's DSP56000/DSP56001 User's Manual; the page follows."""
    DECISION = "our decision"
    """No source found: chosen here."""


@dataclass(frozen=True)
class Field:
    """Adjacent bits of a register with one meaning; `source` is the origin of the function."""

    name: str
    high: int
    low: int
    meaning: str
    source: Source = Source.DECISION

    @cached_property
    def mask(self) -> int:
        """Mask of the field's bits in the register."""
        return (1 << self.high + 1) - (1 << self.low)

    def of(self, value: int) -> int:
        """Return the field's value in a register's value, shifted down to bit 0."""
        return (value & self.mask) >> self.low


@dataclass(frozen=True)
class Register:
    """One register as one side of its chip sees it.

    `offset` counts from the chip's first address, which `dsp56k.card.addresses` has. `reset` is the
    value after reset, None where nothing is stored; `source` is the origin of offset and bit numbers.
    """

    name: str
    offset: int
    access: str
    reset: int | None
    meaning: str
    source: Source = Source.DECISION
    fields: tuple[Field, ...] = ()
    page: str = ""

    def __getitem__(self, name: str) -> Field:
        field = self._by_name.get(name)
        if field is None:
            raise KeyError(f"register {self.name} has no field {name}")
        return field

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    @cached_property
    def mask(self) -> int:
        """All declared bits."""
        return sum(field.mask for field in self.fields)

    @cached_property
    def _low_and_mask(self) -> Mapping[str, tuple[int, int]]:
        return {field.name: (field.low, field.mask) for field in self.fields}

    @cached_property
    def _by_name(self) -> Mapping[str, Field]:
        return {field.name: field for field in self.fields}

    def pack(self, **values: int | bool) -> int:
        """Return the register's value for named field values; fields that are not named are 0.

        Bits that do not fit into a field are dropped, as a latch drops them.
        """
        # Status registers are polled.
        fields, packed = self._low_and_mask, 0
        for name, value in values.items():
            low, mask = fields[name]
            packed |= value << low & mask
        return packed


def bit(name: str, number: int, meaning: str, source: Source = Source.DECISION) -> Field:
    """Return a field of one bit."""
    return Field(name, number, number, meaning, source)


ANY_BYTE = (Field("BYTE", 7, 0, "any value"),)
"""The fields of a register of 8 data bits."""
