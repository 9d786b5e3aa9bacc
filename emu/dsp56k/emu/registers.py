"""Registers by name: `dsp.regs.r0`, `dsp.regs["a"]`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn, SupportsIndex

from dsp56k.emu._core import Registers as _Registers
from dsp56k.emu.errors import RegisterError, StackLocationError
from dsp56k.emu.validation import is_int_in_range
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip

NAMES: tuple[str, ...] = (
    *("x0", "x1", "y0", "y1", "x", "y", "a0", "a1", "a2", "a", "b0", "b1", "b2", "b"),
    *(f"{bank}{number}" for bank in "rnm" for number in range(8)),
    *("pc", "sr", "omr", "sp", "ssh", "ssl", "la", "lc"),
)
"""Motorola's names, lower case; `x` is X1:X0, `y` Y1:Y0, `a` A2:A1:A0, `b` B2:B1:B0."""

STACK_LOCATIONS = 16
_MODEL = (
    *(tuple((f"{register}{part}", 2 if part == 2 else 6) for part in (2, 1, 0)) for register in "ab"),
    *(tuple((f"{register}{part}", 6) for part in (1, 0)) for register in "xy"),
    *(tuple((f"{bank}{number}", 4) for bank in "rnm") for number in range(8)),
    (("pc", 4), ("la", 4), ("lc", 4)),
    (("sr", 4), ("omr", 2), ("sp", 2)),
)
"""Registers of each line of the programming model, with their hexadecimal digits (UM 5-2)."""


class Registers(_Registers):
    """All registers as unsigned ints of the register's width: a, b 56 bits; x, y 48; a2, b2, omr 8; sp 6.

    Reading and writing have no side effects: values are not limited, and SSH neither pops nor pushes. Bits that a
    register does not have (SR bits 14, 12, 7; OMR bits 5-3) read as 0 and are ignored in writes. Writes take effect at
    once, without the delays of the pipeline. After a write to PC execution continues there: it ends an active REP,
    vector, WAIT or STOP. A write to SP cancels a pending stack error.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse copies, because a copy would still access the chip.

        Raises:
            RegisterError: Always.
        """
        raise RegisterError("the registers of a chip cannot be copied; use as_dict()", reason="no copy")

    def _refusal(self, name: object, value: object) -> RegisterError:
        """Return the error of an unknown register or an invalid value. The extension raises it."""
        if not isinstance(name, str):
            return RegisterError(f"a register must be named by a str, got {described(name)}", register=name)
        if not isinstance(value, int | SupportsIndex):
            message = f"register {name} must be an integer, got {described(value)}"
            return RegisterError(message, register=name, value=value)
        value = value.__index__()
        return RegisterError(f"register {name} cannot hold {value:#x}", register=name, value=value)

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *NAMES]

    def as_dict(self) -> dict[str, int]:
        """Return all registers by name."""
        return {name: self[name] for name in NAMES}

    def __repr__(self) -> str:
        return "<Registers " + " ".join(f"{name}={self[name]:X}" for name in NAMES) + ">"

    def _repr_html_(self) -> str:
        from dsp56k.system.grid import html_table

        rows = [[cell for name, digits in row for cell in (name, f"${self[name]:0{digits}X}")] for row in _MODEL]
        return html_table("Registers", [], rows)


class Stack:
    """The system stack: 16 locations of (SSH, SSL), without side effects. SP points to the latest of 1 to 15."""

    __slots__ = ("_chip",)

    def __init__(self, chip: Chip) -> None:
        self._chip = chip

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse copies, because a copy would still access the chip.

        Raises:
            RegisterError: Always.
        """
        raise RegisterError("the stack of a chip cannot be copied; use list()", reason="no copy")

    def __len__(self) -> int:
        return STACK_LOCATIONS

    def _location(self, location: int) -> int:
        if not is_int_in_range(location, 0, STACK_LOCATIONS - 1):
            raise StackLocationError(f"a stack location must be 0 to 15, got {described(location)}", value=location)
        return location

    def __getitem__(self, location: int) -> tuple[int, int]:
        return self._chip.stack(self._location(location))

    def __setitem__(self, location: int, words: tuple[int, int]) -> None:
        """Set (SSH, SSL) of a location.

        Raises:
            RegisterError: SSH or SSL is not a 16-bit number.
        """
        try:
            high, low = words
        except (TypeError, ValueError):
            raise RegisterError(
                f"stack location {location} must be (SSH, SSL), got {described(words)}", value=words
            ) from None
        for half, value in (("ssh", high), ("ssl", low)):
            if not is_int_in_range(value, 0, 0xFFFF):
                raise RegisterError(
                    f"stack location {location}: {half} must have 16 bits, got {described(value)}", value=value
                )
        self._chip.set_stack(self._location(location), high, low)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return (self[location] for location in range(STACK_LOCATIONS))

    def __repr__(self) -> str:
        return "<Stack " + " ".join(f"{high:04X}:{low:04X}" for high, low in self) + ">"


def registers_text(chip: Chip, unit: str) -> str:
    """Return a peripheral's control, status and port registers with their words and fields, from the lowest address.

    These are the registers that the DSP can read and that have a reset value. Their state does not change.
    """
    from dsp56k.isa import IO_REGISTERS

    of_unit = [one for one in IO_REGISTERS.values() if one.unit == unit and one.is_readable and one.reset is not None]
    registers = sorted(of_unit, key=lambda one: one.address)
    return ", ".join(f"{one.name} {one.shown(chip.peek(0, one.address, external=False))}" for one in registers)
