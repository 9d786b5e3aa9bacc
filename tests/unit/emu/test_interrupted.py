"""Ctrl-C ends a run soon, whatever the program does, and leaves a state that can be read and run on."""

import signal
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

#: Endless programs: ordinary ones, one that throws decoded code away, and one that rewrites itself.
PROGRAMS = {
    "map changes": "loop ori #2,omr\n nop\n andi #$fd,omr\n nop\n jmp <loop",
    "rewriting": " move #<loop,r0\nloop move x0,p:(r0)+\n nop\n nop\n jmp <loop",
    "loop": "loop do #1000,last\n mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0\nlast\n jmp <loop",
    "nested calls": "loop jsr <sub\n jmp <loop\nsub rts",
}
#: Seconds of wall time; the machine may be busy with other things.
SOON = 0.3


def interrupted(run: Callable[[], object]) -> float:
    """Seconds from the signal to the end of the run."""
    sent = ended = 0.0

    def press() -> None:
        nonlocal sent
        sent = time.perf_counter()
        signal.raise_signal(signal.SIGINT)

    # The signal is raised in another thread; Python answers it in the main one, where the chip runs.
    timer = threading.Timer(0.2, press)

    def watched() -> None:
        nonlocal ended
        try:
            run()
        finally:
            ended = time.perf_counter()
            timer.join()

    timer.start()
    with pytest.raises(KeyboardInterrupt):
        watched()
    return ended - sent


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("way", ["run", "advance", "watched"])
def test_a_run_ends_soon_and_can_go_on(name: str, way: str) -> None:
    dsp = Dsp56001()
    dsp.load_words(assemble(f" org p:$40\n{PROGRAMS[name]}\n").words)
    dsp.x[0xFFFE], dsp.regs.pc = 0, 0x40
    if way == "watched":
        dsp.watchpoints.add("Y", 0x3000)
    run: Callable[[], object] = dsp.run
    if way == "advance":
        run = partial(dsp.advance, 1 << 62)
    assert min(interrupted(run) for _ in range(2)) < SOON
    before = dsp.clocks
    assert before > 0
    assert dsp.run(max_clocks=1000).clocks >= before + 1000
    assert dsp.snapshot()
