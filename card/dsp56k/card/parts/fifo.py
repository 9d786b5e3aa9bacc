"""The protocol of a FIFO for the parts at both of its ends."""

from __future__ import annotations

from typing import Protocol

from dsp56k.emu.timeline import Time


class Fifo(Protocol):
    """Bytes that leave in the order in which they came."""

    @property
    def empty(self) -> bool:
        """True if there is nothing to read."""

    @property
    def full(self) -> bool:
        """True if there is no space left."""

    @property
    def half_full(self) -> bool:
        """True if more than half of it is taken."""

    def read(self) -> int | None:
        """Return the oldest byte, or None if there is none."""

    def write(self, value: int) -> bool:
        """Add a byte; return False if it is lost."""

    def reset(self, now: Time) -> None:
        """Discard all bytes."""
