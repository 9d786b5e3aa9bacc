"""The connection of an 8-bit chip to the DSP's 24-bit data bus.

Data sheet
==========

The chip's data pins are on D0-D7 (our decision). D8-D23 are not driven when it is read: resistors pull the whole data
bus down, so they read 0 and a program need not mask them (our decision; a low D23 is also what makes bootstrap mode 1
load through the host interface, UM 10-45).
"""

from dsp56k.card.errors import CardError
from dsp56k.card.parts.plug import Plug
from dsp56k.emu.device import PortDevice, RestorableDevice
from dsp56k.emu.timeline import Time

PULL = 0x000000
"""The DSP's data bus when nothing drives it."""


class ByteLane:
    """The 8-bit device that is plugged in, as the DSP's 24-bit bus sees it."""

    def __init__(self, plug: Plug[PortDevice]) -> None:
        self._joint = plug

    def read(self, offset: int, now: Time) -> int:
        """Return the chip's byte; the other bits are pulled down."""
        return self._joint.part.read(offset, now) & 0xFF | PULL & 0xFFFF00

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write D0-D7 of the word."""
        self._joint.part.write(offset, value & 0xFF, now)

    def state(self) -> object:
        """Return the chip's state."""
        return self._kept().state()

    def restore(self, state: object) -> None:
        """Restore the chip's state."""
        self._kept().restore(state)

    def _kept(self) -> RestorableDevice:
        part = self._joint.part
        if not isinstance(part, RestorableDevice):
            raise CardError(f"{type(part).__name__} does not have a state that can be restored")
        return part
