"""The interface of a debugger that executes a chip's runs instead of their caller's thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from dsp56k.emu.stop import Stop


class RunDelegate(Protocol):
    """An object that executes a chip's runs, as `Dsp56001.delegate_runs` takes it."""

    @property
    def attends(self) -> bool:
        """True if this object executes a run that begins on this thread, not the chip."""
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
        """Execute a run with the arguments of `Dsp56001.run`."""
        ...
