"""The interfaces of chips and devices on a bus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from dsp56k.emu.timeline import Time


@runtime_checkable
class PortDevice(Protocol):
    """The two accesses of a device on a bus: on port A, where `Dsp56001.map_device` puts it, or on a PC's.

    `offset` counts from the first address of the mapped range; `now` is the time of the access in picoseconds since
    power-up. A value is unsigned and as wide as the bus: on port A a 24-bit word. An exception ends the run and reaches
    the caller of `run()`.

    The chip is within an instruction then, so that a device may not use it. What is to become of a pin says a hook
    (`dsp.hooks.on_access`), which is called when the instruction is over.
    """

    def read(self, offset: int, now: Time) -> int:
        """Return the word that the device puts on the data lines."""
        ...

    def write(self, offset: int, value: int, now: Time) -> None:
        """Take the word on the data lines."""
        ...


@runtime_checkable
class KeptDevice(PortDevice, Protocol):
    """A device that a debugger can take back to what it was.

    With the state and the accesses after it, each at its time, it has to do the same again.
    """

    def state(self) -> object:
        """What it is now, which does not change when the device does."""
        ...

    def restore(self, state: object) -> None:
        """Become what it was as it gave this state."""
        ...


@runtime_checkable
class Device(PortDevice, Protocol):
    """A device with a life of its own between accesses."""

    def reset(self, now: Time) -> None:
        """Go to the state after a hardware reset."""
        ...

    def advance(self, now: Time) -> None:
        """Let internal time reach `now`."""
        ...

    def next_event(self) -> Time | None:
        """Return the time of the device's next visible change without an access; None if there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Burst:
    """Accesses in a row that a board has answered beforehand, or takes afterwards.

    Attributes:
        offsets: those at which they may be.
        most: how many there may be.
        data: what they read, a byte for each; empty for writes.
        finish: to be called with how many there were, what they wrote, and the time of the last.
    """

    offsets: range
    most: int
    data: bytes
    finish: Callable[[int, bytes, Time], None]
