"""Subroutine calls on a chip from outside, like a JSR."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar

from dsp56k.emu import Dsp56001, Stop, StopReason

CLOCK_LIMIT = 2_000_000_000
"""Much more than the longest routine (1024-bit exponentiation: about 20,000,000 clocks) and the longest command of the
firmware: a call that takes longer does not return.
"""


Run = Callable[[Dsp56001, int, int], Stop]
"""Runs a chip until it reaches an address, within a number of clocks: `Dsp56001.run`, or one with other parts."""
Watch = Callable[[Dsp56001], AbstractContextManager[object]]
"""Context manager around a routine that runs on a chip."""
_WATCHES: ContextVar[tuple[Watch, ...]] = ContextVar("watches", default=())
_PREPARING_WATCHES: ContextVar[tuple[Watch, ...]] = ContextVar("preparing_watches", default=())


@contextmanager
def watched(watch: Watch, *, preparing: bool = False) -> Iterator[None]:
    """Run each routine that the library's functions call inside `watch(dsp)`, to set hooks on chips that they create.

    Calls that only prepare a result (`Result.setup_clocks` of big numbers) are excluded; with `preparing`, only these
    are included.
    """
    watches_set = _PREPARING_WATCHES if preparing else _WATCHES
    token = watches_set.set((*watches_set.get(), watch))
    try:
        yield
    finally:
        watches_set.reset(token)


def watches(*, preparing: bool = False) -> tuple[Watch, ...]:
    """Return the context managers for a routine that is about to run, or to prepare."""
    return (_PREPARING_WATCHES if preparing else _WATCHES).get()


class Caller:
    """A chip with subroutines, and the clocks of its calls."""

    def __init__(self, dsp: Dsp56001) -> None:
        """Call subroutines on this chip, whose memory holds them."""
        self.dsp = dsp
        self.clocks = 0
        self.instructions = 0

    def enter(self, subroutine: int, back: int, *, prepares: bool = False, run: Run | None = None) -> Stop:
        """Run the subroutine at a P address until it returns to the P address `back`, which is not executed.

        The reason of the result is BREAKPOINT if it returned within CLOCK_LIMIT clocks. A call that `prepares` is not
        measured, and has separate `watched` contexts. `run` replaces the chip's `run`.
        """
        dsp = self.dsp
        dsp.regs.pc = subroutine
        dsp.regs.sp = 1
        dsp.stack[1] = (back, dsp.regs.sr)
        clocks, instructions = dsp.clocks, dsp.instructions
        with ExitStack() as around:
            for watch in watches(preparing=prepares):
                around.enter_context(watch(dsp))
            stop = dsp.run(until=back, max_clocks=CLOCK_LIMIT) if run is None else run(dsp, back, CLOCK_LIMIT)
        if stop.reason is StopReason.BREAKPOINT:
            self.clocks += stop.clocks - clocks
            self.instructions += stop.instructions - instructions
        return stop
