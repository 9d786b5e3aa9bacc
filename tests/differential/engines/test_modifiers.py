"""Moves to modifier registers in compiled code: of known values, which are a part of its static state."""

import pytest

from differential.engines.pairs import chips, compare
from dsp56k.emu import Dsp56001

VALUES = ("#$ffff", "#7", "#0", "#20", "#$8001", "m4", "m5")
"""Steps by $8001 are not compiled: fallbacks are in states with a delayed write of a modifier."""
USES = ("x:(r1)+,x0", "x:(r1)-,x0", "x:-(r1),x0", "x:(r1)+n1,x0", "x:(r1+n1),x0", "x:(r1)-n1,x0", "(r1)+", "m1,r2")


def both_chips(lines: list[str]) -> tuple[Dsp56001, Dsp56001]:
    """Return a chip of either engine with lines that are repeated forever."""
    source = " org p:$40\nstart\n" + "".join(line if line[0] != " " else f"{line}\n" for line in lines) + " jmp start\n"
    return chips(source, r1=0x41, n1=5, r2=0x60, m4=0xFFFF, m5=31)


def compiled(both: tuple[Dsp56001, Dsp56001]) -> int:
    """Return the number of instructions that compiled code has executed."""
    return both[1].engine_report().compiled_instructions


@pytest.mark.parametrize("before", VALUES)
@pytest.mark.parametrize("after", VALUES)
def test_the_instruction_after_a_move_uses_the_old_modifier(before: str, after: str) -> None:
    for use in USES:
        lines = [" move #$41,r1", f" move {before},m1", f" move {use}", " move x0,y:(r2)", f" move {use}"]
        lines += [" move x0,y:3", f" move {after},m1", f" move {use}", " add x0,a", f" move {use}", " move r1,y:5"]
        both = both_chips(lines)
        # Slices of an odd length end at each instruction.
        compare(both, 37, 40)
        compare(both, 2_000, 2)
        assert compiled(both) > 500


def test_a_move_at_the_end_of_an_iteration_is_seen_by_the_second_instruction_of_the_next() -> None:
    lines = [" move #$41,r1", " move #7,m1", " do #9,last\n", " move x:(r1)+,x0", " move x:(r1)+,x1", " add x0,a"]
    both = both_chips([*lines, " move m4,m1", "last\n", " move x:(r1)+,y1", " move r1,y:5", " move #7,m1", " nop"])
    compare(both, 37, 40)
    compare(both, 2_000, 3)
    assert compiled(both) > 2_000


@pytest.mark.parametrize("flow", [" jsr called", " jset #0,x0,over", " jcc over", " rep #5\n move x:(r1)+,x0"])
def test_a_change_of_flow_commits_a_modifier(flow: str) -> None:
    lines = [" move #$41,r1", " move #7,m1", flow, " move x:(r1)+,x0", "over\n", " move x:(r1)+,y0", " rol a"]
    lines += [" move a1,x0", " move #$ffff,m1", " jmp start", "called\n", " move m5,m1", " move x:(r1)+,x1", " rts"]
    both = both_chips(lines)
    compare(both, 37, 40)
    compare(both, 2_000, 3)
    assert compiled(both) > 1_000


def test_a_step_that_is_bounded_by_one_modulus_is_checked_for_the_next() -> None:
    # A step of 20 is smaller than the modulus 32, and leads to another block of the buffer of 8 words, or is undefined.
    lines = [" move #$41,r1", " move #31,m1", " move y:7,n1", " nop", " move x:(r1)+n1,x0", " move #7,m1", " add x0,a"]
    both = both_chips([*lines, " move x:(r1)+n1,x1", " move r1,y:5", " move x1,y:6"])
    for dsp in both:
        dsp.y[7] = 20
    compare(both, 37, 40)
    compare(both, 2_000, 3)
    assert compiled(both) > 1_000
    assert both[0].checks.undefined_addressing == both[1].checks.undefined_addressing


def test_a_move_from_a_modifier_sees_the_move_before_it() -> None:
    lines = [" move #$41,r1", " move #7,m2", " move m2,m1", " move #$ffff,m2", " move x:(r1)-,x0", " move x:(r1)-,x1"]
    both = both_chips([*lines, " move r1,y:5", " move m4,m2", " move m2,m1", " add x0,a", " move x:(r1)-,y0"])
    compare(both, 37, 40)
    compare(both, 2_000, 3)
    assert compiled(both) > 1_000


def test_a_snapshot_has_the_modifier_of_each_exit() -> None:
    both = both_chips([" move #7,m1", " move #15,m2", " move m5,m3", " rol a", " move #$ffff,m1", " move m4,m2"])
    compare(both, 2_000, 1)
    seen = set()
    for _ in range(30):
        compare(both, 10, 1)
        seen.add((both[1].regs.m1, both[1].regs.m2, both[1].regs.m3))
    assert len(seen) == 3, seen
