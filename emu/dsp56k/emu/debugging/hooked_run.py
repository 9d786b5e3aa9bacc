"""Runs that return to Python for hooks and for a condition."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from dsp56k.emu.debugging.hooks import HookDispatcher
from dsp56k.emu.signal_lines import Outputs
from dsp56k.emu.stop import StopReason

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip

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
    end = None if clocks is None else chip.total_clocks + clocks
    last = None if instructions is None else chip.instructions + instructions
    while True:
        hooks.enter()
        before = chip.instructions
        count = None if last is None else max(0, last - before)
        if condition is not None and count != 0:
            count = 1
        name = chip.run(outputs, ends, None if end is None else max(0, end - chip.total_clocks), count)
        executed = chip.instructions > before
        hooks.answer(dsp)
        if name not in ("BUDGET", "HOOK"):
            return StopReason[name]
        if name == "BUDGET" and (condition is None or not executed):
            return StopReason.BUDGET
        if condition is not None and executed and condition(dsp):
            return StopReason.CONDITION
