"""Runs that return to Python for hooks and for a condition, and the interface of an object that executes runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from dsp56k.emu.debugging.hooks import HookDispatcher
from dsp56k.emu.signal_lines import Outputs
from dsp56k.emu.stop import Stop, StopReason
from dsp56k.emu.validation import COUNT_MAX

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip


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


Dsp = TypeVar("Dsp")
"""The chip that conditions receive: `Dsp56001`, which this module cannot import."""


def run_with_hooks(
    dsp: Dsp,
    chip: Chip,
    outputs: Outputs,
    hooks: HookDispatcher,
    ends: tuple[int | None, bool, bool],
    clocks: int | None,
    instructions: int | None,
    condition: Callable[[Dsp], bool] | None,
) -> StopReason:
    """Run a chip, call its hooks, and the condition after each instruction; return the reason of the end."""
    # A hook can restore an earlier state, from which more clocks remain.
    end = None if clocks is None else min(chip.total_clocks + clocks, COUNT_MAX)
    while True:
        hooks.enter(dsp)
        count = instructions
        if condition is not None and count != 0:
            count = 1
        left = None if end is None else max(0, end - chip.total_clocks)
        name, executed = chip.run(outputs, ends, left, count)
        instructions = None if instructions is None else instructions - executed
        hooks.answer(dsp)
        if name not in ("BUDGET", "HOOK"):
            return StopReason[name]
        if name == "BUDGET" and (condition is None or not executed):
            return StopReason.BUDGET
        if condition is not None and executed and condition(dsp):
            return StopReason.CONDITION
