"""Subroutines of a chip, called from outside as JSR would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar

from dsp56k.emu import Dsp56001, Stop, StopReason

CLOCK_LIMIT = 2_000_000_000
"""Far beyond the longest routine (1024-bit exponentiation: about 20,000,000 clocks) and the longest command of the
firmware: what takes longer has lost its way.
"""


Run = Callable[[Dsp56001, int, int], Stop]
"""What runs a chip until it comes to an address, within so many clocks: `Dsp56001.run`, or that with something beside
the chip.
"""
Watch = Callable[[Dsp56001], AbstractContextManager[object]]
"""What surrounds a routine that runs on a chip."""
_WATCHES: ContextVar[tuple[Watch, ...]] = ContextVar("watches", default=())
_PREPARING_WATCHES: ContextVar[tuple[Watch, ...]] = ContextVar("preparing_watches", default=())


@contextmanager
def watched(watch: Watch, *, preparing: bool = False) -> Iterator[None]:
    """Within it, each routine that the library's functions call runs inside `watch(dsp)`: for hooks on chips that they
    keep to themselves. What only prepares a result (`Result.setup_clocks` of big numbers) is left out; or with
    `preparing` it alone is meant.
    """
    watches_set = _PREPARING_WATCHES if preparing else _WATCHES
    token = watches_set.set((*watches_set.get(), watch))
    try:
        yield
    finally:
        watches_set.reset(token)


def watches(*, preparing: bool = False) -> tuple[Watch, ...]:
    """What a routine that is about to run, or to prepare, is `watched` by."""
    return (_PREPARING_WATCHES if preparing else _WATCHES).get()


class Caller:
    """A chip with subroutines, and what calls of them have taken.

    Attributes:
        dsp: the chip.
        clocks, instructions: spent so far in calls that returned.
    """

    def __init__(self, dsp: Dsp56001) -> None:
        """Call subroutines on this chip, whose memory holds them."""
        self.dsp = dsp
        self.clocks = 0
        self.instructions = 0

    def enter(self, subroutine: int, back: int, *, prepares: bool = False, run: Run | None = None) -> Stop:
        """Run the subroutine at a P address until it returns to the P address `back`, which is not executed.

        The reason of the result is BREAKPOINT if it returned within CLOCK_LIMIT clocks. One that `prepares` what is
        measured is `watched` apart. `run` does it in the place of the chip's own.
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
