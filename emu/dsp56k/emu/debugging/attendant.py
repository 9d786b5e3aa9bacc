"""Who does the runs of a chip instead of their caller's thread: a debugger that has attached to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from dsp56k.emu.stop import Stop


class Attendant(Protocol):
    """What `Dsp56001.attend` takes."""

    @property
    def attends(self) -> bool:
        """Whether a run that begins on this thread is the attendant's business, not the chip's own."""
        ...

    def run(
        self,
        until: int | str | None,
        max_clocks: int | None,
        max_instructions: int | None,
        condition: Callable[[Any], bool] | None,
        stack_errors: bool,
        unloaded: bool,
    ) -> Stop:
        """Run as `Dsp56001.run` was asked to."""
        ...
