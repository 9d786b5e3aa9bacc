"""Loops over one block that compiled code executes in batches: in buffers, as sums, and with external words."""

from __future__ import annotations

import pytest

from differential.engines.pairs import chips, compare

STEPS = ("+", "-")
LOOPS = {"rep": (" rep {count}", ""), "do": (" do {count},end", "end")}


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("left", STEPS)
@pytest.mark.parametrize("right", STEPS)
def test_sums_of_products_go_through_buffers(loop: str, left: str, right: str) -> None:
    """Counts around the minimum for vector instructions, each one more; a linear pointer with a modulo one."""
    begin, end = (line.format(count="n7") for line in LOOPS[loop])
    products = f" mac -x0,y0,a x:(r0){left},x0 y:(r4){right},y0"
    again = f" mac x1,y1,b x:(r2){left},x1 y:(r5){right},y1"
    lines = [" org p:$40", "start", " move (r7)+", " move r7,n7", " nop", begin, products, end]
    lines += [" move n1,r2", " move n1,r5", begin.replace("end", "over"), again, end.replace("end", "over")]
    lines += [" move a,x:(r1)+", " jset #7,r7,clear", " jmp <start", "clear move n0,r7", " clr a", " jmp <start", ""]
    start = 0x20 if left == right == "+" else 0x90
    buffers = {"m0": 99, "m4": 0x3F, "m1": 7, "m5": 54}
    compare(
        chips("\n".join(lines), r0=0x85, r4=0x4A, n0=0, n1=start, r7=20, x0=0x812345, y0=0x7FFFFF, **buffers), 4_321, 12
    )


@pytest.mark.parametrize("m", [0xFF, 0xFE, 0x17F, 0x7F])
@pytest.mark.parametrize("step", STEPS)
def test_buffers_reach_beyond_the_chip(m: int, step: str) -> None:
    """Their pointers begin beyond the last word of the buffer, too."""
    lines = [" org p:$40", "start", " do #70,end", f" add x0,a x:(r0){step},x0", "end", " move a,y:(r4)+"]
    lines += [" move (r0)+n0", " jmp <start", ""]
    compare(chips("\n".join(lines), m0=m, m4=15, r0=0xFE, n0=3, x0=5), 3_210, 10)


@pytest.mark.parametrize("products", [1, 2, 5, 16, 40])
@pytest.mark.parametrize("sign", ["", "-"])
def test_sums_only_just_fit(products: int, sign: str) -> None:
    """The maximum number of products that fits 56 bits, and one more, after more and more iterations."""
    body = [f" mac {sign}x0,y0,a"] * (products - 1) + [f" mac {sign}x0,y0,a x:(r0),x1"]
    lines = [
        " org p:$40",
        "start",
        " clr a",
        " move (r7)+",
        " do r7,end",
        *body,
        "end",
        " move a2,x:(r1)+",
        " jmp <start",
        "",
    ]
    compare(chips("\n".join(lines), m1=15, r1=0x40, r7=max(1, 240 // products), x0=0x800000, y0=0x800000), 9_999, 4)


@pytest.mark.parametrize("count", [60, 64, 65])
@pytest.mark.parametrize("sign", ["", "-"])
def test_a_sum_goes_on_from_loop_to_loop(count: int, sign: str) -> None:
    """Until 56 bits hold it no more in the midst of one."""
    lines = [
        " org p:$40",
        "start",
        f" do #{count},end",
        f" mac {sign}x0,y0,a",
        "end",
        " move a,x:(r1)+",
        " jmp <start",
        "",
    ]
    compare(chips("\n".join(lines), m1=15, r1=0x40, x0=0x800000, y0=0x800000), 777, 20)


OUTSIDE = """
  org p:$40
start
  move n0,r0
  do #90,end
  add x0,a x:(r0)+,x0
end
  move n4,r4
  do #30,over
  add y0,b y:(r4)+,y0
over
  move n2,r2
  move a,y:(r2)+
  move r2,n2
  move a,x:(r3)+
  jmp <start
"""


@pytest.mark.parametrize(("x", "y"), [(0x1C0, 0xFFB0), (0x11F0, 0xFFC0), (0x300, 0x11F0), (0xFF90, 0x100)])
def test_words_outside_the_chip_are_read_as_they_are_written(x: int, y: int) -> None:
    """Contiguous words that end with a page and with the wait states of the I/O page, and pages that were blank."""
    both = chips(OUTSIDE, n0=x, n2=y, n4=y, r3=x + 1, m3=0x3F)
    for dsp in both:
        dsp.x[0xFFFE] = 0x1234
    compare(both, 2_777, 30)


def test_no_word_follows_where_the_ram_ends() -> None:
    both = chips(OUTSIDE, n0=0x1F0, n2=0x300, n4=0x2E8, r3=0x20, m3=0x3F)
    for dsp in both:
        dsp.port_a.map_ram("X", 0x220)
        dsp.port_a.map_ram("Y", 0x2F0)
    compare(both, 2_777, 20)


PAGES = """
  org p:$40
start
  move n0,r0
  move n4,r4
  do #70,end
  mac x0,y0,a x:(r0)+n0,x0 y:(r4)+n4,y0
  add x0,b x:(r1)+n1,x0
  move b,y:(r5)+n5
end
  move a,x:(r2)+
  jmp <start
"""


@pytest.mark.parametrize("step", [0xFF, 0x100, 0x1000, 0x1001])
def test_words_of_many_pages_are_read_in_turn(step: int) -> None:
    """Pages at a distance at which their entries in the soft TLB of compiled code replace each other."""
    both = chips(PAGES, n0=step, n4=0x2FF, n1=0xF01, r1=0x1234, n5=0x11FF, r5=0x4321, m2=0x3F, x0=3, y0=5)
    for dsp in both:
        for page in range(2, 0xF0, 3):
            dsp.x[page << 8 : (page << 8) + 4] = [page, 1, 0x800000, page << 16]
            dsp.y[page << 8 : (page << 8) + 4] = [1, page, page << 8, 0x7FFFFF]
    compare(both, 3_333, 20)


def test_pages_change_between_runs() -> None:
    """More pages than the soft TLB has valid entries, of which the other half is written between two runs."""
    lines = [" org p:$40", "start", " do #127,end", " move x:(r0)+n0,x0", " add x0,a", "end", " jmp <start", ""]
    both = chips("\n".join(lines), r0=0x200, n0=0x200)
    for value in range(1, 9):
        for dsp in both:
            for page in range(2 * value, 0xF8, 16):
                dsp.x[page << 8 : (page << 8) + 256] = [value << 8 | page] * 256
        compare(both, 1_777, 2)


@pytest.mark.parametrize("moves", ["x:(r0)+,x0 y:(r4)+,y0", "x:(r0)+,x0 b,y:(r4)+", "a,x:(r0)+ b,y:(r4)+"])
def test_a_word_that_nobody_answers_is_paid_for_once(moves: str) -> None:
    """The other has been found in RAM before it shows that the interpreter has to execute the instruction."""
    lines = [
        " org p:$40",
        "start",
        " move n0,r0",
        " move n4,r4",
        " do #60,end",
        f" add x0,a {moves}",
        " addl a,b",
        "end",
    ]
    both = chips("\n".join([*lines, " jmp <start", ""]), n0=0x300, n4=0x2D8, x0=0x1234, y0=5)
    for dsp in both:
        dsp.port_a.map_ram("Y", 0x2F0)
    compare(both, 2_777, 30)
