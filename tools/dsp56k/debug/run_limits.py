"""Limits of a script's run, which is executed in parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsp56k.debug.errors import DebugError
from dsp56k.emu import Dsp56001, Stop, StopReason
from dsp56k.emu.errors import ExpressionError

_ENDS = (StopReason.HALT, StopReason.WAIT, StopReason.STOP, StopReason.ILLEGAL)
_ASKED = (StopReason.BREAKPOINT, StopReason.WATCHPOINT, StopReason.CONDITION)


class ScriptRunEnded(Exception):  # noqa: N818 (not an error: the end of a run)
    """A script's run has ended, with its `Stop` or with an exception."""

    def __init__(self, stop: Stop | None = None, error: BaseException | None = None) -> None:
        self.stop = stop
        self.error = error

    def result(self) -> Stop:
        """Return the stop of the script's run.

        Raises:
            BaseException: The run has raised it.
        """
        if self.stop is None:
            raise self.error or KeyboardInterrupt
        return self.stop


class NoActiveRun:
    """Replaces a run between two runs of a script, when the chip does not execute."""

    def run(
        self, dsp: Dsp56001, clocks: int, instructions: int | None = None, *, stack_errors: bool, unloaded: bool
    ) -> Stop:
        """Refuse to run.

        Raises:
            DebugError: Always.
        """
        del dsp, clocks, instructions, stack_errors, unloaded
        raise DebugError("the script is not running the program at the moment")


@dataclass(frozen=True)
class RunLimits:
    """The conditions that end a script's run.

    Attributes:
        until: A P address or symbol.
        end: Clocks since power-up.
        last: Instructions since reset.
        condition: Called after each instruction.
        stack_errors: True if stack errors end the run.
        unloaded: True if uninitialised program memory ends it.
    """

    until: int | str | None
    end: int | None
    last: int | None
    condition: Callable[[Dsp56001], bool] | None
    stack_errors: bool
    unloaded: bool

    def run(
        self, dsp: Dsp56001, clocks: int, instructions: int | None = None, *, stack_errors: bool, unloaded: bool
    ) -> Stop:
        """Execute a part of the run, up to `clocks` and `instructions`; the debugger's breakpoints end it as well.

        Raises:
            ScriptRunEnded: The script's run has ended.
            ExpressionError: A condition of the debugger has no value.
        """
        most = clocks if self.end is None else min(clocks, max(self.end - dsp.total_clocks, 0))
        if self.last is not None:
            left = max(self.last - dsp.instructions, 0)
            instructions = left if instructions is None else min(instructions, left)
        try:
            stop = dsp.run(
                until=self.until,
                max_clocks=most,
                max_instructions=instructions,
                condition=self.condition,
                stack_errors=stack_errors or self.stack_errors,
                unloaded=unloaded or self.unloaded,
            )
        except ExpressionError:
            raise
        except BaseException as error:
            raise ScriptRunEnded(error=error) from error
        if self._is_over(dsp, stop):
            raise ScriptRunEnded(stop)
        return stop

    def _is_over(self, dsp: Dsp56001, stop: Stop) -> bool:
        if stop.reason is StopReason.BUDGET:
            clocks_are = self.end is not None and dsp.total_clocks >= self.end
            return clocks_are or (self.last is not None and dsp.instructions >= self.last)
        if stop.reason in _ASKED:
            return not dsp.conditional_breakpoints.due or self._has_asked(dsp, stop)
        return (
            stop.reason in _ENDS
            or (stop.reason is StopReason.STACK_ERROR and self.stack_errors)
            or (stop.reason is StopReason.UNLOADED and self.unloaded)
        )

    @staticmethod
    def _has_asked(dsp: Dsp56001, stop: Stop) -> bool:
        """Return True if the script itself has set a breakpoint or watchpoint there."""
        if stop.reason is StopReason.BREAKPOINT and stop.pc in dsp.breakpoints:
            return True
        return any(watchpoint.sees(access) for watchpoint in dsp.watchpoints for access in stop.accesses)
