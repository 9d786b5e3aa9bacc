"""Compiled code of few instructions: each program is for one error of its translation.

The interpreter executes the last clocks of a run, so a program makes an error last: it adds a wrong value to an
accumulator or a pointer, or stores it by R6.
"""

from __future__ import annotations

import pytest

from differential.engines.compare import same
from differential.engines.pairs import chips, compare

WAIT_STATES = 0x3142
"""BCR with another number of wait states in each space."""
LOG = "move {},y:(r6)+"

PROGRAMS: dict[str, tuple[tuple[str, ...], dict[str, int]]] = {
    "a logical operation in each iteration": (("eor x0,a", LOG.format("a1")), {"a": 5 << 24, "x0": 0x345678}),
    "a guard after a step": (
        ("move x:(r1)+,x0", "move x:(r0),x1", LOG.format("r1"), "move n1,r1", "nop"),
        {"r0": 3, "n1": 7},
    ),
    "a loop in a loop": (("do #3,outer", "do #2,inner", "add x0,a", "inner nop", "outer nop"), {"x0": 1}),
    "REP in a loop": (("do #3,end", "rep #2", "add x0,a", "nop", "end nop"), {"x0": 1}),
    "a tested bit after a delayed write": (
        ("move n1,r3", "jset #0,x:<$20,start", "move x:(r3)+,x0", LOG.format("r3")),
        {"n1": 7},
    ),
    "NOP after a delayed write": (("move n1,r3", "nop", "move x:(r3)+,x0", LOG.format("r3")), {"n1": 7}),
    "a loop count in external memory": (("do x:(r0),end", "add x0,a", "nop", "end nop"), {"r0": 0x100, "x0": 1}),
    "a loop of seven iterations": (("do #7,end", "add x0,a", "end nop"), {"x0": 1}),
    "products of words downwards": (
        ("move n0,r0", "do #20,end", "mac x0,y0,a x:(r0)-,x0 y:(r4)+,y0", "end move n4,r4"),
        {"n0": 0x60, "n4": 0x10},
    ),
    "a batch up to the last word of a buffer": (
        ("do #3,end", "add x0,a x:(r0)+,x0", "end move x:(r0),x1", "move n0,r0", LOG.format("x1")),
        {"r0": 0x26, "n0": 0x26, "m0": 9},
    ),
    "a batch past the last word of a buffer": (("do #9,end", "add x0,a x:(r0)+,x0", "end nop"), {"r0": 0x26, "m0": 9}),
    "carry from one iteration to the next": (("move y1,a", "do #9,end", "rol b", "lsr a", "end nop"), {"y1": 8}),
    "a move to A2 in a loop of products": (
        (
            "clr a",
            "move y1,b",
            "do #9,end",
            "mac x0,y0,a",
            "move x1,a2",
            "end tls y0,b",
            LOG.format("b"),
            "andi #$bf,ccr",
        ),
        {"x0": 0x7FFFFF, "y0": 0x7FFFFF, "x1": 0x7F, "sr": 0x300},
    ),
    "a pointer of two accesses in a loop": (("do #9,end", "add x0,a x:(r0)+,x0", "add x1,a x:(r0)+,x1", "end nop"), {}),
    "a test after a product in a loop": (
        ("do #9,end", "mac x0,y0,a", "tst b", "end tne x1,a", LOG.format("a")),
        {"x0": 5, "y0": 9, "b": 0},
    ),
    "an indexed word behind internal memory": (("move x:(r0+n0),x0", LOG.format("x0")), {"r0": 0xF0, "n0": 0x10}),
    "a step behind $FFFF": (("move (r0)+", "move r0,x0", LOG.format("x0")), {"r0": 0xFF00}),
    "a step by -1 with reverse carry": (("move (r0)-",), {"r0": 0x21, "m0": 0}),
    "a step by -Nn in a buffer": (("move (r0)-n0",), {"r0": 0x21, "n0": 3, "m0": 9}),
    "a step by a negative Nn in a buffer": (("move (r0)+n0",), {"r0": 0x21, "n0": 0xFFFD, "m0": 9}),
    "a step by another Nn in a buffer": (
        ("move (r0)+n0", "move n2,n0", "nop", "move (r0)+n0", "move n3,n0"),
        {"r0": 0x21, "n0": 3, "n2": 0x40, "n3": 3, "m0": 9},
    ),
    "a step by -Nn from 0": (("move #0,r0", "nop", "move (r0)-n0", LOG.format("r0")), {"n0": 3}),
    "a step that replaces a delayed write": (("move n1,r7", "move (r7)+", "move r7,x1", LOG.format("x1")), {"n1": 5}),
    "an overflow before a condition": (
        ("tge x1,b", "tlt y1,b", LOG.format("b"), "add x0,a"),
        {"x0": 0x7FFFFF, "x1": 5, "y1": 9, "sr": 0x300},
    ),
    "a call after a logical operation": (("eor x0,a", "jsr called", LOG.format("x1")), {"a": 1, "x0": 0x812345}),
    "a negative input register": (("add x0,a",), {"x0": 0x812345}),
    "a bit of a word": (("bset #0,x:<$21", "bclr #0,x:<$21", "move x:<$21,x1", LOG.format("x1")), {}),
    "a word that the interpreter has read": (("movep x:<<$fffe,x1", "add x1,a", "move x0,x1"), {}),
    "a repeated external read": (("rep #5", "move x:(r0)+,x0", "move n0,r0"), {"r0": 0x200, "n0": 0x200}),
    "a word in the chip beside one outside, and again": (
        (
            "move y:(r4),y1",
            "add x1,a x:(r0),x0 y:(r4)+,y0",
            "move x:(r4)-,x1",
            "move y:(r4),y1",
            LOG.format("y1"),
            "tfr y1,b",
        ),
        {"r0": 0x200, "r4": 0x10, "x1": 5},
    ),
    "long words in two buffers": (
        (
            "add x,a l:(r0)+,y",
            "add y,a l:(r1)+n1,x",
            "move l:(r1)-n1,ab",
            "move (r1)+n1",
            "move (r1)+",
            LOG.format("r1"),
        ),
        {"r0": 0x10, "m0": 7, "r1": 0x20, "m1": 0x1F, "n1": 0xFFE3, "x0": 3},
    ),
    "negative words in external memory": (("move y:(r0),a", "neg a", "move a,y:(r0)+"), {"r0": 0x300, "m0": 31}),
}
"""Instructions of a loop without an end, and registers before it. `called` reads the pushed SR."""


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("origin", ["$40", "$400"])
def test_few_instructions(name: str, origin: str) -> None:
    lines, registers = PROGRAMS[name]
    body = [line if line.startswith(("inner ", "outer ", "end ")) else f" {line}" for line in lines]
    source = [f" org p:{origin}", "start", *body, " jmp >start", "called movec ssl,x1", " rts", ""]
    both = chips("\n".join(source), **{"r6": 0x80, "m6": 63} | registers)
    for dsp in both:
        dsp.x[0xFFFE] = WAIT_STATES
        dsp.x[0x100] = 4
        dsp.y[0x300:0x320] = [0x812345 + 0x10000 * number for number in range(32)]
    compare(both, 457, 25)
    compare(both, 3_001, 5)
    assert both[0].y[0x300:0x320] == both[1].y[0x300:0x320]


BOUNDED = """
  org p:$40
start tfr x0,a
  jmi other
over add x1,a
  jmp start
other tfr y0,a
  jmp over
"""
JUMP_TO_OVER = 0x46


def test_an_entry_point_does_not_hold() -> None:
    """The code assumes a bound of A where a jump enters it, and A exceeds that bound."""
    both = chips(BOUNDED, x0=3, x1=5, y0=7, sr=0x300)
    compare(both, 400, 2)
    for _ in range(3):
        for dsp in both:
            dsp.regs.a, dsp.regs.pc = 0x12_345678_000000, JUMP_TO_OVER
        compare(both, 400, 1)


def test_the_clocks_end_after_a_batch() -> None:
    """A batch has as many iterations as one comparison covers, and the block after the loop is not checked."""
    lines = [" do #64,end", " add x0,a", "end", *[" asl b"] * 20, " jmp start", ""]
    both = chips("\n".join([" org p:$40", "start", *lines]), x0=1, b=3)
    compare(both, 999, 3)
    at = [dsp.snapshot() for dsp in both]
    for budget in range(1, 400):
        for dsp, snapshot in zip(both, at, strict=True):
            dsp.restore(snapshot)
            dsp.run(max_clocks=budget)
        assert same(*both), budget


def test_only_an_instruction_with_a_fallback_modifies_a_register() -> None:
    """The interpreter reads X0 from the I/O page, until the pointer leads to internal memory."""
    both = chips(" org p:$40\nstart add x0,a\n move x:(r0)+,x0\n jmp start\n", r0=0xFFC0, m0=15)
    compare(both, 999, 5)
    for dsp in both:
        dsp.regs.r0 = 5
    compare(both, 457, 9)
