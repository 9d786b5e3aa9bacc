"""A guard on memory: writes elsewhere end a run, reads of words that hold nothing are kept."""

from typing import Any

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import ConfigurationError, Dsp56001, GuardedMemoryError, MemoryGuard, StopReason, UninitializedRead

SOURCE = """
        org     p:$40
start   move    #$10,r0
        move    #$11,r4
        clr     a       #<5,b
        move    a,x:(r0)+       b,y:(r4)
        move    x:(r0),x0       y:(r4)+,y0
        move    x:(r0)+n0,x0
        bset    #3,y:$20
        movem   p:start,x1
        movem   x1,p:$80
        rep     #3
        move    b,x:(r0)+
done    jmp     done
"""
X, Y, P = ("X", 0x10, 0x11), ("Y", 0x11, 0x20), ("P", 0x80, 0x80)


def chip(**guard: Any) -> Dsp56001:
    dsp = Dsp56001()
    dsp.load_words(assemble(SOURCE).words)
    dsp.regs.pc = 0x40
    dsp.checks.memory_guard = MemoryGuard(**guard)
    return dsp


def test_a_write_elsewhere_ends_the_run_before_it() -> None:
    dsp = chip(writable=[X, Y, P])
    with pytest.raises(GuardedMemoryError) as caught:
        dsp.run()
    # The second repetition of the last move.
    assert caught.value.fields == {"space": "X", "address": 0x12, "pc": dsp.regs.pc}
    assert dsp.x[0x12] == 0
    assert dsp.x[0x11] == 0x050000
    dsp.checks.memory_guard = None
    assert dsp.run().reason is StopReason.HALT
    assert dsp.x[0x12] == 0x050000


def test_reads_of_words_that_hold_nothing_are_kept_once() -> None:
    dsp = chip(known=[("P", 0x40, 0x41)], writable=[("X", 0, 0xFFFF), Y, P])
    assert dsp.checks.uninitialized_reads == []
    assert dsp.run().reason is StopReason.HALT
    assert dsp.checks.uninitialized_reads == [UninitializedRead("X", 0x11, 0x44), UninitializedRead("Y", 0x20, 0x46)]
    dsp.checks.memory_guard = MemoryGuard()
    assert dsp.checks.uninitialized_reads == []


def test_known_words_and_written_ones_are_no_unknown_reads() -> None:
    dsp = chip(known=[("X", 0x11, 0x11), ("Y", 0x20, 0x20), ("P", 0x40, 0x40)], writable=[("X", 0, 99), Y, P])
    dsp.run()
    assert dsp.checks.uninitialized_reads == []


@pytest.mark.parametrize("space", ["X", "Y", "P"])
def test_each_space_has_its_own_marks(space: str) -> None:
    writable = [entry for entry in (("X", 0, 0xFFFF), Y, P) if entry[0] != space]
    dsp = chip(writable=writable)
    with pytest.raises(GuardedMemoryError) as caught:
        dsp.run()
    assert caught.value.fields["space"] == space


def test_a_guard_costs_no_clock() -> None:
    dsp = chip(writable=[("X", 0, 0xFFFF), Y, P])
    dsp.run()
    free = chip()
    free.checks.memory_guard = None
    free.run()
    assert (free.clocks, free.instructions) == (dsp.clocks, dsp.instructions)


@pytest.mark.parametrize(
    "ranges",
    [[("Z", 0, 1)], [("X", 1, 0)], [("X", -1, 0)], [("X", 0, 0x10000)], [("X", 0)], ["X"], 5, [("X", 0.5, 1)]],
)
def test_ranges_that_cannot_be(ranges: Any) -> None:
    for field in ("known", "writable"):
        with pytest.raises(ConfigurationError):
            MemoryGuard(**{field: ranges})
    with pytest.raises(ConfigurationError):
        Dsp56001().checks.memory_guard = ranges
