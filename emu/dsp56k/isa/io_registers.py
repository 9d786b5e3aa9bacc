"""The on-chip peripheral registers and the host's registers of the host interface, made from memory.toml."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from dsp56k.isa.toml_files import load

_WORD_MASK = 0xFF_FFFF
_BYTE_MASK = 0xFF


@dataclass(frozen=True, slots=True)
class BitField:
    """Adjacent bits of a register with one meaning: see the head of memory.toml for the columns."""

    name: str
    high: int
    low: int
    text: str
    page: str
    each: bool
    values: tuple[str, ...]
    equates: tuple[str, ...]

    @property
    def mask(self) -> int:
        """The bits of the field in a word of the register."""
        return (1 << self.high + 1) - (1 << self.low)

    def of(self, word: int) -> int:
        """Return the value of the field in a word of the register."""
        return (word & self.mask) >> self.low

    def place(self, value: int) -> int:
        """Return the word of the register that has `value` in the field and 0 elsewhere."""
        return value << self.low & self.mask

    @property
    def bits(self) -> dict[str, int]:
        """The numbers of the bits by their names, the highest first."""
        if self.high == self.low:
            return {self.name: self.low}
        return {f"{self.name}{bit - self.low}": bit for bit in range(self.high, self.low - 1, -1)}

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which the field is shown: those of its bits if each has a separate function."""
        return tuple(self.bits) if self.each else (self.name,)

    def meaning(self, value: int) -> str:
        """Return the meaning of a value of the field; "" if memory.toml has none."""
        return (self.values[value] or "reserved") if self.values and value < len(self.values) else ""

    @property
    def span(self) -> str:
        """The numbers of the bits as text, such as `4-3`."""
        return f"{self.high}" if self.high == self.low else f"{self.high}-{self.low}"

    def decoded(self, word: int) -> str:
        """Return the names of the bits that are set, or the value of a field that is a number; "" if no bit is set."""
        if self.each or self.high == self.low:
            return " ".join(name for name, bit in self.bits.items() if word >> bit & 1)
        value = self.of(word)
        meaning = self.meaning(value)
        number = f"{value}" if value < 10 else f"${value:X}"
        return f"{self.name}={number}" + (f" ({meaning})" if meaning else "")


@dataclass(frozen=True, slots=True)
class IoRegister:
    """A register of the peripheral page, or of the host's side: see the head of memory.toml for the columns.

    `address` is that in X data memory, or the offset from the first address of the interface in the host's memory.
    """

    name: str
    address: int
    access: str
    reset: int | None
    unit: str
    text: str
    page: str
    fields: tuple[BitField, ...]
    equates: tuple[str, ...]
    mask: int

    def __getitem__(self, name: str) -> BitField:
        """Return the field of a name.

        Raises:
            KeyError: the register has no such field.
        """
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(f"{self.name} has no field {name}")

    @property
    def is_readable(self) -> bool:
        """True if the DSP, or the host, can read the register."""
        return "r" in self.access

    @property
    def is_writable(self) -> bool:
        """True if the DSP, or the host, can write the register."""
        return "w" in self.access

    @property
    def title(self) -> str:
        """The purpose of the register as text: `host interface status`."""
        return f"{self.unit} {self.text}"

    def decoded(self, word: int) -> str:
        """Return the fields of a word: names of bits that are set, and values of fields that are numbers.

        >>> IO_REGISTERS["HSR"].decoded(0x1A)
        'HF1 HF0 HTDE'
        >>> IO_REGISTERS["CRA"].decoded(0x4100)
        'WL=2 (16 bits) DC=1 PM=0'
        """
        return " ".join(text for field in self.fields if (text := field.decoded(word)))

    def shown(self, word: int) -> str:
        """Return a word of the register in hexadecimal, as wide as the register, and its fields: `$02 HTDE`."""
        digits = -(-self.mask.bit_length() // 4)
        return f"${word:0{digits}X} {self.decoded(word)}".rstrip()

    def bit(self, name: str) -> tuple[int, int] | None:
        """Return the highest and lowest bit of a field or of a bit by its name; None if the register has neither."""
        for field in self.fields:
            if field.name == name:
                return field.high, field.low
            if name in field.bits:
                return field.bits[name], field.bits[name]
        return None

    def equated(self) -> Iterator[tuple[str, int, str]]:
        """Yield name, value and meaning of the equates of the register in ioequ.inc.

        A field of one bit is the number of the bit, for BSET and JCLR. A field of several bits is a mask, and each of
        its bits has a name with a number.
        """
        for name in self.equates:
            yield name, self.address, self.title
        for field in self.fields:
            for name in field.equates:
                if field.high == field.low:
                    yield name, field.low, field.text
                    continue
                yield name, field.mask, field.text
                for number in range(field.high - field.low + 1):
                    yield f"{name}{number}", field.low + number, f"bit {number} of {name}"


def _field(row: dict[str, Any], page: str) -> BitField:
    name, bits = row["name"], row["bits"]
    equates = tuple(row.get("equates", (f"M_{name}",)))
    values = tuple(row.get("values", ()))
    return BitField(
        name, bits[0], bits[-1], row["text"], row.get("page", page), row.get("each", False), values, equates
    )


def _registers(rows: list[dict[str, Any]], place: str, mask: int) -> Iterator[IoRegister]:
    for row in rows:
        fields = tuple(_field(field, row["page"]) for field in row.get("fields", ()))
        yield IoRegister(
            row["name"],
            row[place],
            row["access"],
            row.get("reset"),
            row.get("unit", "host interface"),
            row["text"],
            row["page"],
            fields,
            tuple(row.get("equates", (f"M_{row['name']}",))),
            sum(field.mask for field in fields) or mask,
        )


_MEMORY = load("memory.toml")

IO_REGISTERS = MappingProxyType(
    {register.name: register for register in _registers(_MEMORY["register"], "address", _WORD_MASK)}
)
"""The registers of the peripheral page by their names, from the highest address down."""

HOST_REGISTERS = MappingProxyType(
    {register.name: register for register in _registers(_MEMORY["host_register"], "offset", _BYTE_MASK)}
)
"""The registers that a host processor sees by their names, from the lowest offset up."""

_READ = {register.address: register for register in IO_REGISTERS.values() if register.is_readable}
_WRITTEN = {register.address: register for register in IO_REGISTERS.values() if register.is_writable}


def io_register(address: int, *, write: bool = False) -> IoRegister | None:
    """Return the register that the DSP reads, or writes, at an address in X data memory; None if there is none."""
    return (_WRITTEN if write else _READ).get(address)
