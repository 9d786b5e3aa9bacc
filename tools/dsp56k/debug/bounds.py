"""A run as a script has asked for it, which is done in pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsp56k.debug.errors import DebugError
from dsp56k.emu import Dsp56001, Stop, StopReason
from dsp56k.emu.errors import ExpressionError

_ENDS = (StopReason.HALT, StopReason.WAIT, StopReason.STOP, StopReason.ILLEGAL)
_ASKED = (StopReason.BREAKPOINT, StopReason.WATCHPOINT, StopReason.CONDITION)


class Ended(Exception):  # noqa: N818 (no error, but the end of what was asked)
    """A script's run is over: its `Stop`, or what it has raised."""

    def __init__(self, stop: Stop | None = None, error: BaseException | None = None) -> None:
        self.stop = stop
        self.error = error

    def result(self) -> Stop:
        """What the script gets.

        Raises:
            BaseException: what its run has raised.
        """
        if self.stop is None:
            raise self.error or KeyboardInterrupt
        return self.stop


class Between:
    """Between two runs of a script, where the chip does not move."""

    def run(
        self, dsp: Dsp56001, clocks: int, instructions: int | None = None, *, stack_errors: bool, unloaded: bool
    ) -> Stop:
        """Stand.

        Raises:
            DebugError: always.
        """
        del dsp, clocks, instructions, stack_errors, unloaded
        raise DebugError("the script is not running the program at the moment")


@dataclass(frozen=True)
class Bounds:
    """What ends a script's run.

    Attributes:
        until: a P address or symbol.
        end: clocks since power-up.
        last: instructions since reset.
        condition: asked after each instruction.
        stack_errors: whether over- and underflows of the stack do.
        unloaded: whether P memory that was never loaded does.
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
        """A piece of the run, so many clocks and instructions at most, which a debugger's points end, too.

        Raises:
            Ended: the script's run is over.
            ExpressionError: a condition of the debugger's has no value.
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
            raise Ended(error=error) from error
        if self._is_over(dsp, stop):
            raise Ended(stop)
        return stop

    def _is_over(self, dsp: Dsp56001, stop: Stop) -> bool:
        if stop.reason is StopReason.BUDGET:
            clocks_are = self.end is not None and dsp.total_clocks >= self.end
            return clocks_are or (self.last is not None and dsp.instructions >= self.last)
        if stop.reason in _ASKED:
            return not dsp.points.due or self._has_asked(dsp, stop)
        return (
            stop.reason in _ENDS
            or (stop.reason is StopReason.STACK_ERROR and self.stack_errors)
            or (stop.reason is StopReason.UNLOADED and self.unloaded)
        )

    @staticmethod
    def _has_asked(dsp: Dsp56001, stop: Stop) -> bool:
        """Whether the script has a breakpoint or watchpoint of its own there."""
        if stop.reason is StopReason.BREAKPOINT and stop.pc in dsp.breakpoints:
            return True
        return any(watchpoint.sees(access) for watchpoint in dsp.watchpoints for access in stop.accesses)
