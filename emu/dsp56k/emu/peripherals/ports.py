"""Ports B and C as the board sees their pins (UM 10-1 to 10-7, 11-1 to 11-8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsp56k.emu.errors import ConfigurationError
from dsp56k.emu.registers import registers_text
from dsp56k.emu.validation import hexadecimal, is_int_in_range

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip

WIDTHS = {"B": 15, "C": 9}
"""Pins of each port."""


@dataclass(frozen=True)
class PortChange:
    """The general-purpose outputs, starting at a clock.

    Attributes:
        clock: oscillator clock since reset; one instruction cycle after the write (UM 10-7).
        outputs: mask of the pins that are driven.
        levels: their levels.
    """

    clock: int
    outputs: int
    levels: int


class Port:
    """The pins of one port, bit n for pin n. A pin that nothing drives reads as 0."""

    __slots__ = ("_chip", "name", "width")

    def __init__(self, chip: Chip, name: str) -> None:
        self._chip = chip
        self.name = name
        self.width = WIDTHS[name]

    def __repr__(self) -> str:
        """Return the registers with their fields."""
        return f"Port({registers_text(self._chip, f'port {self.name}')})"

    def _checked(self, mask: int) -> int:
        if not is_int_in_range(mask, 0, (1 << self.width) - 1):
            raise ConfigurationError(
                f"the mask of port {self.name} must have {self.width} bits, got {hexadecimal(mask)}", mask=mask
            )
        return mask

    def drive(self, levels: int, mask: int | None = None) -> None:
        """Drive the pins of `mask`, by default all, to these levels.

        Raises:
            ConfigurationError: pins that the port does not have.
        """
        pins = (1 << self.width) - 1 if mask is None else self._checked(mask)
        self._chip.drive_port(self.name, pins, self._checked(levels))

    def release(self, mask: int | None = None) -> None:
        """Drive the pins of `mask`, by default all, no longer.

        Raises:
            ConfigurationError: pins that the port does not have.
        """
        self._chip.release_port(self.name, (1 << self.width) - 1 if mask is None else self._checked(mask))

    @property
    def pins(self) -> int:
        """The levels at all pins."""
        return self._chip.port_pins(self.name)

    def changes(self) -> list[PortChange]:
        """Return the changes of the general-purpose outputs since the last call; the latest 65,536 are kept."""
        return [PortChange(*change) for change in self._chip.port_changes(self.name)]
