"""A FIFO as what stands at either end of it sees it."""

from __future__ import annotations

from typing import Protocol

from dsp56k.emu.timeline import Time


class Fifo(Protocol):
    """Bytes that leave in the order in which they came."""

    @property
    def empty(self) -> bool:
        """Nothing to read."""

    @property
    def full(self) -> bool:
        """No room."""

    @property
    def half_full(self) -> bool:
        """More than half of it taken."""

    def read(self) -> int | None:
        """The oldest byte; None: there is none."""

    def write(self, value: int) -> bool:
        """Another byte; False: it is lost."""

    def reset(self, now: Time) -> None:
        """Forget all."""
