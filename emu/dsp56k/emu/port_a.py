"""Port A: the external bus of the chip, with the RAM and the devices that the board has on it (UM chapter 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsp56k.emu.errors import ConfigurationError
from dsp56k.emu.memory import WORDS, Memory, UnmappedAccess, is_on_chip, space_number
from dsp56k.emu.validation import require_int, require_methods

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.device import PortDevice

MAX_WAIT_STATES = 0xFFFF


class PortA:
    """The external bus: RAM, devices and wait states by address, and the accesses to unmapped addresses."""

    __slots__ = ("_chip",)

    def __init__(self, chip: Chip) -> None:
        self._chip = chip

    def ram(self, space: str) -> Memory:
        """Return the board's RAM at physical addresses, including those at which internal memory hides it.

        Args:
            space: "X", "Y" or "P".

        Raises:
            ConfigurationError: The space does not exist.
        """
        return Memory(self._chip, space_number(space), external=True)

    def map_ram(self, space: str, words: int) -> None:
        """Limit the external RAM of a space to the addresses below `words` (0 to 65,536); by default it has all.

        Raises:
            ConfigurationError: The space or the number of words is invalid.
        """
        self._chip.map_ram(space_number(space), require_int(words, "words", 0, WORDS))

    def map_device(self, space: str, first: int, last: int, device: PortDevice) -> None:
        """Map a device to the external addresses `first` to `last` of a space.

        In P the device is also read for the DSP's instruction fetches, once for each word that executes and once in all
        for a repeated instruction (UM A-185). Python's `p` shows the RAM at the same addresses.

        Raises:
            ConfigurationError: The range is empty, outside the space, already mapped, or internal, or the device does
                not have `read` and `write`.
        """
        number = space_number(space)
        require_methods(device, "a device", "read", "write")
        first = require_int(first, "first", 0, WORDS - 1)
        last = require_int(last, "last", first, WORDS - 1)
        if is_on_chip(space, first, last):
            message = f"a device must be mapped to external memory, got {space}:${first:04X}-${last:04X}"
            raise ConfigurationError(message, field="first", value=first, space=space)
        self._chip.map_device(number, first, last, device)

    def map_wait_states(self, space: str, first: int, last: int, wait_states: int) -> None:
        """Let the board assert WT for accesses to the external addresses `first` to `last` of a space.

        OMR.EA = 1 selects the pins WT and BS. Such an access then takes `wait_states` (0 to 65,535), but at least 2 and
        at least those of BCR (UM 9-14, Table 9-3). The most recent range with an address takes precedence. 0 removes
        the wait states.

        Raises:
            ConfigurationError: The range is empty or outside the space, or the number of wait states is invalid.
        """
        number = space_number(space)
        first = require_int(first, "first", 0, WORDS - 1)
        last = require_int(last, "last", first, WORDS - 1)
        self._chip.map_waits(number, first, last, require_int(wait_states, "wait_states", 0, MAX_WAIT_STATES))

    @property
    def unmapped_accesses(self) -> list[UnmappedAccess]:
        """The latest 64 accesses of the DSP to unmapped addresses, including fetches of executed instructions."""
        accesses, _ = self._chip.unmapped()
        return [UnmappedAccess(a.space, a.address, a.write, a.pc, a.clocks) for a in accesses]

    @property
    def unmapped_count(self) -> int:
        """The number of accesses of the DSP to unmapped addresses, since construction."""
        return self._chip.unmapped()[1]
