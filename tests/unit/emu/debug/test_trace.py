"""Traces: one record for each instruction, and the same machine as an ordinary run."""

import copy
import pickle

import pytest

from dsp56k.emu import StopReason
from shared.emu_programs import chip

PROGRAM = """
        org p:0
        move #$1000,r0
        nop
        move x:(r0)+,a
        rep #2
        mac x0,y0,a x:(r1)+,x0 y:(r4)+,y0
        jsr $300
        jmp *
        org p:$300
        movem a,p:(r0)-
        rts
"""


def test_each_step_shows_address_words_clocks_and_accesses() -> None:
    dsp = chip(PROGRAM, bcr=0x1030)
    dsp.x[0x1000] = 0x123456
    trace = dsp.trace()
    steps = list(trace)
    assert [(step.address, step.start, step.clocks) for step in steps] == [
        (0, 0, 4),
        (2, 4, 2),
        (3, 6, 3),
        (4, 9, 4),
        (5, 13, 2),
        (5, 15, 2),
        (6, 17, 10),
        (0x300, 27, 12),
        (0x301, 39, 4),
    ]
    assert steps[0].words == (0x60F400, 0x001000)
    assert [str(access) for access in steps[2].accesses] == ["X:$1000 -> $123456"]
    assert [str(access) for access in steps[5].accesses] == ["X:$0001 -> $000000", "Y:$0001 -> $000000"]
    assert (steps[7].cost.fetch, steps[7].accesses[0].waits) == (3, 3)
    assert trace.stop is not None
    assert (trace.stop.reason, trace.stop.pc, trace.stop.clocks) == (StopReason.HALT, 7, 43)


def test_a_trace_leaves_what_a_run_leaves() -> None:
    traced, run = chip(PROGRAM, bcr=0x1234), chip(PROGRAM, bcr=0x1234)
    total = sum(step.clocks for step in traced.trace())
    run.run()
    assert total == run.clocks == traced.clocks
    assert traced.snapshot() == run.snapshot()


def test_steps_are_equal_where_they_show_the_same_and_can_be_copied() -> None:
    one, other = (list(chip(PROGRAM, bcr=0x1234).trace()) for _ in range(2))
    slower = list(chip(PROGRAM, bcr=0x2234).trace())
    assert one == other
    assert [hash(step) for step in one] == [hash(step) for step in other]
    assert one != slower
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one
    for step in one:
        assert step.clocks == step.cost.total
        assert repr(step).startswith(f"Step(address={step.address}, words={step.words}, start={step.start}, cost=Cost(")


def test_limits_end_a_trace_and_nothing_else_is_executed() -> None:
    dsp = chip(PROGRAM)
    assert [step.address for step in dsp.trace(max_instructions=2)] == [0, 2]
    assert dsp.instructions == 2
    trace = dsp.trace(until=5)
    assert [step.address for step in trace] == [3, 4]
    assert trace.stop is not None
    assert trace.stop.reason is StopReason.BREAKPOINT
    assert [step.address for step in dsp.trace(max_clocks=3)] == [5, 5]
    dsp.breakpoints.add(0x300)
    assert [step.address for step in dsp.trace()] == [6]
    for step in dsp.trace():
        assert step.address == 0x300
        break
    assert dsp.regs.pc == 0x301


def test_a_fast_interrupt_shows_the_words_of_its_vector() -> None:
    dsp = chip(" org p:8\n move (r7)+\n nop\n org p:$40\n dup 12\n nop\n endm")
    dsp.regs.sr = 0
    dsp.x[0xFFFF] = 7
    dsp.regs.pc = 0x40
    dsp.lines.irqa.drive(True)
    assert [step.address for step in dsp.trace(max_instructions=7)] == [0x40, 0x41, 0x42, 0x43, 8, 9, 0x44]


def test_waiting_ends_a_trace() -> None:
    dsp = chip(" org p:0\n nop\n wait\n nop")
    trace = dsp.trace()
    assert [step.address for step in trace] == [0, 1]
    assert trace.stop is not None
    assert trace.stop.reason is StopReason.WAIT
    with pytest.raises(StopIteration):
        next(trace)
