"""Compiled code at the limits of its facts on numbers, pointers and static state, and just beyond them."""

from __future__ import annotations

import pytest

from differential.engines.pairs import chips, compare

HELD = """
  org p:$40
start
  do #1000,end
  macr x0,y0,a
  move a,x1
  move b,y1
  addl a,b
end
  clr b
  jmp start
"""


@pytest.mark.parametrize(("name", "value"), [("sr", 0x8700), ("sr", 0x8B00), ("la", 0x44), ("la", 0x43), ("omr", 3)])
def test_a_loop_that_is_under_way_goes_on_under_another_state(name: str, value: int) -> None:
    """Another scaling mode, end or memory map: the loop begins at the same address, and code was made for it."""
    both = chips(HELD, x0=0x345678, y0=0x111111, sr=0x300)
    compare(both, 999, 2)
    for dsp in both:
        setattr(dsp.regs, name, value)
    compare(both, 999, 3)


@pytest.mark.parametrize("sums", [15, 40, 70, 100, 256])
@pytest.mark.parametrize("y0", [0x7FFFFF, 0x800000])
def test_straight_code_goes_on_with_an_accumulator_that_it_has_not_made(sums: int, y0: int) -> None:
    """Sums of the code before that address are small; the accumulator is set to a value that overflows after `more`."""
    value = (256 - sums << 47) * (1 if y0 >> 23 == 0 else -1)
    source = "\n".join([" org p:$40", "start", " clr a", *[" mac x0,y0,a"] * 240, " jmp start", ""])
    both = chips(source, x0=0x7FFFFF, y0=y0)
    compare(both, 5_000, 1)
    for clocks in range(1, 490, 61):
        compare(both, clocks, 1)
        for dsp in both:
            dsp.regs.a, dsp.regs.sr = value & (1 << 56) - 1, 0x300
        compare(both, 300, 1)


BODIES = {
    "a condition that leaves a large accumulator": ("tst b", "teq x0,a", "asl a"),
    "a product of large words": ("mpy x0,x0,a", "move a1,y1", *["asl a"] * 9, "move a,y0"),
    "the largest sum that a logic operation leaves": (
        "clr a",
        "move #$7f,y1",
        "not a",
        *["asl a"] * 7,
        "add y1,a",
        "move a,y0",
    ),
    "a pointer below 0": ("move x:(r0)-,x1", "move x:(r0)+n0,y0", "move n2,r0"),
    "a pointer below 0 that stands still": ("move x:(r0)-,x1", "move (r0)+n0", "move x:(r0+n0),y0", "move n2,r0"),
    "a call by a condition": ("add x0,a", "jscs called", "jec over", "asl b", "over move a,x:<$20"),
}
"""Instructions that are done again and again."""


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_instructions_are_done_again_and_again(body: tuple[str, ...]) -> None:
    lines = [line if line.startswith("over ") else f" {line}" for line in body]
    source = "\n".join([" org p:$40", "start", " jmp <body", "body", *lines, " jmp <start", "called asl a", " rts", ""])
    compare(chips(source, a=1, b=2, x0=0x800000, x1=0x345678, r0=0, n0=0, n2=0), 199, 12)


PASSES = {
    "down from beyond the chip": ("move n0,r0", 9, ("add y1,a x:(r0)-,x0",)),
    "beyond the chip": ("move n0,r0", 9, ("add y1,a x:(r0),x0",)),
    "down past the first word": ("move n1,r0", 9, ("add y1,a x:(r0)-,x0",)),
    "down to the first word": ("move n1,r0", 7, ("add y1,a x:(r0)-,x0",)),
    "up past the last word": ("move n2,r0", 9, ("add y1,a x:(r0)+,x0",)),
    "up to the last word": ("move n2,r0", 7, ("add y1,a x:(r0)+,x0",)),
    "up to the first word past it": ("move n2,r0", 8, ("add y1,a x:(r0)+,x0",)),
    "a sum beyond 56 bits": ("clr a", 400, ("mac x0,x0,a x:(r4),y0",)),
    "two products in a pass": ("clr a", 200, ("mac x0,x0,a x:(r4),y0", "macr x0,x0,a")),
    "a negative sum": ("clr a", 400, ("mac -x0,x0,a x:(r4),y0",)),
}
"""Code before a loop of one block, its count, and the block."""


@pytest.mark.parametrize(("before", "count", "body"), PASSES.values(), ids=PASSES)
def test_passes_are_done_while_they_surely_may_be(before: str, count: int, body: tuple[str, ...]) -> None:
    lines = [f" {line}" for line in (before, "move n1,r4", "nop", f"do #{count},end", *body)]
    source = "\n".join([" org p:$40", "start", *lines, "end", " move a,y:<3", " jmp <start", ""])
    compare(chips(source, n0=0x100, n1=6, n2=0xF9, x0=0x800000, y1=5), 3_333, 3)


APART = """
  org p:$400
start
  do #40,end
  add x0,a
  jsset #0,x:<$20,called
end
  move (r1)+
  jclr #5,r1,start
  movem y0,p:called
  bset #0,x:<$20
  jmp start
  org p:$500
called
  asl b
  rts
"""


def test_code_of_another_chip_is_left_when_words_change_that_were_never_executed() -> None:
    """They are on a separate page of external memory, on which only the words of compiled code were decoded."""
    for _ in range(2):
        # The second chip takes the code that was made for the first.
        both = chips(APART, x0=3, b=1, y0=0x20001B, r1=0)
        for dsp in both:
            dsp.x[0x20], dsp.x[0xFFFE] = 0, 0
        compare(both, 3_000, 20)
        assert both[0].x[0x20] == 1


def test_code_of_the_chip_is_left_where_the_same_words_lie_outside() -> None:
    """Another memory map, in which fetches take wait states."""
    both = chips(HELD, x0=0x345678, y0=0x111111)
    for dsp in both:
        dsp.port_a.ram("P")[0x40:0x80] = dsp.p[0x40:0x80]
        dsp.x[0xFFFE] = 0x30
    compare(both, 999, 2)
    for dsp in both:
        dsp.regs.omr = 3
    compare(both, 999, 3)
    assert both[0].p[0x40] == both[0].port_a.ram("P")[0x40]


ODD = {
    "a loop ends in a subroutine": """
start do #4,end
  jsr <called
  add x0,a
called asl a
  asl b
end
  rts
next movec #next,la
  jmp <start
""",
    "a loop ends with REP": """
start do #9,end
  add x0,a
  dc $0603a0
end
  asl b
  enddo
  jmp <start
""",
    "the program is over": """
start do #9,end
  add x0,a
  asl b
end
  move (r1)+
  jclr #5,r1,start
over jmp <over
""",
}
"""Programs that generated code does not do all of."""


@pytest.mark.parametrize("source", ODD.values(), ids=ODD)
def test_odd_programs(source: str) -> None:
    compare(chips(f" org p:$40{source}", x0=0x345678, b=1, r1=0, la=0x48), 777, 20)


def test_a_loop_begins_in_code_that_was_made_without_one() -> None:
    """Only LF shows that it does."""
    both = chips(" org p:$40\nstart add x0,a\n asl b\n addl a,b\n nop\n jmp <start\n", x0=3, b=1, la=0x42, lc=9, sp=2)
    for dsp in both:
        dsp.stack[1], dsp.stack[2] = (0xFFFF, 5), (0x41, 0x300)
    compare(both, 999, 2)
    for dsp in both:
        dsp.run(until=0x44, max_clocks=99)
        dsp.regs.sr |= 0x8000
    compare(both, 999, 2)
