"""Sequences of MACs in compiled code, whose accumulator is truncated to 56 bits once, with sums that do not fit."""

from __future__ import annotations

import pytest

from differential.engines.compare import same
from differential.engines.pairs import chips, compare

MOST, LEAST = 0x7F_FFFF_FFFF_FFFF, 0x80_0000_0000_0000
SOON = 30 << 47
"""This sum leads beyond 56 bits, after compiled code was entered."""
ROWS = {
    "flags": [*["mac x0,y0,a"] * 3, "jls over", "nop"],
    "overflow": [*["mac x0,y0,a"] * 3, "jlt over", "nop"],
    "out and back": ["mac x0,y0,a", "mac -x0,y0,a", "jls over", "jlt over"],
    "twice out": ["mac x0,y0,a", "mac x0,y0,a", "mac -x0,y0,a", "mac -x0,y0,a", "jge over", "jlc over"],
    "two of them": ["mac x0,y0,a", "mac x1,y1,b", "mac -x0,y0,a", "mac x1,y1,b", "jls over", "add a,b"],
    "read amid": ["mac x0,y0,a", "mac x0,y0,a a,x:(r0)+", "mac x0,y0,a a,b", "jls over", "move a2,y:(r4)+"],
    # MAC X0,Y0,A X:(R0)+,A1 and X:(R0)+,A0, which no assembler writes.
    "kept in part": [*["dc $54d8d2", "mac x0,y0,a"] * 2, "jls over", "dc $50d8d2", "jlt over"],
    "rounded": ["mac x0,y0,a", "macr x0,y0,a", "mac x0,y0,a", "jls over", "macr -x0,y0,a b,x1"],
    "sized": [*["mac x0,y0,a"] * 2, "jes over", *["mac -x0,y0,a"] * 2, "jnr over", "tst a"],
    "other sums": [*["mac x0,y0,a"] * 2, "add b,a", "mac x0,y0,a", "sub b,a", "mac x0,y0,a", "addl b,a", "jls over"],
    "begun": [*["mac x0,y0,a"] * 2, "do #2,end", "add b,a", "nop", "end nop", "jls over"],
    "called": [*["mac x0,y0,a"] * 2, "jsr >called", "mac x0,y0,a", "jls over", "nop"],
    "repeated": [*["mac x0,y0,a"] * 2, "rep #5", "mac x0,y0,a", "mac x0,y0,a", "jls over", "nop"],
    "looped": ["do #3,end", *["mac x0,y0,a"] * 2, "add b,a", "mac -x1,y1,b", "end mac x0,y0,a", "jls over", "nop"],
    "looped beside": ["do #9,end", "mac x0,y0,a", "mac -x1,y0,a x:(r0)+,b0", "end nop", "jls over", "jlt over"],
    "looped along": ["do #9,end", "mac x0,y0,a x:(r0)+,b0", "move y:(r4)+,x0", "end nop", "jls over", "jlt over"],
    "bits": [*["mac x0,y0,a"] * 2, "jclr #7,a2,over", "mac x0,y0,a", "btst #3,a1", "rol b", "mac x0,y0,a"],
    "outside": [
        "mac x0,y0,a x:(r1)+,x1",
        "mac x0,y0,a a,y:(r5)+",
        "mac x0,y0,a x:(r1)-,x1",
        "jls over",
        "move b,y:(r5)-",
    ],
}


def source(row: list[str]) -> str:
    """An endless sequence; the other path begins at the target of a jump in it, and L is cleared in each iteration."""
    lines = [line if line.startswith("end ") else f" {line}" for line in row]
    rest = [" jmp >on", "over move n2,x:<$30", "on move sr,y:(r2)+", " andi #$bf,ccr", " jmp <start"]
    return "\n".join([" org p:$40", "start", *lines, *rest, "called mac x1,y1,b", " rts", ""])


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("factor", [0x7FFFFF, 0x800000, 0x000003])
@pytest.mark.parametrize("begins", [MOST, LEAST, MOST - SOON, LEAST + SOON, 0x40_0000_0000_0000, 0xC0_0000_0000_0000])
def test_sums_that_do_not_fit_leave_the_same_flags(name: str, factor: int, begins: int) -> None:
    registers = {"x0": factor, "y0": 0x7FFFFF, "x1": 0x800000, "y1": factor, "r0": 0, "r1": 0x1000, "r5": 0x1100}
    both = chips(source(ROWS[name]), r2=0x40, r4=0, m0=15, m2=63, m4=15, n2=3, **registers)
    for dsp in both:
        dsp.x[0xFFFE] = 0
    compare(both, 400, 20)
    for dsp in both:
        dsp.regs.a, dsp.regs.b, dsp.regs.pc = begins, begins ^ LEAST, 0x40
        dsp.regs.sr = dsp.regs.sr & ~0xFF
    compare(both, 150, 40)


@pytest.mark.parametrize("name", ROWS)
def test_a_run_ends_at_any_sum(name: str) -> None:
    both = chips(source(ROWS[name]), r0=0, r1=0x1000, r2=0x40, r4=0, r5=0x1100, m0=15, m2=63, x0=0x7FFFFF, y0=0x7FFFFF)
    for dsp in both:
        dsp.regs.a, dsp.regs.x1, dsp.regs.y1 = MOST - (1 << 47), 0x800000, 0x7FFFFF
    compare(both, 777, 10)
    at = [dsp.snapshot() for dsp in both]
    for budget in range(1, 300):
        for dsp, snapshot in zip(both, at, strict=True):
            dsp.restore(snapshot)
            dsp.regs.a, dsp.regs.sr = MOST - (5 << 47), dsp.regs.sr & ~0xFF
            dsp.run(max_clocks=budget)
        assert same(*both), budget
        for dsp in both:
            dsp.run(max_instructions=40)
        assert same(*both), budget
