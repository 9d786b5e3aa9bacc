"""Compiled code at the ends of loops, of memory, of clock budgets, and of the static state that it assumes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from differential.engines.compare import VECTORS, same
from differential.engines.pairs import chips, compare


def test_a_count_of_0_makes_65536_passes_of_several_blocks() -> None:
    both = chips(" org p:$40\nstart do #0,end\n jcc skip\n nop\nskip asl a\nend\n jmp <start\n")
    compare(both, 2_200_000, 1)


INTERRUPTED = """
  org p:$40
start
  do #3,outer
  do #4,inner
  mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0
  move x:(r0),b
inner
  rep #5
  asl b
  jsr >called
outer
  move #0,r0
  move #0,r4
  jmp <start
called
  jclr #1,a1,over
  add x0,b
over
  rts
"""
LATE = """
  org p:$40
start
  do #2,outer
  do #2,middle
  do #3,inner
  mac x0,y0,a x:(r1)+,x0
  move n1,r0
inner
  move x:(r0)+,b
middle
  rep #3
  addl a,b x:(r0)-,x1
outer
  move n2,r1
  jmp start
"""


@pytest.mark.parametrize("handler", range(len(VECTORS)))
@pytest.mark.parametrize("source", [INTERRUPTED, LATE, LATE.replace("p:$40", "p:$400")], ids=["calls", "late", "far"])
def test_an_interrupt_comes_at_any_clock_of_a_region(source: str, handler: int) -> None:
    both = chips(source, handler, r0=0, r4=0, m1=3, n1=0x20, n2=0x10, x0=0x123456, y0=0x654321)
    for dsp in both:
        dsp.run(max_clocks=3_000)
    at = [dsp.snapshot() for dsp in both]
    for clock in range(both[0].clocks + 1, both[0].clocks + 251):
        for dsp, snapshot in zip(both, at, strict=True):
            dsp.restore(snapshot)
            dsp.lines.nmi.drive(True, at=clock)
            dsp.run(max_clocks=700)
        assert same(*both), clock
        assert both[0].regs.r7 or both[0].y[0x21], clock


@pytest.mark.parametrize("source", [INTERRUPTED, LATE, LATE.replace("p:$40", "p:$400")], ids=["calls", "late", "far"])
def test_any_budget_ends_in_the_same_state(source: str) -> None:
    both = chips(source, r0=0, r4=0, m1=3, n1=0x20, n2=0x10, x0=0x123456, y0=0x654321)
    compare(both, 3_000, 1)
    at = [dsp.snapshot() for dsp in both]
    for budget in (*range(1, 300), 1_000, 4_999, 5_000):
        for dsp, snapshot in zip(both, at, strict=True):
            dsp.restore(snapshot)
            dsp.run(max_clocks=budget)
            dsp.run(max_instructions=budget)
        assert same(*both), budget


@pytest.mark.parametrize("repeated", ["mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0", "asl b", "move n2,r0"])
def test_a_run_that_was_cut_amid_a_rep_goes_on_there(repeated: str) -> None:
    """Fetches take 15 wait states, and that of the repeated instruction is made once."""
    both = chips(f" org p:$400\nstart rep #150\n {repeated}\n move r0,r1\n jmp >start\n", r0=0, r4=0, m0=63, m4=63)
    compare(both, 3_000, 3)
    at = [dsp.snapshot() for dsp in both]
    for budget in range(1, 450):
        for dsp, snapshot in zip(both, at, strict=True):
            dsp.restore(snapshot)
            dsp.run(max_clocks=budget)
            dsp.run(max_clocks=400)
            dsp.run(max_instructions=77)
        assert same(*both), budget


TIMED = """
  org p:$1c
  bchg #0,x:<$20
  move (r7)+
  org p:$40
start
  do #30,end
  add x0,a
  asl b
end
  movep y1,x:$fff2
  movep y0,x:$fff0
  do #200,other
  add x0,a
  asl b
other
  movep x1,x:$fff0
  jmp start
"""


def test_a_timer_that_generated_code_starts_interrupts_it_in_time() -> None:
    """The SCI's, whose clock and interrupt the program switches on (UM 11-25)."""
    both = chips(TIMED, pc=0x40, sr=0, r7=0, x0=5, x1=0, y0=0x2000, y1=0)
    for dsp in both:
        dsp.x[0xFFFF] = 0xC000
    compare(both, 1_777, 20)
    assert both[0].regs.r7 > 10


DOWN = ["move x:(r0)-,x0 y:(r4)-,y0", *["mac x0,y0,a x:(r0)-,x0 y:(r4)-,y0"] * 2, *["add x1,b x:-(r1),x1"] * 2]
UP = ["move x:(r0)+,x0 y:(r4)+,y0", *["mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0"] * 2, *["add x1,b x:(r1)+,x1"] * 2]


@pytest.mark.parametrize("body", [DOWN, UP], ids=["down", "up"])
@pytest.mark.parametrize("begins", [100, 101, 102])
def test_pointers_leave_the_chip_amid_a_block(body: list[str], begins: int) -> None:
    source = "\n".join([" org p:$40", "start", *(f" {line}" for line in body), " jmp <start", ""])
    compare(chips(source, r0=begins, r1=begins + 49, r4=begins + 20, x1=1), 100, 30)


@pytest.mark.parametrize("body", [DOWN, UP], ids=["down", "up"])
@pytest.mark.parametrize("begins", range(6))
def test_pointers_leave_the_chip_again_and_again(body: list[str], begins: int) -> None:
    at = begins if body is DOWN else 0xFF - begins
    moves = ["move n0,r0", "move n0,r4", "move n1,r1", "nop"]
    source = "\n".join(
        [" org p:$40", "start", *(f" {line}" for line in moves), " do #3,end", *(f" {line}" for line in body)]
    )
    compare(chips(source + "\nend\n nop\n jmp start\n", n0=at, n1=at ^ 3, x1=1), 999, 12)


@pytest.mark.parametrize("writes", ["move n2,r0", "lua (r3)+,r0", "move n2,r0\n move (r0)+"])
def test_a_pointer_is_written_amid_a_block(writes: str) -> None:
    body = ["move x:(r0)+,x0", writes, "nop", "move x:(r0)+,x1", "add x1,b", "jmp <start"]
    source = "\n".join(
        [" org p:$40", "start move #<$10,r0", " nop", " jmp <body", "body", *(f" {line}" for line in body)]
    )
    compare(chips(source + "\n", n2=0x170, r3=0x170), 200, 20)


ASIDES = [
    "movem p:(r0)+,x1",
    "norm r0,a",
    "movep x:(r0)+,y:<<$ffc0",
    "tcs x0,a r1,r0",
    "bchg #0,x:(r0)+",
    "lua (r0)+,r0",
]
"""Instructions that fall back to the interpreter within a block, or can do so, with a pointer that they update."""


@pytest.mark.parametrize("aside", ASIDES)
@pytest.mark.parametrize("begins", range(0xFA, 0x100))
def test_a_pointer_moves_amid_a_block_where_the_interpreter_works(aside: str, begins: int) -> None:
    body = ["move x:(r0)+,x0", *[aside] * 3, "nop", "add x0,b x:(r0)+,x0", "add x0,b", "jmp <start"]
    begin = [" org p:$40", "start", " move n0,r0", " jmp <body", "body"]
    source = "\n".join([*begin, *(f" {line}" for line in body), ""])
    compare(chips(source, n0=begins, r1=0xFF, r4=0x20, a=0x00_100000_000000, sr=0x300), 999, 12)


@pytest.mark.parametrize("origin", ["$40", "$400"])
@pytest.mark.parametrize("depth", range(2, 8))
def test_loops_end_one_word_after_another(depth: int, origin: str) -> None:
    begins = [f" do #{2 + level % 2},end{level}" for level in range(depth)]
    ends = [
        line
        for level in reversed(range(depth))
        for line in (f" addl {'ab'[level % 2]},{'ba'[level % 2]}", f"end{level}")
    ]
    source = "\n".join([f" org p:{origin}", "start", *begins, " add x0,a", *ends, " jmp start", ""])
    compare(chips(source, x0=0x123456, a=1, b=2), 333, 40)


def growing() -> Iterator[tuple[str, str, str]]:
    """Code that makes an accumulator small before a loop, code that makes it large in it, and code that shows it."""
    for tells in ("move a,y1", "cmp b,a", "tec y0,b", "macr x0,y0,b a,x1", "asl a", "norm r1,a"):
        yield "mpy x0,y0,a", "add x,a", tells
        yield "move x0,a", "addl b,a", tells
        yield "clr a", "mac x0,y0,a", tells
        yield "asr a", "asl a", tells
        yield "tfr y0,a", "neg a\n subl b,a", tells
        yield "move #3,a", "move x1,a2", tells


@pytest.mark.parametrize(("small", "large", "tells"), list(growing()))
def test_what_an_accumulator_holds_before_a_loop_it_does_not_hold_in_it(small: str, large: str, tells: str) -> None:
    """Neither round a loop, nor after one arm of a branch, nor after a subroutine."""
    source = f"""
  org p:$40
start {small}
  do #70,end
  {tells}
  jls over
  {large}
over
  {large}
end
  {small}
  jsr called
  {tells}
  bchg #0,x:<3
  jcs arm
  {small}
arm
  {tells}
  rep #9
  {large.splitlines()[-1]}
  {tells}
  jmp start
called
  rep #60
  {large.splitlines()[-1]}
  rts
"""
    for sr in (0x300, 0x700, 0xB00):
        compare(chips(source, x0=0x7FFFFF, x1=0x7F0001, y0=0x7FFF31, b=0x007FFFFF_123456, sr=sr), 1_234, 6)


ROUND = (
    ("move #<$20,r0", "move x:(r0)+,x0", "move n1,r0"),
    ("move #<$fe,r0", "move x:(r0)+,x0", "nop"),
    ("move #<2,r0", "add x0,a x:(r0)-,x0", "asl b"),
    ("move #<2,r0", "add x0,a x:-(r0),x0", "asl b"),
    ("move #<$10,r0", "move x:(r0+n0),x0", "move x:(r0)+n0,x1"),
    ("move #<$10,n0", "move x:(r0)+n0,x0", "move n1,n0"),
    ("move #<$10,r4", "add x0,a x:(r0)+,x0 y:(r4)+,y0", "lua (r3)-,r4"),
    ("tst a", "tmi x0,b", "move x0,a"),
    ("clr a", "rol b", "asl a"),
    ("cmp x0,a", "tge y0,b", "div y0,a"),
    ("andi #$3f,ccr", "move a,x:<$30", "addl b,a"),
    ("andi #$3f,ccr", "movec sr,x1", "adc y,a"),
    ("move #0,x0", "movec lc,y1", "nop"),
)


@pytest.mark.parametrize(("before", "first", "last"), ROUND)
@pytest.mark.parametrize("loop", ["do #30,end", "do x:<$31,end"])
def test_what_holds_before_a_loop_does_not_hold_round_it(before: str, first: str, last: str, loop: str) -> None:
    source = f"""
  org p:$40
start {before}
  {loop}
  {first}
  do #2,inner
  {first}
  {last}
inner
  {last}
end
  {before}
  do #9,other
  {first}
  {last}
other
  {before}
  jsr called
  {first}
  rep #5
  {first}
  jmp start
called
  {last}
  rts
"""
    both = chips(source, n1=0x80, r3=0x100, n0=3, x0=0x654321, y0=0x7FFFFF, r0=0x10, r4=0x10, b=0x0012_345678_9ABCDE)
    for dsp in both:
        dsp.x[0x31] = 5
    compare(both, 157, 60)


@pytest.mark.parametrize(
    ("name", "value"), [("m0", 7), ("m4", 0xFFFE), ("sr", 0x700), ("sr", 0xB00), ("omr", 4), ("bcr", 0x5342)]
)
def test_code_holds_only_where_it_was_made(name: str, value: int) -> None:
    both = chips(INTERRUPTED.replace("p:$40", "p:$400"), r0=0, r4=0)
    compare(both, 5_000, 1)
    for dsp in both:
        if name == "bcr":
            dsp.x[0xFFFE] = value
        else:
            setattr(dsp.regs, name, value)
    compare(both, 5_000, 1)


def test_the_word_after_a_repeated_instruction_is_not_a_part_of_it() -> None:
    # The JIT has decoded P:$200, the interpreter has not: a write to it must not hold the NOP at P:$1FF.
    both = chips(" org p:$100\nstart jsr >sub\n jmp start\n org p:$1fe\nsub rep r2\n nop\n org p:$200\n rts\n")
    for dsp in both:
        dsp.regs.r2 = 0xFFFF
        dsp.run(max_clocks=1000)
        assert dsp.regs.pc == 0x1FF
        dsp.p[0x200] = dsp.p[0x200]
    assert same(*both)
