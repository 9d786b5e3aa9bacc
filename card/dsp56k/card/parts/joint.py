"""Where one part of the board is plugged into another, so that a fault can take the part's place."""

from typing import Generic, TypeVar

from dsp56k.emu.device import PortDevice
from dsp56k.emu.timeline import Time

Part = TypeVar("Part")


class Joint(Generic[Part]):
    """One plug: `part` is what the other side reaches now, `sound` the part that belongs there."""

    __slots__ = ("part", "sound")

    def __init__(self, part: Part) -> None:
        self.sound = part
        self.part = part


class Plugged:
    """A device as seen through a joint: whatever is plugged in answers."""

    def __init__(self, joint: Joint[PortDevice]) -> None:
        self._joint = joint

    def read(self, offset: int, now: Time) -> int:
        """What the part answers."""
        return self._joint.part.read(offset, now)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Pass it to the part."""
        self._joint.part.write(offset, value, now)
