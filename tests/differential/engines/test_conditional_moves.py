"""Tcc with address registers in compiled code: only a true condition delays a write. Reads of LC, LA and SP."""

import pytest

from differential.engines.pairs import chips, compare

CONDITIONS = ("cs", "cc", "eq", "ne", "mi", "pl")
MOVES = ("x0,a r1,r2", "y0,b r2,r2", "a,b r2,r1", "b,a r5,r0")
USES = ("x:(r2)+,x1", "x:(r1)-,x1", "r2,x1", "(r0)+", "x:-(r2),x1")


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("before", ["rol b", "move x0,r1", "move a1,r2", "move x:(r2)+,x1", "move x:(r4)+,x1"])
def test_only_a_true_condition_moves_and_delays(move: str, before: str) -> None:
    for condition in CONDITIONS:
        # R4 points to external memory, whose accesses take clocks that the cost of a block does not include.
        lines = ["move #>$120,r4", "move #$31,r1", "move #$47,r2", before, f"t{condition} {move}"]
        for use in USES:
            source = " org p:$40\nstart\n" + "".join(f" {line}\n" for line in [*lines, f"move {use}", "add y1,a"])
            # The carry of the sum changes the next condition.
            both = chips(source + " rol b\n jmp start\n", x0=0x50, y0=0x61, y1=0x345678, r5=0x22)
            for dsp in both:
                dsp.x[0xFFFE] = 0x3000
            compare(both, 31, 5)
            # After some external accesses the code is compiled again.
            compare(both, 1_500, 1)
            compare(both, 157, 30)
            assert both[1].engine_report().compiled_instructions > 200


def test_a_search_for_the_largest_word_is_compiled() -> None:
    lines = ["move #$10,r0", "clr a #$10,r1", "do #40,last", "move x:(r0)+,x0", "cmp x0,a"]
    source = " org p:$40\nstart\n" + "".join(f" {line}\n" for line in [*lines, "tlt x0,a r0,r1"])
    both = chips(source + "last\n move r1,y:5\n jmp start\n")
    compare(both, 331, 20)
    compare(both, 10_000, 2)
    assert both[1].engine_report().compiled_instructions > 5_000
    assert both[1].y[5] != 0x10


def test_a_repetition_of_a_conditional_move_ends_a_region() -> None:
    lines = ["move #$31,r1", "rol a", "rep #5", "tcs x0,b r1,r2", "move (r1)+", "move r2,y:5", "jmp start"]
    both = chips(" org p:$40\nstart\n" + "".join(f" {line}\n" for line in lines), x0=0x50)
    compare(both, 31, 60)


@pytest.mark.parametrize("register", ["lc", "la", "sp"])
@pytest.mark.parametrize("loop", ["do #20,last\n{}last\n", "do #3,last\n jsr called\n nop\nlast\n", "rep #20\n{}"])
def test_registers_of_loops_are_read(register: str, loop: str) -> None:
    read = f" movec {register},x0\n"
    body = loop.format(read if loop.startswith("rep") else f"{read} add x0,a\n")
    lines = ["move a,y:5", f"movec {register},r3", "move r3,y:6", f"movec {register},y1", "move y1,y:7", "jmp start"]
    after = "".join(f" {line}\n" for line in lines)
    called = f"called movec {register},y0\n add y0,a\n rts\n"
    # LC is 0, which compiled code stores as 65,536 iterations.
    both = chips(f" org p:$40\nstart\n clr a\n {body}{after}{called}", lc=0)
    compare(both, 31, 40)
    compare(both, 2_000, 2)
    assert both[1].engine_report().compiled_instructions > 500
