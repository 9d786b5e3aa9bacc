"""The DSP's 24-bit data bus: the connection of an 8-bit chip, and the resistors that pull the bus down.

Data sheet
==========

The chip's data pins are on D0-D7 (our decision). D8-D23 are not driven when it is read: resistors pull the whole data
bus down, so they read 0 and a program need not mask them (our decision; a low D23 is also what makes bootstrap mode 1
load through the host interface, UM 10-45).

In operating mode 1 the DSP's boot program reads P:$C000 first: D23 = 1 means a byte-wide boot memory, 0 the host
interface (UM 3-11). The card has no boot memory; the resistors are there, as in the manual's circuit for a boot through
the host interface (UM 10-45). The read is intended, so a device responds to it and it is not an unmapped access.
"""

from typing import Self

from dsp56k.card.errors import CardError
from dsp56k.card.parts.connections import Plug
from dsp56k.emu.board_parts import ByteLane as NativeByteLane
from dsp56k.emu.device import PortDevice, RestorableDevice
from dsp56k.emu.timeline import Time

PULL = 0x000000
"""The DSP's data bus when nothing drives it."""


class ByteLane(NativeByteLane):
    """The 8-bit device that is plugged in, as the DSP's 24-bit bus sees it.

    A read returns the chip's byte, with the other bits pulled down; a write passes D0-D7 of the word.
    """

    def __new__(cls, plug: Plug[PortDevice]) -> Self:
        """Return the connection of a plug."""
        return super().__new__(cls, plug, PULL)

    def state(self) -> object:
        """Return the chip's state."""
        return self._kept().state()

    def restore(self, state: object) -> None:
        """Restore the chip's state."""
        self._kept().restore(state)

    def _kept(self) -> RestorableDevice:
        part = self.plug.part
        if not isinstance(part, RestorableDevice):
            raise CardError(f"{type(part).__name__} does not have a state that can be restored")
        return part


BOOT_ADDRESS = 0xC000


class PullDown:
    """The pulled-down bus at one address; `word` is its value, 24 bits."""

    def __init__(self, word: int) -> None:
        self._word = word

    def read(self, offset: int, now: Time) -> int:
        """Return the value of the undriven bus."""
        del offset, now
        return self._word

    def write(self, offset: int, value: int, now: Time) -> None:
        """Ignore the write."""

    def state(self) -> object:
        """Return None: the device has no state."""
        return None

    def restore(self, state: object) -> None:
        """Do nothing: the device has no state."""
