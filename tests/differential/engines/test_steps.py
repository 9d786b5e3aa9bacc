"""Address arithmetic in generated code: Nn in modulo buffers, carries that run downward, LUA and NORM."""

from __future__ import annotations

import pytest

from differential.engines.pairs import chips, compare

STEPS = {
    "up": " move x:(r0)+n0,x0",
    "down": " move x:(r0)-n0,x0",
    "indexed": " move x:(r0+n0),x0\n move (r0)+",
    "two": " move x:(r0)+n0,x0 y:(r4)+n4,y0\n add x0,a",
    "stored": " move a,x:(r0)+n0\n add x0,a",
    "alone": " move (r0)+n0\n move (r4)-n4",
    "single": " move x:(r0)+,x0 y:(r4)-,y0\n move x:-(r0),x1",
    "lua": " lua (r0)+n0,r1\n nop\n lua (r0)-,r0\n lua (r4)-n4,n1\n move x:(r1),x0",
    "bits": " bchg #3,x:(r0)+n0\n jset #2,y:(r4)+n4,over\n nop\nover",
    "counted": " do y:(r4)+n4,over\n enddo\n nop\n nop\nover",
    "twice": " move x:(r0)+n0,x0\n move x:(r0)+n0,x0\n move n3,n0\n move x:(r0)+n0,x0\n move x:(r0)+n0,x0\n move n2,n0",
}


DISTANCES = (0, 1, 3, -1, 7, -10, 11, 15, 16, -16, 63, 64, 0x4000, -0x8000)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("m", [0, 1, 2, 7, 10, 15, 63, 0x7FFF, 0x8003, 0xFFFF])
def test_steps_lead_to_the_same_addresses(step: str, m: int) -> None:
    source = f" org p:$40\nstart\n{STEPS[step]}\n jmp <start\n"
    for n in DISTANCES:
        n &= 0xFFFF
        both = chips(source, r0=0x45, r4=0x52, n0=n, n4=n, m0=m, m4=m, n2=n, n3=2, m1=m, x0=3)
        for dsp in both:
            dsp.x[0xFFFE] = 0
        compare(both, 300, 12)


@pytest.mark.parametrize("m", [0, 10, 63, 0xFFFF])
def test_a_step_that_was_just_written_is_not_seen_yet(m: int) -> None:
    lines = " move x:(r0)+n0,x0\n move x0,n0\n move x:(r0)+n0,x1\n move x:(r0)-n0,x0\n move #<2,n0\n lua (r0)+n0,r0"
    both = chips(f" org p:$40\nstart\n{lines}\n jmp <start\n", r0=0x21, n0=3, m0=m)
    compare(both, 111, 60)


@pytest.mark.parametrize("repeated", [False, True])
@pytest.mark.parametrize("begins", [0x38, 0xFD, 0x02])
@pytest.mark.parametrize("value", [0, 1, 0x123, 0x7F_FFFF_FFFF_FFFF, 0x80_0000_0000_0000, 0xFF_FFFF_FFFF_0000])
def test_norm_shifts_and_counts(repeated: bool, begins: int, value: int) -> None:
    norm = " rep #20\n norm r3,b" if repeated else " norm r3,b\n norm r3,b"
    lines = f" move x:(r3)+,x1\n{norm}\n move y:(r3)-,y1\n move n2,r3\n norm r3,b\n rol b\n jls over\n nop\nover"
    both = chips(f" org p:$40\nstart\n{lines}\n jmp <start\n", r3=0x30, n2=begins, b=value, sr=0)
    compare(both, 333, 20)
    for dsp in both:
        dsp.regs.b = value
    compare(both, 177, 20)


@pytest.mark.parametrize("mask", [0xFE, 0xBF, 0xFC, 0x01, 0x00])
@pytest.mark.parametrize("name", ["andi", "ori"])
def test_flags_are_cleared_and_set(name: str, mask: int) -> None:
    lines = f" asl a\n {name} #${mask:02x},ccr\n rol b\n jlt over\n jls over\n add a,b\nover"
    both = chips(f" org p:$40\nstart\n{lines}\n jmp <start\n", a=0x12_3456_789A_BCDE, b=0x7F_0000_0000_0001, sr=0)
    compare(both, 333, 20)
