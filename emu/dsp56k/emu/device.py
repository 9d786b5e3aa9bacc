"""The interfaces of chips and devices on a bus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from dsp56k.emu.timeline import Time


@runtime_checkable
class PortDevice(Protocol):
    """The two accesses of a device on a bus: on port A (`dsp.port_a.map_device`), or on the bus of a PC.

    `offset` counts from the first address of the mapped range; `now` is the time of the access in picoseconds since
    power-up. A value is unsigned and as wide as the bus: on port A a 24-bit word. An exception ends the run and reaches
    the caller of `run()`.

    During an access the chip is within an instruction, so the device may not use it. To drive a pin, use a hook
    (`dsp.hooks.on_access`), which is called after the instruction.
    """

    def read(self, offset: int, now: Time) -> int:
        """Return the word that the device puts on the data lines."""
        ...

    def write(self, offset: int, value: int, now: Time) -> None:
        """Store the word on the data lines."""
        ...


@runtime_checkable
class RestorableDevice(PortDevice, Protocol):
    """A device whose state a debugger can restore.

    With the same state and the same accesses at the same times, it must behave the same.
    """

    def state(self) -> object:
        """Return the current state, as an object that does not change with the device."""
        ...

    def restore(self, state: object) -> None:
        """Set the state to a result of `state`."""
        ...


@runtime_checkable
class Device(PortDevice, Protocol):
    """A device that also changes between accesses."""

    def reset(self, now: Time) -> None:
        """Set the state after a hardware reset."""
        ...

    def advance(self, now: Time) -> None:
        """Advance the internal time to `now`."""
        ...

    def next_event(self) -> Time | None:
        """Return the time of the device's next visible change without an access; None if there is none."""
        ...


class UntimedDevice:
    """The two methods of `Device` that concern time, for a device that changes only when it is accessed."""

    def advance(self, now: Time) -> None:
        """Let time pass until `now`: no effect."""

    def next_event(self) -> Time | None:
        """Return the time of the next change: None, the device never changes by itself."""
        return None


@dataclass(frozen=True, slots=True)
class Burst:
    """Consecutive accesses whose data a board provides in advance, or receives afterwards.

    Attributes:
        offsets: Offsets of the accesses.
        most: Maximum number of accesses.
        data: Bytes for reads, one for each access; empty for writes.
        finish: Function that receives the number of accesses, the bytes that they wrote, and the time of the last.
    """

    offsets: range
    most: int
    data: bytes
    finish: Callable[[int, bytes, Time], None]
